"""Laws 1 and 2: poses are products of transforms, Jacobians are their derivatives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.referee.algebra import applied, quaternion_matrix
from linkwright.referee.frames import FrameMotion, quaternion_of
from linkwright.referee.poses import frame_names, leaf_frames
from linkwright.referee.robot_reference import Reference
from linkwright.referee.series import Series
from linkwright.verification.context import AnyRobotContext, OpenContext
from linkwright.verification.finding import Finding, gap, largest

_SINGULAR = 1e-3
"""Cosine of the second angle below which three angles do not describe a rotation well enough to compare rates."""
_OF_A_FRAME = (
    "jacobian", "jacobian_world", "jacobian_body", "analytic_jacobian", "jacobian_rate", "jacobian_rate2",
    "analytic_jacobian_rate", "twist", "frame_acceleration", "frame_jerk",
)  # fmt: skip
_REFERENCES: Mapping[str, Callable[[FrameMotion], Series]] = {
    "local_world_aligned": lambda f: f.aligned,
    "world": lambda f: f.world,
    "local": lambda f: f.body,
}


def forward_kinematics(s: OpenContext) -> Finding:
    """Law 1: the pose of every frame, as a matrix and by its quaternion, is the product of the transforms and rotations on its
    way; so is, joint by joint, what moves between one moving body and the next."""
    gaps = s.compared("forward_kinematics", "joint_transforms")
    if s.reference.frames:
        rows, (poses,) = s.value("pose_quaternion"), s.expected["forward_kinematics"](s.reference)
        turns = [[quaternion_matrix(row[3:]) for row in state] for state in rows]
        gaps += [gap(rows[..., :3], poses[..., :3, 3]), gap(turns, poses[..., :3, :3])]
    return s.found(gaps)


def jacobians(s: AnyRobotContext) -> Finding:
    """Law 2: J v = dx/dt for the geometric and analytic Jacobians and that of the centre of mass; their rates, and twist,
    acceleration and jerk, are derivatives along a motion, of a closed robot along the closed one."""
    leaves = leaf_frames(s.robot.tree) or frame_names(s.robot.tree)
    chosen = leaves[:: max(1, -(-len(leaves) // s.frames))]
    gaps = s.compared("center_of_mass", "com_jacobian")
    for frame in chosen:
        r = replace(s.reference, frame=frame, chosen=True)
        angles = np.min(r.at().tilt) > _SINGULAR
        gaps += s.compared(*(n for n in _OF_A_FRAME if angles or "analytic" not in n), frame=frame)
        J, twist = s.value("jacobian", frame=frame), s.value("twist", frame=frame)
        gaps.append(gap(applied(J, s.states.v), twist, 1.0))
        for order, quantity in enumerate(("jacobian", "jacobian_rate")):
            for name, of in _REFERENCES.items():
                wanted = r.columns(of(r.at(order=order))).rate(order)
                gaps.append(gap(s.value(quantity, frame=frame, reference=name), wanted, 1.0))
        gaps.append(_quaternions(s, r, frame))
    return s.found(gaps, f"{len(chosen)} of {len(leaves)} end frames" if len(chosen) < len(leaves) else "")


def _quaternions(s: AnyRobotContext, r: Reference, frame: str) -> float:
    """A quaternion and its opposite are one rotation: products are compared in which the sign is lost."""
    pose, turn = s.value("pose_quaternion", frame=frame), quaternion_of(r.at().R.value)
    slope = r.columns(r.at(order=1).analytic_quaternion)
    found: dict[str, tuple[Array, dict[str, Any]]] = {
        "analytic_jacobian_quaternion": (slope.value, {}),
        "analytic_jacobian": (slope.value, {"orientation": "quaternion"}),
        "analytic_jacobian_rate": (slope.rate(1), {"orientation": "quaternion"}),
    }
    pairs = [(pose[:, :3], r.at().p.value), (_outer(pose[:, 3:], pose[:, 3:]), _outer(turn, turn))]
    for quantity, (wanted, choices) in found.items():
        J = s.value(quantity, frame=frame, **choices)
        pairs.append((J[:, :3], wanted[:, :3]))
        pairs.append((_outer(J[:, 3:], pose[:, None, 3:]), _outer(wanted[:, 3:], turn[:, None])))
    return largest(gap(x, y, 1.0) for x, y in pairs)


def _outer(x: Array, y: Array) -> Array:
    return x[..., :, None] * y[..., None, :]
