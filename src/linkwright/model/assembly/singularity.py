"""Singular configurations: where motors or the platform no longer tell all motions (Gosselin & Angeles 1990)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.model.assembly.coordinates import rates_of
from linkwright.model.assembly.mobility_study import study
from linkwright.model.closed_robot import ClosedRobot

LIMIT = 1e-6
"""Smallest singular values below this count as zero."""


@dataclass(frozen=True)
class Singularity:
    """How near a closed configuration is to singular ones, by smallest singular values (0: singular; lengths over the
    mechanism's own).

    condition: of the dependent rates' Jacobian: how much the choice of free coordinates magnifies errors
    freedom:   rates that the closure leaves free here; more than the mobility where loops are singular
    inverse:   type 1: the platform's rates no longer tell all motions (motors move, the platform does not); None: no platform
    direct:    type 2: the motors' rates no longer tell all motions (motors stand still, the mechanism moves);
               None: too few motors
    """

    condition: float
    freedom: int
    inverse: float | None
    direct: float | None

    @property
    def types(self) -> tuple[int, ...]:
        """Types of singularity met here: 1 inverse, 2 direct."""
        return tuple(k for k, x in ((1, self.inverse), (2, self.direct)) if x is not None and x < LIMIT)


def singularity(robot: ClosedRobot, q_tree: Any) -> Singularity:
    """How singular a closed configuration is."""
    found = study(robot)
    units = found.conditions.skeleton.units
    J = found.conditions(np.array(q_tree, dtype=float)[None])[1][0] * units
    _, s, Vt = np.linalg.svd(J)
    rank = int(np.sum(s > LIMIT * max(1.0, float(s[0])))) if len(s) else 0
    N = Vt[rank:].T
    condition = _condition(J[:, list(found.coordinates.dependent_v)])
    spare = found.actuation.idle
    passive = list(found.actuation.passive)
    motors = [*found.actuation.rates, *passive]
    platform = [k for name in robot.platform_joints for k in rates_of(robot, name)]
    return Singularity(
        condition,
        N.shape[1],
        _least(N, [*platform, *passive], spare) if platform else None,
        _least(N, motors, spare) if found.actuation.rates and not found.actuation.left else None,
    )


def _condition(J: Array) -> float:
    s = np.linalg.svd(J, compute_uv=False)
    if not J.shape[1]:
        return 1.0
    return float(s[0] / s[-1]) if len(s) == J.shape[1] and s[-1] > 0 else float("inf")


def _least(N: Array, rates: Sequence[int], spare: int) -> float:
    """The smallest share of a motion that some rates see; `spare` motions need not be seen."""
    s = np.linalg.svd(N[list(rates)], compute_uv=False)
    wanted = N.shape[1] - spare
    return float(s[wanted - 1]) if 0 < wanted <= len(s) else 0.0
