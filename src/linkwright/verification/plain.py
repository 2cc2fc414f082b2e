"""Kinematics straight from a robot's joints, in NumPy: what the derivations are compared with.

Nothing here knows the normal form. Every function takes complex coordinates too, so that derivatives come from a complex step
(Squire & Trapp 1998): the imaginary part of f(q + i h u) / h is df/dq u to the last digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwright.graph.evaluate import FLOAT, evaluate
from linkwright.graph.expr import Expr
from linkwright.model.joints import JOINT_SIZES
from linkwright.model.normal_form import onto_z
from linkwright.model.robot import WORLD, Joint, OpenRobot
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec
from linkwright.verification.states import rates

Array = NDArray[Any]  # float or complex
STEP = 1e-30


def numbers(values: Sequence[Any]) -> Array:
    """Scalars of a numeric robot as floats; exact constants such as cos(30 deg) are evaluated, symbols are an error."""
    return np.array(
        [float(x) if not isinstance(x, Expr) else evaluate(x.graph, [x.index], {}, FLOAT)[0] for x in values]
    )


def vector(v: Vec) -> Array:
    return numbers(v)


def matrix(X: Transform) -> Array:
    """The homogeneous 4x4 matrix of a constant transform."""
    return numbers([x for row in X.matrix() for x in row]).reshape(4, 4)


def skew(u: Array) -> Array:
    return np.array([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])


def axial(A: Array) -> Array:
    """The vector of a skew matrix."""
    return np.array([A[2, 1] - A[1, 2], A[0, 2] - A[2, 0], A[1, 0] - A[0, 1]]) / 2


def rodrigues(axis: Array, angle: Any) -> Array:
    K = skew(axis)
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * (K @ K)


def quaternion_matrix(q: Array) -> Array:
    """Rotation of a unit quaternion x y z w: 1 + 2 s [r] + 2 [r]^2."""
    K = skew(q[:3])
    return np.eye(3) + 2 * q[3] * K + 2 * (K @ K)


def homogeneous(R: Array, p: Array) -> Array:
    X = np.eye(4, dtype=np.result_type(R, p))
    X[:3, :3], X[:3, 3] = R, p
    return X


# --- joints ------------------------------------------------------------------------------------------------------------


def joint_coordinates(robot: OpenRobot, q: Array) -> dict[str, Array]:
    """Every moving joint's own coordinates, those of mimic joints included."""
    own = {n: q[iq : iq + robot.joints[n].nq] for n, (iq, _) in robot.offsets.items()}
    return {n: _followed(robot, j, own, True) for n, j in robot.joints.items() if JOINT_SIZES[j.type][1]}


def joint_rates(robot: OpenRobot, v: Array) -> dict[str, Array]:
    """Every moving joint's own rates."""
    own = {n: v[iv : iv + robot.joints[n].nv] for n, (_, iv) in robot.offsets.items()}
    return {n: _followed(robot, j, own, False) for n, j in robot.joints.items() if JOINT_SIZES[j.type][1]}


def _followed(robot: OpenRobot, joint: Joint, own: dict[str, Array], offset: bool) -> Array:
    if joint.mimic is None:
        return own[joint.name]
    ratio, shift = numbers([joint.mimic.multiplier, joint.mimic.offset])
    master = _followed(robot, robot.joints[joint.mimic.joint], own, offset)
    return ratio * master + (shift if offset else 0)


def joint_motion(joint: Joint, x: Array) -> Array:
    """The child's frame in the joint's frame at rest, 4x4."""
    zero, axis = np.zeros(3), vector(joint.axis)
    if joint.type in ("revolute", "continuous"):
        return homogeneous(rodrigues(axis, x[0]), zero)
    if joint.type == "prismatic":
        return homogeneous(np.eye(3), axis * x[0])
    if joint.type == "helical":
        return homogeneous(rodrigues(axis, x[0]), axis * (numbers([joint.pitch])[0] * x[0]))
    if joint.type == "cylindrical":
        return homogeneous(rodrigues(axis, x[1]), axis * x[0])
    if joint.type == "universal":
        return homogeneous(rodrigues(axis, x[0]) @ rodrigues(second_axis(joint), x[1]), zero)
    if joint.type == "spherical":
        return homogeneous(quaternion_matrix(x), zero)
    if joint.type == "floating":
        return homogeneous(quaternion_matrix(x[3:]), x[:3])
    T = homogeneous(plane(joint), zero)  # planar
    turn = np.array([[x[2], -x[3], 0], [x[3], x[2], 0], [0, 0, 1]])
    return T @ homogeneous(turn, np.array([x[0], x[1], 0])) @ T.T


def second_axis(joint: Joint) -> Array:
    assert joint.axis2 is not None
    return vector(joint.axis2)


def plane(joint: Joint) -> Array:
    """Axes of a planar joint as columns: x and y of the plane, and its normal. By definition those of the normal form."""
    return np.array([numbers(row) for row in onto_z(joint.axis, joint)])


