"""From a table to a recording: which column is what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError, counted
from linkwright.measurements.column_map import column_map, matched
from linkwright.measurements.column_names import (
    Said,
    in_order_of_words,
    named,
    numbered,
    said,
    tokens_of,
    unit_factor,
    with_unit,
    word_of,
)
from linkwright.measurements.recording import Recording
from linkwright.measurements.table_type import Table

_MOST_MISSING = 0.2
"""Part of the rows of a column that may be empty."""
_LATE = 1e6
"""Seconds from which times count from another day, and are told from the first sample on."""
_AXES = (("fx", "fy", "fz", "mx", "my", "mz"), ("fx", "fy", "fz", "tx", "ty", "tz"))
_WORDS = {"t": "time", "q": "positions", "v": "rates", "a": "accelerations", "tau": "forces", "wrench": "a wrench"}
_NOT = ("none", "-", "")
"""Said of a role whose columns are not to be used."""


@dataclass(frozen=True)
class Taken:
    """Columns of one role, with the factor that makes each SI and radians, and the unit that it was made from."""

    names: tuple[str, ...]
    factors: tuple[float, ...]
    units: tuple[str, ...]


def recording_of(
    table: Table,
    positions: Sequence[str],
    rates: Sequence[str],
    forces: Sequence[str],
    columns: str | Mapping[str, Any] | None = None,
) -> Recording:
    """Time, positions and forces of a table, and rates, accelerations and a wrench where it has them.

    positions, rates, forces: names, in the order in which the recording shall have them
    columns: what the names of the columns do not say by themselves: "t=stamp, q=pos*[deg], tau=effort_{n}" (see `column_map`);
             `v=none` leaves out, `v=-vel*` turns the sign
    """
    given = column_map(columns or {})
    things = {"q": positions, "v": rates, "a": rates, "tau": forces}
    heads = {name: said(name) for name in table.names}
    taken: dict[str, Taken] = {}
    for role in ("q", "v", "a", "tau", "wrench"):
        if role in given and given[role][0].lower() not in _NOT:
            taken[role] = _told(table, role, given[role], things.get(role))
        elif role not in given and (names := _guessed(table, heads, role, things.get(role))):
            taken[role] = _with_said_units(names, heads)
    for role in ("q", "tau"):
        if role not in taken:
            raise _missing(table, role, things[role])
    t, clock, notes = _time(table, heads, given.get("t"))
    blocks: dict[str, Array] = {}
    for role, x in taken.items():
        blocks[role] = _block(table, x)
        notes += _checked(table, role, x, blocks[role])
    for role in ("v", "a", "wrench"):
        if role in blocks and np.any(np.all(np.isnan(blocks[role]), axis=0)):
            del blocks[role], taken[role]
    used = [*clock, *(name for x in taken.values() for name in x.names)]
    left = [name for name in table.names if name not in used]
    notes += [f"{role}: {_shown(x)}" for role, x in taken.items()]
    notes += [f"not used: {', '.join(left)}"] if left else []
    notes += [f"not read: {x}" for x in table.skipped]
    parts = (blocks["q"], blocks.get("v"), blocks.get("a"), blocks["tau"], blocks.get("wrench"))
    names = tuple(positions), tuple(rates), tuple(forces), taken["tau"].names
    return Recording(table.source, t, *parts, tuple(notes), *names)


def _told(table: Table, role: str, patterns: Sequence[str], things: Sequence[str] | None) -> Taken:
    """Columns that the user named."""
    names: list[str] = []
    factors: list[float] = []
    units: list[str] = []
    for pattern in patterns:
        bare, unit = (pattern, "") if pattern in table.names else with_unit(pattern)
        sign = -1.0 if bare.startswith("-") and bare not in table.names else 1.0
        bare = bare.lstrip("-") if sign < 0 else bare
        found = matched(bare, table.names, things or (), table.source)
        names += found
        for name in found:
            own = said(name)
            factors.append(sign * ((unit_factor(unit) or 1.0) if unit else own.factor))
            units.append(unit or own.unit)
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise InputError(
            f"{role} = {', '.join(patterns)} has '{twice[0]}' twice", table.source, "a column for each joint"
        )
    count = len(things) if things is not None else 6 * max(1, len(names) // 6)
    if len(names) != count:
        meant = f"{', '.join(things)}" if things else "fx, fy, fz, mx, my, mz"
        what = f"{role} = {', '.join(patterns)} are {counted(len(names), 'column')} ({', '.join(names)})"
        raise InputError(f"{what}, and {count} are needed", table.source, f"one for each of: {meant}")
    return Taken(tuple(names), tuple(factors), tuple(units))


def _with_said_units(names: Sequence[str], heads: Mapping[str, Said]) -> Taken:
    return Taken(tuple(names), tuple(heads[x].factor for x in names), tuple(heads[x].unit for x in names))


def _guessed(table: Table, heads: Mapping[str, Said], role: str, things: Sequence[str] | None) -> list[str]:
    """Columns whose names say what they are; empty where there are none."""
    if role == "wrench":
        return _wrench(heads)
    things = things or ()
    by_name = named(heads, role, things)
    for word in in_order_of_words(by_name, role):
        if len(by_name[word]) == len(things):
            return [by_name[word][thing] for thing in things]
    bare = {x.tokens: name for name, x in reversed(list(heads.items()))}
    if role == "q" and all(tokens_of(thing) in bare for thing in things):
        return [bare[tokens_of(thing)] for thing in things]
    by_number = numbered(heads, role)
    for word in in_order_of_words(by_number, role):
        numbers = sorted(by_number[word])
        if numbers == list(range(numbers[0], numbers[0] + len(things))) and numbers[0] in (0, 1):
            return [by_number[word][k] for k in numbers]
    if len(things) == 1:
        alone = {word_of(x.tokens, role): name for name, x in reversed(list(heads.items()))}
        for word in in_order_of_words(alone, role):
            return [alone[word]]
    partly = [*(by_name[word] for word in in_order_of_words(by_name, role)), *by_number.values()]
    if partly and role in ("q", "tau"):
        raise _missing(table, role, things, list(partly[0].values()))
    return []


def _wrench(heads: Mapping[str, Said]) -> list[str]:
    by_number = numbered(heads, "wrench").get("wrench", {})
    numbers = sorted(by_number)
    if numbers and len(numbers) % 6 == 0 and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        return [by_number[k] for k in numbers]
    ends = {x.tokens[-1]: name for name, x in heads.items() if x.tokens}
    for axes in _AXES:
        if all(axis in ends for axis in axes):
            return [ends[axis] for axis in axes]
    return []


def _missing(table: Table, role: str, things: Sequence[str], found: Sequence[str] = ()) -> InputError:
    """The error that says what was looked for, what was found and what the file has."""
    known = f"; found: {', '.join(found)}" if found else ""
    what = f"the table has no columns for the {_WORDS[role]} of {', '.join(things)}{known}"
    skipped = f" (and {'; '.join(table.skipped)})" if table.skipped else ""
    hint = f"say which they are, as '{role}=joint_pos_*'; the file has: {', '.join(table.names)}{skipped}"
    return InputError(what, table.source, hint)


def _time(table: Table, heads: Mapping[str, Said], told: Sequence[str] | None) -> tuple[Array, list[str], list[str]]:
    """Times in seconds, their columns, and notes."""
    if told:
        found = _told(table, "t", told, ("t",))
        name, factor, unit = found.names[0], found.factors[0], found.units[0]
    else:
        whole, fine = (_ending(heads, words) for words in (("secs", "sec"), ("nsecs", "nsec", "nanosec")))
        if whole and fine:  # two columns, as ROS writes them
            seconds, nano = table.column(whole), table.column(fine)
            return (seconds - seconds[0]) + 1e-9 * nano, [whole, fine], [f"t: {whole} + {fine}, from the first on"]
        words = {word_of(x.tokens, "t"): name for name, x in reversed(list(heads.items()))}
        name = next((words[word] for word in in_order_of_words(words, "t")), "")
        if not name:
            hint = f"say which it is, as 't=stamp' or 't=stamp[ms]'; the file has: {', '.join(table.names)}"
            raise InputError("the table has no column of time", table.source, hint)
        factor, unit = heads[name].factor, heads[name].unit
    raw = table.column(name)
    bad = np.flatnonzero(~np.isfinite(raw))
    if len(bad):
        what = f"{counted(len(bad), 'time')} in column '{name}' are missing"
        raise InputError(what, table.place(int(bad[0])), "remove these rows")
    late = abs(raw[0] * factor) > _LATE
    t = (raw - raw[0]) * factor if late else raw * factor
    return t, [name], [f"t: {name} [{unit or 's'}]{', from the first on' if late else ''}"]


def _ending(heads: Mapping[str, Said], words: Sequence[str]) -> str:
    return next((name for name, x in heads.items() if x.tokens and x.tokens[-1] in words), "")


def _block(table: Table, taken: Taken) -> Array:
    """Columns side by side, in SI; a part of the table itself where they stand so."""
    at = [table.names.index(name) for name in taken.names]
    if at == list(range(at[0], at[0] + len(at))) and all(x == 1 for x in taken.factors):
        return table.values[:, at[0] : at[0] + len(at)]
    return table.values[:, at] * np.array(taken.factors)


def _checked(table: Table, role: str, taken: Taken, block: Array) -> list[str]:
    """Notes on rows without a number; infinite ones, and columns that are mostly empty, are errors."""
    notes: list[str] = []
    for k, name in enumerate(taken.names):
        odd = np.flatnonzero(~np.isfinite(block[:, k]))
        if not len(odd):
            continue
        first = table.place(int(odd[0]))
        if np.any(np.isinf(block[odd, k])):
            first = table.place(int(odd[np.argmax(np.isinf(block[odd, k]))]))
            raise InputError(f"column '{name}' has an infinite number", first, "remove the row, or empty the cell")
        if len(odd) == len(block) and role in ("v", "a", "wrench"):
            notes.append(f"column '{name}' is empty")
        elif len(odd) > _MOST_MISSING * len(block):
            what = f"column '{name}' has no number in {len(odd)} of {len(block)} rows"
            raise InputError(what, first, f"name another column for {role}, or '{role}=none' if it is not needed")
        else:
            notes.append(f"column '{name}' has no number in {counted(len(odd), 'row')}, first at {first}")
    return notes


def _shown(taken: Taken) -> str:
    units = sorted({x for x in taken.units if x})
    return f"{', '.join(taken.names)}{f' [{units[0]}]' if len(units) == 1 else ''}"
