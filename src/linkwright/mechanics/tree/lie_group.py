"""Equations of motion in closed form on the Lie group SE(3): a third derivation.  Mueller & Kumar 2021, equations (9)-(19).

Body-fixed twists of all links stack to V = J v with J = A X; A collects the adjoint transformations between links, X the joint
screws. Then  M = J' Mb J,  C = -J' (Mb A a + b' Mb) J,  with a = diag(ad of joint twists), b = diag(ad of link twists).
Everything is a product of 6x6 matrices (rows: angular, linear), written without regard for cost.
"""

from __future__ import annotations

from linkwright.graph.expr import Scalar
from linkwright.mechanics.tree.newton_euler import add_drives
from linkwright.model.tree import BASE, Link, Tree
from linkwright.spatial.matrix import Matrix, add, matrix_product, product, subtract, transpose
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Mat, Scalars, Vec, skew


def lie_group(tree: Tree, q: Scalars, v: Scalars, a: Scalars) -> list[Scalar]:
    """tau(q, v, a) = M a + C v + gravity, all three by the closed form."""
    J = _jacobians(tree, q)
    inertias = [_inertia(link) for link in tree.links]
    twists = [product(Ji, v) for Ji in J]
    dJ_v = _bias_accelerations(tree, q, v, twists)
    tau: list[Scalar] = [0] * tree.nv
    for i, Ji in enumerate(J):
        G = inertias[i]
        acceleration = subtract(add(product(Ji, a), dJ_v[i]), _gravity(tree, q, i))
        gyroscopic = product(transpose(_ad(twists[i])), product(G, twists[i]))
        wrench = subtract(product(G, acceleration), gyroscopic)
        tau = add(tau, product(transpose(Ji), wrench))
    return add_drives(tree, tau, q, v, a)


def _jacobians(tree: Tree, q: Scalars) -> list[Matrix]:
    """Body-fixed Jacobian of every link: J_i = Ad(C_i,p) J_p + X_i."""
    result: list[Matrix] = []
    for link in tree.links:
        own: Matrix = [[0] * tree.nv for _ in range(6)]
        if link.parent != BASE:
            own = matrix_product(_adjoint(link.pose(q).whole.inverse), result[link.parent])
        for k, (linear, angular) in link.axes:
            for r, x in enumerate((*angular, *linear)):
                own[r][k] = own[r][k] + x
        result.append(own)
    return result


def _bias_accelerations(tree: Tree, q: Scalars, v: Scalars, twists: list[list[Scalar]]) -> list[list[Scalar]]:
    """dJ/dt v = - A a J v, link by link: Ad (dJ_p v) - ad(X_i v_i) V_i."""
    result: list[list[Scalar]] = []
    for i, link in tree.outward():
        linear, angular = link.rate(v)
        carried: list[Scalar] = [0] * 6
        if link.parent != BASE:
            carried = product(_adjoint(link.pose(q).whole.inverse), result[link.parent])
        turning = product(_ad([*angular, *linear]), twists[i])
        result.append(subtract(carried, turning))
    return result


def _gravity(tree: Tree, q: Scalars, i: int) -> list[Scalar]:
    """Gravity as an acceleration in the link's axes."""
    R = _world_rotation(tree, q, i)
    return [0, 0, 0, *R.apply_T(tree.gravity)]


def _world_rotation(tree: Tree, q: Scalars, i: int) -> Mat:
    pose = Transform()
    for j in tree.path(i):
        pose = pose @ tree.links[j].pose(q).whole
    return pose.R


def _adjoint(X: Transform) -> Matrix:
    """Ad of X on (angular, linear)."""
    lower = skew(X.p) @ X.R
    return [[*X.R[r], 0, 0, 0] for r in range(3)] + [[*lower[r], *X.R[r]] for r in range(3)]


def _ad(V: list[Scalar]) -> Matrix:
    w, u = skew(Vec(*V[:3])), skew(Vec(*V[3:]))
    return [[*w[r], 0, 0, 0] for r in range(3)] + [[*u[r], *w[r]] for r in range(3)]


def _inertia(link: Link) -> Matrix:
    x = link.inertia
    H = skew(x.h)
    upper = [[*x.I[r], *H[r]] for r in range(3)]
    lower = [[*(-e for e in H[r]), *(x.m if r == c else 0 for c in range(3))] for r in range(3)]
    return upper + lower
