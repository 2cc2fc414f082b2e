"""Derivatives of the joint forces by the parameters that are symbols: masses, lengths, angles, stiffnesses, ..."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.graph.calculus import Mode, derivative
from linkwright.graph.expr import Expr, Scalar, lift
from linkwright.mechanics.state import Inputs
from linkwright.mechanics.tree.newton_euler import newton_euler


def inverse_dynamics_parameter_derivatives(x: Inputs, names: Sequence[str], mode: Mode) -> list[list[Scalar]]:
    """d tau / d p, one column per name."""
    tau = newton_euler(x.tree, x.q, x.v, x.a, x.wrench)
    if not tau:
        return []
    graph = x.q[0].graph
    rows = derivative(graph, [lift(graph, t).index for t in tau], names, mode)

    def entry(row: dict[str, int], name: str) -> Expr:
        return Expr(graph, row[name]) if name in row else Expr(graph, graph.number(0))

    return [[entry(row, name) for name in names] for row in rows]
