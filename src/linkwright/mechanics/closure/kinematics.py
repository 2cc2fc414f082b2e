"""Closures as functions: what is left open, its derivatives, and what follows for the dependent joints."""

from __future__ import annotations

from linkwright.graph.calculus import forward
from linkwright.graph.expr import Expr, Scalar, lift, symbol_name
from linkwright.mechanics.closure.residual import residual
from linkwright.mechanics.embedding import Embedding
from linkwright.mechanics.tree.kinematics import coordinate_rates
from linkwright.spatial.matrix import Matrix


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
    graph, tree, q = x.graph, x.tree, x.positions
    seeds: dict[str, dict[int, int]] = {}
    for k in range(tree.nv):
        unit: list[Scalar] = [int(j == k) for j in range(tree.nv)]
        for p, rate in zip(q, coordinate_rates(tree, q, unit), strict=True):
            node = lift(graph, rate).index
            if graph.value(node) != 0:
                seeds.setdefault(symbol_name(p), {})[k] = node
    rows = forward(graph, [lift(graph, h).index for h in residual(x.cut, q)], seeds)
    return [[Expr(graph, row.get(k, graph.number(0))) for k in range(tree.nv)] for row in rows]


def projection_matrix(x: Embedding) -> Matrix:
    """W: rates of the tree by the free rates."""
    return x.W


def dependent_velocities(x: Embedding) -> list[Scalar]:
    """Rates of the dependent joints."""
    return [x.rates[k] for k in x.cut.coordinates.dependent_v]


def dependent_accelerations(x: Embedding) -> list[Scalar]:
    """Accelerations of the dependent joints."""
    return [x.accelerations[k] for k in x.cut.coordinates.dependent_v]
