"""How late forces were measured against positions: the shift in time that is explained best.

Every shift by whole samples is another candidate force of each row, so that all of them cost one pass over the samples. Near
the best one the squares of the residuals, in units of the noise, are a parabola, N + k (shift - lag)^2, and 1 / k is the
variance of the lag. Forces are not interpolated: between samples their noise would be less than on them, and draw the lag.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwright.arrays import Array, Indices
from linkwright.identification.diagnosis.evidence import FLOOR, Explained, evidence
from linkwright.identification.model import IdentificationModel
from linkwright.identification.samples import Samples

MOST = 0.1
"""Seconds, either way, in which a lag is looked for."""
_COARSE = 20
"""Shifts of the first look, either way."""
_NEAR, _BESIDE = 0.004, 3
"""Seconds between the shifts that the parabola is laid through, and how many there are on either side of the best."""
_SAMPLES = 3000
_GAP = 1.5
"""Steps of time, in usual ones, across which no force is interpolated."""
_PLUS, _PART = 2.0, 0.1
"""Times the standard error of independent noise, and part of a sampling step, that make the error: of 96 synthetic recordings
with dry friction, at 500 and 1000 samples a second, all lags were found within two of these errors."""
_SURE = 4.0
"""Standard errors from which on a lag is believed."""
_WORTH = 0.02
"""Part of the residual that a lag must take away to be told."""


@dataclass(frozen=True)
class Lag:
    """Forces of a row are those of `seconds` before its positions (late where positive), with the standard error; before and
    after: relative residuals without and with a correction."""

    seconds: float
    error: float
    before: float
    after: float

    @property
    def sure(self) -> bool:
        """Whether the lag is there, and worth a correction."""
        return abs(self.seconds) > _SURE * self.error and self.after < (1 - _WORTH) * self.before


NONE = Lag(0.0, np.inf, 0.0, 0.0)
"""Of samples that do not tell."""


def lag(model: IdentificationModel, samples: Samples, most: float = MOST) -> Lag:
    """The lag of the forces, sought within `most` seconds either way."""
    t = samples.t
    if len(t) < 8 or np.any(np.diff(t) <= 0) or not np.any(samples.v):
        return NONE  # postures at rest
    dt = float(np.median(np.diff(t)))
    near = max(1, round(_NEAR / dt))
    reach = max(1, round(min(most, 0.1 * float(t[-1] - t[0])) / dt))
    some = _inner(t, reach + (_BESIDE + 2) * near, dt)
    if len(some) < max(8, 0.5 * len(t)):
        return NONE
    table = _Shifted(model, samples, some[:: max(1, -(-len(some) // _SAMPLES))])
    grid = np.unique(np.rint(np.linspace(-reach, reach, 2 * _COARSE + 1)).astype(int))
    rough = table.explained(grid)
    k = int(np.argmin([x.score for x in rough]))
    if len(grid) > 2 and k in (0, len(grid) - 1):
        return NONE  # the best shift is at the end: another mistake, no lag
    centre = int(grid[k])
    closer = np.arange(centre - 2 * near, centre + 2 * near + 1, max(1, near // 4))
    best = int(closer[int(np.argmin([x.score for x in table.explained(closer)]))])
    fine = best + near * np.arange(-_BESIDE, _BESIDE + 1)  # about the best: kinks of dry friction draw to neither side
    found = table.explained(fine)
    least = np.maximum(found[_BESIDE].sigma, 1e-300)
    squares = [float(np.sum((x.sigma / least) ** 2)) * len(some) * samples.independent for x in found]
    parabola = np.polyfit(fine * dt, squares, 2)
    if not parabola[0] > 0:
        return NONE
    seconds = float(np.clip(-parabola[1] / (2 * parabola[0]), fine[0] * dt, fine[-1] * dt))
    less = np.sqrt(max(float(np.polyval(parabola, seconds) / np.polyval(parabola, best * dt)), 0.0))
    error = float(np.hypot(_PLUS / np.sqrt(parabola[0]), _PART * dt))
    before, after = (max(x.whole, FLOOR) for x in (table.explained(np.array([0]))[0], found[_BESIDE]))
    return Lag(seconds, error, before, float(after * less))


def _inner(t: Array, reach: int, dt: float) -> Indices:
    """Samples that have neighbours as many samples away as forces are shifted."""
    starts = np.concatenate([[0], np.flatnonzero(np.diff(t) > _GAP * dt) + 1])
    ends = np.concatenate([starts[1:], [len(t)]])
    inside = np.zeros(len(t), dtype=bool)
    for first, end in zip(starts, ends, strict=True):
        inside[first + reach : max(end - reach, first + reach)] = True
    return np.flatnonzero(inside)


class _Shifted:
    """Columns of some samples, and forces that are so many samples later."""

    def __init__(self, model: IdentificationModel, samples: Samples, taken: Indices) -> None:
        some = samples.sharp[taken]
        Y = some.columns(model)
        good = np.isfinite(Y.sum(axis=(1, 2)))
        self.Y, self.at, self.tau = Y[good], taken[good], samples.tau
        # known forces belong to the states: they are taken off after the shift
        self.known = (some.tau - some.unknown(model))[good]

    def explained(self, shifts: Indices) -> list[Explained]:
        """The fit of each shift."""
        forces = np.stack([self.tau[self.at + s] - self.known for s in shifts], axis=2)
        sums = evidence(self.Y, forces)
        rows = self.Y.shape[1]
        return [sums.explained(np.tile(one, (rows, 1))) for one in np.eye(len(shifts))]
