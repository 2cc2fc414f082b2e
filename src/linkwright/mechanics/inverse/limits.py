"""How far joints may go: limits of the positions, those of joints that follow another included."""

from __future__ import annotations

from collections.abc import Callable

from linkwright.graph.expr import number
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.robot import Joint, Limits, OpenRobot

Range = tuple[float | None, float | None]


def joint_limits(robot: Robot) -> list[Range]:
    """Lowest and highest value per position of a robot, None where there is none; of a closed robot those of the free ones."""
    every = _of_tree(robot.tree)
    return [every[k] for k in robot.coordinates.free_q] if isinstance(robot, ClosedRobot) else every


def rate_limits(robot: Robot, of: str) -> list[float | None]:
    """The "velocity" or the "effort" that the file allows, per rate; of a closed robot those of the free ones. Files
    write 0 where they know none."""
    joints = (robot.tree.joints[name] for name in robot.tree.joint_names)
    every: list[float | None] = [getattr(j.limits, of) or None for j in joints for _ in range(j.nv)]
    return [every[k] for k in robot.coordinates.free_v] if isinstance(robot, ClosedRobot) else every


def middle(robot: Robot) -> tuple[float, ...]:
    """The middle between the limits; zero, or what is nearest to it, where one is missing."""
    rest = [x for joint in robot.tree.joints.values() if not joint.mimic for x in joint.joint_type.rest]
    rest = [rest[k] for k in robot.coordinates.free_q] if isinstance(robot, ClosedRobot) else rest
    return tuple(_between(x, *limits) for x, limits in zip(rest, joint_limits(robot), strict=True))


def _between(rest: float, low: float | None, high: float | None) -> float:
    if low is not None and high is not None:
        return (low + high) / 2
    return max(rest, low) if low is not None else min(rest, high) if high is not None else rest


def _of_tree(robot: OpenRobot) -> list[Range]:
    found: list[Range] = [(None, None)] * robot.nq
    for joint in robot.joints.values():
        ranged = _range(robot, joint)
        if ranged is not None:
            place, low, high = ranged
            found[place] = _both(max, found[place][0], low), _both(min, found[place][1], high)
    return found


def _range(robot: OpenRobot, joint: Joint) -> tuple[int, float | None, float | None] | None:
    """Where the coordinate of a joint is, its own or the one it follows, and what its limits say of it."""
    ratio, offset, limits = 1.0, 0.0, joint.limits
    while joint.mimic:
        times, more = number(joint.mimic.multiplier), number(joint.mimic.offset)
        if times is None or more is None or not times:
            return None
        ratio, offset = ratio * float(times), ratio * float(more) + offset
        joint = robot.joints[joint.mimic.joint]
    if joint.joint_type.nq != 1 or limits == Limits():
        return None
    ends = [None if x is None else (x - offset) / ratio for x in (limits.lower, limits.upper)]
    low, high = ends if ratio > 0 else reversed(ends)
    return robot.offsets[joint.name][0], low, high


def _both(choose: Callable[[float, float], float], a: float | None, b: float | None) -> float | None:
    return a if b is None else b if a is None else choose(a, b)
