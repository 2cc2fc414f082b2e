"""Kinematics of a tree in numbers at single positions: where everything is, and how fast it moves.

Every function takes complex coordinates too, so that derivatives come from a complex step (Squire & Trapp 1998): the
imaginary part of f(q + i h u) / h is df/dq u to the last digit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright.model.robot import WORLD, Joint, OpenRobot
from linkwright.referee.algebra import inverse_place
from linkwright.referee.joints import ROWS, drift, numbers, place, rates, screws
from linkwright.referee.movement import Movement
from linkwright.referee.series import Series, constant
from linkwright.referee.tree import matrix, reference_tree

Array = np.ndarray[Any, Any]
STEP = 1e-30


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


def joint_motion(joint: Joint, x: Array) -> Array:
    """The child's frame in the joint's frame at rest, 4x4."""
    R, p = place(joint, Series(x[None]))
    return homogeneous(R.value, p.value)


def joint_axes(joint: Joint, x: Array) -> Array:
    """S(x), 6 x nv: (linear; angular) velocity of the child against the parent, in the child's frame, per rate of the joint."""
    return screws(joint, Series(x[None])).value


def joint_drift(joint: Joint, x: Array, rate: Array) -> Array:
    """dS/dt times the rates of the joint."""
    return drift(joint, Series(x[None]), Series(rate[None])).value


def homogeneous(R: Array, p: Array) -> Array:
    """The 4x4 matrix of a rotation and a position."""
    X = np.eye(4, dtype=np.result_type(R, p))
    X[:3, :3], X[:3, 3] = R, p
    return X


# --- the tree --------------------------------------------------------------------------------------------------------


def at_position(robot: OpenRobot, q: Array, v: Array | None = None) -> Movement:
    """The tree at one instant, without acceleration; at rest where v is not given."""
    still = constant(np.zeros(robot.nv), 0)
    return Movement(reference_tree(robot), Series(np.asarray(q)[None]), still if v is None else Series(v[None]), still)


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


def frame_rates(robot: OpenRobot, q: Array, v: Array) -> dict[str, Array]:
    """Time derivative of every frame's pose along v, by a complex step."""
    dq = np.array(rates(robot, q, v))
    return {name: np.imag(X) / STEP for name, X in frame_poses(robot, q + 1j * STEP * dq).items()}


def joint_moves(robot: OpenRobot, q: Array) -> list[Array]:
    """Per moving joint, its child in the body that the joint before it moves (in the world for the first)."""
    poses, carrier, found = body_poses(robot, q), {WORLD: WORLD}, list[Array]()
    for joint in robot.joints.values():
        before = carrier[joint.parent]
        moves = ROWS[joint.type].nv > 0
        carrier[joint.child] = joint.child if moves else before
        if moves:
            found.append(inverse_place(poses[before]) @ poses[joint.child])
    return found


def center_of_mass(robot: OpenRobot, q: Array) -> Array:
    """Of the moving bodies."""
    mass, moment = at_position(robot, q).moment_of_mass
    return moment.value / mass


def momentum(robot: OpenRobot, q: Array, v: Array) -> Array:
    """(linear; angular) about the world's origin."""
    return at_position(robot, q, v).momentum_matrix.value @ v


__all__ = ["STEP", "body_poses", "center_of_mass", "frame_names", "frame_poses", "frame_rates", "joint_axes",
           "joint_coordinates", "joint_drift", "joint_motion", "joint_moves", "joint_rates", "leaf_frames", "matrix",
           "momentum", "numbers"]  # fmt: skip
