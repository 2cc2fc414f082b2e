"""Quantities made of others: accelerations from mass matrix and forces, forces of motors from inverse dynamics; in every way
that derives the parts, since the shortest way to a mass matrix need not be the shortest way to forces."""

from __future__ import annotations

from linkwright.graph.expr import Scalar
from linkwright.graph.quantity import is_matrix, is_vector
from linkwright.mechanics.closed.constraint_forces import motor_forces
from linkwright.mechanics.quantities.closed_methods import WAYS
from linkwright.mechanics.state import State
from linkwright.mechanics.tree.factor import dense_factors
from linkwright.spatial.matrix import Matrix, subtract


def forward_dynamics(x: State, mass: str, bias: str) -> list[Scalar] | None:
    """M a = tau - everything but the mass matrix; mass, bias: ways to derive them."""
    M, rest = WAYS[mass]["mass_matrix"](x), WAYS[bias]["nonlinear_effects"](x)
    return dense_factors(M).solve(subtract(x.tau, rest)) if is_matrix(M) and is_vector(rest) else None


def mass_matrix_inverse(x: State, mass: str) -> Matrix | None:
    """M^-1."""
    M = WAYS[mass]["mass_matrix"](x)
    return dense_factors(M).inverse_matrix() if is_matrix(M) else None


def mobility(x: State, rows: Matrix, mass: str) -> Matrix | None:
    """J M^-1 J' of rows J with a column per free rate."""
    M = WAYS[mass]["mass_matrix"](x)
    return dense_factors(M).between(rows) if is_matrix(M) else None


def actuator_forces(x: State, forces: str) -> list[Scalar] | None:
    """Forces of the motors that make the forces at the free joints."""
    tau = WAYS[forces]["inverse_dynamics"](x)
    return motor_forces(x.embedding, tau) if x.embedding is not None and is_vector(tau) else None
