"""Derivatives by differentiating the graph: along the free coordinates in their tangent space, and along the free rates.

A free coordinate moves the tree by its column of W (of an open tree: alone), so these are total derivatives of a closed robot.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.graph.calculus import forward
from linkwright.graph.expr import Expr, Scalar, lift, symbol_name
from linkwright.mechanics.state import State
from linkwright.mechanics.tree.kinematics import coordinate_rates
from linkwright.spatial.matrix import Matrix


def tangent_jacobians(x: State, values: Sequence[Scalar]) -> list[Matrix]:
    """[d values / d q, d values / d v] for values that depend on the inputs' q and v."""
    if not x.q:
        return [[], []]
    graph, free_rates = x.graph, x.given["v"]
    seeds: dict[str, dict[object, int]] = {symbol_name(s): {} for s in x.q}
    for k, unit in enumerate(x.unit_rates):
        for s, rate in zip(x.q, coordinate_rates(x.tree, x.q, unit), strict=True):
            node = lift(graph, rate).index
            if graph.value(node) != 0:
                seeds[symbol_name(s)]["q", k] = node
        seeds[symbol_name(free_rates[k])] = {("v", k): graph.number(1)}
    found: list[dict[object, int]] = forward(graph, [lift(graph, y).index for y in values], seeds)

    def entry(row: dict[object, int], name: str, k: int) -> Expr:
        node = row.get((name, k))
        return Expr(graph, graph.number(0) if node is None else node)

    return [[[entry(row, name, k) for k in range(x.nv)] for row in found] for name in ("q", "v")]
