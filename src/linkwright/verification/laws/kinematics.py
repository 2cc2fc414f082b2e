"""Laws 1 and 2: poses are products of transforms, Jacobians are their derivatives."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwright.referee.algebra import axial, quaternion_matrix, rodrigues
from linkwright.referee.poses import (
    STEP,
    center_of_mass,
    frame_names,
    frame_poses,
    frame_rates,
    joint_moves,
    leaf_frames,
)
from linkwright.verification.context import AnyRobotContext, ClosedContext, OpenContext
from linkwright.verification.differences import directional_difference, motion_differences
from linkwright.verification.finding import Finding, gap, largest
from linkwright.verification.laws.by_brute_force import frames_of_loops
from linkwright.verification.states import rates

Array = NDArray[np.float64]
_FRAMES = 6
"""Frames whose Jacobians are looked at; every pose is."""
_NAMED = {"local_world_aligned": "jacobian", "world": "jacobian_world", "local": "jacobian_body"}
"""Reference of a Jacobian -> the quantity that has it by itself."""
_SINGULAR = 1e-3
"""Cosine of the second angle below which three angles do not describe a rotation well enough to compare rates."""


def forward_kinematics(s: OpenContext) -> Finding:
    """Law 1: the pose of every frame, as a matrix and by its quaternion, is the product of the transforms and rotations on its
    way; so is, joint by joint, what moves between one moving body and the next."""
    poses = s.value("forward_kinematics")
    names = frame_names(s.robot)
    found = [[X[name] for name in names] for X in (frame_poses(s.robot, q) for q in s.states.q)]
    expected = np.array(found).reshape(poses.shape)
    gaps = [gap(poses, expected)]
    if names:
        rows = s.value("pose_quaternion")
        turns = [[quaternion_matrix(row[3:]) for row in state] for state in rows]
        gaps += [gap(rows[..., :3], expected[..., :3, 3]), gap(turns, expected[..., :3, :3])]
    moves = s.value("joint_transforms")
    gaps.append(gap(moves, np.array([joint_moves(s.robot, q) for q in s.states.q]).reshape(moves.shape)))
    return Finding(largest(gaps))


def jacobians(s: AnyRobotContext) -> Finding:
    """Law 2: J v = dx/dt for the geometric and analytic Jacobians and that of the centre of mass; their rates, and twist,
    acceleration and jerk, are derivatives along a motion."""
    match s:
        case OpenContext():
            return _jacobians_of_tree(s)
        case ClosedContext():
            return frames_of_loops(s)


def _jacobians_of_tree(s: OpenContext) -> Finding:
    leaves = leaf_frames(s.robot) or frame_names(s.robot)
    frames = leaves[:: max(1, -(-len(leaves) // _FRAMES))]
    gaps: list[float] = []
    for frame in frames:
        gaps += [_geometric(s, frame, at, "jacobian", reference=at) for at in _NAMED]
        gaps += [_geometric(s, frame, at, quantity) for at, quantity in _NAMED.items()]
        gaps += [_analytic(s, frame, orientation) for orientation in ("xyz", "quaternion")]
    gaps += [_rate(s, "jacobian", frames[-1], reference=r) for r in ("local_world_aligned", "world", "local")]
    gaps += [_rate(s, "analytic_jacobian", frames[-1], orientation=o) for o in ("xyz", "quaternion")]
    gaps += _along_a_motion(s, frames[-1])
    note = f"{len(frames)} of {len(leaves)} end frames" if len(frames) < len(leaves) else ""
    return Finding(largest(gaps), note=note)


def _motion(s: OpenContext, frame: str, k: int) -> tuple[Array, Array, Array]:
    """Pose of a frame in state k, its rate, and its angular velocity in world axes."""
    q, v = s.states.q[k], s.states.v[k]
    X, dX = frame_poses(s.robot, q)[frame], frame_rates(s.robot, q, v)[frame]
    return X, dX, axial(dX[:3, :3] @ X[:3, :3].T)


def _geometric(s: OpenContext, frame: str, at: str, quantity: str, **choices: Any) -> float:
    twists = np.einsum("...ij,...j->...i", s.value(quantity, frame=frame, **choices), s.states.v)
    expected: list[Array] = []
    for k in range(len(s.states)):
        X, dX, w = _motion(s, frame, k)
        linear, R = dX[:3, 3], X[:3, :3]
        if at == "world":
            linear = linear - np.cross(w, X[:3, 3])
        elif at == "local":
            linear, w = R.T @ linear, R.T @ w
        expected.append(np.concatenate([linear, w]))
    direct = s.value("twist", frame=frame) if at == "local_world_aligned" else twists
    return largest([gap(twists, expected, 1.0), gap(direct, expected, 1.0)])


def _along_a_motion(s: OpenContext, frame: str) -> list[float]:
    """First and second time derivatives along q(t), v(t), a(t), by differences in high precision."""
    at = {name: getattr(s.states, name)[0] for name in ("q", "v", "a", "j", "s")}

    def value(quantity: str, **choices: Any) -> Array:
        f = s.function(quantity, **choices)
        return np.asarray(f(**{name: at[name] for name in f.inputs}))

    def rates_of(quantity: str, **choices: Any) -> tuple[Array, Array]:
        return motion_differences(s.robot, s.function(quantity, **choices), at)

    dtwist, ddtwist = rates_of("twist", frame=frame)
    pose, JQ = rates_of("pose_quaternion", frame=frame)[0], value("analytic_jacobian_quaternion", frame=frame)
    gaps = [
        gap(value("frame_acceleration", frame=frame), dtwist, 1.0),
        gap(value("frame_jerk", frame=frame), ddtwist, 1.0),
        gap(value("jacobian_rate2", frame=frame), rates_of("jacobian", frame=frame)[1], 1.0),
        gap(JQ @ at["v"], pose, 1.0),
    ]
    if s.function_or_none("center_of_mass") is not None:  # a robot without mass has none
        gaps.append(gap(value("com_jacobian") @ at["v"], rates_of("center_of_mass")[0], 1.0))
        gaps.append(gap(value("center_of_mass"), center_of_mass(s.robot, at["q"]), 1.0))
    return gaps


def _analytic(s: OpenContext, frame: str, orientation: str) -> float:
    """The rates of the orientation's numbers, put into the rotation they describe, must turn it as the frame turns."""
    numbers = np.einsum(
        "...ij,...j->...i", s.value("analytic_jacobian", frame=frame, orientation=orientation), s.states.v
    )
    gaps: list[float] = []
    for k, rate in enumerate(numbers):
        X, dX, _ = _motion(s, frame, k)
        if orientation == "xyz" and np.hypot(X[0, 0], X[0, 1]) < _SINGULAR:
            continue  # the angles have no rates there
        at = _euler(X[:3, :3]) if orientation == "xyz" else _quaternion(X[:3, :3])
        build = _from_euler if orientation == "xyz" else quaternion_matrix
        turning = [np.imag(build(at + 1j * STEP * sign * rate[3:])) / STEP for sign in (1, -1)]
        # a quaternion and its opposite are one rotation, with opposite rates
        found = turning if orientation == "quaternion" else turning[:1]
        # near the singularity of the angles their rates grow, and rounding with them
        size = max(1.0, float(np.max(np.abs(rate))))
        gaps.append(gap(rate[:3], dX[:3, 3], 1.0))
        gaps.append(min(gap(T, dX[:3, :3], size**2) for T in found))
    return largest(gaps)


