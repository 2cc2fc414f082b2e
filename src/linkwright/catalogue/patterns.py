"""Patterns of serial chains: neighbouring axes parallel or perpendicular, every length free, no joint in vain."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from linkwright.catalogue.chain import Chain
from linkwright.catalogue.rank import freedoms
from linkwright.catalogue.row import Quarter, matters

FULL = 6
"""Freedoms of a body: the rank that more joints than this must have."""


@cache
def patterns(joints: int, max_prismatic: int | None = None) -> tuple[Chain, ...]:
    """The candidates whose Jacobian has as high a rank as it can, in the order of tables."""
    return tuple(sorted(of_full_rank(tuple(candidates(joints, max_prismatic)))))


def of_full_rank(chains: tuple[Chain, ...]) -> Iterator[Chain]:
    """Those in which every joint adds a motion, or which move a body in all ways."""
    found = freedoms([chain.rows for chain in chains])
    return (chain for chain, own in zip(chains, found, strict=True) if own.rank == min(chain.joints, FULL))


def candidates(joints: int, max_prismatic: int | None = None) -> Iterator[Chain]:
    """Every word of R and P, every alpha of 0 and a quarter turn, and both twists of a slider wherever its twist matters."""
    quarters: tuple[Quarter, ...] = (0, 1)
    for letters in product("RP", repeat=joints):
        word = "".join(letters)
        if max_prismatic is not None and word.count("P") > max_prismatic:
            continue
        for alphas in product(quarters, repeat=joints - 1):
            plain = Chain.of(word, alphas)
            twists = [quarters if matters(plain.rows, k) else quarters[:1] for k in range(joints)]
            for thetas in product(*twists):
                yield Chain.of(word, alphas, thetas)
