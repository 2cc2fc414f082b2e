"""Which chains are special cases of others: free angles and lengths with some value."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from linkwright.catalogue.chain import Chain, without_idle_angles
from linkwright.catalogue.row import Quarter, matters
from linkwright.catalogue.selection import MOST_JOINTS, of_level


def contains(model: Chain, chain: Chain) -> bool:
    """Whether a chain is a model with special values of its free angles and lengths."""
    return len(model.rows) == len(chain.rows) and all(
        x.joint == y.joint
        and x.a >= y.a
        and x.d >= y.d
        and x.alpha in (None, y.alpha)
        and (x.theta in (None, y.theta) or not matters(chain.rows, k))
        for k, (x, y) in enumerate(zip(model.rows, chain.rows, strict=True))
    )


def containing(chain: Chain) -> list[Chain]:
    """Variants and general models of which a chain is a special case, those with fewest lengths first."""
    if chain.joints > MOST_JOINTS:
        return []
    tables = (of_level(level, chain.joints) for level in ("variants", "general"))
    found = [model for table in tables for model in table if model != chain and contains(model, chain)]
    return sorted(found, key=lambda model: (len(model.lengths), len(model.angles), model.order))


def with_all_lengths(chain: Chain) -> Chain:
    """The chain with every length free."""
    return Chain(tuple(row._replace(a=k > 0, d=row.joint == "R") for k, row in enumerate(chain.rows)))


def settled(chain: Chain) -> Iterator[Chain]:
    """The chain with every free angle at no or a quarter turn."""
    choices = [
        [row._replace(alpha=alpha, theta=theta) for alpha in _values(row.alpha) for theta in _values(row.theta)]
        for row in chain.rows
    ]
    yield from dict.fromkeys(map(without_idle_angles, product(*choices)))


def _values(angle: Quarter) -> tuple[Quarter, ...]:
    return (0, 1) if angle is None else (angle,)
