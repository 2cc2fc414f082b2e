"""The laws of mechanics as functions of a state: lines of the tables, each for trees and, projected, for closed robots."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from linkwright.graph.expr import Scalar
from linkwright.graph.quantity import Nested
from linkwright.lazy import lazy
from linkwright.mechanics.loads import LOADS, Load, masses_only
from linkwright.mechanics.state import State
from linkwright.spatial.matrix import Matrix, add, dot, matrix_product, mirrored, subtract, symmetric_product, transpose

newton_euler = lazy("linkwright.mechanics.tree.newton_euler:newton_euler")
passive = lazy("linkwright.mechanics.tree.newton_euler:passive_forces")
tree_mass_matrix = lazy("linkwright.mechanics.tree.mass_matrix:mass_matrix")
tree_coriolis_matrix = lazy("linkwright.mechanics.tree.coriolis_matrix:coriolis_matrix")
rate_along_motion = lazy("linkwright.mechanics.tree.rates:rate_along_motion")
gravity_by_moments = lazy("linkwright.mechanics.tree.gravity:by_moments")
gravity_by_first_moments = lazy("linkwright.mechanics.tree.gravity:by_first_moments")
wrench_torques = lazy("linkwright.mechanics.tree.kinematics:wrench_torques")

Result = TypeVar("Result")


def forces(x: State, load: Load) -> list[Scalar]:
    """tau: forces of closures do no work on the motions that they allow, so projection loses them (Jourdain's principle).
    Rotors of dependent joints speed up where the free ones do not: their inertia is part of C v."""
    return x.project(newton_euler(load.edit(x.tree), x.q, *x.motion(load)))


def of_load(derive: Callable[[State, Load], Result], quantity: str) -> Callable[[State], Result]:
    """A method that derives forces, asked for those of one quantity."""
    return lambda x: derive(x, LOADS[quantity])


inverse_dynamics = of_load(forces, "inverse_dynamics")
nonlinear_effects = of_load(forces, "nonlinear_effects")
velocity_terms = of_load(forces, "velocity_terms")
coriolis_vector = of_load(forces, "coriolis_vector")
gravity_at_rest = of_load(forces, "gravity")
"""Inverse dynamics of a robot that does not move."""


def gravity(x: State) -> list[Scalar]:
    """Forces that hold the robot still."""
    return x.project(gravity_by_moments(x.tree, x.q))


def gravity_of_composites(x: State) -> list[Scalar]:
    """The same by the first moments of all that a joint carries."""
    return x.project(gravity_by_first_moments(x.tree, x.q))


def passive_forces(x: State) -> list[Scalar]:
    """Springs, dampers, friction."""
    return x.project(passive(x.tree, x.q, x.v))


def mass_matrix(x: State) -> Matrix:
    """M, or W' M W."""
    if x.embedding is None:
        return tree_mass_matrix(x.tree, x.q)
    return symmetric_product(x.embedding.W, tree_mass_matrix(x.tree, x.q))


def mass_matrix_by_columns(x: State) -> Matrix:
    """Column k: the forces of a unit acceleration of coordinate k, at rest and without gravity."""
    columns = [newton_euler(masses_only(x.tree), x.q, x.rest, unit) for unit in x.unit_rates]
    return mirrored([[dot(unit, column) for column in columns] for unit in x.unit_rates])


def coriolis_matrix(x: State) -> Matrix:
    """C, or W' C W + W' M dW/dt: with the tree's C by Christoffel symbols, dM/dt - 2C is skew again."""
    C = tree_coriolis_matrix(x.tree, x.q, x.v)
    if x.embedding is None:
        return C
    M, W = tree_mass_matrix(x.tree, x.q), x.embedding.W
    moved = zip(matrix_product(C, W), matrix_product(M, rate_along_motion(x, W)), strict=True)
    return matrix_product(transpose(W), [add(a, b) for a, b in moved])


def mass_matrix_rate(x: State) -> Matrix:
    """dM/dt = C + C'."""
    C = coriolis_matrix(x)
    return [add(row, column) for row, column in zip(C, transpose(C), strict=True)]


def less_wrenches(x: State, tau: list[Scalar]) -> Nested:
    """Derivations that take external wrenches by virtual work."""
    return subtract(tau, wrench_torques(x.tree, x.q, x.wrench))
