"""Motions of joints: from one position to another, or through several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.model.closed_robot import Robot
from linkwright.trajectory.joints import Trajectory
from linkwright.trajectory.limits import SOFTER, Limits, coordinate_names, velocity_limits
from linkwright.trajectory.profile import Profile, rest_to_rest

SYNCHRONISED = ("time", "straight")


def move(
    start: Any,
    end: Any,
    *,
    velocity: Any = None,
    acceleration: Any = None,
    jerk: Any = None,
    robot: Robot | None = None,
    synchronise: str = "time",
    start_velocity: Any = None,
    end_velocity: Any = None,
    start_acceleration: Any = None,
    end_acceleration: Any = None,
) -> Trajectory:
    """The fastest motion of joints between two positions within bounds; all joints start and end together.

    velocity, acceleration, jerk: one number for all joints or one each; None: no bound. Acceleration or jerk must be bounded
    robot:        whose joints these are: its file's velocity limits hold where none are given
    synchronise:  "time": the others take the time of the slowest; "straight": on a straight line between the positions
    start_velocity, ...: other than zero: between any states (by Ruckig; pip install 'linkwright[trajectory]')
    """
    q0, q1 = _positions(start, "start"), _positions(end, "end")
    if q0.shape != q1.shape:
        raise InputError(f"a motion from {len(q0)} positions to {len(q1)}", hint="give as many of both")
    names = coordinate_names(robot, len(q0))
    limits = Limits.of(names, velocity_limits(robot) if velocity is None else velocity, acceleration, jerk)
    if synchronise not in SYNCHRONISED:
        raise InputError(f"synchronise is {synchronise!r}", hint=f"one of: {', '.join(SYNCHRONISED)}")
    states = (start_velocity, start_acceleration, end_velocity, end_acceleration)
    rates = np.array([np.zeros(len(q0)) if x is None else _rates(x, len(q0)) for x in states])
    if np.any(rates):
        from linkwright.trajectory.any_state import between

        profiles = between(q1 - q0, rates, limits, synchronise == "straight")
    elif synchronise == "straight":
        profiles = straight(q1 - q0, limits)
    else:
        profiles = together(q1 - q0, limits)
    return Trajectory(profiles, q0, q1, limits, names)


def through(
    points: Sequence[Any],
    *,
    velocity: Any = None,
    acceleration: Any = None,
    jerk: Any = None,
    robot: Robot | None = None,
    synchronise: str = "time",
    blend: float = 0.0,
) -> Trajectory:
    """Joints through points in order: at rest at each, or, with a blend, passing near those in the middle without a stop.

    blend: how far from a point, in the largest coordinate, the next motion may begin before the last one ends
    """
    if len(points) < 2:
        raise InputError(f"a way through {len(points)} points", hint="give two or more")
    if not blend >= 0:
        raise InputError(f"a blend of {blend}", hint="a distance in the unit of the joints, 0 for stops")
    bounds = {"velocity": velocity, "acceleration": acceleration, "jerk": jerk}
    moves = [move(a, b, **bounds, robot=robot, synchronise=synchronise) for a, b in pairwise(points)]
    profiles = straight if synchronise == "straight" else together
    softer = [
        [replace(m, profiles=profiles(m.end - m.start, m.limits.softened(c))) for m in moves]
        for c in (SOFTER if blend else SOFTER[:1])
    ]
    return min((reduce(lambda way, leg: way.then(leg, blend), x) for x in softer), key=lambda x: x.duration)


def together(way: Array, limits: Limits) -> tuple[Profile, ...]:
    """One profile per joint, each as fast as it can be, then stretched to the time of the slowest."""
    fastest = [rest_to_rest(float(d), *map(float, bounds)) for d, bounds in zip(way, limits.rows.T, strict=True)]
    slowest = max((p.duration for p in fastest), default=0.0)
    return tuple(p.stretched(slowest / p.duration) if p.duration else p for p in fastest)


def straight(way: Array, limits: Limits) -> tuple[Profile, ...]:
    """One profile for all joints, along the line between the positions."""
    moving = way != 0
    if not np.any(moving):
        return together(way, limits)
    tightest = np.min(limits.rows[:, moving] / np.abs(way[moving]), axis=1)
    along = rest_to_rest(1.0, *map(float, tightest))
    return tuple(along.times_distance(float(d)) for d in way)


def _positions(given: Any, what: str) -> Array:
    try:
        found = np.array(given, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"the {what} of a motion is {given!r}", hint="give positions, one per joint") from None
    found = np.atleast_1d(found)
    if found.ndim != 1 or not np.all(np.isfinite(found)):
        hint = "give one number per joint"
        raise InputError(f"the {what} of a motion must be finite positions in a row, not {given!r}", hint=hint)
    return found


def _rates(given: Any, count: int) -> Array:
    found = _positions(given, "velocity or acceleration")
    if found.shape not in ((count,), (1,)):
        raise InputError(f"{len(found)} velocities or accelerations for {count} joints", hint="one number, or one each")
    return np.array(np.broadcast_to(found, (count,)))
