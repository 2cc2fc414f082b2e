"""Derivatives by differentiating the graph: along q in its tangent space (dq = N(q) dpi) and along v."""

from __future__ import annotations

from linkwright.graph.calculus import forward
from linkwright.graph.expr import Expr, Scalar, lift
from linkwright.mechanics.state import Inputs
from linkwright.mechanics.tree.kinematics import coordinate_rates


def tangent_jacobians(x: Inputs, values: list[Scalar]) -> list[list[list[Scalar]]]:
    """[d values / d q, d values / d v] for values that depend on the inputs' q and v."""
    if not x.q:
        return [[], []]
    graph = x.q[0].graph
    seeds: dict[str, dict[object, int]] = {graph.data[s.index]: {} for s in x.q}
    for k in range(x.tree.nv):
        unit: list[Scalar] = [int(j == k) for j in range(x.tree.nv)]
        for s, rate in zip(x.q, coordinate_rates(x.tree, x.q, unit), strict=True):
            node = lift(graph, rate).index
            if graph.value(node) != 0:
                seeds[graph.data[s.index]]["q", k] = node
        seeds[graph.data[x.v[k].index]] = {("v", k): graph.number(1)}
    found: list[dict[object, int]] = forward(graph, [lift(graph, y).index for y in values], seeds)

    def entry(row: dict[object, int], name: str, k: int) -> Expr:
        node = row.get((name, k))
        return Expr(graph, graph.number(0) if node is None else node)

    return [[[entry(row, name, k) for k in range(x.tree.nv)] for row in found] for name in ("q", "v")]
