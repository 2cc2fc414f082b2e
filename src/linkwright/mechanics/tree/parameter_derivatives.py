"""Derivatives of the joint forces by the parameters that are symbols: masses, lengths, angles, stiffnesses, ..."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.graph.calculus import Mode, derivative
from linkwright.graph.expr import Expr, Scalar, lift
from linkwright.mechanics.state import State
from linkwright.spatial.matrix import Matrix


def parameter_derivatives(x: State, tau: Sequence[Scalar], mode: Mode) -> Matrix:
    """d tau / d p, one column per name."""
    if not tau:
        return []
    graph, names = x.graph, x.options["names"]
    rows = derivative(graph, [lift(graph, t).index for t in tau], names, mode)

    def entry(row: dict[str, int], name: str) -> Expr:
        return Expr(graph, row[name]) if name in row else Expr(graph, graph.number(0))

    return [[entry(row, name) for name in names] for row in rows]
