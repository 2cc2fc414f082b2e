"""Trajectory: joints along time, one profile each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.trajectory.limits import Limits
from linkwright.trajectory.profile import Profile, times_of
from linkwright.trajectory.tables import instants, write_motion

_SAME = 1e-9
"""Difference of positions up to which a trajectory ends where the next begins."""
_TRIES, _HALVINGS = 32, 40


@dataclass(frozen=True)
class Samples:
    """Instants t (n,) and, one row each, positions q, velocities v, accelerations a and jerks j (n, joints)."""

    t: Array
    q: Array
    v: Array
    a: Array
    j: Array
    names: tuple[str, ...]

    def to_csv(self, path: str | Path) -> None:
        """Columns t, q1.., v1.., a1.., j1.."""
        write_motion(path, self.t, q=self.q, v=self.v, a=self.a, j=self.j)


@dataclass(frozen=True)
class Trajectory:
    """Joints along time; before its start and after its end they rest.

    profiles:   displacement of each joint from its start
    start, end: positions, as they were given
    limits:     those that it keeps
    """

    profiles: tuple[Profile, ...]
    start: Array
    end: Array
    limits: Limits
    names: tuple[str, ...]

    @property
    def duration(self) -> float:
        """Seconds."""
        return max((p.duration for p in self.profiles), default=0.0)

    def at(self, t: Any) -> Samples:
        """At one time (then one row) or several."""
        times = times_of(t)
        every = np.array([p.at(times) for p in self.profiles]).reshape(len(self.profiles), len(times), 4)
        q = self.start + every[:, :, 0].T
        q[times >= self.duration] = self.end
        return Samples(times, q, every[:, :, 1].T, every[:, :, 2].T, every[:, :, 3].T, self.names)

    def sample(self, dt: float = 0.01) -> Samples:
        """Every dt seconds from the start, and at the end."""
        return self.at(instants(self.duration, dt))

    def to_csv(self, path: str | Path, dt: float = 0.01) -> None:
        """Samples as a table: t, q1.., v1.., a1.., j1.."""
        self.sample(dt).to_csv(path)

    def peaks(self) -> Array:
        """Largest absolute velocity, acceleration and jerk of each joint, exactly: (3, joints)."""
        return np.array([p.peaks() for p in self.profiles]).T.reshape(3, len(self.profiles))

    def stretched(self, duration: float) -> Trajectory:
        """The same way in another time, which may break the limits if it is shorter."""
        if not duration > 0 or self.duration == 0:
            raise InputError(
                f"a motion of {self.duration:g} s cannot take {duration:g} s", hint="both must be positive"
            )
        profiles = tuple(p.stretched(duration / self.duration) for p in self.profiles)
        return Trajectory(profiles, self.start, self.end, self.limits, self.names)

    def then(self, other: Trajectory, blend: float = 0.0) -> Trajectory:
        """This, then another that begins where this ends.

        blend: how far from the common point, in the largest coordinate, the way may leave both; the other then begins before
               this ends, as early as the limits of their sum allow
        """
        if self.start.shape != other.start.shape or not np.allclose(self.end, other.start, rtol=0, atol=_SAME):
            hint = f"this one ends at {self.end}, the other begins at {other.start}"
            raise InputError("a trajectory must begin where the one before it ends", hint=hint)
        limits = self.limits.loosest(other.limits)

        def joined(overlap: float) -> Trajectory:
            pairs = zip(self.profiles, other.profiles, strict=True)
            profiles = tuple(p.plus(q, self.duration - overlap) for p, q in pairs)
            return Trajectory(profiles, self.start, other.end, limits, self.names)

        def near(overlap: float) -> bool:
            left = self.end - self.at(self.duration - overlap).q[0]
            gone = other.at(overlap).q[0] - other.start
            return float(np.max(np.abs([left, gone]), initial=0.0)) <= blend

        def kept(overlap: float) -> bool:
            return bool(np.all(joined(overlap).peaks() <= limits.rows * (1 + 1e-12)))

        most = largest(near, min(self.duration, other.duration) / 2) if blend > 0 else 0.0
        return joined(largest(kept, most))


def largest(allowed: Callable[[float], bool], most: float) -> float:
    """The largest value up to `most` that is allowed, or nearly; zero always is."""
    if most <= 0 or allowed(most):
        return most
    low, high = 0.0, most
    for k in range(_TRIES - 1, 0, -1):  # what is allowed need not be one interval
        if allowed(most * k / _TRIES):
            low = most * k / _TRIES
            break
        high = most * k / _TRIES
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if allowed(middle) else (low, middle)
    return low
