"""Derivatives of the joint forces by the parameters that are symbols: masses, lengths, angles, stiffnesses, ..."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.graph.calculus import Mode
from linkwright.graph.expr import Scalar
from linkwright.graph.values import partials
from linkwright.mechanics.state import State
from linkwright.spatial.matrix import Matrix


def parameter_derivatives(x: State, tau: Sequence[Scalar], mode: Mode) -> Matrix:
    """d tau / d p, one column per name."""
    return partials(x.graph, tau, x.options["names"], mode) if tau else []
