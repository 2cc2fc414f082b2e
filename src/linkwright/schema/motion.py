"""Motions in JSON: the fields of the motion's type, arrays as lists of numbers (row by row, an instant each).

The fields are those of the dataclass, so that a new one of a known type needs no word here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, asdict, fields
from typing import Any, TypeGuard

import numpy as np

from linkwright.narrowing import is_list, is_tuple
from linkwright.schema.item import Item
from linkwright.schema.numbers import number_to_json
from linkwright.schema.values import MAX_VALUES, value_from_json, value_to_json
from linkwright.simulation.motion import Array, Motion, Part

KEYS = ("samples",)
MORE = ()
_MAX_INSTANTS = 10 * MAX_VALUES
_PLAIN: Mapping[str, type] = {"str": str, "Mapping": dict, "tuple": tuple}
"""Beginning of the type of a field that holds data without numbers of its own -> what it is when it is read."""


def motion_to_json(thing: Motion) -> dict[str, Any]:
    """The document of a motion, without its head."""
    samples = {f.name: getattr(thing, f.name) for f in fields(Motion)}
    return {"samples": {name: _value(value) for name, value in samples.items() if value is not None}}


def _value(value: Any) -> Any:
    match value:
        case np.ndarray():
            return _numbers(value.tolist())
        case _ if is_tuple(value) and value and isinstance(value[0], Part):
            return [value_to_json(asdict(part)) for part in value]
        case float():
            return number_to_json(value)
        case _:
            return value_to_json(value)


def _numbers(nested: Any) -> Any:
    return [_numbers(x) for x in nested] if is_list(nested) else number_to_json(nested)


def motion_from_json(document: Item) -> Motion:
    """The motion of a checked document: all arrays have a row for every instant."""
    samples = document.at("samples")
    samples.record(_needed(), [f.name for f in fields(Motion)])
    values = {f.name: _read(samples.at(f.name), f) for f in fields(Motion) if f.name in samples.value}
    count = len(values["t"])
    for name, value in values.items():
        if _is_array(value) and len(value) != count:
            raise samples.at(name).fail(f"{len(value)} rows for {count} instants")
    return Motion(**values)


def _is_array(value: object) -> TypeGuard[Array]:
    return isinstance(value, np.ndarray)


def _needed() -> list[str]:
    """Fields without a default, which would be an attribute of the class."""
    return [f.name for f in fields(Motion) if not hasattr(Motion, f.name)]


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
    first = rows[0].value if rows else None
    if not is_list(first):
        return np.array([x.number(finite=False) for x in rows], dtype=float)
    width = len(first)
    return np.array([[x.number(finite=False) for x in row.each(MAX_VALUES, width)] for row in rows], dtype=float)
