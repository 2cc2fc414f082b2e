"""Y'Y and Y'tau of many states, without ever storing Y: rows are computed by blocks that stay in the cache, and consumed there.

Sums have a fixed order: a state's block, a block's span and the order of spans depend on how many states there are, not on how
many threads compute them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.passes.kernel import Kernel
from linkwright.passes.stacked import MEASURED, stacked
from linkwright.runtime.native_function import native
from linkwright.runtime.threads import Slices, in_threads

_BLOCK = 1 << 15
"""Numbers of one block: a quarter of a megabyte, so that it stays in the second-level cache."""
_SPANS = 64
"""Sums that are kept apart until the end, at most."""


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

    def __init__(self, kernel: Kernel) -> None:
        if not _is_regressor(kernel):
            raise InputError(
                f"{kernel.name} is no regressor: it has no column per parameter, Y with tau = Y p",
                hint="regressor, base_regressor, identification_regressor, gravity_regressor, momentum_regressor, ...",
            )
        made, self.stacks = stacked(kernel)
        self.name = kernel.name
        self.columns = kernel.outputs[0].shape[-1]
        self._rows = native(made, later=True)
        size = sum(p.size for p in made.outputs)
        self._step = max(64, _BLOCK // max(size, 1) // 64 * 64)

    def __call__(self, measured: Any, *args: Any, threads: int | None = None, **values: Any) -> Sums:
        """measured: (states, m); then the function's own inputs, each for all states or for every one."""
        given = self._batches(measured, args, values)
        count = len(next(iter(given.values())))
        span = -(-count // (_SPANS * self._step)) * self._step
        parts: dict[int, list[Array]] = {}

        def work(slices: Slices) -> None:
            for start, stop in slices:
                for first in range(start, stop, max(span, 1)):
                    parts[first] = self._span(given, first, min(first + span, stop))

        cost = sum(len(s.rows) * (len(s.columns) + 1) ** 2 // 8 for s in self.stacks) + len(self._rows.kernel.code)
        in_threads(work, count, max(span, 1), cost, threads)
        return self._whole([parts[first] for first in sorted(parts)], count)

    def _batches(self, measured: Any, args: Sequence[Any], values: Mapping[str, Any]) -> dict[str, Array]:
        ports = self._rows.inputs
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
        try:
            (count,) = np.broadcast_shapes((1,), *(x.shape[: x.ndim - len(ports[n].shape)] for n, x in arrays.items()))
        except ValueError:
            raise InputError(f"{self.name}: inputs are of different numbers of states") from None
        return {n: np.broadcast_to(x, (count, *ports[n].shape)) for n, x in arrays.items()}

    def _span(self, given: Mapping[str, Array], first: int, last: int) -> list[Array]:
        """X'X of each stack, over some states."""
        sums = [np.zeros((len(s.columns) + 1,) * 2) for s in self.stacks]
        names = list(self._rows.outputs)
        room = {n: np.empty((min(self._step, last - first), *p.shape)) for n, p in self._rows.outputs.items()}
        for start in range(first, last, self._step):
            stop = min(start + self._step, last)
            out = {n: x[: stop - start] for n, x in room.items()}
            target = out if len(out) > 1 else out[names[0]]
            self._rows(**{n: x[start:stop] for n, x in given.items()}, out=target, threads=1)
            for total, name in zip(sums, names, strict=True):
                X = out[name].reshape(-1, total.shape[0])
                total += X.T @ X  # of a matrix with itself: half the work, and exactly symmetric
        return sums

    def _whole(self, parts: Sequence[Sequence[Array]], count: int) -> Sums:
        whole = np.zeros((self.columns + 1,) * 2)
        for k, stack in enumerate(self.stacks):
            total = np.zeros((len(stack.columns) + 1,) * 2)
            for part in parts:
                total += part[k]
            place = [*stack.columns, self.columns]
            whole[np.ix_(place, place)] += total
        return Sums(whole[:-1, :-1].copy(), whole[:-1, -1].copy(), float(whole[-1, -1]), count)
