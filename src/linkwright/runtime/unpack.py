"""Packed results put together again, for all states of a batch at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.narrowing import is_mapping
from linkwright.passes.kernel import Kernel, Packing


def unpacked(kernel: Kernel, result: Any, soa: bool) -> Any:
    """Whole arrays of what a function returned: (..., n) becomes (..., *shape), or with soa (n, ...) becomes (*shape, ...)."""
    packings = {p.output: p for p in kernel.packings}
    if is_mapping(result):
        given: Mapping[str, Any] = result
        return {name: _whole(packings[name], x, soa) if name in packings else x for name, x in given.items()}
    if len(kernel.outputs) != 1:
        raise InputError(
            f"{kernel.name} has {len(kernel.outputs)} outputs", hint="unpack the dictionary that it returned"
        )
    return _whole(kernel.packings[0], result, soa) if packings else result


def _whole(packing: Packing, values: Any, soa: bool) -> Array:
    given = np.asarray(values)
    array = given.astype(np.result_type(given, np.float32), copy=False)  # floats stay floats
    if soa and array.ndim:
        array = np.moveaxis(array, 0, -1)
    table = np.array(packing.table)
    variable = table >= 0
    count = table.max() + 1
    if array.shape[-1:] != (count,):
        what = (
            f"'{packing.output}' has shape {np.shape(values)}, not {'(n, ...)' if soa else '(..., n)'} with n = {count}"
        )
        raise InputError(f"what is to be unpacked as {what}")
    whole = np.empty((*array.shape[:-1], len(table)), array.dtype)
    whole[..., variable] = array[..., table[variable]]
    whole[..., ~variable] = np.array(packing.constants)[-1 - table[~variable]]
    whole = whole.reshape(*array.shape[:-1], *packing.shape)
    rank = len(packing.shape)
    return np.moveaxis(whole, range(-rank, 0), range(rank)) if soa else whole
