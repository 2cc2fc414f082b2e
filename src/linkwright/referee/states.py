"""States at which brute force is asked, one per row of every array."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.referee.closed import Closed

if TYPE_CHECKING:
    from linkwright.model.cut import Coordinates


@dataclass(frozen=True)
class States:
    """`count` states of a tree: q (count, nq), v, a, tau, j, s (count, nv), wrench (count, frames, 6)."""

    q: Array
    v: Array
    a: Array
    tau: Array
    wrench: Array
    j: Array
    s: Array

    def __len__(self) -> int:
        return len(self.q)

    @property
    def positions(self) -> Array:
        """Of the whole tree."""
        return self.q


@dataclass(frozen=True)
class ClosedStates:
    """`count` states of a closed robot: q (free positions), theta (dependent ones), v, a, tau, j, s of the free coordinates,
    wrench (count, frames, 6); positions of the whole tree."""

    q: Array
    theta: Array
    v: Array
    a: Array
    tau: Array
    wrench: Array
    j: Array
    s: Array
    positions: Array

    def __len__(self) -> int:
        return len(self.positions)


@dataclass(frozen=True)
class LagrangianState:
    """One state of a Lagrangian with accelerations and inputs; v and a have no part along unit vectors."""

    q: Array
    v: Array
    a: Array
    inputs: dict[str, Array]


def sample_closed(
    closed: Closed, where: Coordinates, start: Array, count: int, seed: int = 0, reach: float = 0.35
) -> ClosedStates:
    """Random closed states of a robot in numbers near its start; the same for the same seed."""
    positions = closed.sample(start, count, seed, reach)
    rng = np.random.default_rng(seed + 1)
    v, a, tau = (rng.uniform(-1, 1, (count, len(where.free_v))) for _ in range(3))
    wrench = rng.uniform(-1, 1, (count, len(closed.robot.wrenches), 6))
    j, s = (rng.uniform(-1, 1, (count, len(where.free_v))) for _ in range(2))
    q, theta = positions[:, list(where.free_q)], positions[:, list(where.dependent_q)]
    return ClosedStates(q, theta, v, a, tau, wrench, j, s, positions)
