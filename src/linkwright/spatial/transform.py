"""Rigid transforms: where a frame is, seen from another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from linkwright.graph.expr import Scalar
from linkwright.spatial.motion import Force
from linkwright.spatial.vector import IDENTITY, ZERO, Mat, Vec


@dataclass(frozen=True)
class Transform:
    """X_a_b: frame b in frame a. R turns components in b into components in a; p is b's origin in a."""

    R: Mat = IDENTITY  # rotation
    p: Vec = ZERO  # place

    def __matmul__(self, other: Transform) -> Transform:
        return Transform(self.R @ other.R, self.point(other.p))

    def point(self, r: Vec) -> Vec:
        """A point of b in a's coordinates."""
        return self.p + self.R.apply(r)

    def force(self, force: Force) -> Force:
        """A force at b's origin, in its axes -> at a's origin, in a's axes."""
        f = self.R.apply(force[0])
        return Force(f, self.R.apply(force[1]) + self.p.cross(f))

    @property
    def inverse(self) -> Transform:
        """The other way round."""
        Rt = self.R.T
        return Transform(Rt, -Rt.apply(self.p))

    def map(self, f: Callable[[Scalar], Scalar]) -> Transform:
        """The transform with f applied to every scalar."""
        return Transform(self.R.map(f), self.p.map(f))

    def matrix(self) -> list[list[Scalar]]:
        """The homogeneous 4x4 matrix."""
        return [[*self.R[i], self.p[i]] for i in range(3)] + [[0, 0, 0, 1]]


def translation(x: Scalar, y: Scalar, z: Scalar) -> Transform:
    """A shift without a turn."""
    return Transform(IDENTITY, Vec(x, y, z))


def rotation(R: Mat) -> Transform:
    """A turn without a shift."""
    return Transform(R, ZERO)
