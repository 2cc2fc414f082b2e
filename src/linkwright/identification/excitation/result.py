"""Excitation: an exciting motion that was found, and what is known of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.identification.excitation.moving import Moving
from linkwright.identification.excitation.series import Series
from linkwright.trajectory.tables import instants, write_motion


@dataclass(frozen=True)
class Used:
    """A limit, its ends, and the extremes of the motion; part: of the band between two ends, 1 where one is touched."""

    kind: str
    name: str
    low: float
    high: float
    least: float
    most: float
    part: float


@dataclass(frozen=True, eq=False)
class Sampled:
    """Instants t (N,), positions (N, nq), velocities, accelerations (N, nv) of all joints of the robot, and forces tau (N, m)
    of its prior model: of its joints, or of the motors of a closed robot."""

    t: Array  # (N,), in s
    q: Array  # (N, nq)
    v: Array  # (N, nv)
    a: Array  # (N, nv)
    tau: Array  # (N, m)

    def to_csv(self, path: str | Path) -> None:
        """Columns t, q1.., v1.., a1.., tau1.."""
        write_motion(path, self.t, q=self.q, v=self.v, a=self.a, tau=self.tau)


@dataclass(frozen=True, eq=False, repr=False)
class Excitation:
    """A periodic motion from rest to rest.

    coefficients: (2 harmonics + 1, n) offset, sines, cosines of the joints that move (series.py)
    columns:      names of the parameters that it tells apart
    before:       condition number of the random motion that the search started from, drawn into the same limits
    condition:    that of the motion found, at `rate` samples per second
    limits:       every limit, and how much of it is used, on samples ten times as fine
    seconds:      processor time of the search, from the robot on
    """

    moving: Moving  # which coordinates move
    series: Series  # harmonics and period
    coefficients: Array
    columns: tuple[str, ...]
    cost: str  # what was made small
    rate: float  # samples per second
    before: float
    condition: float
    limits: tuple[Used, ...]
    forces: tuple[str, ...]  # names of the forces
    seconds: float
    notes: tuple[str, ...]  # what was assumed

    @property
    def names(self) -> tuple[str, ...]:
        """Coordinates that move."""
        return self.moving.names

    @property
    def time(self) -> float:
        """Seconds of a period."""
        return self.series.time

    def at(self, t: Any) -> Sampled:
        """At some times; the motion repeats itself."""
        times = np.atleast_1d(np.asarray(t, dtype=float))
        q, v, a = (rows @ self.coefficients for rows in self.series.rows(times))
        every = self.moving.positions(q), self.moving.rates(v), self.moving.rates(a)
        return Sampled(times, *every, self._tau(*every))

    def sample(self, dt: float | None = None) -> Sampled:
        """A period, every dt seconds (default: at the rate that was asked for), and its end."""
        return self.at(instants(self.time, 1 / self.rate if dt is None else dt))

    @cached_property
    def samples(self) -> Sampled:
        """At the rate that was asked for."""
        return self.sample()

    @property
    def t(self) -> Array:
        """Instants of the samples."""
        return self.samples.t

    @property
    def q(self) -> Array:
        """Positions of all joints, (N, nq)."""
        return self.samples.q

    @property
    def v(self) -> Array:
        """Velocities, (N, nv)."""
        return self.samples.v

    @property
    def a(self) -> Array:
        """Accelerations, (N, nv)."""
        return self.samples.a

    @property
    def tau(self) -> Array:
        """Forces of the prior model."""
        return self.samples.tau

    def __repr__(self) -> str:
        moved = f"{len(self.names)} joints in {self.time:g} s, {len(self.columns)} columns"
        return f"<Excitation of {moved}: condition {self.condition:.3g} ({self.before:.3g} before)>"

    def to_csv(self, path: str | Path, dt: float | None = None) -> None:
        """Samples as a table: t, q1.., v1.., a1.., tau1.."""
        self.sample(dt).to_csv(path)

    def used(self, kind: str) -> tuple[Used, ...]:
        """Limits of a kind: position, velocity, acceleration, torque, box, floor, clearance."""
        return tuple(x for x in self.limits if x.kind == kind)

    def plot(self, path: str | Path) -> None:
        """Write a figure; the ending tells the format (.svg, .png, .pdf)."""
        from linkwright.identification.excitation.plot import plot_excitation

        plot_excitation(self, Path(path))

    def _tau(self, q: Array, v: Array, a: Array) -> Array:
        from linkwright.identification.excitation.forces import forces_of

        return forces_of(self.moving.robot, q, v, a)
