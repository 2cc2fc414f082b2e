"""Time derivatives along a motion: d/dt of anything that depends on q and its rates, with dq/dt = N(q) v, dv/dt = a, ..."""

from __future__ import annotations

from linkwright.graph.values import changes
from linkwright.mechanics.state import State
from linkwright.spatial.matrix import Matrix


def rate_along_motion(x: State, rows: Matrix) -> Matrix:
    """d/dt of a matrix."""
    if not x.q:  # nothing moves
        return rows
    result = iter(changes(x.graph, [e for row in rows for e in row], x.moving))
    return [[next(result) for _ in row] for row in rows]
