"""Kinematics of a tree in numbers at single positions: where everything is."""

from __future__ import annotations

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.model.robot import WORLD, OpenRobot
from linkwright.referee.movement import Movement
from linkwright.referee.series import Series, constant
from linkwright.referee.tree import matrix, reference_tree


def frame_names(robot: OpenRobot) -> list[str]:
    """All frames in the order of `forward_kinematics`: those of the file, then the bodies that have none of their own."""
    return [*robot.frames, *(j.child for j in robot.joints.values() if j.child not in robot.frames)]


def leaf_frames(robot: OpenRobot) -> list[str]:
    """Frames of the bodies that carry no further joint."""
    parents = {j.parent for j in robot.joints.values()}
    return [n for n in frame_names(robot) if robot.frame(n).body not in parents and robot.frame(n).body != WORLD]


# --- joints ----------------------------------------------------------------------------------------------------------


def joint_coordinates(robot: OpenRobot, q: Array) -> dict[str, Array]:
    """Every moving joint's own coordinates, those of mimic joints included."""
    return {m.joint.name: m.coordinates(Series(q[None])).value for m in reference_tree(robot).movers}


def joint_rates(robot: OpenRobot, v: Array) -> dict[str, Array]:
    """Every moving joint's own rates."""
    return {m.joint.name: m.rates(Series(v[None])).value for m in reference_tree(robot).movers}


def homogeneous(R: Array, p: Array) -> Array:
    """The 4x4 matrix of a rotation and a position."""
    X = np.eye(4, dtype=np.result_type(R, p))
    X[:3, :3], X[:3, 3] = R, p
    return X


# --- the tree --------------------------------------------------------------------------------------------------------


def at_position(robot: OpenRobot, q: Array) -> Movement:
    """The tree at rest."""
    still = constant(np.zeros(robot.nv), 0)
    return Movement(reference_tree(robot), Series(np.asarray(q)[None]), still, still)


def body_poses(robot: OpenRobot, q: Array) -> dict[str, Array]:
    """Every body's frame in the world: the product of the transforms on its way."""
    motion = at_position(robot, q)
    movers = [homogeneous(R.value, p.value) for R, p in motion.poses]
    return {n: movers[k] @ X if k >= 0 else X for n, (k, X) in motion.tree.places.items()}


def frame_poses(robot: OpenRobot, q: Array) -> dict[str, Array]:
    """Every frame in the world, by name."""
    poses = body_poses(robot, q)
    places = {name: robot.frame(name) for name in frame_names(robot)}
    return {name: poses[f.body] @ matrix(f.X) for name, f in places.items()}
