"""Sample points: random states that respect quaternions and planar joints."""

from __future__ import annotations

import numpy as np

from linkwright.model.robot import OpenRobot
from linkwright.referee.joints import rate_matrix, rates, unit_spans
from linkwright.referee.states import States

__all__ = ["States", "rate_matrix", "rates", "sample", "unit_groups"]

_RANGES = {"prismatic": 0.4, "cylindrical": 1.0, "revolute": 2.0, "universal": 2.0, "continuous": 3.0, "helical": 2.0}


def sample(robot: OpenRobot, count: int, seed: int = 0) -> States:
    """Random states of ordinary size; the same for the same seed."""
    rng = np.random.default_rng(seed)
    q = np.array([_position(robot, rng) for _ in range(count)]).reshape(count, robot.nq)
    v, a, tau = (rng.uniform(-1, 1, (count, robot.nv)) for _ in range(3))
    wrench = rng.uniform(-1, 1, (count, len(robot.wrenches), 6))
    j, s = (rng.uniform(-1, 1, (count, robot.nv)) for _ in range(2))
    return States(q, v, a, tau, wrench, j, s)


def _position(robot: OpenRobot, rng: np.random.Generator) -> list[float]:
    q: list[float] = []
    for joint in robot.joints.values():
        if joint.nq == 0:
            continue
        if joint.type == "planar":
            angle = rng.uniform(-3, 3)
            q += [*rng.uniform(-1, 1, 2), float(np.cos(angle)), float(np.sin(angle))]
        elif joint.type in ("spherical", "floating"):
            quaternion = rng.normal(size=4)
            place = rng.uniform(-1, 1, 3) if joint.type == "floating" else []
            q += [*place, *(quaternion / np.linalg.norm(quaternion))]
        else:
            q += list(rng.uniform(-1, 1, joint.nq) * _RANGES[joint.type])
    return q


def unit_groups(robot: OpenRobot) -> tuple[tuple[str, ...], ...]:
    """Names of the coordinates that lie on unit spheres: quaternions, cosine and sine of planar joints."""
    return tuple(tuple(f"q[{k}]" for k in span) for span in unit_spans(robot))
