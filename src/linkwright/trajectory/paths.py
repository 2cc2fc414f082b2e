"""Ways of a tool: straight lines and circular arcs between poses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.trajectory.curves import Arc, Curve, Line
from linkwright.trajectory.limits import SOFTER, Limits
from linkwright.trajectory.profile import rest_to_rest
from linkwright.trajectory.task import Leg, TaskTrajectory

_ROTATION = 1e-6
"""How far from a rotation a matrix may be; what is nearer is made one."""
_NAMES = ("the position", "the orientation")


def line(start: Any, end: Any, *, velocity: Any = None, acceleration: Any = None, jerk: Any = None) -> TaskTrajectory:
    """A frame on a straight line from pose to pose, from rest to rest; it turns about one axis meanwhile.

    start, end: homogeneous matrices (4, 4), or x y z and a quaternion x y z w (7,), or a position (3,)
    velocity, acceleration, jerk: bounds in m and rad: one number for both, or (of the origin, of the turn); None: no bound
    """
    limits = Limits.of(_NAMES, velocity, acceleration, jerk)
    X0, X1 = pose_matrix(start), pose_matrix(end)
    return _leg(Line(X1[:3, 3] - X0[:3, 3]), X0, X1, _turn(X0, X1), limits)


def arc(
    start: Any,
    via: Any = None,
    end: Any = None,
    *,
    center: Any = None,
    normal: Any = None,
    angle: float | None = None,
    turning: bool = False,
    velocity: Any = None,
    acceleration: Any = None,
    jerk: Any = None,
) -> TaskTrajectory:
    """A frame on a circular arc, from rest to rest: through three points, or about a centre by an angle.

    start, via, end: poses as of `line`; of via only the position counts. Orientation: from that of start to that of end
    center, normal, angle: the circle's centre and axis, and how far about it (rad); the orientation stays
    turning:         with an angle: the frame turns with the arm of the circle
    velocity, acceleration, jerk: bounds on the origin's vectors (the centripetal parts count) and on the turn, as of `line`
    """
    limits = Limits.of(_NAMES, velocity, acceleration, jerk)
    X0 = pose_matrix(start)
    points, turns = (via is not None, end is not None), (center is not None, normal is not None, angle is not None)
    if all(points) and not any(turns):
        X1 = pose_matrix(end)
        return _leg(_through(X0[:3, 3], pose_matrix(via)[:3, 3], X1[:3, 3]), X0, X1, _turn(X0, X1), limits)
    if not all(turns) or any(points):
        hint = "arc(start, via, end, ...) or arc(start, center=..., normal=..., angle=..., ...)"
        raise InputError("an arc goes through three points, or about a centre with a normal by an angle", hint=hint)
    assert angle is not None
    curve = _about(X0[:3, 3], _vector(center, "center"), _vector(normal, "normal"), angle)
    turn = X0[:3, :3].T @ curve.axis * curve.angle if turning else np.zeros(3)
    return _leg(curve, X0, _carried(X0, curve, turn), turn, limits)


def _carried(X0: Array, curve: Curve, turn: Array) -> Array:
    """The pose at the end of a curve."""
    from scipy.spatial.transform import Rotation

    X1 = X0.copy()
    X1[:3, 3] += curve.at(np.array([curve.length]))[0][0]
    X1[:3, :3] = X0[:3, :3] @ Rotation.from_rotvec(turn).as_matrix()
    return X1


def chain(parts: Sequence[TaskTrajectory], blend: float = 0.0) -> TaskTrajectory:
    """Lines and arcs one after the other, each beginning at the pose where the one before it ends.

    blend: metres from a common point within which the way may leave both parts; 0 for a stop at each
    """
    if not parts:
        raise InputError("a chain of no parts", hint="give lines and arcs")
    if not blend >= 0:
        raise InputError(f"a blend of {blend}", hint="a distance in metres, 0 for stops")
    softer = [[_softened(part, c) for part in parts] for c in (SOFTER if blend else SOFTER[:1])]
    return min((reduce(lambda way, leg: way.then(leg, blend), x) for x in softer), key=lambda x: x.duration)


def _softened(part: TaskTrajectory, effort: float) -> TaskTrajectory:
    """With a part of the acceleration and jerk that its limits allow; what is a chain itself stays."""
    if effort == 1 or len(part.legs) != 1:
        return part
    (only,) = part.legs
    return _leg(only.curve, part.start, part.end, only.turn, part.limits, effort)


def pose_matrix(given: Any) -> Array:
    """A homogeneous matrix from one, from a position and a quaternion x y z w, or from a position alone."""
    from scipy.spatial.transform import Rotation

    try:
        x = np.array(given, dtype=float)
    except (TypeError, ValueError):
        x = np.zeros(0)
    X = np.eye(4)
    if x.shape not in ((3,), (7,), (4, 4)) or not np.all(np.isfinite(x)):
        hint = "a finite 4x4 matrix, or x y z qx qy qz qw, or x y z"
        raise InputError(f"{given!r} is no pose", hint=hint)
    if x.ndim == 1:
        X[:3, 3] = x[:3]
        if len(x) == 7:
            size = float(np.linalg.norm(x[3:]))
            if abs(size - 1) > _ROTATION:
                raise InputError(f"the quaternion of a pose has length {size:g}", hint="divide it by its length")
            X[:3, :3] = Rotation.from_quat(x[3:]).as_matrix()
        return X
    R = x[:3, :3]
    off = float(max(np.max(np.abs(R @ R.T - np.eye(3))), np.max(np.abs(x[3] - X[3])), 1 - np.sign(np.linalg.det(R))))
    if off > _ROTATION:
        raise InputError(
            f"a pose is no rotation and translation: off by {off:.1g}", hint="R R' = 1, det R = 1, last row 0 0 0 1"
        )
    X[:3, :3], X[:3, 3] = Rotation.from_matrix(R).as_matrix(), x[:3, 3]
    return X


def _leg(curve: Curve, X0: Array, X1: Array, turn: Array, limits: Limits, effort: float = 1.0) -> TaskTrajectory:
    """Position and orientation move together, in the time of the slower one. effort: part of the limits that is used."""
    sizes = np.array([curve.length, float(np.linalg.norm(turn))])
    bounds = limits.softened(effort).rows
    if sizes[0]:
        bounds = np.column_stack([curve.along(bounds[:, 0]), bounds[:, 1]])
    if not np.any(sizes):
        profile = rest_to_rest(0.0, 1.0, 1.0, 1.0)
    else:
        profile = rest_to_rest(1.0, *map(float, np.min(bounds[:, sizes > 0] / sizes[sizes > 0], axis=1)))
    return TaskTrajectory((Leg(curve, turn, profile),), X0, X1, limits)


def _turn(X0: Array, X1: Array) -> Array:
    from scipy.spatial.transform import Rotation

    found = Rotation.from_matrix(X0[:3, :3].T @ X1[:3, :3]).as_rotvec()
    return np.where(np.linalg.norm(found) < 1e-12, 0.0, found)


def _through(a: Array, b: Array, c: Array) -> Arc:
    """The circle through three points: its centre lies on the bisectors of two chords, in their plane."""
    u, w = b - a, c - a
    n = np.cross(u, w)
    size = float(n @ n)
    if size <= 1e-18 * float((u @ u) * (w @ w)) or not np.any(c - b):
        raise InputError("the three points of an arc lie on a line", hint="take line(), or a point off the line")
    arm = -((u @ u) * np.cross(w, n) - (w @ w) * np.cross(u, n)) / (2 * size)
    axis = n / np.sqrt(size)
    end = arm + w
    angle = float(np.arctan2(np.cross(arm, end) @ axis, arm @ end)) % (2 * np.pi)
    return Arc(arm, axis, angle)


def _about(start: Array, center: Array, normal: Array, angle: float) -> Arc:
    size = float(np.linalg.norm(normal))
    if not size or not np.isfinite(angle) or not angle:
        raise InputError(f"an arc about the normal {normal} by {angle} rad", hint="neither may be zero")
    axis = normal / size * np.sign(angle)
    arm = start - center
    reach = float(np.linalg.norm(arm))
    if not reach or abs(float(arm @ axis)) > 1e-6 * reach:
        hint = "the way from the center to the start must be perpendicular to the normal"
        raise InputError("the start of an arc does not lie in the circle's plane", hint=hint)
    return Arc(arm - (arm @ axis) * axis, axis, abs(angle))


def _vector(given: Any, what: str) -> Array:
    found = np.array(given, dtype=float)
    if found.shape != (3,) or not np.all(np.isfinite(found)):
        raise InputError(f"the {what} of an arc is {given!r}", hint="three finite numbers")
    return found
