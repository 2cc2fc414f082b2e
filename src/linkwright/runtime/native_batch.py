"""The code for batches of a kernel, called over rows of NumPy arrays."""

from __future__ import annotations

import ctypes
import math
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel
from linkwright.runtime.machine import Code
from linkwright.runtime.threads import Slices, machine_code

_LARGE = 4 * 2**20
"""Bytes of results beyond which they go past the caches to memory (measured: from 2 MB on that is faster)."""

_LINE = 64
"""Bytes of a cache line."""

_LONG = 64
"""Numbers of a column from which on columns are whole cache lines."""


class Batch:
    """The compiled function `batch` over rows of states; of results in columns, what is told is how far these are apart."""

    def __init__(self, code: Code, kernel: Kernel, columns: bool) -> None:
        self.code = code
        self._batch = code.address("batch")
        self._columns_from = len(kernel.inputs) if columns else sys.maxsize
        self._words = ctypes.c_int64 * (len(kernel.inputs) + len(kernel.outputs))
        self.memory = code.number("memory_size")
        self._stream = code.number("stream_size")
        self._kept = threading.local()

    def over(self, rows: list[Array], large: bool) -> Callable[[Slices], None]:
        """Computes slices of the states; a row that is there once serves all states. The interpreter is free meanwhile."""
        apart = [0 if r.shape[0] == 1 else r.strides[0] for r in rows]
        split = self._columns_from
        strides = self._words(*apart[:split], *(r.strides[1] for r in rows[split:]))
        # reading addresses takes long, and all threads wait
        given = (self._words(*(r.ctypes.data for r in rows)), self._words(*apart), strides, len(rows))
        function, large = machine_code().work, large and self._stream > 0

        def work(slices: Slices, kept: list[Array] = rows) -> None:
            """kept: addresses are no references, and a thread may outlive the call that was interrupted."""
            function(slices.address, self._batch, *given, self._block(), large)

        return work

    def _block(self) -> int:
        """Memory of this thread, kept for its next call: fresh pages cost more than many a batch."""
        address: int | None = getattr(self._kept, "address", None)
        if address is None:
            memory = self._kept.memory = np.empty((self.memory + self._stream) // 8 + 8)
            address = self._kept.address = -(-memory.ctypes.data // 64) * 64
        return address


def rows_of(array: Array, shape: tuple[int, ...], batch: tuple[int, ...], port: Port) -> Array:
    """One row per state, elements side by side; rows may be apart (a slice of a larger array is not copied)."""
    if math.prod(shape) == 1:
        return np.ascontiguousarray(array).reshape(1, port.size)
    if shape != batch:
        array = np.broadcast_to(array, (*batch, *port.shape))
    if array.ndim == 2 and array.strides[1] == array.itemsize and array.flags.aligned:
        return array
    return np.ascontiguousarray(array).reshape(math.prod(batch), port.size)


def large(results: Sequence[Array]) -> bool:
    """Whether results go past the caches."""
    return sum(r.nbytes for r in results) > _LARGE


def columns_of(array: Array, columns: int) -> bool:
    """Whether an array is so many columns in memory, whatever lies between them."""
    apart = array.reshape(columns, -1)
    return array.flags.aligned and apart.strides[1] == array.itemsize and np.may_share_memory(apart, array)


def fresh(shape: tuple[int, ...], columns: int, dtype: np.dtype[Any]) -> Array:
    """Memory for results; that of many is whole cache lines, as is each of many columns: to what is not, nothing goes past the
    caches. From one column to the next it is an odd number of lines: at a round number of bytes they would fall on the same
    places of the caches and of memory (measured: up to five times slower; of two lines up to twice)."""
    line, size = _LINE // dtype.itemsize, math.prod(shape)
    long = columns > 1 and size >= _LONG * columns
    if not long and dtype.itemsize * size <= _LARGE:
        return np.empty(shape, dtype)
    gap = 0
    if long:
        lines = -(-size // columns // line)
        gap = (lines + 1 - lines % 2) * line - size // columns
    size += gap * columns
    room = np.empty(size + line, dtype)
    start = -room.ctypes.data % _LINE // dtype.itemsize
    apart = room[start : start + size].reshape(columns, -1)
    return apart[:, : apart.shape[1] - gap].reshape(shape)
