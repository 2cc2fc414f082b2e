"""Successive halving over structures: after a quarter and after a half of the budget the worse half is dropped."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from linkwright.arrays import Array
from linkwright.synthesis.search.pareto import undominated

RUNGS = (0.25, 0.5)
"""Parts of the budget after which structures are compared."""


def plan_blocks(evaluations: int, block: int) -> tuple[list[int], dict[int, float]]:
    """Sizes of the blocks of one structure, and after which of them structures are compared: {number of blocks done: part}.

    Four blocks at least (fewer of fewer candidates), and as many as keep each at most `block` candidates.
    """
    count = min(evaluations, 4 * max(1, -(-evaluations // (4 * block))))
    ends = [round(evaluations * (k + 1) / count) for k in range(count)]
    sizes = [end - begin for begin, end in zip([0, *ends], ends, strict=False)]
    return sizes, {round(count * part): part for part in RUNGS}


def survivors(feasible: Mapping[str, Array], furthest: Mapping[str, float]) -> list[str]:
    """The better half of the structures, and all that hold a point of the common front.

    feasible: objectives of the feasible candidates per structure (n, objectives), n may be 0; furthest: the least violation per
    structure, which orders those without a feasible candidate behind all others.
    """
    names = list(feasible)
    several = any(f.shape[1] > 1 for f in feasible.values())
    order = sorted(names, key=lambda n: (*_standing(feasible[n], feasible), furthest[n], names.index(n)))
    kept = {*order[: -(-len(names) // 2)], *(_holders(feasible) if several else ())}
    return [n for n in names if n in kept]


def _holders(feasible: Mapping[str, Array]) -> set[str]:
    """Structures with a point that no candidate of any structure beats."""
    owners = np.concatenate([np.full(len(f), k) for k, f in enumerate(feasible.values())])
    rows = np.concatenate(list(feasible.values()))
    names = list(feasible)
    return {names[int(k)] for k in owners[undominated(rows)]}


def _standing(own: Array, all_: Mapping[str, Array]) -> tuple[int, float]:
    """(0, the mean over the objectives of its best values, each relative to the best of all); (1, 0) without a feasible one."""
    if not len(own):
        return 1, 0.0
    least: Array = np.concatenate(list(all_.values())).min(axis=0)
    ratios: Array = own.min(axis=0) / np.maximum(np.abs(least), 1e-300)
    return 0, float(ratios.mean())
