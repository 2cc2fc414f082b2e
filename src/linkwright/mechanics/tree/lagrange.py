"""Equations of motion by Lagrange's method: a second derivation that shares nothing with Newton-Euler but the poses.

Kinetic energy is T = 1/2 trace(dA J dA') per link, with A the homogeneous transform to the world and J the 4x4 matrix of mass,
first and second moments (Uicker 1965): no angular velocity appears. The Euler-Lagrange operator is applied by differentiating
the graph. Quaternion and planar coordinates are constrained: with dq/dt = N(q) v, virtual displacements are N dpi, and
tau = N' (d/dt dT/ddq - dT/dq + dU/dq).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from linkwright.graph.calculus import gradient
from linkwright.graph.expr import Expr, Scalar, lift, symbol_name
from linkwright.graph.graph import Graph
from linkwright.graph.values import changes, named, partials, replaced
from linkwright.mechanics.tree.energy import spring_energy
from linkwright.mechanics.tree.kinematics import coordinate_rates
from linkwright.mechanics.tree.newton_euler import add_drives
from linkwright.model.tree import BASE, Tree
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.matrix import product, transpose
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Scalars

HALF = Fraction(1, 2)


def lagrange(tree: Tree, q: Scalars, v: Scalars, a: Scalars) -> list[Scalar]:
    """tau(q, v, a). q, v, a are symbols of one graph."""
    graph = next((x.graph for x in q if isinstance(x, Expr)), Graph())
    rates = [Expr(graph, graph.symbol(f"dq[{i}]")) for i in range(tree.nq)]
    at = _transforms(tree, q)
    kinetic = lift(graph, _kinetic(tree, graph, q, rates, at))
    potential = lift(graph, _potential(tree, at) + spring_energy(tree, q))
    q_names, rate_names, v_names = ([symbol_name(x) for x in symbols] for symbols in (q, rates, v))
    dq = coordinate_rates(tree, q, v)
    ddq = changes(graph, dq, named(q, dq) | named(v, a))
    momenta = changes(graph, gradient(kinetic, rate_names), named(q, rates) | named(rates, ddq))
    slopes = zip(momenta, gradient(kinetic, q_names), gradient(potential, q_names), strict=True)
    # put dq/dt = N(q) v in, then project with N'
    residual = replaced(graph, [p - t + u for p, t, u in slopes], named(rates, dq))
    tau = product(transpose(partials(graph, dq, v_names, "forward")), residual)
    return add_drives(without_springs(tree), tau, q, v, a)


def without_springs(tree: Tree) -> Tree:
    """Springs are in the potential already."""
    return tree.with_drives(lambda drive: replace(drive, stiffness=0))


def _transforms(tree: Tree, q: Scalars) -> list[Transform]:
    at: list[Transform] = []
    for link in tree.links:
        outer = Transform() if link.parent == BASE else at[link.parent]
        at.append(outer @ link.pose(q).whole)
    return at


def _kinetic(tree: Tree, graph: Graph, q: Scalars, rates: list[Expr], at: list[Transform]) -> Scalar:
    total: Scalar = 0
    for link, X in zip(tree.links, at, strict=True):
        d = changes(graph, [X.matrix()[r][c] for r in range(3) for c in range(4)], named(q, rates))
        J = _moments(link.inertia)
        for r in range(3):
            row = d[4 * r : 4 * r + 4]
            for i in range(4):
                for j in range(i, 4):
                    total = total + row[i] * row[j] * (J[i][j] * HALF if i == j else J[i][j])
    return total


def _moments(x: Inertia) -> list[list[Scalar]]:
    """4x4 matrix of second moments, first moments and mass."""
    t, h, m = x.I, x.h, x.m
    d = (t[0][0] + t[1][1] + t[2][2]) * HALF
    E = [[d - t[i][i] if i == j else -t[i][j] for j in range(3)] for i in range(3)]
    return [[*E[i], h[i]] for i in range(3)] + [[*h, m]]


def _potential(tree: Tree, at: list[Transform]) -> Scalar:
    total: Scalar = 0
    for link, X in zip(tree.links, at, strict=True):
        moment = X.R.apply(link.inertia.h) + X.p * link.inertia.m
        total = total - tree.gravity.dot(moment)
    return total
