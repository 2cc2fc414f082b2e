"""Positions from text: what a user types for a tree, or for the free coordinates of a closed mechanism."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwright.errors import InputError
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.simulation.motion import initial, neutral
from linkwright.verification.suite.numbers import Numbers, in_numbers

Array = np.ndarray[Any, Any]


def numeric(robot: Robot) -> Robot:
    """The robot in numbers; parameters without a value get one that suits what they are used for."""
    own = Numbers(robot).own
    return in_numbers(robot, own) if isinstance(robot, ClosedRobot) else in_numbers(robot, own)


def pose(robot: Robot, text: str) -> Array:
    """Positions of the whole tree; of a closed mechanism those that close it at given free coordinates, or at its start."""
    if not isinstance(robot, ClosedRobot):
        return initial(robot, text, "q0") if text.strip() else neutral(robot)
    from linkwright.model.assembly.analysis import cut, solve

    made = cut(robot)
    free = np.array(made.start)[list(made.coordinates.free_q)]
    return solve(robot, listed(text, free, "q", free_names(robot)), np.array(made.start))


def free_names(robot: Robot) -> list[str]:
    """Joints whose coordinates are free, one name per coordinate."""
    from linkwright.model.assembly.analysis import cut

    owner = {iq + k: n for n, (iq, _) in robot.tree.offsets.items() for k in range(robot.joints[n].nq)}
    return [owner[k] for k in cut(robot).coordinates.free_q]


def listed(text: str, rest: Array, what: str, names: Sequence[str]) -> Array:
    """Numbers separated by commas, such as "0.5, 30 deg"; `rest` where there are none."""
    from linkwright.readers.expression import constant, parse

    if not text.strip():
        return rest
    values = [constant(parse(part)) for part in text.split(",")]
    if any(x is None for x in values):
        raise InputError(f"{what} '{text}' has a name in it", hint="give numbers, such as 0.5, 30 deg")
    if len(values) != len(rest):
        hint = f"give {len(rest)} numbers separated by commas, for the free coordinates: {', '.join(names)}"
        raise InputError(f"{what} has {len(values)} values '{text}'; the mechanism needs {len(rest)}", hint=hint)
    return np.array([float(x) for x in values if x is not None])
