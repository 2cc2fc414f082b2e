"""Motions in JSON: the fields of the motion's type, arrays as lists of numbers (row by row, an instant each).

The fields are those of the dataclass, so that a new one of a known kind needs no word here.
"""

from __future__ import annotations

from dataclasses import asdict, fields
from functools import cache
from typing import Any, TypeAlias, get_args, get_origin, get_type_hints

import numpy as np

from linkwright.schema.item import Item
from linkwright.schema.numbers import number_to_json
from linkwright.schema.values import MAX_VALUES, value_from_json, value_to_json
from linkwright.simulation import manifold_motion, motion
from linkwright.simulation.closed_motion import Part

AnyMotion: TypeAlias = motion.Motion | manifold_motion.Motion

MOTIONS: dict[str, type[AnyMotion]] = {"robot": motion.Motion, "lagrangian": manifold_motion.Motion}
"""Which kind of mechanism moved -> the type of its motion."""

KEYS = ("of", "samples")
MORE = ()


def motion_to_json(thing: AnyMotion) -> dict[str, Any]:
    """The document of a motion, without its head."""
    of = next(name for name, kind in MOTIONS.items() if isinstance(thing, kind))
    samples = {f.name: getattr(thing, f.name) for f in fields(thing)}
    return {"of": of, "samples": {name: _value(x) for name, x in samples.items() if x is not None}}


def _value(value: Any) -> Any:
    match value:
        case np.ndarray():
            return _numbers(value.tolist())
        case tuple() if value and isinstance(value[0], Part):
            return [value_to_json(asdict(part)) for part in value]
        case float():
            return number_to_json(value)
        case _:
            return value_to_json(value)


def _numbers(nested: Any) -> Any:
    return [_numbers(x) for x in nested] if isinstance(nested, list) else number_to_json(nested)


def motion_from_json(document: Item) -> AnyMotion:
    """The motion of a checked document: all arrays have a row for every instant."""
    kind = MOTIONS[document.at("of").choice(MOTIONS)]
    samples = document.at("samples")
    needed, more = _field_names(kind)
    samples.record(needed, more)
    hints = get_type_hints(kind)
    values = {name: _read(samples.at(name), hints[name], name) for name in samples.value}
    count = len(values["t"])
    for name, value in values.items():
        if isinstance(value, np.ndarray) and len(value) != count:
            raise samples.at(name).fail(f"{len(value)} rows for {count} instants")
    return kind(**values)


@cache
def _field_names(kind: type[AnyMotion]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Fields that a motion must have, and those that may be missing."""
    optional = [f.name for f in fields(kind) if hasattr(kind, f.name)]  # a default is an attribute of the class
    return tuple(f.name for f in fields(kind) if f.name not in optional), tuple(optional)


def _read(item: Item, hint: Any, name: str) -> Any:
    if any(get_origin(x) is np.ndarray for x in (hint, *get_args(hint))):
        return _read_array(item)
    if name == "parts":
        return tuple(_read_part(x.record(("start", "end", "how"))) for x in item.each())
    if hint is int:
        return item.integer(0, 2**53)
    if hint is float:
        return float(item.number(finite=False))
    value = value_from_json(item, tuple)
    if not isinstance(value, get_origin(hint) or hint):
        raise item.fail(f"'{name}' has another type")
    return value


def _read_part(item: Item) -> Part:
    start, end = (float(item.at(key).number()) for key in ("start", "end"))
    return Part(start, end, item.at("how").text())


def _read_array(item: Item) -> Any:
    """Numbers, or rows of as many numbers each."""
    rows = list(item.each(10 * MAX_VALUES))
    if not rows or not isinstance(rows[0].value, list):
        return np.array([x.number(finite=False) for x in rows], dtype=float)
    width = len(rows[0].value)
    return np.array([[x.number(finite=False) for x in row.each(MAX_VALUES, width)] for row in rows], dtype=float)
