"""Sample points: random states that respect quaternions and planar joints."""

from __future__ import annotations

import numpy as np

from linkwright.model.robot import OpenRobot
from linkwright.referee.joints import rate_matrix, rates, unit_spans
from linkwright.referee.states import States

__all__ = ["States", "rate_matrix", "rates", "sample", "unit_groups"]


def sample(robot: OpenRobot, count: int, seed: int = 0) -> States:
    """Random states of ordinary size; the same for the same seed."""
    rng = np.random.default_rng(seed)
    q = np.array([_position(robot, rng) for _ in range(count)]).reshape(count, robot.nq)
    v, a, tau = (rng.uniform(-1, 1, (count, robot.nv)) for _ in range(3))
    wrench = rng.uniform(-1, 1, (count, len(robot.wrenches), 6))
    j, s = (rng.uniform(-1, 1, (count, robot.nv)) for _ in range(2))
    return States(q, v, a, tau, wrench, j, s)


def _position(robot: OpenRobot, rng: np.random.Generator) -> list[float]:
    return [x for joint in robot.joints.values() if joint.nq for x in joint.joint_type.random(rng)]


def unit_groups(robot: OpenRobot) -> tuple[tuple[str, ...], ...]:
    """Names of the coordinates that lie on unit spheres: quaternions, cosine and sine of planar joints."""
    return tuple(tuple(f"q[{k}]" for k in span) for span in unit_spans(robot))
