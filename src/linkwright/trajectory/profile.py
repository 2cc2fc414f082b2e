"""Profile: one coordinate along time, in pieces of constant jerk; the fastest one from rest to rest.

With bounds on velocity, acceleration and jerk it has at most seven pieces: the acceleration is two trapezoids, of opposite sign
(Biagiotti & Melchiorri 2008, section 3.4). Everything that is asked of it is evaluated from its polynomials.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isinf
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.trajectory.spans import spans_of

_NO_PIECE = 1e-15
"""Pieces shorter than this part of the duration are rounding."""


@dataclass(frozen=True)
class Profile:
    """A coordinate along time, from t = 0; before that it is at its start, after its last piece at its end, and at rest.

    times:  (k + 1,) at which pieces begin, and the last one ends
    starts: (k, 4) position, velocity, acceleration and jerk at the beginning of each piece
    begin, end: (4,) the same at t = 0 and at the last time; the jerk of the end is 0
    """

    times: Array
    starts: Array
    begin: Array
    end: Array

    @property
    def duration(self) -> float:
        """Seconds."""
        return float(self.times[-1])

    def at(self, t: Array) -> Array:
        """Position, velocity, acceleration, jerk: (n, 4)."""
        k = np.searchsorted(self.times, t, side="right") - 1
        last = len(self.starts) - 1
        found = np.zeros((len(t), 4))
        inside = (k >= 0) & (k <= last)
        found[inside] = _moved(self.starts[k[inside]], t[inside] - self.times[k[inside]])
        found[k < 0, 0] = self.begin[0]
        found[k > last, 0] = self.end[0]
        found[t == self.times[-1]] = self.end
        return found

    def stretched(self, factor: float) -> Profile:
        """The same way in `factor` times the time."""
        rates = np.array([1.0, factor, factor**2, factor**3])
        return Profile(self.times * factor, self.starts / rates, self.begin / rates, self.end / rates)

    def times_distance(self, distance: float) -> Profile:
        """All positions, and their rates, `distance` times as large."""
        return Profile(self.times, self.starts * distance, self.begin * distance, self.end * distance)

    def plus(self, other: Profile, delay: float) -> Profile:
        """The sum with another that begins `delay` later; the other begins at zero."""
        times = np.union1d(self.times, other.times + delay)
        keep = np.append(np.diff(times) > _NO_PIECE * times[-1], True)
        times = times[keep]
        middle = (times[:-1] + times[1:]) / 2
        back = times[:-1] - middle
        starts = _moved(self.at(middle) + other.at(middle - delay), back)  # of its polynomial: at a knot `at` knows two
        if delay > 0 and len(starts) and len(self.starts):
            starts[0] = self.starts[0]  # without rounding
        begin = self.begin if delay > 0 or not len(starts) else starts[0]
        end = other.end + np.array([self.end[0], 0, 0, 0])
        return Profile(times, starts, begin, end)

    def peaks(self) -> Array:
        """Largest absolute velocity, acceleration and jerk, exactly."""
        if not len(self.starts):
            return np.zeros(3)
        spans = np.diff(self.times)
        ends = _moved(self.starts, spans)
        a, j = self.starts[:, 2], self.starts[:, 3]
        turn = np.clip(
            np.divide(-a, j, out=np.zeros_like(a), where=j != 0), 0, spans
        )  # where the acceleration vanishes
        return np.max(np.abs(np.vstack([self.starts, ends, _moved(self.starts, turn)])[:, 1:]), axis=0)


def times_of(t: Any) -> Array:
    """One time, or several, as an array."""
    times = np.atleast_1d(np.array(t, dtype=float))
    if times.ndim != 1 or not np.all(np.isfinite(times)):
        raise InputError("times of a trajectory must be finite numbers in a row", hint="such as trajectory.at(0.5)")
    return times


def _moved(state: Array, t: Array) -> Array:
    """States (n, 4) after times t of constant jerk."""
    p, v, a, j = state.T
    return np.column_stack([p + t * (v + t * (a / 2 + t * j / 6)), v + t * (a + t * j / 2), a + t * j, j])


def at_rest(position: float = 0.0) -> Profile:
    """No motion at all."""
    here = np.array([position, 0.0, 0.0, 0.0])
    return Profile(np.zeros(1), np.zeros((0, 4)), here, here)


def from_pieces(spans: Array, jerks: Array, begin: Array, end: Array) -> Profile:
    """Pieces of given lengths and jerks, one after the other. begin, end: position, velocity, acceleration."""
    keep = spans > 0
    spans, jerks = spans[keep], jerks[keep]
    state, starts = np.array([[*begin, 0.0]]), np.zeros((len(spans), 4))
    for k, (span, jerk) in enumerate(zip(spans, jerks, strict=True)):
        state[0, 3] = jerk
        starts[k] = state[0]
        state = _moved(state, np.array([span]))
    first = starts[0] if len(starts) else np.array([*begin, 0.0])
    return Profile(np.concatenate([[0.0], np.cumsum(spans)]), starts, first, np.array([*end, 0.0]))


def rest_to_rest(distance: float, velocity: float, acceleration: float, jerk: float) -> Profile:
    """The fastest motion over a distance, from rest to rest; bounds may be infinite, not both acceleration and jerk."""
    if distance == 0:
        return at_rest()
    if distance < 0:
        return rest_to_rest(-distance, velocity, acceleration, jerk).times_distance(-1.0)
    rise, hold, cruise = spans_of(distance, velocity, acceleration, jerk)
    third, top = (0.0, acceleration) if isinf(jerk) else (jerk, jerk * rise)
    spans = np.array([rise, hold, rise])
    jerks = np.array([third, 0.0, -third])
    state, starts, ends = np.zeros((1, 4)), np.zeros((3, 4)), np.zeros((3, 4))
    for k in range(3):
        state[0, 2:] = (0.0, top, top)[k], jerks[k]
        starts[k] = state[0]
        ends[k] = state[0] = _moved(state, spans[k : k + 1])[0]
    middle = [[ends[2, 0], ends[2, 1], 0.0, 0.0]]
    mirrored = ends[::-1] * np.array([-1.0, 1.0, -1.0, 1.0]) + np.array([distance, 0.0, 0.0, 0.0])
    every = np.concatenate([spans, [cruise], spans])
    rows = np.concatenate([starts, middle, mirrored])
    keep = every > _NO_PIECE * np.sum(every)
    end = np.array([distance, 0.0, 0.0, 0.0])
    times = np.concatenate([[0.0], np.cumsum(every[keep])])
    return Profile(times, rows[keep], rows[keep][0], end)
