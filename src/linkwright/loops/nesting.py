"""Nesting: in which order dependent coordinates can be found, block after block.

Closure equations and dependent rates are matched and sorted into the finest block-triangular form (Dulmage & Mendelsohn 1958):
a block needs only the free coordinates and the blocks before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


@dataclass(frozen=True)
class Block:
    """rows: closure equations (kept ones of all loops in order, then couplings); rates: as many dependent rates (indices in
    v) that they determine; names: the loops and couplings they belong to."""

    rows: tuple[int, ...]
    rates: tuple[int, ...]
    names: tuple[str, ...]


def blocks_of(J: Array, dependent: Sequence[int], names: Sequence[str]) -> tuple[Block, ...]:
    """J: gradients of the kept equations at arbitrary configurations, closed or not (count, rows, nv), so that a zero is one
    everywhere; names: the loop of each row."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import connected_components, maximum_bipartite_matching

    size = np.max(np.abs(J), axis=0)[:, list(dependent)]
    used = size > 1e-9 * max(1.0, float(size.max(initial=0.0)))
    n = len(dependent)
    if not n:
        return ()
    column_of = maximum_bipartite_matching(csr_matrix(used), perm_type="column")
    if n != J.shape[1] or np.any(column_of < 0):
        return (Block(tuple(range(J.shape[1])), tuple(dependent), tuple(dict.fromkeys(names))),)
    needs = used[:, column_of]  # row i needs the unknown that row j determines
    count, label = connected_components(csr_matrix(needs), directed=True, connection="strong")
    groups = [[i for i in range(n) if label[i] == k] for k in range(count)]
    return tuple(
        Block(
            tuple(rows),
            tuple(sorted(dependent[column_of[i]] for i in rows)),
            tuple(dict.fromkeys(names[i] for i in rows)),
        )
        for rows in _sorted(groups, needs, label)
    )


def joined(blocks: Sequence[Block]) -> list[Block]:
    """Blocks that share a loop, put together: each is a loop, or loops that can only be solved at once."""
    groups: list[Block] = []
    for block in blocks:
        met = [g for g in groups if set(g.names) & set(block.names)]
        groups = [g for g in groups if g not in met]
        parts = [*met, block]
        groups.append(
            Block(
                tuple(r for b in parts for r in b.rows),
                tuple(sorted(r for b in parts for r in b.rates)),
                tuple(dict.fromkeys(n for b in parts for n in b.names)),
            )
        )
    return groups


def _sorted(groups: list[list[int]], needs: NDArray[np.bool_], label: NDArray[np.intp]) -> list[list[int]]:
    """Blocks after the blocks they need, otherwise in the order of their first rows."""
    before = [{int(label[j]) for i in rows for j in np.flatnonzero(needs[i])} - {k} for k, rows in enumerate(groups)]
    waiting = sorted(range(len(groups)), key=lambda k: groups[k][0])
    done: list[int] = []
    while waiting:
        k = next(k for k in waiting if before[k] <= set(done))
        waiting.remove(k)
        done.append(k)
    return [groups[k] for k in done]
