"""Law 10: what a joint transmits is what moves all that it carries."""

from __future__ import annotations

import numpy as np

from linkwright.model.robot import OpenRobot
from linkwright.verification.context import OpenContext
from linkwright.verification.context.base import without_drives
from linkwright.verification.finding import Finding, gap


def cut_forces(s: OpenContext) -> Finding:
    """Law 10: the cut forces and the base's wrench are those of brute force, of everything behind a joint; projected on the
    joint's axes they are, by virtual work, the joint forces."""
    return s.found([*s.compared("cut_forces", "base_wrench"), _projected(s)])


def _projected(s: OpenContext) -> float:
    """tau = sum of S' f over the joints that move with each coordinate, drives apart."""
    robot = s.changed(without_drives)
    cut, rows, m = s.value("cut_forces", robot), _rows(robot), s.reference.motion()
    power = np.zeros_like(s.states.v)
    for mover, S in zip(s.reference.tree.movers, m.screws, strict=True):
        own = np.einsum("ki,kij->kj", cut[:, rows[mover.joint.name]], S.value)
        power += own @ mover.spread(robot.nv)
    return gap(power, s.value("inverse_dynamics", robot), cut)


def _rows(robot: OpenRobot) -> dict[str, int]:
    """The row of each moving joint: a joint of two axes has a row for the piece between them first."""
    moving = [j for j in robot.joints.values() if j.joint_type.nv]
    ends = np.cumsum([j.joint_type.pieces + 1 for j in moving]) - 1
    return dict(zip((j.name for j in moving), map(int, ends), strict=True))
