"""A filter without phase, and derivatives of what comes out of it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

REACH = 3
"""Samples on each side that a derivative needs."""
_FIRST = (45 / 60, -9 / 60, 1 / 60)
_SECOND = (-490 / 180, 270 / 180, -27 / 180, 2 / 180)
"""Central differences of seven points, right to the sixth order (Fornberg 1988)."""


def low_pass(x: Array, dt: float, cutoff: float, order: int) -> Array:
    """A column through a Butterworth filter, forward and backward; the ends are mirrored for one and a half periods."""
    if cutoff == math.inf or len(x) < 2:
        return x
    from scipy.signal import butter, sosfiltfilt  # SciPy takes a while

    sections = butter(order, cutoff, fs=1 / dt, output="sos")
    found: Array = sosfiltfilt(sections, x, padlen=min(len(x) - 1, math.ceil(1.5 / (cutoff * dt))))
    return found


def touched(dt: float, cutoff: float) -> int:
    """Samples at an end that the filter gets wrong, since it does not know what comes behind: a period of the cut-off."""
    return 0 if cutoff == math.inf else math.ceil(1 / (cutoff * dt))


def noise_share(dt: float, cutoff: float, order: int) -> float:
    """Part of the power of white noise that the filter leaves: the mean of |H|^4, as H acts twice."""
    if cutoff == math.inf:
        return 1.0
    from scipy.signal import butter, sosfreqz

    _, response = sosfreqz(butter(order, cutoff, fs=1 / dt, output="sos"), 1 << 14)
    return float(np.mean(np.abs(response) ** 4))


def first_derivative(x: Array, dt: float) -> Array:
    """Along the first axis; the three values at each end are nan."""
    found = np.full_like(x, np.nan)
    inner = found[REACH:-REACH]
    inner[...] = 0.0
    for k, weight in enumerate(_FIRST, 1):
        inner += (weight / dt) * (x[REACH + k : len(x) - REACH + k] - x[REACH - k : len(x) - REACH - k])
    return found


def second_derivative(x: Array, dt: float) -> Array:
    """Along the first axis; the three values at each end are nan."""
    found = np.full_like(x, np.nan)
    inner = found[REACH:-REACH]
    inner[...] = (_SECOND[0] / dt**2) * x[REACH:-REACH]
    for k, weight in enumerate(_SECOND[1:], 1):
        inner += (weight / dt**2) * (x[REACH + k : len(x) - REACH + k] + x[REACH - k : len(x) - REACH - k])
    return found
