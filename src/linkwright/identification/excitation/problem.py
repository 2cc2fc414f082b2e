"""Problem: a series whose coefficients are sought, of the least cost, with all its bands kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.identification.excitation.cost import cost
from linkwright.identification.excitation.motion import Gradient, Motion

if TYPE_CHECKING:
    from linkwright.identification.excitation.band import Band
    from linkwright.identification.excitation.plant import Plant
    from linkwright.identification.excitation.series import Series


PER_HARMONIC = 30
"""Instants at which a motion is looked at during the search: that many times the harmonics, since sines of positions have
harmonics of their own. Panda, two starts, two seeds: with 10 the condition is 6.7 and 6.9 after 1.9 s, with 30 6.7 and 6.8
after 2.4 s, with 60 6.2 and 6.7 after 3.2 s."""
TIGHT = 2e-3
"""By so much of a band the search stays away from its ends, for what is between the instants."""


@dataclass(frozen=True, eq=False)
class Problem:
    """Variables x (variables, n): coefficients = centre + series.free @ (x * speeds).

    centre: a posture (n,) at rest that keeps all bands; speeds: (n,) what makes variables of rad and m alike; kind: of the cost
    """

    plant: Plant
    series: Series
    bands: Sequence[Band]
    centre: Array
    speeds: Array
    kind: str

    @property
    def shape(self) -> tuple[int, int]:
        return self.series.free.shape[1], len(self.centre)

    def coefficients(self, x: Array) -> Array:
        """(size, n), about the centre."""
        made = self.series.free @ (x.reshape(self.shape) * self.speeds)
        made[0] += self.centre
        return made

    def motion(self, coefficients: Array, t: Array, near: Motion | None = None) -> Motion | None:
        """At some instants; None where loops do not close."""
        q, v, a = (rows @ coefficients for rows in self.series.rows(t))
        return self.plant.motion(q, v, a, None if near is None else near.theta)


@dataclass(eq=False)
class Lagrangian:
    """The cost and the bands as one smooth function, by the augmented Lagrangian (Nocedal & Wright 2006, section 17.3).

    stiffness: of the bands; order: see cost.py; forces: the multipliers, one (K, m) per band
    """

    problem: Problem
    stiffness: float
    order: float = 0.0
    forces: list[Array] = field(default_factory=list["Array"])

    def __post_init__(self) -> None:
        series = self.problem.series
        t = series.instants(PER_HARMONIC * series.harmonics)
        self.count = len(t)
        self._rows = [rows @ series.free for rows in series.rows(t)]
        self._offset = self.problem.centre
        self._near: Array | None = None
        self.forces = [np.zeros((self.count, len(band.names))) for band in self.problem.bands]

    def motion(self, x: Array) -> Motion | None:
        """At the instants of the search."""
        p = self.problem
        q, v, a = (rows @ (x.reshape(p.shape) * p.speeds) for rows in self._rows)
        return p.plant.motion(q + self._offset, v, a, self._near)

    def __call__(self, x: Array) -> tuple[float, Array]:
        """Value and gradient; the value is infinite where there is no motion."""
        p, none = self.problem, (float("inf"), np.zeros_like(x))
        motion = self.motion(x)
        if motion is None:
            return none
        W = p.plant.W(motion)
        if not np.isfinite(W).all():
            return none
        total, by_W = cost(W, self.count, p.kind, self.order)
        slope = p.plant.columns.pull(motion, by_W.reshape(self.count, -1))
        for band, forces in zip(p.bands, self.forces, strict=True):
            value, more = self._pressed(band, forces, motion)
            total += value
            slope = slope if more is None else slope + more
        if not np.isfinite(total):
            return none
        parts = zip(self._rows, (slope.q, slope.v, slope.a), strict=True)
        by_x = sum((rows.T @ part for rows, part in parts), np.zeros(p.shape)) * p.speeds
        return float(total), np.where(np.isfinite(by_x), by_x, 0.0).ravel()

    def _pressed(self, band: Band, forces: Array, motion: Motion) -> tuple[float, Gradient | None]:
        """What a band adds: sum of (max(0, f + k g)^2 - f^2) / 2 k with excesses g; nothing to derive where none presses."""
        values = band.at(motion)
        pressure = np.maximum(0.0, forces + self.stiffness * (band.excess(values) + TIGHT))
        value = float((pressure**2 - forces**2).sum() / (2 * self.stiffness))
        if not pressure.any():
            return value, None
        return value, band.source.pull(motion, pressure * band.side(values))

    def remember(self, x: Array) -> None:
        """Dependent positions at x: Newton's method starts from them."""
        motion = self.motion(x)
        self._near = None if motion is None else motion.theta

    def settle(self, x: Array) -> float:
        """Take the pressures at x as multipliers; the largest excess."""
        motion = self.motion(x)
        assert motion is not None
        self._near = motion.theta
        worst = 0.0
        for k, band in enumerate(self.problem.bands):
            beyond = band.excess(band.at(motion))
            worst = max(worst, float(beyond.max()))
            self.forces[k] = np.maximum(0.0, self.forces[k] + self.stiffness * (beyond + TIGHT))
        return worst
