"""Forward dynamics through the factored mass matrix, and the inverse of the mass matrix.  Featherstone 2008, chapter 6."""

from __future__ import annotations

from linkwright.graph.expr import Scalar
from linkwright.mechanics.tree.factor import factorise
from linkwright.mechanics.tree.mass_matrix import Matrix, mass_matrix
from linkwright.mechanics.tree.newton_euler import newton_euler
from linkwright.model.tree import Tree
from linkwright.spatial.vector import Scalars


def forward_dynamics(tree: Tree, q: Scalars, v: Scalars, tau: Scalars, wrench: Scalars = ()) -> list[Scalar]:
    """a(q, v, tau): M a = tau - nonlinear effects."""
    bias = newton_euler(tree, q, v, [0] * tree.nv, wrench)
    free = [t - b for t, b in zip(tau, bias, strict=True)]
    return factorise(tree, mass_matrix(tree, q)).solve(free)


def mass_matrix_inverse(tree: Tree, q: Scalars) -> Matrix:
    """M(q)^-1."""
    return factorise(tree, mass_matrix(tree, q)).inverse_matrix()


def mobility(tree: Tree, q: Scalars, rows: Matrix) -> Matrix:
    """J M^-1 J' of rows J with a column per rate: accelerations of what J moves per force on it."""
    return factorise(tree, mass_matrix(tree, q)).between(rows)
