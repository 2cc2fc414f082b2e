"""A filter without phase, and derivatives of what comes out of it."""

from __future__ import annotations

import math

import numpy as np

from linkwright.arrays import Array

REACH = 3
"""Samples on each side that a derivative needs."""
_BEYOND = 3
"""Periods of the cut-off that are added before the first sample and behind the last: the filter forgets nearly all in them."""
_FEWEST = 8
"""Samples below which nothing is filtered."""
_FIRST = (45 / 60, -9 / 60, 1 / 60)
_SECOND = (-490 / 180, 270 / 180, -27 / 180, 2 / 180)
"""Central differences of seven points, right to the sixth order (Fornberg 1988)."""


def low_pass(x: Array, dt: float, cutoff: float, order: int) -> Array:
    """A column through a Butterworth filter, forward and backward."""
    if cutoff == math.inf or len(x) < _FEWEST:
        return x
    from scipy.signal import butter, sosfiltfilt  # SciPy takes a while

    period = math.ceil(1 / (cutoff * dt))
    more = min(_BEYOND * period, len(x) - 1)
    near = min(max(period, _FEWEST), len(x))
    longer = np.concatenate([_before(x, near, more), x, _before(x[::-1], near, more)[::-1]])
    sections = butter(order, cutoff, fs=1 / dt, output="sos")
    found: Array = sosfiltfilt(sections, longer, padtype=None)
    return found[more : more + len(x)]


def _before(x: Array, near: int, more: int) -> Array:
    """Values that a column might have had before it begins: mirrored at its first point, as 2 x(0) - x(s), which keeps the odd
    derivatives; plus c s^2, which keeps the second one, c. Without it accelerations at the ends are wrong for three periods.

    near: samples from which value and curvature at the start are taken, by a cubic of least squares
    """
    s = np.arange(near) / near
    powers = np.vander(s, 4, increasing=True)
    (start, _, half, _), *_ = np.linalg.lstsq(powers, x[:near], rcond=None)
    back = np.arange(1, more + 1)
    mirrored: Array = 2 * start - x[1 : more + 1] + 2 * half * (back / near) ** 2
    return mirrored[::-1]


def touched(dt: float, cutoff: float) -> int:
    """Samples at an end that the filter gets wrong, as it knows nothing beyond it: one and a half periods of the cut-off,
    after which accelerations of a motion of a tenth of that frequency are wrong by less than 1e-3."""
    return 0 if cutoff == math.inf else math.ceil(1.5 / (cutoff * dt))


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
