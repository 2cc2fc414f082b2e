"""Coordinates of a closed robot's tree: which are free and why, which depend, and on what."""

from __future__ import annotations

from typing import Any

from linkwright.model.assembly.mobility_report import MobilityReport, analyse
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.elements import positions
from linkwright.view.coordinates_tree import coordinate


def coordinates_of_closed(robot: ClosedRobot) -> list[dict[str, Any]]:
    """One per element of the tree's q, at the closed start."""
    found = analyse(robot)
    free = set(found.coordinates.free_q)
    why = {True: _why_free, False: _why_not}
    return [
        coordinate(e, found.start[e.index], own, f"{e.joint.name}: {why[own](robot, e.joint.name, found)}")
        for e, own in ((e, e.index in free) for e in positions(robot.tree))
    ]


def _why_free(robot: ClosedRobot, joint: str, found: MobilityReport) -> str:
    if joint in robot.platform_joints:
        return f"it carries the platform '{robot.platform}', whose pose is the coordinates"
    if joint in found.actuated:
        return "it has a motor"
    if not any(joint in loop.joints for loop in found.loops):
        return "no loop speaks of it"
    if found.actuated:
        return "the motors leave this motion open, and it is nearest to the base of the joints that tell it"
    return "no motor is named, and it is nearest to the base of the joints that tell the motion"


def _why_not(robot: ClosedRobot, joint: str, found: MobilityReport) -> str:
    first = robot.tree.offsets[joint][1]
    own = set(range(first, first + robot.joints[joint].nv))
    names = [n for block in found.order if own & set(block.rates) for n in block.names]
    couplings = {c.name for c in robot.couplings}
    told = [f"{'coupling' if n in couplings else 'loop'} '{n}'" for n in dict.fromkeys(names)]
    if own & set(found.coordinates.free_v):
        return f"its rates are free in part; its positions follow from {' and '.join(told) or 'the others'}"
    return f"it follows by {' and '.join(told) or 'the closure'}{_motor(robot) if joint in found.actuated else ''}"


def _motor(robot: ClosedRobot) -> str:
    """What is to be said of a motor whose joint is not free."""
    if robot.platform:
        return "; it has a motor, and the pose of the platform is the coordinates"
    return "; it has a motor, and others determine the motion already"
