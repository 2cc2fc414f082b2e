"""Checks executed by Python floats: kernels as straight-line code, products and sums by NumPy. No language has a part in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.emit.kernels import interpret
from tests.support.emit import Absent, Accumulate, Case, Check, Multiply, Run, Suite, Transpose, suite
from tests.support.mechanics import QUANTITIES
from tests.support.model import Robot
from tests.support.package import QuantityError, derive
from tests.support.passes import Kernel, schedule


def kernels_of(robot: Robot, names: Sequence[str] | None = None, frame: str | None = None, **form: str) -> list[Kernel]:
    """Unoptimised kernels of all quantities that the robot has in this form."""
    found: list[Kernel] = []
    for name in names if names is not None else QUANTITIES:
        extra = {"frame": frame} if frame and "frame" in QUANTITIES[name].options else {}
        try:
            found.append(schedule(derive(robot, name, **form, **extra)))
        except QuantityError:
            if names is not None:
                raise
    return found


def errors(kernels: Sequence[Kernel], checks: Sequence[Check]) -> list[tuple[Check, float]]:
    """Each check with its relative error."""
    made = suite(checks, kernels, kernels)
    return [(case.check, _error(case, made)) for case in made.cases]


def failures(kernels: Sequence[Kernel], checks: Sequence[Check]) -> list[tuple[str, float]]:
    return [(check.name, error) for check, error in errors(kernels, checks) if not error <= check.tolerance]


def _error(case: Case, made: Suite) -> float:
    results: list[Any] = [None] * len(case.results)
    total, largest = np.zeros(case.size), case.check.floor

    def get(array: Any) -> Any:
        return np.array(made.data[array.index]) if array.given else results[array.index]

    for action in case.actions:
        match action:
            case Run(kernel, inputs, outputs):
                pairs = zip(kernel.inputs, inputs, strict=True)
                values: dict[str, Any] = {p.name: p.defaults if a is None else get(a) for p, a in pairs}
                found = interpret(kernel, values)
                for port, array in zip(kernel.outputs, outputs, strict=True):
                    results[array.index] = np.array(found[port.name])
            case Transpose(source, result, rows, columns):
                results[result.index] = get(source).reshape(rows, columns).T.ravel()
            case Multiply(left, right, result, rows, inner, columns):
                product = get(left).reshape(rows, inner) @ get(right).reshape(inner, columns)
                results[result.index] = product.ravel()
            case Absent(array, mask):
                wrong = np.where(np.isnan(get(array)), 0.0, 1e300)
                results[array.index] = np.where(get(mask) == 1, wrong, get(array))
            case Accumulate(factor, array):
                total = total + factor * get(array)
                largest = max(largest, np.max(np.abs(factor * get(array)), initial=0.0))
    return float(np.max(np.abs(total), initial=0.0) / largest)
