"""The frequency up to which a recording is motion, and from which on it is noise."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import Array
from linkwright.measurements.clock import usual_step

if TYPE_CHECKING:
    from collections.abc import Sequence

POWER = 0.9999
"""Of the positions' power that counts as motion: what is left are 1 % of the amplitudes."""
LEAST, MOST = 5.0, 10.0
"""Times the highest frequency of the motion. A Butterworth filter of order 4, run forward and backward, changes amplitudes at a
fifth of its cut-off by 3e-6; ten times lets more of the jumps of friction through, and is taken where noise allows it.
Of a Panda (1 kHz, motion below 0.46 Hz) unfiltered torques, held out, were predicted to 2.8 % with 1.5 Hz, 2.7 % with 4.6 Hz,
2.9 % with 10 Hz and 3.6 % with 15 Hz."""
_PAUSE = 100
"""Steps without a sample that part a recording; the longest part is looked at."""
NOISE = 0.03
"""Of accelerations, in parts of their size, that is allowed above LEAST."""
_REST = 1e-3
"""Of the largest motion, below which a joint is at rest."""


@dataclass(frozen=True)
class Cutoff:
    """Hz, and how they were chosen, in words."""

    frequency: float
    words: str


def chosen_cutoff(t: Array, q: Array, names: Sequence[str]) -> Cutoff:
    """From the spectra of the positions q (N, n) at ascending times t."""
    dt = usual_step(t)
    pauses = np.concatenate([[0], np.flatnonzero(np.diff(t) > _PAUSE * dt) + 1, [len(t)]])
    longest = int(np.argmax(np.diff(pauses)))
    t, q = t[pauses[longest] : pauses[longest + 1]], q[pauses[longest] : pauses[longest + 1]]
    grid = t[0] + dt * np.arange(int((t[-1] - t[0]) / dt) + 1)
    spread = np.ptp(q, axis=0)
    moving = [k for k in range(q.shape[1]) if spread[k] > _REST * np.max(spread)]
    highest = 0.2 / dt
    if not moving or len(grid) < 16:
        return Cutoff(highest, f"cut-off {highest:.3g} Hz, a fifth of the samples' rate: there is no motion to go by")
    bands = [_band(np.asarray(np.interp(grid, t, q[:, k]), dtype=np.float64), dt) for k in moving]
    fastest = max(range(len(moving)), key=lambda k: bands[k][0])
    motion, quiet = bands[fastest][0], min(band[1] for band in bands)
    found = float(np.clip(quiet, LEAST * motion, MOST * motion))
    words = (
        f"{100 * POWER:g} % of the power of the positions is below {motion:.3g} Hz ({names[moving[fastest]]}); "
        f"cut-off {found / motion:.2g} times that"
    )
    bounded = float(np.clip(found, 3 / (grid[-1] - grid[0]), highest))
    if bounded != found:
        words = f"{words}, bounded by {'the rate' if bounded == highest else 'the duration'} of the samples"
    return Cutoff(bounded, f"{words}: {bounded:.3g} Hz")


def _band(x: Array, dt: float) -> tuple[float, float]:
    """Highest frequency of a motion, and the one up to which its acceleration has little noise: white noise of density n has
    n (2 pi)^4 f^5 / 5 in the acceleration below f."""
    from scipy.fft import next_fast_len, rfft

    count = len(x)
    flat: Array = x - (x[0] + (x[-1] - x[0]) * np.arange(count) / (count - 1))
    spectrum = np.abs(rfft((flat - np.mean(flat)) * np.hanning(count), next_fast_len(count, real=True))) ** 2
    f = np.arange(len(spectrum)) / (2 * (len(spectrum) - 1) * dt)
    above = (f > 0.05 / dt) & (f < 0.2 / dt)
    noise = float(np.median(spectrum[above]) / np.log(2))  # the mean of powers of noise, by their median
    signal = np.maximum(spectrum - 4 * noise, 0)
    summed = np.cumsum(signal)
    motion = float(f[np.searchsorted(summed, POWER * summed[-1])])
    below = f <= 2 * motion
    hard = float(np.sum(signal[below] * f[below] ** 4))
    quiet = (5 * NOISE**2 * hard * float(f[1]) / noise) ** 0.2 if noise > 0 else math.inf
    return max(motion, float(f[1])), quiet
