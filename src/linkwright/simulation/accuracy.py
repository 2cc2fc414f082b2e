"""How exact functions in single precision are: beside the same functions in double precision, at random states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.kernels import kernel
from linkwright.mechanism import find_quantity
from linkwright.narrowing import is_dict
from linkwright.request import Request
from linkwright.runtime import native
from linkwright.simulation.states import inputs_of

if TYPE_CHECKING:
    from linkwright.mechanism import Mechanism

STATES = 2_000
_OF_SOLVERS = ("iterations", "residual")
"""Outputs that tell how a solver fared: what is left of an error is no result, and rounding is all of it."""


@dataclass(frozen=True)
class Accuracy:
    """Errors of results: the largest difference of an element, relative to the largest element of that state's result.

    Of several outputs the worst counts. Elements without a number in double precision are left out, and so are states that have
    no others; where only single precision has no number, the error is infinite. Without any state there is no error: NaN.
    """

    quantity: str
    states: int
    largest: float
    median: float


def accuracy(mechanism: Mechanism, quantity: str, states: int = STATES, **extra: Any) -> Accuracy:
    """Of a function in float32, at states that floats hold exactly. extra: options of the quantity, as frame="tool"."""
    name = find_quantity(mechanism, quantity).name
    single = kernel(mechanism, name, Request(real="float32"), **extra)
    double = kernel(mechanism, name, Request(), **extra)
    given = [np.asarray(x, np.float32) for x in inputs_of(mechanism, double, states, extra.get("base"))]
    worst = np.full(states, np.nan)
    rough, exact = (
        _outputs(native(k, later=True, real=r), given) for k, r in ((single, "float32"), (double, "float64"))
    )
    for port, found, true in zip(double.outputs, rough, exact, strict=True):
        if port.name not in _OF_SOLVERS and port.size:
            worst = np.fmax(worst, _errors(found, true))
    worst = worst[~np.isnan(worst)]
    largest, median = (float(np.max(worst)), float(np.median(worst))) if len(worst) else (np.nan, np.nan)
    return Accuracy(name, len(worst), largest, median)


def _outputs(function: Any, given: list[Any]) -> list[Any]:
    """Results, a row per state."""
    found = function(*given)
    named: dict[str, Any] = found if is_dict(found) else {"": found}
    return [y.reshape(len(y), -1) for y in named.values()]


def _errors(found: Any, true: Any) -> Any:
    """One per state; where there is no number, nan."""
    known = np.isfinite(true)
    scale = np.max(np.abs(true), axis=1, where=known, initial=0.0)
    with np.errstate(all="ignore"):
        apart = np.where(np.isfinite(found), np.abs(found - true), np.inf)
    worst = np.max(apart, axis=1, where=known, initial=0.0) / np.where(scale > 0, scale, 1.0)
    return np.where(known.any(axis=1), worst, np.nan)
