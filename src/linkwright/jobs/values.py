"""Values of JSON with NumPy arrays in them, as text and bytes. Nothing is pickled: reading executes nothing.

Everything that goes to a job or comes from one passes here, also within one process, so that a result is the same whether it
was computed here, elsewhere, or in a run before.
"""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from typing import Any

from linkwright.errors import InputError
from linkwright.narrowing import is_list, is_mapping, is_tuple

_MARK = "__array__"
"""The one key of the object that stands where an array was."""


@dataclass(frozen=True)
class Packed:
    """JSON, and the arrays that it names by their numbers, one after the other as np.save writes them."""

    text: str
    arrays: bytes = b""


def pack(value: Any, what: str = "the value") -> Packed:
    """what: whose value it is, for the error."""
    arrays: list[Any] = []
    text = json.dumps(_plain(value, arrays, what), separators=(",", ":"))
    if not arrays:
        return Packed(text)
    import numpy as np

    file = io.BytesIO()
    for array in arrays:
        np.save(file, array, allow_pickle=False)
    return Packed(text, file.getvalue())


def unpack(packed: Packed) -> Any:
    """What was packed; tuples have become lists."""
    value = json.loads(packed.text)
    if not packed.arrays:
        return value
    import numpy as np

    file, arrays = io.BytesIO(packed.arrays), list[Any]()
    while file.tell() < len(packed.arrays):
        arrays.append(np.load(file, allow_pickle=False))
    return _with_arrays(value, arrays)


def _plain(value: Any, arrays: list[Any], what: str) -> Any:
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int | float):
        return value + 0  # a subclass such as np.float64 becomes what JSON has
    if is_mapping(value):
        wrong = next((key for key in value if not isinstance(key, str) or key == _MARK), None)
        if wrong is not None:
            raise InputError(f"{what} has the key {wrong!r}", hint="keys are texts, as in JSON")
        return {key: _plain(x, arrays, f"{key!r} in {what}") for key, x in value.items()}
    if is_list(value) or is_tuple(value):
        return [_plain(x, arrays, what) for x in value]
    if hasattr(value, "__array__") and value.dtype.kind in "biufcSU":
        if value.shape == () and value.dtype.kind in "biuf":
            return value.item()
        arrays.append(value)
        return {_MARK: len(arrays) - 1}
    raise InputError(
        f"{what} is a {type(value).__name__}", hint="values of JSON and NumPy arrays of numbers or texts go to jobs"
    )


def _with_arrays(value: Any, arrays: list[Any]) -> Any:
    if is_list(value):
        return [_with_arrays(x, arrays) for x in value]
    if is_mapping(value):
        if set(value) == {_MARK}:
            return arrays[value[_MARK]]
        return {key: _with_arrays(x, arrays) for key, x in value.items()}
    return value
