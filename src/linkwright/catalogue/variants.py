"""Variants of general models in which turning joints meet: universal joints U (two axes) and spherical ones S (three)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from linkwright.catalogue.chain import Chain
from linkwright.catalogue.general import general_models
from linkwright.catalogue.patterns import of_full_rank
from linkwright.catalogue.row import Rows


@cache
def variants(joints: int, max_prismatic: int | None = None) -> tuple[Chain, ...]:
    """Of all general models, in the order of tables."""
    models = general_models(joints, max_prismatic)
    return tuple(sorted({variant for own in variants_of(models).values() for variant in own}))


def variants_of(models: tuple[Chain, ...]) -> dict[Chain, tuple[Chain, ...]]:
    """Per model, per word with U and S: the variant with most free angles, if it does not lose a motion."""
    found = {model: tuple(_variants(model)) for model in models}
    kept = set(of_full_rank(tuple(dict.fromkeys(chain for own in found.values() for chain in own))))
    return {model: _most_free([chain for chain in own if chain in kept]) for model, own in found.items()}


def _most_free(chains: list[Chain]) -> tuple[Chain, ...]:
    best: dict[str, Chain] = {}
    for chain in chains:
        if chain.technical not in best or len(chain.angles) > len(best[chain.technical].angles):
            best[chain.technical] = chain
    return tuple(best.values())


def _variants(model: Chain) -> Iterator[Chain]:
    """Every set of free alphas at a quarter turn, and axes joined from every joint on."""
    choices = [[row] if row.alpha is not None else [row, row._replace(alpha=1)] for row in model.rows]
    for rows in product(*choices):
        last = Chain(rows)
        for start in range(1, model.joints):
            joined = _joined(rows, start)
            if joined not in (last, Chain(rows)):
                yield joined
            last = joined


def _joined(rows: Rows, start: int) -> Chain:
    """Axes that can meet do, from a joint on: two are U, and three are S, which takes a U in but not an S."""
    size = [1] * len(rows)  # of the technical joint that each joint is in
    zero = set[int]()
    for k in range(start, len(rows)):
        if not _meet(rows, k):
            continue
        if k >= 2 and _meet(rows, k - 1) and max(size[k - 2 : k + 1]) < 3:
            size[k - 2 : k + 1] = [3, 3, 3]
            zero |= {k - 1, k}
        elif size[k - 1] == 1:
            size[k - 1 : k + 1] = [2, 2]
            zero.add(k)
    return Chain(tuple(row._replace(a=False, d=False) if k in zero else row for k, row in enumerate(rows)))


def _meet(rows: Rows, k: int) -> bool:
    """Whether a joint and the one before it are turning joints with perpendicular axes."""
    return rows[k - 1].joint == rows[k].joint == "R" and rows[k].alpha == 1