def joint_axes(joint: Joint, x: Array) -> Array:
    """S(x), 6 x nv: (linear; angular) velocity of the child against the parent, in the child's frame, per rate of the joint."""
    zero, axis = np.zeros(3), vector(joint.axis)
    angular, linear = np.concatenate([zero, axis]), np.concatenate([axis, zero])
    if joint.type in ("revolute", "continuous"):
        return angular[:, None]
    if joint.type == "prismatic":
        return linear[:, None]
    if joint.type == "helical":
        return (angular + linear * numbers([joint.pitch])[0])[:, None]
    if joint.type == "cylindrical":
        return np.stack([linear, angular], axis=1)
    if joint.type == "universal":
        second = second_axis(joint)
        first = rodrigues(second, x[1]).T @ axis
        return np.stack([np.concatenate([zero, first]), np.concatenate([zero, second])], axis=1)
    if joint.type == "spherical":
        return np.concatenate([np.zeros((3, 3)), np.eye(3)])
    if joint.type == "floating":
        return np.eye(6)
    T = plane(joint)
    return np.stack([*(np.concatenate([T[:, k], zero]) for k in (0, 1)), np.concatenate([zero, T[:, 2]])], axis=1)


# --- the tree ----------------------------------------------------------------------------------------------------------


def body_poses(robot: OpenRobot, q: Array) -> dict[str, Array]:
    """Every body's frame in the world: the product of the transforms on its way."""
    coordinates = joint_coordinates(robot, q)
    poses: dict[str, Array] = {WORLD: np.eye(4)}
    for joint in robot.joints.values():
        move = joint_motion(joint, coordinates[joint.name]) if joint.name in coordinates else np.eye(4)
        poses[joint.child] = poses[joint.parent] @ matrix(joint.X) @ move
    return poses


def frame_names(robot: OpenRobot) -> list[str]:
    """All frames in the order of `forward_kinematics`: those of the file, then the bodies that have none of their own."""
    return [*robot.frames, *(j.child for j in robot.joints.values() if j.child not in robot.frames)]


def frame_poses(robot: OpenRobot, q: Array) -> dict[str, Array]:
    poses = body_poses(robot, q)
    places = {name: robot.frame(name) for name in frame_names(robot)}
    return {name: poses[f.body] @ matrix(f.X) for name, f in places.items()}


def frame_rates(robot: OpenRobot, q: Array, v: Array) -> dict[str, Array]:
    """Time derivative of every frame's pose along v, by a complex step."""
    dq = np.array(rates(robot, q, v))
    return {name: np.imag(X) / STEP for name, X in frame_poses(robot, q + 1j * STEP * dq).items()}


def leaf_frames(robot: OpenRobot) -> list[str]:
    """Frames of the bodies that carry no further joint."""
    parents = {j.parent for j in robot.joints.values()}
    return [n for n in frame_names(robot) if robot.frame(n).body not in parents and robot.frame(n).body != WORLD]


def joint_moves(robot: OpenRobot, q: Array) -> list[Array]:
    """Per moving joint, its child in the body that the joint before it moves (in the world for the first)."""
    poses, carrier, found = body_poses(robot, q), {WORLD: WORLD}, list[Array]()
    for joint in robot.joints.values():
        before = carrier[joint.parent]
        moves = JOINT_SIZES[joint.type][1] > 0
        carrier[joint.child] = joint.child if moves else before
        if moves:
            found.append(np.linalg.inv(poses[before]) @ poses[joint.child])
    return found


def moving_bodies(robot: OpenRobot) -> list[str]:
    """Bodies with inertia that some joint moves."""
    moved: set[str] = set()
    for joint in robot.joints.values():
        if JOINT_SIZES[joint.type][1] or joint.parent in moved:
            moved.add(joint.child)
    return [name for name, body in robot.bodies.items() if name in moved and not body.inertia.vanishes]


def center_of_mass(robot: OpenRobot, q: Array) -> Array:
    """Sum of m c over sum of m, of the moving bodies."""
    poses, mass, first = body_poses(robot, q), 0.0, np.zeros(3)
    for name in moving_bodies(robot):
        m, *h = numbers(robot.bodies[name].inertia.parameters)[:4]
        mass += m
        first = first + poses[name][:3, :3] @ np.array(h) + m * poses[name][:3, 3]
    return first / mass


def momentum(robot: OpenRobot, q: Array, v: Array) -> Array:
    """(linear; angular) about the world's origin: second moments of each body between its pose and the rate of its pose."""
    dq = np.array(rates(robot, q, v))
    moved = body_poses(robot, q + 1j * STEP * dq)
    total = np.zeros((4, 4))
    for name in moving_bodies(robot):
        X, dX = np.real(moved[name]), np.imag(moved[name]) / STEP
        total += dX @ _pseudo_inertia(numbers(robot.bodies[name].inertia.parameters)) @ X.T
    return np.concatenate([total[:3, 3], 2 * axial(total[:3, :3])])


def _pseudo_inertia(p: Array) -> Array:
    """Integral of (r; 1) (r; 1)' dm."""
    m, mx, my, mz, xx, xy, yy, xz, yz, zz = p
    half = (xx + yy + zz) / 2
    return np.array([[half - xx, -xy, -xz, mx], [-xy, half - yy, -yz, my], [-xz, -yz, half - zz, mz], [mx, my, mz, m]])
