"""Times of samples: how even they are, which samples are missing or say nothing, and values at even times.

Stamps of a logger jitter, samples are lost, and a row is written twice when no new one came. Values at even times, which a
filter needs, come from a cubic spline through the rows that are good.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from linkwright.arrays import Array, Indices, Truth
from linkwright.errors import InputError
from linkwright.measurements.recording import Recording

LOST = 1.5
"""Steps of time, in usual ones, from which on samples are missing."""
_CLOSE = 0.3
"""Steps of time below which two samples count as one: a spline through both would swing."""
_EVEN = 0.02
"""Deviation from even times, in steps, up to which samples are taken as they are."""
_MOST = 20
"""Even times for each sample."""
_STALE = 5
"""Rows alike, one below the other, up to which the logger is said to have written one twice; longer ones are rest."""


def usual_step(t: Array) -> float:
    """Seconds between samples: over eight steps, so that stamps that are rounded to few digits say it too."""
    many = min(8, len(t) - 1)
    return float(np.median((t[many:] - t[:-many]) / many))


def ordered(recording: Recording) -> None:
    """Complain about times that go back."""
    back = np.flatnonzero(np.diff(recording.t) < 0)
    if len(back):
        k = int(back[0])
        what = f"time goes back {len(back)} times, first from {recording.t[k]:g} s to {recording.t[k + 1]:g} s at row {k + 2}"
        raise InputError(what, recording.name, "sort the rows by time, or give each run as a file of its own")


def finite_rows(recording: Recording) -> Truth:
    """Rows in which nothing is missing."""
    found = np.isfinite(recording.t)
    for block in recording.blocks().values():
        for column in block.T:  # column by column: a mask of a whole block is large
            found &= np.isfinite(column)
    return found


def repeated_rows(recording: Recording) -> Truth:
    """Rows that say the same as the one above them, in every number but the time, nan included."""
    same = np.ones(len(recording.t), dtype=bool)
    same[0] = False
    for block in recording.blocks().values():
        for column in block.T:
            same[1:] &= column[1:] == column[:-1]
    return same


def stale_rows(recording: Recording) -> Truth:
    """Repeated rows in short runs: the machine moved on, the logger did not."""
    same = repeated_rows(recording)
    starts = np.flatnonzero(same & ~np.append(False, same[:-1]))
    ends = np.flatnonzero(same & ~np.append(same[1:], False))
    for start, end in zip(starts, ends, strict=True):
        if end - start + 1 > _STALE:
            same[start : end + 1] = False
    return same


def lost_steps(t: Array, dt: float) -> Indices:
    """Number of samples that are missing after each, from the times: where a step is long and its neighbours do not make up for
    it, as they do for a stamp that came late."""
    steps = np.diff(t) / dt
    wider = np.pad(steps, 1, constant_values=1.0)
    around = wider[:-2] + steps + wider[2:]
    return np.where((steps > LOST) & (around > 2 + LOST), np.rint(steps) - 1, 0).astype(np.intp)


@dataclass(frozen=True, eq=False)
class Clock:
    """Even times, in stretches without long gaps.

    t:          times of the rows that are used
    rows:       which rows of the recording these are
    dt:         seconds between even times
    stretches:  (first row, end) in t of each stretch
    even:       whether t is even already
    lost, repeated, close: samples that are missing, rows that say the same, and rows too close to the one above
    longest:    seconds of the longest gap
    """

    t: Array
    rows: Indices
    dt: float
    stretches: tuple[tuple[int, int], ...]
    even: bool
    lost: int
    repeated: int
    close: int
    longest: float

    def grid(self, stretch: tuple[int, int]) -> Array:
        """Even times of a stretch."""
        start, end = stretch
        if self.even:
            return self.t[start:end]
        count = int((self.t[end - 1] - self.t[start]) / self.dt + 1e-9) + 1
        return self.t[start] + self.dt * np.arange(count)

    def at_even_times(self, column: Array, stretch: tuple[int, int]) -> Array:
        """Values of one column of the recording along a stretch."""
        from scipy.interpolate import CubicSpline  # SciPy takes a while

        start, end = stretch
        values = np.asarray(column[self.rows[start:end]], dtype=float)
        if self.even:
            return values
        found: Array = CubicSpline(self.t[start:end], values)(self.grid(stretch))
        return found


def good_rows(recording: Recording) -> tuple[Truth, float]:
    """Rows in which nothing is missing, and the usual step between them; complains where there is no such thing."""
    ordered(recording)
    good = finite_rows(recording)
    if good.sum() < 2:
        raise InputError("no two rows have all their numbers", recording.name, "leave out the columns that are empty")
    dt = usual_step(recording.t[good])
    if not dt > 0:
        raise InputError("the times of most samples are the same", recording.name, "give a column of time that counts")
    return good, dt


def clock_of(recording: Recording, gap: float) -> Clock:
    """Even times of a recording; steps of more than `gap` seconds part it into stretches."""
    good, dt = good_rows(recording)
    close = np.diff(recording.t, prepend=-np.inf) < _CLOSE * dt
    whole = good & ~close
    lost = lost_steps(recording.t[whole], dt)
    stale = stale_rows(recording)
    stale &= whole
    rows = np.flatnonzero(whole & ~stale)
    t = recording.t[rows]
    breaks = [0, *(np.flatnonzero(_gaps(recording.t, whole, rows) > gap) + 1), len(t)]
    stretches = tuple((int(a), int(b)) for a, b in pairwise(breaks) if b - a > 3)
    count = sum((t[b - 1] - t[a]) / dt for a, b in stretches)
    if count > _MOST * len(t):
        what = f"times are too uneven: mostly {dt:.3g} s apart, {count:.3g} steps for {len(t)} samples"
        raise InputError(what, recording.name, "give a shorter gap= that parts the recording, or other times")
    even = all(_is_even(t[a:b], dt) for a, b in stretches) and not np.any(stale)
    if even and stretches:
        a, b = max(stretches, key=lambda x: x[1] - x[0])
        dt = float((t[b - 1] - t[a]) / (b - 1 - a))
    longest = float(np.max(np.diff(recording.t[whole]), initial=0.0))
    return Clock(t, rows, dt, stretches, even, int(lost.sum()), int(stale.sum()), int((close & good).sum()), longest)


def _gaps(t: Array, whole: Truth, rows: Indices) -> Array:
    """Longest step between neighbours of the used rows, stale ones counted as there."""
    every = np.flatnonzero(whole)
    steps = np.diff(t[every])
    at = np.searchsorted(every, rows)
    return np.maximum.reduceat(steps, at[:-1]) if len(rows) > 1 else np.zeros(0)


def _is_even(t: Array, dt: float) -> bool:
    step = (t[-1] - t[0]) / (len(t) - 1)
    off = np.max(np.abs(t - t[0] - step * np.arange(len(t))))
    return bool(off <= _EVEN * step and abs(step - dt) <= _EVEN * dt)
