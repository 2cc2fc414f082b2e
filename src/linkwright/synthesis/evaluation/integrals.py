"""Work along time, from samples."""

from __future__ import annotations

import numpy as np

from linkwright.arrays import AnyArray as Array


def positive_work(t: Array, power: Array) -> Array:
    """Integral of max(0, power) over t (T,), for rows of samples (..., T).

    Between two samples power is a straight line and a parabola on it, p0 + (p1 - p0) s + h (p0' - p1') s (1 - s) / 2, slopes
    from the neighbours. It counts over the share b of the step in which the line is positive:
    h b (max(0, p0) + max(0, p1)) / 2 + h^2 (p0' - p1') (b^2 / 2 - b^3 / 3) / 2; of fourth order where power keeps its sign.
    """
    step = np.diff(t)
    gain = np.maximum(power, 0.0)
    area = gain[..., :-1] + gain[..., 1:]
    share = np.minimum(power[..., :-1], power[..., 1:]) >= 0
    crossing = (area > 0) & ~share
    share = share.astype(float)
    share[crossing] = area[crossing] / (np.abs(power[..., :-1][crossing]) + np.abs(power[..., 1:][crossing]))
    area *= share
    if len(t) > 2 and np.all(step > 0):
        slope: Array = np.gradient(power, step[0] if np.ptp(step) <= 1e-9 * step[0] else t, axis=-1)
        bend = slope[..., :-1] - slope[..., 1:]
        bend *= step
        bend *= share * share * (0.5 - share / 3)
        area += bend
    area *= step
    return 0.5 * np.sum(area, axis=-1)
