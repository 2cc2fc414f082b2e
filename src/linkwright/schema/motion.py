"""Motions in JSON: the fields of the motion's type, arrays as lists of numbers (row by row, an instant each).

The fields are those of the dataclass, so that a new one of a known type needs no word here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, asdict, fields
from typing import Any, TypeAlias

import numpy as np

from linkwright.schema.item import Item
from linkwright.schema.numbers import number_to_json
from linkwright.schema.values import MAX_VALUES, value_from_json, value_to_json
from linkwright.simulation import manifold_motion, motion
from linkwright.simulation.closed_motion import Part

AnyMotion: TypeAlias = motion.Motion | manifold_motion.Motion

MOTIONS: tuple[type[AnyMotion], ...] = (motion.Motion, manifold_motion.Motion)
"""Types of motions; their fields tell them apart."""

KEYS = ("samples",)
MORE = ()
_MAX_INSTANTS = 10 * MAX_VALUES
_PLAIN: Mapping[str, type] = {"str": str, "Mapping": dict, "tuple": tuple}
"""Beginning of the type of a field that holds data without numbers of its own -> what it is when it is read."""


def motion_to_json(thing: AnyMotion) -> dict[str, Any]:
    """The document of a motion, without its head."""
    samples = {f.name: getattr(thing, f.name) for f in fields(thing)}
    return {"samples": {name: _value(value) for name, value in samples.items() if value is not None}}


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
    samples = document.at("samples")
    kind = next(
        (m for m in MOTIONS if isinstance(samples.value, dict) and {*_needed(m)} <= {*samples.value}), MOTIONS[0]
    )
    samples.record(_needed(kind), [f.name for f in fields(kind)])
    values = {f.name: _read(samples.at(f.name), f) for f in fields(kind) if f.name in samples.value}
    count = len(values["t"])
    for name, value in values.items():
        if isinstance(value, np.ndarray) and len(value) != count:
            raise samples.at(name).fail(f"{len(value)} rows for {count} instants")
    return kind(**values)


def _needed(kind: type[AnyMotion]) -> list[str]:
    """Fields without a default, which would be an attribute of the class."""
    return [f.name for f in fields(kind) if not hasattr(kind, f.name)]


def _read(item: Item, field: Field[Any]) -> Any:
    """The value of a field, by its type as the dataclass writes it."""
    written = str(field.type)
    if written.startswith("Array"):
        return _read_array(item)
    if field.name == "parts":
        return tuple(_read_part(x.record(("start", "end", "how"))) for x in item.each())
    if written == "int":
        return item.integer(0, 2**53)
    if written == "float":
        return float(item.number(finite=False))
    value = value_from_json(item, tuple)
    if not isinstance(value, next((kind for start, kind in _PLAIN.items() if written.startswith(start)), object)):
        raise item.fail(f"'{field.name}' has another type", f"it is {written}")
    return value


def _read_part(item: Item) -> Part:
    start, end = (float(item.at(key).number()) for key in ("start", "end"))
    return Part(start, end, item.at("how").text())


def _read_array(item: Item) -> Any:
    """Numbers, or rows of as many numbers each."""
    rows = list(item.each(_MAX_INSTANTS))
    if not rows or not isinstance(rows[0].value, list):
        return np.array([x.number(finite=False) for x in rows], dtype=float)
    width = len(rows[0].value)
    return np.array([[x.number(finite=False) for x in row.each(MAX_VALUES, width)] for row in rows], dtype=float)
