"""Numbers of a robot's places, as arrays."""

from __future__ import annotations

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.graph.expr import Expr
from linkwright.graph.rewrite import symbols_of
from linkwright.model.numeric import in_numbers
from linkwright.model.robot import Joint, OpenRobot
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Mat, Vec


def aligned_frame(joint: Joint) -> Array | None:
    """The turn that puts z on the joint's axis; None where the axis is one of the frame's own."""
    return frame_along(np.array(joint.axis, dtype=float))


def frame_along(axis: Array) -> Array | None:
    """A rotation whose z is a unit vector; None where that is an axis of the frame, or its opposite."""
    if np.count_nonzero(np.abs(axis) > 1e-12) == 1:
        return None
    aside = np.cross(axis, np.eye(3)[int(np.argmin(np.abs(axis)))])
    x = aside / np.linalg.norm(aside)
    return np.column_stack([x, np.cross(axis, x), axis])


def robot_in_numbers(robot: OpenRobot) -> OpenRobot:
    """The robot with numbers; an error where its geometry has symbols without a value."""
    unknown = [p.name for p in robot.parameters.values() if p.value is None]
    used = {p.name: p.value for p in robot.parameters.values() if p.value is not None}
    geometry = {n for n in unknown if _in_geometry(robot, n)}
    if geometry:
        hint = "give them values under 'parameters:'; corrections are counted from them"
        raise InputError(f"{', '.join(sorted(geometry))} of the geometry have no value", robot.source, hint)
    return in_numbers(robot, {**dict.fromkeys(unknown, 1.0), **used})


def _in_geometry(robot: OpenRobot, name: str) -> bool:
    places = [*(j.X for j in robot.joints.values()), *(f.X for f in robot.frames.values())]
    scalars = [x for X in places for row in X.matrix() for x in row]
    return any(isinstance(x, Expr) and name in symbols_of(x.graph, [x.index]) for x in scalars)


def matrix_of(X: Transform) -> Array:
    """(4, 4)."""
    return np.array(X.matrix(), dtype=float)


def turned(R: Array) -> Array:
    """(4, 4) of a rotation alone."""
    X = np.eye(4)
    X[:3, :3] = R
    return X


def transform_of(X: Array) -> Transform:
    """Of (4, 4)."""
    rows = [[float(x) for x in row] for row in X]
    return Transform(Mat.of([row[:3] for row in rows[:3]]), Vec(*(row[3] for row in rows[:3])))
