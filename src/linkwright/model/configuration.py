"""Positions of a tree as arrays: at rest, and with their rotations at unit length."""

from __future__ import annotations

from linkwright.arrays import AnyArray as Array
from linkwright.model.robot import OpenRobot


def unit_spans(robot: OpenRobot) -> dict[str, slice]:
    """Joint -> where its positions lie on a unit sphere (quaternion; cosine and sine), of joints that have such."""
    units = {name: (iq, robot.joints[name].joint_type.unit) for name, (iq, _) in robot.offsets.items()}
    return {name: slice(iq + unit[0], iq + unit[1]) for name, (iq, unit) in units.items() if unit is not None}


def neutral(robot: OpenRobot) -> Array:
    """All joints at zero."""
    import numpy as np  # pages without it ask for spans only

    q = np.zeros(robot.nq)
    for name, (iq, _) in robot.offsets.items():
        joint = robot.joints[name]
        q[iq : iq + joint.nq] = joint.joint_type.rest
    return q


def normalised(robot: OpenRobot, q: Array) -> Array:
    """Quaternions and (cos, sin) pairs brought back to length one."""
    import numpy as np

    if robot.nq == robot.nv:
        return q
    q = np.array(q)
    for own in unit_spans(robot).values():
        q[own] /= np.linalg.norm(q[own])
    return q
