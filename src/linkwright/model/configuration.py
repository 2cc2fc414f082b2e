"""Positions of a tree as arrays: at rest, and with their rotations at unit length."""

from __future__ import annotations

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.model.robot import Joint, OpenRobot


def unit_part(joint: Joint, iq: int) -> tuple[int, int]:
    """First and last + 1 of a joint's positions that lie on a unit sphere (quaternion; cosine and sine); equal if none do."""
    first, last = joint.joint_type.unit or (0, 0)
    return iq + first, iq + last


def neutral(robot: OpenRobot) -> Array:
    """All joints at zero."""
    q = np.zeros(robot.nq)
    for name, (iq, _) in robot.offsets.items():
        joint = robot.joints[name]
        q[iq : iq + joint.nq] = joint.joint_type.rest
    return q


def normalised(robot: OpenRobot, q: Array) -> Array:
    """Quaternions and (cos, sin) pairs brought back to length one."""
    if robot.nq == robot.nv:
        return q
    q = np.array(q)
    for name, (iq, _) in robot.offsets.items():
        first, last = unit_part(robot.joints[name], iq)
        if last > first:
            q[first:last] /= np.linalg.norm(q[first:last])
    return q
