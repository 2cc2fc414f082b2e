"""Time derivatives along a motion: d/dt of anything that depends on q and its rates, with dq/dt = N(q) v, dv/dt = a, ..."""

from __future__ import annotations

from linkwright.graph.calculus import directional
from linkwright.graph.expr import Expr, lift
from linkwright.mechanics.state import State
from linkwright.spatial.matrix import Matrix


def rate_along_motion(x: State, rows: Matrix) -> Matrix:
    """d/dt of a matrix."""
    if not x.q:  # nothing moves
        return rows
    graph = x.graph
    flat = [lift(graph, e).index for row in rows for e in row]
    result = iter(directional(graph, flat, x.moving))
    return [[Expr(graph, next(result)) for _ in row] for row in rows]
