"""Limits: bounds on velocity, acceleration and jerk, one of each per coordinate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.mechanics.inverse.limits import rate_limits
from linkwright.model.closed_robot import Robot

SOFTER = (1.0, 0.7, 0.5)
"""Parts of acceleration and jerk that motions are tried with before they are blended: two of them add up in a corner, so that
with half of both any overlap is allowed, and with all of both often none."""


@dataclass(frozen=True)
class Limits:
    """Bounds per coordinate; inf where there is none."""

    velocity: Array
    acceleration: Array
    jerk: Array

    @classmethod
    def of(cls, names: Sequence[str], velocity: Any, acceleration: Any, jerk: Any) -> Limits:
        """From one number for all coordinates, or one each; None where there is no bound."""
        found = cls(
            _bound("velocity", velocity, names),
            _bound("acceleration", acceleration, names),
            _bound("jerk", jerk, names),
        )
        free = np.isinf(found.acceleration) & np.isinf(found.jerk)
        if np.any(free):
            who = names[int(np.argmax(free))]
            hint = "give acceleration=, and jerk= for a motion without jolts"
            raise InputError(f"neither acceleration nor jerk of '{who}' has a bound", hint=hint)
        return found

    @property
    def rows(self) -> Array:
        """(3, n): velocity, acceleration, jerk."""
        return np.array([self.velocity, self.acceleration, self.jerk])

    def softened(self, effort: float) -> Limits:
        """A part of acceleration and jerk, all of the velocity."""
        return Limits(self.velocity, self.acceleration * effort, self.jerk * effort)

    def loosest(self, other: Limits) -> Limits:
        """The larger bound of each."""
        return Limits(*np.maximum(self.rows, other.rows))


def _bound(what: str, given: Any, names: Sequence[str]) -> Array:
    if given is None:
        return np.full(len(names), np.inf)
    try:
        values = np.asarray(given, dtype=float)
        found = np.array(np.broadcast_to(values, (len(names),)))
    except (TypeError, ValueError):
        hint = f"one number, or one for each of: {', '.join(names)}"
        raise InputError(f"{what} is {given!r}, which is no bound for {len(names)} coordinates", hint=hint) from None
    if not np.all(found > 0):
        who = names[int(np.argmax(~(found > 0)))]
        raise InputError(f"the bound on the {what} of '{who}' is {found[~(found > 0)][0]:g}", hint="give positive ones")
    return found


def coordinate_names(robot: Robot | None, count: int) -> tuple[str, ...]:
    """Of a robot's positions (of a closed one the free ones), which must be as many; q1, q2, ... without a robot."""
    if robot is None:
        return tuple(f"q{k + 1}" for k in range(count))
    if robot.nq != robot.nv:
        hint = "move the joints of a robot whose joints turn about or slide along an axis"
        raise InputError(
            f"positions of '{robot.name}' cannot be added: it has quaternions or angles on a circle", hint=hint
        )
    if robot.nq != count:
        hint = f"one for each of: {', '.join(robot.position_names)}"
        raise InputError(f"'{robot.name}' has {robot.nq} positions, and was given {count}", hint=hint)
    return robot.position_names


def velocity_limits(robot: Robot | None) -> Array | None:
    """Those of the robot's file, per position; None where it has none at all."""
    if robot is None:
        return None
    found = np.array([np.inf if x is None else x for x in rate_limits(robot, "velocity")])
    return None if np.all(np.isinf(found)) else np.where(found > 0, found, np.inf)
