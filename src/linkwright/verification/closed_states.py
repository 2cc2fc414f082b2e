"""Sample points of closed mechanisms: free coordinates near the start at which the loops close, and what follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.verification.closed import Closed
from linkwright.verification.projected import Projected

if TYPE_CHECKING:
    from linkwright.model.closed_robot import ClosedRobot
    from linkwright.model.cut import Coordinates
    from linkwright.verification.skeleton import Skeleton

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class ClosedStates:
    """`count` states, one per row: q (free positions), theta (dependent ones), v, a, tau of the free coordinates, wrench
    (count, frames, 6); positions of the whole tree."""

    q: Array
    theta: Array
    v: Array
    a: Array
    tau: Array
    wrench: Array
    positions: Array

    def __len__(self) -> int:
        return len(self.positions)


def sample(
    robot: ClosedRobot, where: Coordinates, start: Array, count: int, seed: int = 0, reach: float = 0.35
) -> ClosedStates:
    """States of a robot in numbers; the same for the same seed."""
    closed = Closed(robot, where.free_v)
    positions = closed.sample(start, count, seed, reach)
    rng = np.random.default_rng(seed + 1)
    v, a, tau = (rng.uniform(-1, 1, (count, len(where.free_v))) for _ in range(3))
    wrench = rng.uniform(-1, 1, (count, len(robot.wrenches), 6))
    q, theta = positions[:, list(where.free_q)], positions[:, list(where.dependent_q)]
    return ClosedStates(q, theta, v, a, tau, wrench, positions)


def projected(robot: ClosedRobot, where: Coordinates, s: ClosedStates, skeleton: Skeleton | None = None) -> Projected:
    """The brute-force dynamics at these states."""
    return Projected(Closed(robot, where.free_v), s.positions, s.v, s.a, s.tau, s.wrench, skeleton)
