"""Where searches start: postures spread evenly over what the joints can do, the same ones every time."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi

from linkwright.graph.expr import number
from linkwright.mechanics.inverse.limits import joint_limits, middle
from linkwright.mechanics.inverse.seen import moving_links
from linkwright.model.joint_type import Rotation
from linkwright.model.parameters import parametrised_tree
from linkwright.model.robot import OpenRobot

Table = tuple[tuple[float, ...], ...]


def starts_of(
    robot: OpenRobot, count: int, within_limits: bool, frames: Sequence[str] = (), base: str | None = None
) -> tuple[Table, tuple[float, ...]]:
    """Rows of positions, the middle first, then an additive recurrence (Roberts 2018); joints that do not move the frames (none
    named: the last one) stay at zero. And 1 per position that is an angle whose whole turns are left out, 0 otherwise."""
    ranges = _ranges(robot, within_limits)
    moving = moving_positions(robot, frames, base)
    first = [x if k in moving else 0.0 for k, x in enumerate(middle(robot))]
    places = sorted(k for k in moving if ranges[k] is not None)
    step = _recurrence(len(places))
    table: list[tuple[float, ...]] = []
    for s in range(count):
        row = list(first)
        for k, alpha in zip(places, step, strict=True):
            low, high = ranges[k] or (0.0, 0.0)
            row[k] = low + (high - low) * ((0.5 + s * alpha) % 1.0) if s else min(max(row[k], low), high)
        table.append(tuple(round(x, 6) for x in row))
    return tuple(table), tuple(_turning(robot, within_limits))


def moving_positions(robot: OpenRobot, frames: Sequence[str] = (), base: str | None = None) -> set[int]:
    """Positions of the joints that move frames (none named: the last one)."""
    tree = parametrised_tree(robot).tree
    links = [link for frame in frames or [None] for link in moving_links(tree, frame, base)]
    return {link.iq + k for link in links for k in range(link.joint_type.nq)}


def _ranges(robot: OpenRobot, within_limits: bool) -> list[tuple[float, float] | None]:
    """Of joints with one coordinate; None: it stays where it rests."""
    found: list[tuple[float, float] | None] = [None] * robot.nq
    for link in parametrised_tree(robot).tree.links:
        row = link.joint_type
        if row.single:
            found[link.iq] = (-pi, pi) if row.rotation is Rotation.ANGLE else (-row.reach, row.reach)
    angles = turning_positions(robot)
    for k, (low, high) in enumerate(joint_limits(robot)):
        if found[k] is None or low is None or high is None or high - low > 1e6:
            continue
        if within_limits or not angles[k]:
            half = min((high - low) / 2, pi) if angles[k] else (high - low) / 2
            found[k] = (low + high) / 2 - half, (low + high) / 2 + half
    return found


def turning_positions(robot: OpenRobot) -> list[bool]:
    """Per position: whether it is an angle of which a whole turn changes nothing. Not where another joint follows it."""
    found = [False] * robot.nq
    links = parametrised_tree(robot).tree.links
    for link in links:
        alone = sum(other.iq == link.iq for other in links) == 1
        found[link.iq] = alone and link.joint_type.periodic and number(link.ratio) == 1
    return found


def _turning(robot: OpenRobot, within_limits: bool) -> list[float]:
    limits = joint_limits(robot)
    free = [not within_limits or (low is None and high is None) for low, high in limits]
    return [float(angle and turns) for angle, turns in zip(turning_positions(robot), free, strict=True)]


def _recurrence(dimension: int) -> list[float]:
    """Powers of the root of x^(d+1) = x + 1 below one: the generalised golden ratio."""
    root = 1.5
    for _ in range(60):
        root = (1 + root) ** (1 / (dimension + 1))
    return [(1 / root) ** (k + 1) % 1.0 for k in range(dimension)]
