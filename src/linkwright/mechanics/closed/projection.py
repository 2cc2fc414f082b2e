"""Dynamics in free coordinates by projection: W' times the equations of the tree, at rates W v and accelerations W a + bias.

Forces of the closures do no work on W, so they vanish (Jourdain's principle; Khalil & Dombre 2002, section 10.5).
"""

from __future__ import annotations

from dataclasses import replace

from linkwright.errors import QuantityError
from linkwright.graph.expr import Scalar, is_zero
from linkwright.mechanics.embedding import Inputs, Matrix, add, matrix_product, product, transpose
from linkwright.mechanics.tree.coriolis_matrix import coriolis_matrix as tree_coriolis_matrix
from linkwright.mechanics.tree.energy import kinetic_energy as tree_kinetic_energy
from linkwright.mechanics.tree.energy import potential_energy as tree_potential_energy
from linkwright.mechanics.tree.factor import Factors
from linkwright.mechanics.tree.mass_matrix import mass_matrix as tree_mass_matrix
from linkwright.mechanics.tree.newton_euler import newton_euler, weightless, without_drives
from linkwright.mechanics.tree.newton_euler import passive_forces as tree_passive_forces
from linkwright.model.robot import Drive
from linkwright.model.tree import Tree


def inverse_dynamics(x: Inputs) -> list[Scalar]:
    return x.project(newton_euler(x.tree, x.positions, x.rates, x.accelerations, x.wrench))


def nonlinear_effects(x: Inputs) -> list[Scalar]:
    return x.project(newton_euler(x.tree, x.positions, x.rates, x.bias, x.wrench))


def velocity_terms(x: Inputs) -> list[Scalar]:
    return x.project(newton_euler(weightless(x.tree), x.positions, x.rates, x.bias))


def coriolis_vector(x: Inputs) -> list[Scalar]:
    return x.project(newton_euler(weightless(rotors_only(x.tree)), x.positions, x.rates, x.bias))


def gravity(x: Inputs) -> list[Scalar]:
    rest: list[Scalar] = [0] * x.tree.nv
    return x.project(newton_euler(without_drives(x.tree), x.positions, rest, rest))


def passive_forces(x: Inputs) -> list[Scalar]:
    return x.project(tree_passive_forces(x.tree, x.positions, x.rates))


def rotors_only(tree: Tree) -> Tree:
    """Drives without friction and springs. Rotors of dependent joints speed up where the free ones do not: their inertia is
    part of the Coriolis forces."""
    links = [replace(k, drive=Drive(k.drive.rotor_inertia, k.drive.gear_ratio)) for k in tree.links]
    return replace(tree, links=tuple(links))


def mass_matrix(x: Inputs) -> Matrix:
    """W' M W."""
    return symmetric_product(x.W, tree_mass_matrix(x.tree, x.positions))


def mass_matrix_columns(x: Inputs) -> Matrix:
    """Column k: the forces of a unit acceleration of coordinate k, at rest and without gravity."""
    bare, rest = weightless(rotors_only(x.tree)), [0] * x.tree.nv
    columns = [newton_euler(bare, x.positions, rest, column) for column in transpose(x.W)]
    return mirrored([[_dot(unit, column) for column in columns] for unit in transpose(x.W)])


def coriolis_matrix(x: Inputs) -> Matrix:
    """W' C W + W' M dW/dt: with the tree's C by Christoffel symbols, dM/dt - 2C is skew again."""
    C = tree_coriolis_matrix(x.tree, x.positions, x.rates)
    M = tree_mass_matrix(x.tree, x.positions)
    inner = [add(a, b) for a, b in zip(matrix_product(C, x.W), matrix_product(M, projection_rate(x)), strict=True)]
    return matrix_product(transpose(x.W), inner)


def projection_rate(x: Inputs) -> Matrix:
    """dW/dt along the motion."""
    flat = iter(x.along_motion([e for row in x.W for e in row]))
    return [[next(flat) for _ in row] for row in x.W]


def mass_matrix_rate(x: Inputs) -> Matrix:
    """dM/dt = C + C'."""
    C = coriolis_matrix(x)
    return [add(row, column) for row, column in zip(C, transpose(C), strict=True)]


def kinetic_energy(x: Inputs) -> Scalar:
    return tree_kinetic_energy(x.tree, x.positions, x.rates)


def potential_energy(x: Inputs) -> Scalar:
    return tree_potential_energy(x.tree, x.positions)


def symmetric_product(W: Matrix, M: Matrix) -> Matrix:
    """W' M W, both halves the same expressions."""
    columns = transpose(W)
    inner = [product(M, column) for column in columns]
    return mirrored([[_dot(a, b) for b in inner] for a in columns])


def mirrored(M: Matrix) -> Matrix:
    """The matrix with its lower half copied from the upper."""
    return [[M[min(r, c)][max(r, c)] for c in range(len(M))] for r in range(len(M))]


def _dot(a: list[Scalar], b: list[Scalar]) -> Scalar:
    return product([a], b)[0]


def factorise(x: Inputs, M: Matrix) -> Factors:
    """M = L' D L; loops couple everything, so L is full."""
    H = [list(row) for row in M]
    n = len(H)
    before = [list(reversed(range(k))) for k in range(n)]
    L: list[dict[int, Scalar]] = [{} for _ in H]
    inverse: list[Scalar] = [0] * n
    for k in reversed(range(n)):
        if is_zero(H[k][k]):
            raise QuantityError(
                f"coordinate {k} of the free ones moves no mass, so its acceleration is not determined",
                hint="give a body that it moves a mass, or a joint a rotor inertia",
            )
        inverse[k] = 1 / H[k][k]
        for i in before[k]:
            factor = L[k][i] = H[k][i] * inverse[k] if not is_zero(H[k][i]) else 0
            for j in range(i + 1):
                H[i][j] = H[i][j] - factor * H[k][j]
    return Factors(L, inverse, before)
