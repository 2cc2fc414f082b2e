"""Checks of functions in single precision: each with a tolerance that follows from what its functions compute.

The bound of a check's sum comes from running error analysis of the functions at its sample state (passes/rounding.py); what the
check expects has no part in it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from linkwright.emit.checks import (
    Absent,
    Accumulate,
    Action,
    Array,
    Case,
    Check,
    Multiply,
    Run,
    Suite,
    Transpose,
    suite,
)
from linkwright.passes.kernel import Kernel
from linkwright.passes.rounding import Bounded, bounds, nearest_float

LOOSEST = 0.02
"""A check that rounding may fail by more than this, relative to its terms, is left out: it would say little."""


def in_single(checks: Sequence[Check], kernels: Sequence[Kernel]) -> tuple[Check, ...]:
    """The checks whose functions are all there, with the tolerances of floats. Left out are those that hang on which way an
    operation is rounded: whether a solution that two others meet in exists, which of two branches is taken."""
    made = suite(checks, kernels, kernels)
    judged = ((case.check, _Judged(made, case).tolerance()) for case in made.cases)
    return tuple(replace(check, tolerance=tolerance) for check, tolerance in judged if tolerance <= LOOSEST)


def untested(checks: Sequence[Check], kernels: Sequence[Kernel]) -> list[str]:
    """Functions whose first result is tested in double precision, and in single by no check that is left: of the poses of
    an arm those without a solution would still be counted right."""
    lost = _tested(checks) - _tested(in_single(checks, kernels))
    return [kernel.name for kernel in kernels if (kernel.name, kernel.outputs[0].name) in lost]


def _tested(checks: Sequence[Check]) -> set[tuple[str, str]]:
    """Functions and results that checks look at."""
    return {(call.function, result) for check in checks for call in check.calls for result, _ in call.outputs}


@dataclass
class _Judged:
    """One case, run with bounds: its sum and the largest of its terms."""

    suite: Suite
    case: Case
    results: dict[int, list[Bounded]] = field(default_factory=dict[int, list[Bounded]])

    def tolerance(self) -> float:
        scale = self.case.check.floor
        errors = [0.0] * self.case.size
        for action in self.case.actions:
            if not isinstance(action, Accumulate):
                self._do(action)
                continue
            terms = self._get(action.array)
            scale = max(scale, *(abs(action.factor * x) for x, _ in terms), 0.0)
            errors = [total + abs(action.factor) * e for total, (_, e) in zip(errors, terms, strict=True)]
        largest = max(errors, default=0.0)
        return max(largest / scale, self.case.check.tolerance) if math.isfinite(largest + scale) else math.inf

    def _get(self, array: Array) -> list[Bounded]:
        """Given numbers are exact in a check's own sums; functions are given the floats next to them."""
        return [(x, 0.0) for x in self.suite.data[array.index]] if array.given else self.results[array.index]

    def _do(self, action: Action) -> None:
        match action:
            case Run(kernel, inputs, outputs):
                given = dict(self._given(kernel, inputs))
                found = bounds(kernel, given)
                if kernel.lanes is not None:  # the legs' code, which is written where there are vectors
                    other = bounds(kernel.lanes, given)
                    found = {
                        name: [(x, max(e, other[name][k][1])) for k, (x, e) in enumerate(row)]
                        for name, row in found.items()
                    }
                for port, array in zip(kernel.outputs, outputs, strict=True):
                    self.results[array.index] = found[port.name]
            case Transpose(source, result, rows, columns):
                x = self._get(source)
                self.results[result.index] = [x[i * columns + j] for j in range(columns) for i in range(rows)]
            case Multiply(left, right, result, rows, inner, columns):
                x, y = self._get(left), self._get(right)
                self.results[result.index] = [
                    _dot(x[i * inner : (i + 1) * inner], y[j::columns]) for i in range(rows) for j in range(columns)
                ]
            case Absent(array, mask):
                absent = self._get(mask)
                self.results[array.index] = [
                    (0.0, 0.0 if math.isnan(x) and not e else math.inf) if gone else (x, e)
                    for (x, e), (gone, _) in zip(self._get(array), absent, strict=True)
                ]
            case Accumulate():
                raise AssertionError("sums are the caller's")

    def _given(self, kernel: Kernel, inputs: Sequence[Array | None]) -> Iterator[tuple[str, list[Bounded]]]:
        for port, array in zip(kernel.inputs, inputs, strict=True):
            if array is None:
                yield port.name, [nearest_float(x) for x in port.defaults or ()]
            else:
                yield port.name, [nearest_float(x) for x, _ in self._get(array)] if array.given else self._get(array)


def _dot(x: Sequence[Bounded], y: Sequence[Bounded]) -> Bounded:
    """A row times a column, in doubles."""
    pairs = list(zip(x, y, strict=True))
    return sum(a * b for (a, _), (b, _) in pairs), sum(abs(a) * f + abs(b) * e + e * f for (a, e), (b, f) in pairs)
