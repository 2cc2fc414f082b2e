"""Pose: a link in its parent, kept as the three steps in which a joint places it, so that vectors are carried step by step.

Carried so, a vector needs no product with the zeros and ones of the whole transform.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from linkwright.graph.expr import Scalar, is_zero
from linkwright.spatial.motion import Force, Motion
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import IDENTITY, Mat, Vec

Carried = TypeVar("Carried")


@dataclass(frozen=True)
class Pose:
    """A link in its parent: constant X, then displacement p (in the joint's axes at rest), rotation R, slide along own z."""

    X: Transform
    p: Vec
    R: Mat
    slide: Scalar

    @property
    def whole(self) -> Transform:
        """The link's frame in its parent's."""
        return self.X @ Transform(self.R, self.p + self.R.T[2] * self.slide if not is_zero(self.slide) else self.p)

    def inward(self, u: Vec) -> Vec:
        """A vector in the link's axes, turned into the parent's axes."""
        return self.X.R.apply(self.R.apply(u))

    def outward(self, u: Vec) -> Vec:
        """A vector in the parent's axes, turned into the link's axes."""
        return self.R.apply_T(self.X.R.apply_T(u))

    def to_link(self, motion: Motion) -> Motion:
        """A motion at the parent's origin -> at the link's origin, in the link's axes."""
        u, w = motion
        u = self.X.R.apply_T(u + w.cross(self.X.p))
        w = self.X.R.apply_T(w)
        u = self.R.apply_T(u + w.cross(self.p))
        w = self.R.apply_T(w)
        if not is_zero(self.slide):
            u = u + Vec(w[1] * self.slide, -(w[0] * self.slide), 0)
        return Motion(u, w)

    def to_parent(self, force: Force) -> Force:
        """A force at the link's origin -> at the parent's origin, in the parent's axes."""
        f, n = force
        if not is_zero(self.slide):
            n = Vec(n[0] - self.slide * f[1], n[1] + self.slide * f[0], n[2])
        f, n = self.R.apply(f), self.R.apply(n)
        n = n + self.p.cross(f)
        f, n = self.X.R.apply(f), self.X.R.apply(n)
        return Force(f, n + self.X.p.cross(f))

    def carried(
        self, x: Carried, turned: Callable[[Carried, Mat], Carried], shifted: Callable[[Carried, Vec], Carried]
    ) -> Carried:
        """What a link carries, as its parent sees it: slide, rotation of the joint, constant transform.

        turned(x, R): x in other axes; shifted(x, p): with the origin moved back by p
        """
        for R, p in ((IDENTITY, Vec(0, 0, self.slide)), (self.R, self.p), (self.X.R, self.X.p)):
            x = x if R == IDENTITY else turned(x, R)
            x = x if all(is_zero(k) for k in p) else shifted(x, p)
        return x
