"""TaskTrajectory: a frame in space along time, on lines and arcs; between orientations it turns about one axis (slerp)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.trajectory.curves import Curve
from linkwright.trajectory.joints import largest
from linkwright.trajectory.limits import Limits
from linkwright.trajectory.profile import Profile, times_of
from linkwright.trajectory.tables import instants, write_table

_SAME = 1e-9
_CHECKS = 129
"""Instants of a blend at which its bounds are looked at, beside those where a jerk jumps."""
_HEADS = ("x", "y", "z", "qx", "qy", "qz", "qw", "vx", "vy", "vz", "wx", "wy", "wz")


@dataclass(frozen=True)
class Leg:
    """One curve with a turn (a rotation vector in the frame's axes at its start); profile: the part of both that is done."""

    curve: Curve
    turn: Array
    profile: Profile
    delay: float = 0.0


@dataclass(frozen=True)
class TaskSamples:
    """Instants t (n,); poses (n, 4, 4); twists, accelerations, jerks (n, 6): rates of the frame's origin, then angular ones, in
    world axes."""

    t: Array
    poses: Array
    twists: Array
    accelerations: Array
    jerks: Array

    def to_csv(self, path: str | Path) -> None:
        """Columns t, x y z, quaternion qx qy qz qw, vx vy vz, wx wy wz."""
        from scipy.spatial.transform import Rotation

        quaternions = Rotation.from_matrix(self.poses[:, :3, :3]).as_quat()
        flips = np.where(np.sum(quaternions[1:] * quaternions[:-1], axis=1) < 0, -1.0, 1.0)
        quaternions[1:] *= np.cumprod(flips)[:, None]
        write_table(path, ["t", *_HEADS], np.column_stack([self.t, self.poses[:, :3, 3], quaternions, self.twists]))


@dataclass(frozen=True)
class TaskTrajectory:
    """A frame along time; before its start and after its end it rests. limits: of its origin's vectors, and of its turn."""

    legs: tuple[Leg, ...]
    start: Array
    end: Array
    limits: Limits

    @property
    def duration(self) -> float:
        """Seconds."""
        return max(leg.delay + leg.profile.duration for leg in self.legs)

    def at(self, t: Any) -> TaskSamples:
        """At one time (then one row) or several; every rate is the derivative of the curve, not a difference."""
        times = times_of(t)
        poses = np.repeat(self.start[None], len(times), axis=0)
        rates = np.zeros((3, len(times), 6))
        for leg in self.legs:
            _add(leg, leg.profile.at(times - leg.delay), poses, rates)
        poses[times >= self.duration] = self.end
        return TaskSamples(times, poses, *rates)

    def sample(self, dt: float = 0.01) -> TaskSamples:
        """Every dt seconds from the start, and at the end."""
        return self.at(instants(self.duration, dt))

    def to_csv(self, path: str | Path, dt: float = 0.01) -> None:
        """Samples as a table: t, position, quaternion, velocity, angular velocity."""
        self.sample(dt).to_csv(path)

    def stretched(self, duration: float) -> TaskTrajectory:
        """The same way in another time, which may break the limits if it is shorter."""
        if not duration > 0 or self.duration == 0:
            raise InputError(
                f"a motion of {self.duration:g} s cannot take {duration:g} s", hint="both must be positive"
            )
        k = duration / self.duration
        legs = (replace(x, profile=x.profile.stretched(k), delay=x.delay * k) for x in self.legs)
        return replace(self, legs=tuple(legs))

    def then(self, other: TaskTrajectory, blend: float = 0.0) -> TaskTrajectory:
        """This, then another that begins at the pose where this ends.

        blend: metres from the common point within which the way may leave both; the other then begins before this ends, as
               early as the limits allow
        """
        if not np.allclose(self.end, other.start, rtol=0, atol=_SAME):
            hint = (
                f"this one ends at {self.end[:3, 3]}, the other begins at {other.start[:3, 3]}; orientations count, too"
            )
            raise InputError("a trajectory must begin where the one before it ends", hint=hint)
        limits = self.limits.loosest(other.limits)

        def joined(overlap: float) -> TaskTrajectory:
            late = self.duration - overlap
            legs = (replace(x, delay=x.delay + late) for x in other.legs)
            return TaskTrajectory((*self.legs, *legs), self.start, other.end, limits)

        def near(overlap: float) -> bool:
            corner = self.end[:3, 3]
            ends = (self.at(self.duration - overlap).poses[0, :3, 3], other.at(overlap).poses[0, :3, 3])
            return max(float(np.linalg.norm(x - corner)) for x in ends) <= blend

        def kept(overlap: float) -> bool:
            return joined(overlap).within(self.duration - overlap, self.duration)

        most = largest(near, min(self.duration, other.duration) / 2) if blend > 0 else 0.0
        return joined(largest(kept, most))

    def within(self, begin: float, end: float) -> bool:
        """Whether the limits hold between two times: on both sides of every jump of a jerk, and at many instants."""
        knots = np.concatenate([leg.delay + leg.profile.times for leg in self.legs])
        knots = knots[(knots >= begin) & (knots <= end)]
        tiny = 1e-9 * (end - begin)
        found = self.at(np.concatenate([np.linspace(begin, end, _CHECKS), knots, knots - tiny, knots + tiny]))
        rates = np.array([found.twists, found.accelerations, found.jerks]).reshape(3, -1, 2, 3)
        most = np.max(np.linalg.norm(rates, axis=3), axis=1)
        return bool(np.all(most <= self.limits.rows * (1 + 1e-9)))


def _add(leg: Leg, done: Array, poses: Array, rates: Array) -> None:
    """Go on by a leg, of which parts are done: done (n, 4) with three derivatives by time; poses and rates so far change."""
    from scipy.spatial.transform import Rotation

    length = leg.curve.length
    s, v, a, j = (done * length).T[:, :, None]
    way, first, second, third = leg.curve.at(s[:, 0])
    poses[:, :3, 3] += way
    rates[0, :, :3] += first * v
    rates[1, :, :3] += second * v**2 + first * a
    rates[2, :, :3] += third * v**3 + 3 * second * v * a + first * j
    if not np.any(leg.turn):
        return
    R = poses[:, :3, :3]
    axis = R @ leg.turn  # turns with all legs before
    w, dw = rates[0, :, 3:].copy(), rates[1, :, 3:].copy()
    part, v, a, j = done.T[:, :, None]
    turned = np.cross(w, axis)
    rates[0, :, 3:] += axis * v
    rates[1, :, 3:] += axis * a + turned * v
    rates[2, :, 3:] += axis * j + 2 * turned * a + (np.cross(dw, axis) + np.cross(w, turned)) * v
    poses[:, :3, :3] = R @ Rotation.from_rotvec(part * leg.turn).as_matrix()
