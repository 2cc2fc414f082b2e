"""Coordinates of an open tree: every joint moves on its own."""

from __future__ import annotations

from typing import Any

from linkwright.model.elements import Element, positions
from linkwright.model.robot import Joint, OpenRobot


def neutral(robot: OpenRobot) -> list[float]:
    """All joints at zero; in plain Python, for pages without NumPy."""
    return [x for j in robot.joints.values() if not j.mimic for x in j.joint_type.rest]


def coordinates_of_tree(robot: OpenRobot) -> list[dict[str, Any]]:
    """Of an open tree: every joint moves on its own."""
    rest = neutral(robot)
    return [coordinate(e, rest[e.index], True, _why(robot, e.joint)) for e in positions(robot)]


def coordinate(e: Element, start: float, free: bool, why: str) -> dict[str, Any]:
    """A Coordinate of the protocol."""
    limits = e.joint.limits if e.joint.nv == 1 else None
    return {
        "name": e.name,
        "joint": e.joint.name,
        "index": e.index,
        "unit": e.unit,
        "free": free,
        "why": why,
        "start": start,
        "lower": limits.lower if limits else None,
        "upper": limits.upper if limits else None,
    }


def _why(robot: OpenRobot, joint: Joint) -> str:
    if joint.transmission:
        return f"{joint.name}: it is the motor of the elastic joint '{joint.transmission.joint}'"
    if joint.joint_type.unit is not None:
        return f"{joint.name}: a {joint.type} joint of a tree moves on its own; its rotation is kept at unit length"
    followers = [j.name for j in robot.joints.values() if j.mimic and j.mimic.joint == joint.name]
    behind = f"; {', '.join(followers)} follow{'s' if len(followers) == 1 else ''} it" if followers else ""
    return f"{joint.name}: in a tree every joint moves on its own{behind}"
