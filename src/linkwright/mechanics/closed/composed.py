"""Quantities made of others: accelerations from mass matrix and forces, forces of motors from inverse dynamics; in every way
that derives the parts, since the shortest way to a mass matrix need not be the shortest way to forces."""

from __future__ import annotations

from linkwright.graph.expr import Scalar
from linkwright.mechanics.closed.constraint_forces import motor_forces
from linkwright.mechanics.quantities.closed_methods import WAYS
from linkwright.mechanics.state import State
from linkwright.mechanics.tree.factor import dense_factors
from linkwright.spatial.matrix import Matrix, subtract


def forward_dynamics(x: State, mass: str, bias: str) -> list[Scalar] | None:
    """M a = tau - everything but the mass matrix; mass, bias: ways to derive them."""
    M, rest = WAYS[mass]["mass_matrix"](x), WAYS[bias]["nonlinear_effects"](x)
    return None if M is None or rest is None else dense_factors(M).solve(subtract(x.tau, rest))


def mass_matrix_inverse(x: State, mass: str) -> Matrix | None:
    """M^-1."""
    M = WAYS[mass]["mass_matrix"](x)
    return None if M is None else dense_factors(M).inverse_matrix()


def actuator_forces(x: State, forces: str) -> list[Scalar] | None:
    """Forces of the motors that make the forces at the free joints."""
    tau = WAYS[forces]["inverse_dynamics"](x)
    return None if tau is None or x.embedding is None else motor_forces(x.embedding, tau)
