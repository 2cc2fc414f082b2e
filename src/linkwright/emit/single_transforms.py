"""Tolerances, in single precision, of what is asked of a library's derivatives and batches of a function.

Both sides of a check are computed by the library from the function's code, forward or in reverse; each is as far from the
exact value as its code's running error bound says (passes/rounding.py, passes/tangents.py).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel
from linkwright.passes.rounding import Bounded, bounds, nearest_float
from linkwright.passes.tangents import along, gradient

FLOOR = 1e-3
"""Terms smaller than this count as this large."""

Row = Sequence[Bounded]


@dataclass(frozen=True)
class Subject:
    """One output of a function at a state, along a direction; `derivative` of it by the first input, where that is generated.

    step: of the differences that forward mode is compared with
    """

    kernel: Kernel
    output: Port
    state: Mapping[str, Sequence[float]]
    direction: Mapping[str, Sequence[float]]
    step: float
    derivative: tuple[Kernel, Port] | None = None

    def tolerance(self, kind: str) -> float:
        """How far the terms of a check may be from a sum of zero, relative to the largest."""
        asked = {
            "jit": self._same, "vmap": self._states, "forward": self._forward, "reverse": self._reverse,
            "jacobian": self._jacobian,
        }  # fmt: skip
        return asked[kind]()

    def _same(self) -> float:
        return _apart(self._at(0.0), self._at(0.0))

    def _states(self) -> float:
        rows = [x for h in (0.0, 0.1, -0.2) for x in self._at(h)]
        return _apart(rows, rows)

    def _forward(self) -> float:
        h = self.step
        ends = [(8.0, self._at(h)), (-8.0, self._at(-h)), (-1.0, self._at(2 * h)), (1.0, self._at(-2 * h))]
        differences = [
            (
                sum(w * row[k][0] for w, row in ends) / (12.0 * h),
                sum(abs(w) * row[k][1] for w, row in ends) / (12.0 * h),
            )
            for k in range(self.output.size)
        ]
        return _apart(self._change, differences)

    def _reverse(self) -> float:
        weights = [math.cos(k) for k in range(self.output.size)]
        places = [(name, k) for name, row in self.direction.items() for k in range(len(row))]
        back = self._of(gradient(self.kernel, self.output, weights, places))
        rates = [self.direction[name][k] for name, k in places]
        return _apart([_dot(weights, self._change)], [_dot(rates, back)])

    def _jacobian(self) -> float:
        assert self.derivative is not None
        kernel, port = self.derivative
        first = next(iter(self.direction))
        size = len(self.direction[first])
        units = ({first: [float(k == j) for k in range(size)]} for j in range(size))
        columns = [self._of(along(self.kernel, self.output, unit)) for unit in units]
        given = bounds(kernel, self._given(kernel, 0.0))[port.name]
        return _apart([column[k] for k in range(self.output.size) for column in columns], given)

    @cached_property
    def _change(self) -> Row:
        return self._of(along(self.kernel, self.output, self.direction))

    def _of(self, kernel: Kernel) -> Row:
        return bounds(kernel, self._given(self.kernel, 0.0))["change"]

    def _at(self, h: float) -> Row:
        return bounds(self.kernel, self._given(self.kernel, h))[self.output.name]

    def _given(self, kernel: Kernel, h: float) -> dict[str, list[Bounded]]:
        """Inputs, moved by h; what may be left out is."""
        found = {port.name: [nearest_float(x) for x in port.defaults or ()] for port in kernel.inputs}
        moved = {name: zip(row, self.direction[name], strict=True) for name, row in self.state.items()}
        return found | {name: [nearest_float(x + h * d) for x, d in pairs] for name, pairs in moved.items()}


def _dot(x: Sequence[float], y: Row) -> Bounded:
    return sum(a * b for a, (b, _) in zip(x, y, strict=True)), sum(abs(a) * e for a, (_, e) in zip(x, y, strict=True))


def _apart(a: Row, b: Row) -> float:
    """Two rows that are the same but for their bounds, and what differences leave."""
    scale = max((max(abs(x), abs(y)) for (x, _), (y, _) in zip(a, b, strict=True)), default=0.0)
    far = max((abs(x - y) + e + f for (x, e), (y, f) in zip(a, b, strict=True)), default=0.0)
    return far / max(scale, FLOOR)
