"""Laws 1 and 2: poses are products of transforms, Jacobians are their derivatives."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwright.verify import plain
from linkwright.verify.differences import directional_difference
from linkwright.verify.finding import Finding, gap, largest
from linkwright.verify.states import rates
from linkwright.verify.subject import Subject

Array = NDArray[np.float64]
_FRAMES = 6
"""Frames whose Jacobians are looked at; every pose is."""
_SINGULAR = 1e-3
"""Cosine of the second angle below which three angles do not describe a rotation well enough to compare rates."""


def forward_kinematics(s: Subject) -> Finding:
    """Law 1: the pose of every frame is the product of the transforms and rotations on its way."""
    poses = s.value("forward_kinematics")
    names = plain.frame_names(s.robot)
    expected = [[X[name] for name in names] for X in (plain.frame_poses(s.robot, q) for q in s.states.q)]
    return Finding(gap(poses, np.array(expected).reshape(poses.shape)))


def jacobians(s: Subject) -> Finding:
    """Law 2: J v = dx/dt for the geometric and analytic Jacobians, and their rates are their derivatives along v."""
    leaves = plain.leaf_frames(s.robot) or plain.frame_names(s.robot)
    frames = leaves[:: max(1, -(-len(leaves) // _FRAMES))]
    gaps: list[float] = []
    for frame in frames:
        gaps += [_geometric(s, frame, reference) for reference in ("local_world_aligned", "world", "local")]
        gaps += [_analytic(s, frame, orientation) for orientation in ("xyz", "quaternion")]
    gaps += [_rate(s, "jacobian", frames[-1], reference=r) for r in ("local_world_aligned", "world", "local")]
    gaps += [_rate(s, "analytic_jacobian", frames[-1], orientation=o) for o in ("xyz", "quaternion")]
    note = f"{len(frames)} of {len(leaves)} end frames" if len(frames) < len(leaves) else ""
    return Finding(largest(gaps), note=note)


def _motion(s: Subject, frame: str, k: int) -> tuple[Array, Array, Array]:
    """Pose of a frame in state k, its rate, and its angular velocity in world axes."""
    q, v = s.states.q[k], s.states.v[k]
    X, dX = plain.frame_poses(s.robot, q)[frame], plain.frame_rates(s.robot, q, v)[frame]
    return X, dX, plain.axial(dX[:3, :3] @ X[:3, :3].T)


def _geometric(s: Subject, frame: str, reference: str) -> float:
    twists = np.einsum("...ij,...j->...i", s.value("jacobian", frame=frame, reference=reference), s.states.v)
    expected: list[Array] = []
    for k in range(len(s.states)):
        X, dX, w = _motion(s, frame, k)
        linear, R = dX[:3, 3], X[:3, :3]
        if reference == "world":
            linear = linear - np.cross(w, X[:3, 3])
        elif reference == "local":
            linear, w = R.T @ linear, R.T @ w
        expected.append(np.concatenate([linear, w]))
    return gap(twists, expected, 1.0)


def _analytic(s: Subject, frame: str, orientation: str) -> float:
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
        build = _from_euler if orientation == "xyz" else plain.quaternion_matrix
        turning = [np.imag(build(at + 1j * plain.STEP * sign * rate[3:])) / plain.STEP for sign in (1, -1)]
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
    return plain.rodrigues(x, angles[0]) @ plain.rodrigues(y, angles[1]) @ plain.rodrigues(z, angles[2])


def _quaternion(R: Array) -> Array:
    """x y z w as an eigenvector (Bar-Itzhack 2000)."""
    (a, b, c), (d, e, f), (g, h, i) = R
    K = np.array([[a - e - i, d + b, g + c, h - f], [d + b, e - a - i, h + f, c - g],
                  [g + c, h + f, i - a - e, d - b], [h - f, c - g, d - b, a + e + i]])  # fmt: skip
    return np.linalg.eigh(K)[1][:, -1]


def _rate(s: Subject, quantity: str, frame: str, **choices: Any) -> float:
    f, df = s.function(quantity, frame=frame, **choices), s.value(f"{quantity}_rate", frame=frame, **choices)
    q, v = s.states.q[0], s.states.v[0]
    X = plain.frame_poses(s.robot, q)[frame]
    if choices.get("orientation") == "xyz" and np.hypot(X[0, 0], X[0, 1]) < _SINGULAR:
        return 0.0
    difference = directional_difference(f, {"q": q}, {"q": np.array(rates(s.robot, q, v))})
    return gap(df[0], difference, 1.0)
