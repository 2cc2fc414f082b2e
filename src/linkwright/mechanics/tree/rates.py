"""Time derivatives along a motion: d/dt of anything that depends on q and v, with dq/dt = N(q) v and dv/dt = a."""

from __future__ import annotations

from linkwright.graph.calculus import directional
from linkwright.graph.expr import Expr, Scalar, lift
from linkwright.mechanics.state import Inputs
from linkwright.mechanics.tree.kinematics import coordinate_rates


def rate_along_motion(x: Inputs, rows: list[list[Scalar]]) -> list[list[Scalar]]:
    """d/dt of a matrix that depends on q and v."""
    if not x.q:  # nothing moves
        return rows
    graph = x.q[0].graph
    moving = [*zip(x.q, coordinate_rates(x.tree, x.q, x.v), strict=True), *zip(x.v, x.a, strict=True)]
    seeds = {graph.data[symbol.index]: lift(graph, rate).index for symbol, rate in moving}
    flat = [lift(graph, e).index for row in rows for e in row]
    result = iter(directional(graph, flat, seeds))
    return [[Expr(graph, next(result)) for _ in row] for row in rows]
