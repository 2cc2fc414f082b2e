"""Joints that are held still: a robot with fewer of them, the same bodies and the same frames."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from linkwright.errors import ModelError
from linkwright.graph.expr import Scalar
from linkwright.model.robot import Joint, OpenRobot
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import IDENTITY, rot_axis_angle


def displacement(joint: Joint, x: Scalar) -> Transform:
    """Where a joint of one coordinate carries its child at x, seen from where it carries it at zero."""
    row = joint.joint_type
    slide: Scalar = joint.pitch * x if row.spins else x
    return Transform(rot_axis_angle(joint.axis, x) if row.spins else IDENTITY, joint.axis * slide)


def held(robot: OpenRobot, at: Mapping[str, float]) -> OpenRobot:
    """The robot with joints fixed where they are at these positions; joints that mimic them are fixed with them."""
    for name in at:
        if name not in robot.joints or not robot.joints[name].joint_type.single or robot.joints[name].mimic:
            hint = f"joints of one coordinate: {', '.join(n for n, j in robot.joints.items() if j.nv == 1)}"
            raise ModelError(f"'{robot.name}' has no joint '{name}' to hold still", robot.source, hint)
    every: dict[str, Scalar] = dict(at)
    for joint in robot.joints.values():
        if joint.mimic and joint.mimic.joint in at:
            every[joint.name] = joint.mimic.multiplier * at[joint.mimic.joint] + joint.mimic.offset
    joints = {n: _fixed(j, every[n]) if n in every else j for n, j in robot.joints.items()}
    return replace(robot, joints=MappingProxyType(joints))


def _fixed(joint: Joint, x: Scalar) -> Joint:
    return Joint(
        joint.name, "fixed", joint.parent, joint.child, joint.X @ displacement(joint, x) if x else joint.X, where=joint.where
    )  # fmt: skip
