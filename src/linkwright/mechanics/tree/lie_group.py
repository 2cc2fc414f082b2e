"""Equations of motion in closed form on the Lie group SE(3): a third derivation.  Mueller & Kumar 2021, equations (9)-(19).

Body-fixed twists of all links stack to V = J v with J = A X; A collects the adjoint transformations between links, X the joint
screws. Then  M = J' Mb J,  C = -J' (Mb A a + b' Mb) J,  with a = diag(ad of joint twists), b = diag(ad of link twists).
Everything is a product of 6x6 matrices (rows: angular, linear), written without regard for cost.
"""

from __future__ import annotations

from linkwright.graph.expr import Scalar, is_zero
from linkwright.mechanics.tree.newton_euler import add_drives
from linkwright.model.tree import BASE, Link, Tree
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Mat, Scalars, Vec, skew

Matrix = list[list[Scalar]]


def lie_group(tree: Tree, q: Scalars, v: Scalars, a: Scalars) -> list[Scalar]:
    """tau(q, v, a) = M a + C v + gravity, all three by the closed form."""
    J = _jacobians(tree, q)
    inertias = [_inertia(link) for link in tree.links]
    twists = [_apply(Ji, v) for Ji in J]
    dJ_v = _bias_accelerations(tree, q, v, twists)
    tau: list[Scalar] = [0] * tree.nv
    for i, Ji in enumerate(J):
        G = inertias[i]
        acceleration = [x + y for x, y in zip(_apply(Ji, a), dJ_v[i], strict=True)]
        gravity = _gravity(tree, q, i)
        acceleration = [x - y for x, y in zip(acceleration, gravity, strict=True)]
        wrench = _apply(G, acceleration)
        gyroscopic = _apply(_transpose(_ad(twists[i])), _apply(G, twists[i]))
        wrench = [x - y for x, y in zip(wrench, gyroscopic, strict=True)]
        tau = [t + s for t, s in zip(tau, _apply(_transpose(Ji), wrench), strict=True)]
    return add_drives(tree, tau, q, v, a)


def _jacobians(tree: Tree, q: Scalars) -> list[Matrix]:
    """Body-fixed Jacobian of every link: J_i = Ad(C_i,p) J_p + X_i."""
    result: list[Matrix] = []
    for link in tree.links:
        own: Matrix = [[0] * tree.nv for _ in range(6)]
        if link.parent != BASE:
            own = _matmul(_adjoint(link.pose(q).whole.inverse), result[link.parent])
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
            carried = _apply(_adjoint(link.pose(q).whole.inverse), result[link.parent])
        turning = _apply(_ad([*angular, *linear]), twists[i])
        result.append([x - y for x, y in zip(carried, turning, strict=True)])
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


def _matmul(A: Matrix, B: Matrix) -> Matrix:
    columns = _transpose(B)
    return [_apply_row(columns, row) for row in A]


def _apply_row(columns: Matrix, row: list[Scalar]) -> list[Scalar]:
    return [_dot(row, c) for c in columns]


def _apply(A: Matrix, x: Scalars) -> list[Scalar]:
    return [_dot(row, x) for row in A]


def _dot(x: Scalars, y: Scalars) -> Scalar:
    total: Scalar = 0
    for a, b in zip(x, y, strict=True):
        if not (is_zero(a) or is_zero(b)):
            total = total + a * b
    return total


def _transpose(A: Matrix) -> Matrix:
    return [list(column) for column in zip(*A, strict=True)]
