"""Motion and Force: the two kinds of spatial vectors.  Featherstone 2008, sections 2.2 to 2.9.

A Motion is the velocity of a rigid body (or an acceleration, a virtual displacement, an axis of a joint), a Force what acts on
it (or its momentum). Both are given at one origin and in the axes of one frame; `Pose` and `Transform` carry them to another.
"""

from __future__ import annotations

from typing import NamedTuple, overload

from linkwright.graph.expr import Scalar
from linkwright.spatial.vector import ZERO, Vec


class Force(NamedTuple):
    """Force, and moment about the origin."""

    force: Vec = ZERO
    moment: Vec = ZERO

    def __add__(self, other: Force) -> Force:  # type: ignore[override]
        return Force(self[0] + other[0], self[1] + other[1])

    def __sub__(self, other: Force) -> Force:
        return Force(self[0] - other[0], self[1] - other[1])

    def __neg__(self) -> Force:
        return Force(-self[0], -self[1])

    def __mul__(self, k: Scalar) -> Force:  # type: ignore[override]
        return Force(self[0] * k, self[1] * k)

    def dot(self, motion: Motion) -> Scalar:
        """Power of this force on a motion."""
        return self[0].dot(motion[0]) + self[1].dot(motion[1])


class Motion(NamedTuple):
    """Linear velocity of the origin, and angular velocity."""

    linear: Vec = ZERO
    angular: Vec = ZERO

    def __add__(self, other: Motion) -> Motion:  # type: ignore[override]
        return Motion(self[0] + other[0], self[1] + other[1])

    def __sub__(self, other: Motion) -> Motion:
        return Motion(self[0] - other[0], self[1] - other[1])

    def __neg__(self) -> Motion:
        return Motion(-self[0], -self[1])

    def __mul__(self, k: Scalar) -> Motion:  # type: ignore[override]
        return Motion(self[0] * k, self[1] * k)

    def dot(self, force: Force) -> Scalar:
        """Power of a force on this motion."""
        return self[0].dot(force[0]) + self[1].dot(force[1])

    @overload
    def cross(self, other: Motion) -> Motion: ...

    @overload
    def cross(self, other: Force) -> Force: ...

    def cross(self, other: Motion | Force) -> Motion | Force:
        """Rate of a spatial vector that is fixed to a body with this motion: v x m of a motion, v x* f of a force."""
        v, w = self
        a, b = other
        if isinstance(other, Force):
            return Force(w.cross(a), w.cross(b) + v.cross(a))
        return Motion(w.cross(a) + v.cross(b), w.cross(b))


STILL = Motion()
NO_FORCE = Force()
