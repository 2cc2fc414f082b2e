"""Curves that a tool follows, by arc length from their start: straight lines and circular arcs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import cbrt, sqrt

import numpy as np

from linkwright.arrays import Array


class Curve(ABC):
    """A way in space, seen from its start."""

    @property
    @abstractmethod
    def length(self) -> float:
        """Metres."""

    @abstractmethod
    def at(self, s: Array) -> tuple[Array, Array, Array, Array]:
        """Displacement at arc lengths (n,), and its first three derivatives by arc length: (n, 3) each."""

    def along(self, bounds: Array) -> Array:
        """Bounds on velocity, acceleration and jerk along the way that keep the vectors within `bounds`."""
        return bounds


@dataclass(frozen=True)
class Line(Curve):
    """Straight, to a displacement; its length may be zero."""

    way: Array

    @property
    def length(self) -> float:
        return float(np.linalg.norm(self.way))

    def at(self, s: Array) -> tuple[Array, Array, Array, Array]:
        still = np.zeros((len(s), 3))
        if not self.length:
            return still, still, still, still
        ahead = self.way / self.length
        return np.outer(s, ahead), np.broadcast_to(ahead, still.shape), still, still


@dataclass(frozen=True)
class Arc(Curve):
    """Part of a circle: about an axis (a unit vector), by a positive angle. arm: from the centre to the start."""

    arm: Array
    axis: Array
    angle: float

    @property
    def radius(self) -> float:
        """Metres."""
        return float(np.linalg.norm(self.arm))

    @property
    def length(self) -> float:
        return self.radius * self.angle

    def at(self, s: Array) -> tuple[Array, Array, Array, Array]:
        r = self.radius
        aside = np.cross(self.axis, self.arm)
        c, z = np.cos(s / r)[:, None], np.sin(s / r)[:, None]
        out, ahead = c * self.arm + z * aside, (c * aside - z * self.arm) / r
        return out - self.arm, ahead, -out / r**2, -ahead / r**2

    def along(self, bounds: Array) -> Array:
        """Half of the squared acceleration is left to the centripetal part. The jerk has s''' - s'^3/r^2 ahead and 3 s' s''/r
        to the side: with s''' <= J/2, s'^3 <= J r^2/8 and s' s'' <= J r/4 its length is at most sqrt(25/64 + 9/16) J < J."""
        velocity, acceleration, jerk = map(float, bounds)
        r = self.radius
        top = min(velocity, sqrt(acceleration * r / sqrt(2)), cbrt(jerk * r**2 / 8))
        return np.array([top, min(acceleration / sqrt(2), jerk * r / (4 * top)), jerk / 2])
