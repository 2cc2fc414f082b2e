"""Positions and rates from text: what a user types for a simulation or a picture, such as "0.5, 30 deg" or "elbow = 30 deg"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError, counted, suggestion
from linkwright.formula.dimensions import dimension
from linkwright.formula.scalar import constant, parse
from linkwright.formula.syntax import parse_syntax
from linkwright.formula.text import Text
from linkwright.graph.function import matching
from linkwright.mechanism import Mechanism
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.configuration import neutral, unit_spans
from linkwright.model.elements import freedoms, positions
from linkwright.model.robot import OpenRobot


@dataclass(frozen=True)
class Entries:
    """The numbers that are wanted, in order.

    names:     of the numbers
    units:     of each "rad", "m", "rad/s" or "m/s"; "1": of a direction or a rotation, which take none; "": any
    hint:      what they are, for an error
    dependent: names of those that follow from these
    """

    names: Sequence[str]
    units: Sequence[str]
    hint: str
    dependent: Sequence[str] = ()


def numbers_in(text: str, rest: Array, what: str, entries: Entries) -> Array:
    """As many numbers as `rest` has, separated by commas, or by spaces where there are as many without units; or some by name,
    "finger* = 0.02, elbow = 30 deg", the others as in `rest`, which an empty text means."""
    if not text.strip():
        return rest
    if "=" in text:
        return _by_name(text, rest, what, entries)
    spaced = "," not in text and len(text.split()) == len(rest)
    parts = text.split() if spaced else [part.strip() for part in text.split(",")]
    known = list(zip(entries.names, entries.units, strict=True)) if len(parts) == len(rest) else [("", "")] * len(parts)
    values = [_number(part, what, *entry) for part, entry in zip(parts, known, strict=True)]
    if any(x is None for x in values):
        raise InputError(
            f"{what} '{text}' has a name in it", hint="give numbers, such as 0.5, 30 deg, or name = number"
        )
    if len(values) != len(rest):
        said = f"give {counted(len(rest), 'number')} separated by commas{entries.hint}"
        raise InputError(f"{what} has {len(values)} values '{text}'; the mechanism needs {len(rest)}", hint=said)
    return np.array([x for x in values if x is not None])


def _number(text: str, what: str, name: str, unit: str) -> float | None:
    """Of an entry, in its unit; None where it depends on something else."""
    where = f"{what}, {name}" if name else ""
    if unit == "1" and dimension(parse_syntax(Text(text, where))) is not None:
        raise InputError(f"'{text}' has a unit", where, "a direction or a rotation is told by numbers without unit")
    return constant(parse(text, where=where, unit=unit))


def _by_name(text: str, rest: Array, what: str, entries: Entries) -> Array:
    """Some numbers, the others as in `rest`; of a joint with several, each has a name of its own, and a pattern sets all."""
    names, found, named = list(entries.names), np.array(rest, dtype=float), set[str]()
    for pattern, said, value in _parts(text):
        if value is None:
            hint = "give all numbers in order, or all as name = number"
            raise InputError(f"'{pattern}' in {what} '{text}' has no name, or no number", hint=hint)
        which = [pattern] if pattern in names else matching(names, pattern)
        if not which:
            raise _unknown(pattern, what, entries)
        if pattern in named:
            raise InputError(
                f"{what} has '{pattern}' twice", hint="name each once; after a pattern one of its own may follow"
            )
        named.add(pattern)
        for k in map(names.index, which):
            _number(said, what, names[k], entries.units[k])
            found[k] = value
    return found


def _unknown(pattern: str, what: str, entries: Entries) -> InputError:
    """Why there is no such name: a joint that has several, one that is not free, or one that there is not."""
    names = entries.names
    if several := _numbers_of(pattern, names):
        told = f"{what} has '{pattern}', which has {counted(len(several), 'number')}: {_spelt(several)}"
        return InputError(told, hint=f"each has a name of its own: '{several[0]}=0.5'")
    if _numbers_of(pattern, entries.dependent) or matching(entries.dependent, pattern):
        told = f"{what} has '{pattern}', a dependent joint: it follows from the loops and cannot be set"
        return InputError(told, hint=f"set those that are free: {', '.join(names)}")
    hint = suggestion(pattern, names, f"there are: {', '.join(names)}")
    return InputError(f"{what} has '{pattern}', which there is not", hint=hint)


def _numbers_of(joint: str, names: Sequence[str]) -> list[str]:
    """Entries of a joint that has several: base.1, base.2, ..."""
    return [n for n in names if n.rpartition(".")[0] == joint and n.rpartition(".")[2].isdigit()]


def _spelt(several: Sequence[str]) -> str:
    """base.1 to base.7, where none is left out."""
    first, last = (int(several[k].rpartition(".")[2]) for k in (0, -1))
    whole = len(several) > 2 and last - first + 1 == len(several)
    return f"{several[0]} to {several[-1]}" if whole else ", ".join(several)


def _parts(text: str) -> list[tuple[str, str, float | None]]:
    """Names with their numbers, as text and as values: None where a name stands alone."""
    found: list[tuple[str, str, float | None]] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, said = (word.strip() for word in part.partition("="))
        value = constant(parse(said)) if said else None
        if equals and (value is None or not np.isfinite(value)):
            raise InputError(f"'{said}' in '{part}' is no number", hint="numbers such as 0.5, pi/2, 30 deg")
        found.append((name, said, None if value is None else float(value)))
    return found


def named_numbers(text: str) -> list[tuple[str, float | None]]:
    """Names with their numbers, from "elbow = 30 deg, finger* = 0.02, wrist": None where a name stands alone."""
    return [(name, value) for name, _, value in _parts(text)]


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
    units = [e.unit or "1" for e in positions(robot)]
    given = numbers_in(text, rest, what, Entries(robot.position_names, units, _joints(robot)))
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
    units = [e.unit for e in freedoms(robot)]
    return numbers_in(text, np.zeros(robot.nv), what, Entries(robot.rate_names, units, _joints(robot)))


def _joints(robot: OpenRobot) -> str:
    return f" (joints: {', '.join(robot.joint_names)})"


def free_positions(robot: ClosedRobot, text: str, what: str = "q") -> Array:
    """Positions of the free coordinates; those of the start where the text is empty."""
    from linkwright.model.assembly.mobility_report import cut

    made = cut(robot)
    start = np.array(made.start)[list(made.coordinates.free_q)]
    every, dependent = positions(robot.tree), robot.dependent_position_names
    units = [every[k].unit or "1" for k in made.coordinates.free_q]
    given = numbers_in(text, start, what, Entries(robot.position_names, units, _free(robot), dependent))
    return _with_unit_parts(robot.tree, given, made.coordinates.free_q, what)


def free_rates(robot: ClosedRobot, text: str, what: str = "v") -> Array:
    """Rates of the free coordinates; zero where the text is empty."""
    every, where = freedoms(robot.tree), robot.coordinates
    dependent = [robot.tree.rate_names[k] for k in where.dependent_v]
    units = [every[k].unit for k in where.free_v]
    return numbers_in(text, np.zeros(robot.nv), what, Entries(robot.rate_names, units, _free(robot), dependent))


def motor_positions(robot: ClosedRobot, text: str, rest: Array) -> Array:
    """Positions of the motors of a parallel robot; rest: those where nothing is said."""
    names = robot.actuated
    units = {e.joint.name: e.unit for e in positions(robot.tree) if e.joint.joint_type.nq == 1}
    asked = Entries(names, [units.get(name, "") for name in names], f", in this order: {', '.join(names)}")
    return numbers_in(text, rest, "motors", asked)


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
