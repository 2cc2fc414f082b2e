"""Minimisation by L-BFGS (Nocedal & Wright 2006, algorithm 7.5), where the function may be missing at some places.

A closed robot beyond its reach has no motion, hence no cost: a step that leads there is halved as one that does not descend.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import numpy as np

from linkwright.arrays import AnyArray as Array

Valued = Callable[[Array], tuple[float, Array]]

_DESCENT, _CURVATURE = 1e-4, 0.9
"""Wolfe's conditions."""
_GAIN = 1e-9
"""Of a step, relative to the value: less is no use."""
_KEPT = 30
"""Pairs: as many as a third of the variables of an arm of seven joints."""


def descend(function: Valued, x: Array, iterations: int, flat: float = 1e-8) -> Array:
    """From x (n,) on, until the gradient's entries are below `flat`, steps are no use, iterations are over, or the function
    was asked three times as often. function: value and gradient; a value that is not finite says that there is none."""
    asked = 0

    def counted(x: Array) -> tuple[float, Array]:
        nonlocal asked
        asked += 1
        return function(x)

    value, slope = function(x)
    pairs: deque[tuple[Array, Array, float]] = deque(maxlen=_KEPT)
    for _ in range(iterations):
        if not np.isfinite(value) or np.abs(slope).max(initial=0.0) < flat or asked > 3 * iterations:
            break
        way = _direction(slope, pairs)
        if way @ slope >= 0:  # rounding: begin anew
            pairs.clear()
            way = -slope
        first = 1.0 if pairs else min(1.0, 1 / float(np.abs(slope).sum()))
        found = _step(counted, x, value, slope, way, first)
        if found is None:
            if not pairs:
                break
            pairs.clear()
            continue
        before = value
        step, value, after = found
        s, y = step * way, after - slope
        if (bend := float(s @ y)) > 1e-12 * float(y @ y):
            pairs.append((s, y, bend))
        x, slope = x + s, after
        if before - value < _GAIN * max(1.0, abs(value)):
            break
    return x


def _direction(slope: Array, pairs: deque[tuple[Array, Array, float]]) -> Array:
    """Minus the gradient times an estimate of the inverse Hessian, from pairs of steps and changes of the gradient."""
    way = -slope
    shares: list[float] = []
    for s, y, bend in reversed(pairs):
        shares.append(float(s @ way) / bend)
        way = way - shares[-1] * y
    if pairs:
        _, y, bend = pairs[-1]
        way = way * (bend / float(y @ y))
    for (s, y, bend), share in zip(pairs, reversed(shares), strict=True):
        way = way + (share - float(y @ way) / bend) * s
    return way


def _step(
    function: Valued, x: Array, value: float, slope: Array, way: Array, step: float
) -> tuple[float, float, Array] | None:
    """A step that descends enough and ends where the slope is flatter, by bisection between bounds; or None."""
    low, high, down = 0.0, np.inf, float(way @ slope)
    best: tuple[float, float, Array] | None = None
    for _ in range(25):
        there, after = function(x + step * way)
        if not (np.isfinite(there) and there <= value + _DESCENT * step * down):
            high = step
        else:
            best = step, there, after
            if float(way @ after) >= _CURVATURE * down:
                return best
            low = step
        step = (low + high) / 2 if np.isfinite(high) else 2 * step
        if best is not None and low > 0 and high / low < 1.1:
            break
    return best
