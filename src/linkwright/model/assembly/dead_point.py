"""Dead points: starts at which the free coordinates do not tell the dependent ones, so that functions there divide by zero."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from linkwright.errors import LinkwrightError
from linkwright.model.assembly.coordinates import rates_of
from linkwright.model.assembly.mobility_study import study
from linkwright.model.assembly.singularity import LIMIT, singularity
from linkwright.model.assembly.start import NEAR, given_start, involved
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.closures import Start


def away_from_dead_point(robot: ClosedRobot, pose: Mapping[str, Start]) -> ClosedRobot:
    """The robot as it is where it can start there. At a dead point: one whose joints in loops start as the pose says, if the
    loops close near it and it is no dead point, too. What cannot be closed is told when it is asked for."""
    try:
        if not _dead(robot):
            return robot
        moving = set(involved(study(robot).conditions).tolist())
        inside = [n for n in robot.tree.offsets if n in pose and moving & set(rates_of(robot, n))]
        other = replace(robot, start=MappingProxyType({**robot.start, **{n: pose[n] for n in inside}}))
        return robot if _dead(other) or not _closes_near(other) else other
    except LinkwrightError:
        return robot


def _dead(robot: ClosedRobot) -> bool:
    return singularity(robot, study(robot).start).condition * LIMIT > 1


def _closes_near(robot: ClosedRobot) -> bool:
    """Whether the start is that of the file, but for what closing moves: simulated poses leave soft loops a little open."""
    found = study(robot)
    q, given = given_start(robot, found.conditions)
    return bool(np.max(found.conditions.skeleton.distance(found.start, q, given), initial=0.0) < NEAR)
