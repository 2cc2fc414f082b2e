"""The elements of q, with the reasons why they are free or depend on others, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import Joint, OpenRobot
from linkwright.studio.desk.names import Element, positions
from linkwright.studio.desk.start import neutral

if TYPE_CHECKING:
    from linkwright.mechanism import Mechanism


def coordinates(mechanism: Mechanism) -> list[dict[str, Any]]:
    """One per element of q; of a closed robot those of its tree."""
    match mechanism:
        case OpenRobot():
            return coordinates_of_tree(mechanism)
        case ClosedRobot():
            from linkwright.studio.desk.coordinates_closed import coordinates_of_closed

            return coordinates_of_closed(mechanism)
        case _:
            from linkwright.studio.desk.coordinates_lagrangian import coordinates_of_lagrangian

            return coordinates_of_lagrangian(mechanism)


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
