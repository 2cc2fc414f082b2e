"""Closures as functions: what is left open, its derivatives, and what follows for the dependent joints."""

from __future__ import annotations

from linkwright.graph.expr import Scalar
from linkwright.graph.values import slopes
from linkwright.mechanics.closure.residual import residual
from linkwright.mechanics.embedding import Embedding
from linkwright.mechanics.tree.kinematics import position_seeds
from linkwright.spatial.matrix import Matrix, unit_vectors


def dependent_positions(x: Embedding) -> list[Scalar]:
    """theta; its closed form is put in afterwards."""
    return list(x.theta)


def closure_residual(x: Embedding) -> list[Scalar]:
    """What the closing equations leave; zero where the robot is closed."""
    return residual(x.cut, x.positions)


def closure_jacobian(x: Embedding) -> list[Matrix]:
    """[dh/dv of the free rates, dh/dv of the dependent ones]."""
    J = full_jacobian(x)
    where = x.cut.coordinates
    return [[[row[k] for k in part] for row in J] for part in (where.free_v, where.dependent_v)]


def full_jacobian(x: Embedding) -> Matrix:
    """dh/dt = J v_tree, by differentiating h."""
    seeds = position_seeds(x.tree, x.positions, dict(enumerate(unit_vectors(x.tree.nv))))
    return slopes(x.graph, residual(x.cut, x.positions), seeds, range(x.tree.nv))


def projection_matrix(x: Embedding) -> Matrix:
    """W: rates of the tree by the free rates."""
    return x.W


def dependent_velocities(x: Embedding) -> list[Scalar]:
    """Rates of the dependent joints."""
    return [x.rates[k] for k in x.cut.coordinates.dependent_v]


def dependent_accelerations(x: Embedding) -> list[Scalar]:
    """Accelerations of the dependent joints."""
    return [x.accelerations[k] for k in x.cut.coordinates.dependent_v]