def _euler(R: Array) -> Array:
    middle = np.arctan2(R[0, 2], np.hypot(R[0, 0], R[0, 1]))
    return np.array([np.arctan2(-R[1, 2], R[2, 2]), middle, np.arctan2(-R[0, 1], R[0, 0])])


def _from_euler(angles: Array) -> Array:
    x, y, z = np.eye(3)
    return rodrigues(x, angles[0]) @ rodrigues(y, angles[1]) @ rodrigues(z, angles[2])


def _quaternion(R: Array) -> Array:
    """x y z w as an eigenvector (Bar-Itzhack 2000)."""
    (a, b, c), (d, e, f), (g, h, i) = R
    K = np.array([[a - e - i, d + b, g + c, h - f], [d + b, e - a - i, h + f, c - g],
                  [g + c, h + f, i - a - e, d - b], [h - f, c - g, d - b, a + e + i]])  # fmt: skip
    return np.linalg.eigh(K)[1][:, -1]


def _rate(s: OpenContext, quantity: str, frame: str, **choices: Any) -> float:
    f, df = s.function(quantity, frame=frame, **choices), s.value(f"{quantity}_rate", frame=frame, **choices)
    q, v = s.states.q[0], s.states.v[0]
    X = frame_poses(s.robot, q)[frame]
    if choices.get("orientation") == "xyz" and np.hypot(X[0, 0], X[0, 1]) < _SINGULAR:
        return 0.0
    difference = directional_difference(f, {"q": q}, {"q": np.array(rates(s.robot, q, v))})
    return gap(df[0], difference, 1.0)
