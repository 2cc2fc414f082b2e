"""Y'Y and Y'tau of many states, without ever storing Y: rows are computed by blocks that stay in the cache, and consumed there.

Columns that depend on others (dependent_columns.py) are not computed: with Y = Z K, Y'Y is K'(Z'Z)K. Sums have a fixed order: a
state's block, a block's span and the order of spans depend on how many states there are, not on how many threads compute them.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.graph.evaluate import read_inputs
from linkwright.passes.kernel import Kernel
from linkwright.passes.row_elements import MEASURED, row_elements
from linkwright.runtime.compiled import compiled_kernel
from linkwright.runtime.dependent_columns import independent_columns
from linkwright.runtime.machine import Machine, host
from linkwright.runtime.native_batch import rows_of
from linkwright.runtime.squares import Tiles, squares_code
from linkwright.runtime.threads import Slices, checked_threads, in_threads

_BLOCK = 1 << 16
"""Numbers of one block: half a megabyte, so that it stays in the second-level cache."""
_MOST_STATES = 64
"""States of a block: more gain nothing, fewer pay more often for adding up lanes."""
_LINE = 64
"""Bytes of a cache line."""
_SPANS = 64
"""Sums that are kept apart until the end, at most."""
_LEAST = 1 << 22
"""Instructions of a span, at least: to begin one takes as long as some 100,000."""


@dataclass(frozen=True, eq=False, repr=False)
class Sums:
    """What least squares needs of a linear model tau = Y p at many states.

    YtY:    (n, n), the sum of Y'Y
    Ytau:   (n,), the sum of Y'tau
    tautau: the sum of tau'tau
    count:  states
    """

    YtY: Array
    Ytau: Array
    tautau: float
    count: int

    def __repr__(self) -> str:
        return f"<sums of Y'Y {self.YtY.shape}, Y'tau and tau'tau = {self.tautau:.6g} over {self.count} states>"

    def __add__(self, other: Sums) -> Sums:
        if self.YtY.shape != other.YtY.shape:
            raise InputError(f"sums over {len(self.Ytau)} and {len(other.Ytau)} parameters cannot be added")
        return Sums(self.YtY + other.YtY, self.Ytau + other.Ytau, self.tautau + other.tautau, self.count + other.count)


def _is_regressor(kernel: Kernel) -> bool:
    """Whether its one output has columns that are named after parameters, and depends on states: a vector of them does not."""
    shapes = [p.shape for p in kernel.outputs if p.labels and p.shape and p.shape[-1] == len(p.labels)]
    return (
        kernel.straight
        and len(kernel.outputs) == len(shapes) == 1
        and any(p.name != "parameters" for p in kernel.inputs)
    )


class NormalEquations:
    """sums = f(tau, q, v, a): of a kernel whose one output is Y, (m, n)."""

    def __init__(self, kernel: Kernel, machine: Machine | None = None) -> None:
        if not _is_regressor(kernel):
            raise InputError(
                f"{kernel.name} is no regressor: it has no column per parameter, Y with tau = Y p",
                hint="regressor, base_regressor, identification_regressor, gravity_regressor, momentum_regressor, ...",
            )
        self.name = kernel.name
        self.columns = kernel.outputs[0].shape[-1]
        self._columns = independent_columns(kernel)
        found = row_elements(kernel, self._columns[0])
        self.inputs = {p.name: p for p in found.kernel.inputs}
        (elements,) = found.kernel.outputs
        machine = machine or host()
        self._code = compiled_kernel(found.kernel, "soa", machine)
        self._step = _MOST_STATES
        while self._step > 2 * machine.lanes and self._step * elements.size > _BLOCK:
            self._step //= 2
        self._lanes = machine.lanes
        self._stride = 8 * self._step + _LINE  # columns an odd number of cache lines apart: see native_batch.fresh
        self._tiles = Tiles(found.rows, elements.size, self._stride, machine.lanes)
        pointer, number = ctypes.c_void_p, ctypes.c_int64
        kinds = (*[pointer] * 3, *[number] * 5, *[pointer] * 3, number, pointer)
        self._squares = squares_code(machine)
        self._sums = ctypes.CFUNCTYPE(None, *kinds)(self._squares.address("sums"))
        self._cost = self._tiles.work // machine.lanes + len(found.kernel.code)
        self._elements = elements.size
        self._own = threading.local()

    def __call__(self, measured: Any, *args: Any, threads: int | None = None, **values: Any) -> Sums:
        """measured: (states, m); then the function's own inputs, each for all states or for every one."""
        threads = checked_threads(threads)
        given = self._batches(measured, args, values)
        count = len(next(iter(given.values())))
        span = -(-max(-(-count // _SPANS), _LEAST // self._cost) // self._step) * self._step
        parts: dict[int, Array] = {}
        rows = [rows_of(given[p.name], (count,), (count,), p) for p in self.inputs.values()]

        def work(slices: Slices) -> None:
            for start, stop in slices:
                for first in range(start, stop, max(span, 1)):
                    parts[first] = self._span(rows, first, min(first + span, stop))

        in_threads(work, count, max(span, 1), self._cost, threads)
        return self._whole([parts[first] for first in sorted(parts)], count)

    def _batches(self, measured: Any, args: Sequence[Any], values: Mapping[str, Any]) -> dict[str, Array]:
        ports = self.inputs
        names = [name for name in ports if name != MEASURED]
        given = {MEASURED: measured, **dict(zip(names, args, strict=False)), **values}
        unknown = [name for name in given if name not in ports]
        if len(args) > len(names) or unknown:
            extra = f"{len(args)} inputs" if len(args) > len(names) else f"'{unknown[0]}'"
            raise InputError(f"{self.name} does not take {extra}", hint=f"tau, then {', '.join(names)}")
        arrays = {name: np.asarray(x, dtype=float) for name, x in given.items() if x is not None}
        for name, x in arrays.items():
            shape = ports[name].shape
            if x.ndim - len(shape) not in (0, 1) or x.shape[x.ndim - len(shape) :] != shape:
                what = "tau" if name == MEASURED else name
                raise InputError(
                    f"{self.name}: '{what}' has shape {x.shape}", hint=f"(states, {', '.join(map(str, shape))})"
                )
        arrays = {port.name: x for port, x in read_inputs(self, arrays)}  # type: ignore[arg-type]
        try:
            (count,) = np.broadcast_shapes((1,), *(x.shape[: x.ndim - len(ports[n].shape)] for n, x in arrays.items()))
        except ValueError:
            raise InputError(f"{self.name}: inputs are of different numbers of states") from None
        return {n: np.broadcast_to(x, (count, *ports[n].shape)) for n, x in arrays.items()}

    def _span(self, rows: Sequence[Array], first: int, last: int) -> Array:
        """The sums of tiles, over some states."""
        sums = np.zeros(self._tiles.size)
        buffer, memory = self._room()
        words = ctypes.c_int64 * (len(rows) + 1)
        ports = words(*(r.ctypes.data for r in rows), buffer.ctypes.data)
        apart = words(*(r.strides[0] for r in rows), self._stride)
        blocks, rest = divmod(last - first, self._step)
        for start, count, size in ((first, blocks, self._step), (last - rest, 1, rest)):
            if count and size:
                if size < self._step:  # lanes without a state
                    buffer.fill(0)
                blocks_of = (start, count, size, -(-size // self._lanes))
                room_for = (words(), memory.ctypes.data)
                tiles = (self._tiles.table.ctypes.data, self._tiles.count)
                self._sums(
                    self._code.address("batch"),
                    ports,
                    apart,
                    len(ports),
                    *blocks_of,
                    *room_for,
                    *tiles,
                    sums.ctypes.data,
                )
        return sums

    def _room(self) -> tuple[Array, Array]:
        """Of this thread, kept for its next span: elements and a column of zeros, and what their code needs."""
        found: tuple[Array, Array] | None = getattr(self._own, "room", None)
        if found is None:
            sizes = ((self._elements + 1) * self._stride, self._code.number("memory_size"))
            rooms = [np.zeros(size // 8 + 8) for size in sizes]
            first, second = (r[-r.ctypes.data % _LINE // 8 :] for r in rooms)
            found = self._own.room = first, second
        return found

    def _whole(self, parts: Sequence[Array], count: int) -> Sums:
        total = np.zeros(self._tiles.size)
        for part in parts:
            total += part
        found = self._tiles.matrix(total)
        Z, Ztau = found[:-1, :-1], found[:-1, -1]
        kept, others, K = self._columns
        ZK = Z @ K
        KZK = K.T @ ZK
        YtY, Ytau = np.empty((self.columns, self.columns)), np.empty(self.columns)
        YtY[np.ix_(kept, kept)], YtY[np.ix_(kept, others)], YtY[np.ix_(others, kept)] = Z, ZK, ZK.T
        YtY[np.ix_(others, others)] = (KZK + KZK.T) / 2
        Ytau[kept], Ytau[others] = Ztau, K.T @ Ztau
        return Sums(YtY, Ytau, float(found[-1, -1]), count)
