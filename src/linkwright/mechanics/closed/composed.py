"""Quantities made of others: accelerations from mass matrix and forces, forces of motors from inverse dynamics; by every method
that derives the parts, since the shortest way to a mass matrix need not be the shortest way to forces."""

from __future__ import annotations

from collections.abc import Callable

from linkwright.graph.expr import Scalar
from linkwright.graph.quantity import Method
from linkwright.mechanics.closed import planar, projection
from linkwright.mechanics.closed.constraint_forces import motor_forces
from linkwright.mechanics.embedding import Inputs, Matrix
from linkwright.mechanics.platform import quantities as legwise

MASSES: dict[str, Callable[[Inputs], Matrix | None]] = {
    "projection": projection.mass_matrix,
    "planar": planar.mass_matrix,
    "legwise": legwise.mass_matrix,
}
BIASES: dict[str, Callable[[Inputs], list[Scalar] | None]] = {
    "projection": projection.nonlinear_effects,
    "planar": planar.nonlinear_effects,
    "legwise": legwise.nonlinear_effects,
}
FORCES: dict[str, Callable[[Inputs], list[Scalar] | None]] = {
    "projection": projection.inverse_dynamics,
    "planar": planar.inverse_dynamics,
    "legwise": legwise.inverse_dynamics,
}


def forward_dynamics(mass: str, bias: str) -> Method:
    """M a = tau - everything but the mass matrix."""

    def derive(x: Inputs) -> list[Scalar] | None:
        M, rest = MASSES[mass](x), BIASES[bias](x)
        if M is None or rest is None:
            return None
        return projection.factorise(x, M).solve([t - b for t, b in zip(x.tau, rest, strict=True)])

    return derive


def mass_matrix_inverse(mass: str) -> Method:
    def derive(x: Inputs) -> Matrix | None:
        M = MASSES[mass](x)
        return None if M is None else projection.factorise(x, M).inverse_matrix()

    return derive


def actuator_forces(forces: str) -> Method:
    def derive(x: Inputs) -> list[Scalar] | None:
        tau = FORCES[forces](x)
        return None if tau is None else motor_forces(x, tau)

    return derive
