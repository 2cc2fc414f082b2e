"""Work along time, from samples."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def positive_work(t: Array, power: Array) -> Array:
    """Integral of max(0, power) over t (T,), for rows of samples (..., T).

    Where power stays positive: the corrected trapezoid h (p0 + p1) / 2 + h^2 (p0' - p1') / 12, slopes from the neighbours, of
    fourth order. Where it changes its sign: the triangle above the line through both samples, so that the kink costs no order
    that the samples had.
    """
    step = np.diff(t)
    start, end = power[..., :-1], power[..., 1:]
    gain = np.maximum(start, 0.0) + np.maximum(end, 0.0)
    rest = np.abs(start) + np.abs(end)
    area = gain * (gain / np.where(rest > 0, rest, 1.0))
    if len(t) > 2 and np.all(step > 0):
        slope: Array = np.gradient(power, t, axis=-1)
        smooth = (step / 6) * (slope[..., :-1] - slope[..., 1:])
        area = area + np.where((start > 0) & (end > 0), smooth, 0.0)
    return 0.5 * np.sum(area * step, axis=-1)
