"""The elements of q and v: what they are called on pages, and their units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from linkwright.model.joint_type import JointType
from linkwright.model.robot import Joint, OpenRobot


@dataclass(frozen=True)
class Element:
    """An element of q or of v: its joint, its place among the joint's own, and in the whole."""

    name: str
    joint: Joint
    own: int
    index: int
    unit: str


def positions(robot: OpenRobot) -> list[Element]:
    """One per element of q: "elbow", "ball.qx"."""
    return list(_elements(robot, "q"))


def freedoms(robot: OpenRobot) -> list[Element]:
    """One per element of v: "elbow", "ball.wx"."""
    return list(_elements(robot, "v"))


def _elements(robot: OpenRobot, which: str) -> Iterator[Element]:
    index = 0
    for joint in robot.joints.values():
        if joint.mimic:
            continue
        row = joint.joint_type
        words = row.coordinates if which == "q" else row.rates
        for own, word in enumerate(words):
            name = f"{joint.name}.{word}" if len(words) > 1 else joint.name
            unit = _position_unit(row, own) if which == "q" else _rate_unit(row, own)
            yield Element(name, joint, own, index, unit)
            index += 1


def _position_unit(row: JointType, own: int) -> str:
    """m, rad, or nothing: of quaternions, cosines and sines."""
    if row.unit is not None:
        return "" if own >= row.unit[0] else "m"
    return "m" if row.links[own].kind.slider else "rad"


def _rate_unit(row: JointType, own: int) -> str:
    if row.unit is not None:
        return "m/s" if row.rates[own].startswith("v") else "rad/s"
    return f"{_position_unit(row, own)}/s"
