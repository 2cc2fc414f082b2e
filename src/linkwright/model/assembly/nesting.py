"""Nesting: in which order dependent coordinates can be found, block after block.

Closure equations and dependent rates are matched and sorted into the finest block-triangular form (Dulmage & Mendelsohn 1958):
a block needs only the free coordinates and the blocks before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from linkwright.arrays import Array, Truth


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
    size = np.max(np.abs(J), axis=0)[:, list(dependent)]
    used = size > 1e-9 * max(1.0, float(size.max(initial=0.0)))
    column_of = _matching(used)
    if column_of is None:
        return (Block(tuple(range(J.shape[1])), tuple(dependent), tuple(dict.fromkeys(names))),)
    needs = used[:, column_of]  # row i needs the unknown that row j determines
    reach = needs.copy()
    for _ in range(len(column_of).bit_length()):
        reach |= (reach.astype(int) @ reach.astype(int)) > 0
    together = reach & reach.T
    groups = list(dict.fromkeys(tuple(int(i) for i in np.flatnonzero(row)) for row in together))
    groups.sort(key=lambda rows: rows[0])
    done: list[tuple[int, ...]] = []
    while len(done) < len(groups):
        known = {i for rows in done for i in rows}
        ready = (g for g in groups if g not in done and set(np.flatnonzero(reach[g[0]]).tolist()) <= known | set(g))
        done.append(next(ready))
    return tuple(
        Block(rows, tuple(sorted(dependent[column_of[i]] for i in rows)), tuple(dict.fromkeys(names[i] for i in rows)))
        for rows in done
    )


def _matching(used: Truth) -> list[int] | None:
    """A column for every row, each used in it and all different (Kuhn 1955); None where there is no such choice."""
    rows, columns = used.shape
    row_of: dict[int, int] = {}

    def place(i: int, tried: set[int]) -> bool:
        for k in np.flatnonzero(used[i]).tolist():
            if k not in tried:
                tried.add(k)
                if k not in row_of or place(row_of[k], tried):
                    row_of[k] = i
                    return True
        return False

    if rows != columns or not all(place(i, set()) for i in range(rows)):
        return None
    column_of = {i: k for k, i in row_of.items()}
    return [column_of[i] for i in range(rows)]


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
