"""Positions and rates from text: what a user types for a simulation or a picture, such as "0.5, 30 deg" or "elbow = 30 deg"."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError, counted, suggestion
from linkwright.formula.scalar import constant, parse
from linkwright.graph.function import matching
from linkwright.mechanism import Mechanism
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.configuration import neutral, unit_spans
from linkwright.model.robot import OpenRobot


def numbers_in(text: str, rest: Array, what: str, names: Sequence[str], hint: str) -> Array:
    """As many numbers as `rest` has, separated by commas, or by spaces where there are as many without units; or some by name,
    "finger* = 0.02, elbow = 30 deg", the others as in `rest`, which an empty text means. names: of the numbers; hint: what they
    are, for an error."""
    if not text.strip():
        return rest
    if "=" in text:
        return _by_name(text, rest, what, names)
    spaced = "," not in text and len(text.split()) == len(rest)
    values = [constant(parse(part)) for part in (text.split() if spaced else text.split(","))]
    if any(x is None for x in values):
        raise InputError(
            f"{what} '{text}' has a name in it", hint="give numbers, such as 0.5, 30 deg, or name = number"
        )
    if len(values) != len(rest):
        said = f"give {counted(len(rest), 'number')} separated by commas{hint}"
        raise InputError(f"{what} has {len(values)} values '{text}'; the mechanism needs {len(rest)}", hint=said)
    return np.array([float(x) for x in values if x is not None])


def _by_name(text: str, rest: Array, what: str, names: Sequence[str]) -> Array:
    """Some numbers, the others as in `rest`; of a joint with several, each has a name of its own, and a pattern sets all."""
    found, named = np.array(rest, dtype=float), set[str]()
    for pattern, value in named_numbers(text):
        if value is None:
            hint = "give all numbers in order, or all as name = number"
            raise InputError(f"'{pattern}' in {what} '{text}' has no name, or no number", hint=hint)
        which = [pattern] if pattern in names else matching(names, pattern)
        if not which:
            hint = suggestion(pattern, names, f"there are: {', '.join(names)}")
            raise InputError(f"{what} has '{pattern}', which there is not", hint=hint)
        if pattern in named:
            raise InputError(
                f"{what} has '{pattern}' twice", hint="name each once; after a pattern one of its own may follow"
            )
        named.add(pattern)
        found[[list(names).index(name) for name in which]] = value
    return found


def named_numbers(text: str) -> list[tuple[str, float | None]]:
    """Names with their numbers, from "elbow = 30 deg, finger* = 0.02, wrist": None where a name stands alone."""
    found: list[tuple[str, float | None]] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, said = (word.strip() for word in part.partition("="))
        value = constant(parse(said)) if said else None
        if equals and (value is None or not np.isfinite(value)):
            raise InputError(f"'{said}' in '{part}' is no number", hint="numbers such as 0.5, pi/2, 30 deg")
        found.append((name, None if value is None else float(value)))
    return found


def held_positions(names: Sequence[str], text: str) -> dict[str, float | None]:
    """Joints that are to be held, by names or patterns: "finger* = 0.02, wrist"; None where no position is said."""
    found: dict[str, float | None] = {}
    for pattern, value in named_numbers(text):
        which = matching(names, pattern)
        if not which:
            hint = suggestion(pattern, names, f"joints: {', '.join(names)}")
            raise InputError(f"no joint is called '{pattern}', which is to be held", hint=hint)
        found |= {name: found.get(name) if value is None else value for name in which}
    return found


def tree_positions(robot: OpenRobot, text: str, what: str = "q") -> Array:
    """Positions of all joints; zero, and no rotation, where the text is empty."""
    rest = neutral(robot)
    given = numbers_in(text, rest, what, robot.position_names, f" (joints: {', '.join(robot.joint_names)})")
    return _with_unit_parts(robot, given, range(robot.nq), what)


def _with_unit_parts(robot: OpenRobot, given: Array, which: Sequence[int], what: str) -> Array:
    """Quaternions and (cos, sin) pairs brought to length one; which: the position of the tree that each number is."""
    result, place, rest = np.array(given), {k: n for n, k in enumerate(which)}, neutral(robot)
    for name, part in unit_spans(robot).items():
        span = range(part.start, part.stop)
        own = [place[k] for k in span if k in place]
        if not own:
            continue
        if not np.any(result[own]):
            hint = f"at rest it is {', '.join(f'{rest[k]:g}' for k in span)}"
            told = f"{what} has only zeros as rotation of joint '{name}' (values {own[0] + 1} to {own[-1] + 1})"
            raise InputError(told, hint=hint)
        result[own] /= np.linalg.norm(result[own])
    return result


def tree_rates(robot: OpenRobot, text: str, what: str = "v") -> Array:
    """Rates of all joints; zero where the text is empty."""
    return numbers_in(text, np.zeros(robot.nv), what, robot.rate_names, f" (joints: {', '.join(robot.joint_names)})")


def free_positions(robot: ClosedRobot, text: str, what: str = "q") -> Array:
    """Positions of the free coordinates; those of the start where the text is empty."""
    from linkwright.model.assembly.mobility_report import cut

    made = cut(robot)
    start = np.array(made.start)[list(made.coordinates.free_q)]
    given = numbers_in(text, start, what, robot.position_names, _free(robot))
    return _with_unit_parts(robot.tree, given, made.coordinates.free_q, what)


def free_rates(robot: ClosedRobot, text: str, what: str = "v") -> Array:
    """Rates of the free coordinates; zero where the text is empty."""
    return numbers_in(text, np.zeros(robot.nv), what, robot.rate_names, _free(robot))


def _free(robot: ClosedRobot) -> str:
    return f", for the free coordinates: {', '.join(robot.position_names)}"


def pose_from_text(mechanism: Mechanism, text: str, what: str = "q") -> Array | None:
    """Positions as a mechanism's functions take them; None where the text is empty."""
    if not text.strip():
        return None
    match mechanism:
        case OpenRobot():
            return tree_positions(mechanism, text, what)
        case ClosedRobot():
            return free_positions(mechanism, text, what)
        case _:
            raise InputError("the picture of a Lagrangian shows no pose", mechanism.source, "leave --q out")
