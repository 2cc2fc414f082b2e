"""Analytic Jacobians: rates of a frame's position and of the numbers that describe its orientation.

Siciliano et al. 2009, section 3.6.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.errors import QuantityError
from linkwright.graph.expr import Scalar, apply, cos, sin, sqrt
from linkwright.mechanics.tree.kinematics import frame_place, jacobian, link_transforms
from linkwright.mechanics.tree.quaternions import constant_quaternion, seats
from linkwright.model.tree import Place, Tree
from linkwright.spatial.vector import Mat, Scalars, Vec

ORIENTATIONS = ("xyz", "quaternion")


def analytic_jacobian(tree: Tree, q: Scalars, frame: str | None = None, orientation: str = "xyz") -> list[list[Scalar]]:
    """Rates of (position, orientation numbers) per v: XYZ Euler angles (R = Rx Ry Rz), or the quaternion x y z w with the sign
    of pose_quaternion."""
    if orientation not in ORIENTATIONS:
        raise QuantityError(f"unknown orientation '{orientation}'", hint=f"one of: {', '.join(ORIENTATIONS)}")
    place = frame_place(tree, frame)
    if orientation == "quaternion":
        return _by_quaternions(tree, q, place)
    J = jacobian(tree, q, frame)
    H = euler_xyz_rates((link_transforms(tree, q, set(tree.path(place.link)))[place.link] @ place.X).R)
    lower = [[_dot(row, [J[3 + i][k] for i in range(3)]) for k in range(tree.nv)] for row in H]
    return J[:3] + lower


def _by_quaternions(tree: Tree, q: Scalars, place: Place) -> list[list[Scalar]]:
    """The axes of the joints turned by the quaternions that are needed anyway: no sine or cosine of a full angle."""
    path = tree.path(place.link)
    at = seats(tree, q, set(path))
    H = quaternion_rates((at[place.link].Q @ constant_quaternion(place.X.R)).components)
    columns: list[list[Scalar]] = [[0] * 7 for _ in range(tree.nv)]
    r = at[place.link].Q.turn_by_axes(place.X.p)
    for i in reversed(path):
        link, Q = tree.links[i], at[i].Q
        for k, (linear, angular) in link.axes:
            w = Q.turn_by_axes(angular)
            new = (*(Q.turn_by_axes(linear) + w.cross(r)), *(_dot(row, w) for row in H))
            columns[k] = [x + y for x, y in zip(columns[k], new, strict=True)]
        joint = at[link.parent].Q @ constant_quaternion(link.X.R)
        # the slide along the joint's own axis makes no lever for it
        r = (
            r
            + Q.turn_by_axes(Vec(0, 0, at[i].slide))
            + joint.turn(link.pose(q).p)
            + at[link.parent].Q.turn_by_axes(link.X.p)
        )
    return [list(row) for row in zip(*columns, strict=True)] if columns else [[] for _ in range(7)]


def _dot(x: Sequence[Scalar], y: Sequence[Scalar]) -> Scalar:
    return Vec(*x).dot(Vec(*y))


def euler_xyz(R: Mat) -> Vec:
    """Angles with R = Rx(a) Ry(b) Rz(c), -pi/2 < b < pi/2."""
    b = apply("atan2", R[0][2], sqrt(R[0][0] * R[0][0] + R[0][1] * R[0][1]))
    return Vec(apply("atan2", -R[1][2], R[2][2]), b, apply("atan2", -R[0][1], R[0][0]))


def euler_xyz_rates(R: Mat) -> list[list[Scalar]]:
    """H with d(a, b, c)/dt = H w, w in world axes."""
    angles = euler_xyz(R)
    sa, ca, sb, cb = sin(angles[0]), cos(angles[0]), sin(angles[1]), cos(angles[1])
    t = 1 / cb
    return [[1, sa * sb * t, -(ca * sb * t)], [0, ca, sa], [0, -(sa * t), ca * t]]


def quaternion_rates(q: list[Scalar]) -> list[list[Scalar]]:
    """H with d(x, y, z, w)/dt = H w, w in world axes."""
    x, y, z, w = (k / 2 for k in q)
    return [[w, z, -y], [-z, w, x], [y, -x, w], [-x, -y, -z]]
