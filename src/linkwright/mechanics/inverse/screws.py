"""Joint axes on the way to a frame, seen from any link of the way at any point of any link: columns of Jacobians.

The determinant of a Jacobian depends neither on the axes in which velocities are written nor on the point of the moved body
whose velocity it is. Chosen well, both make most of its entries vanish.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from linkwright.graph.expr import Scalar, is_zero, number
from linkwright.mechanics.tree.kinematics import frame_place
from linkwright.model.tree import Link, Tree
from linkwright.spatial.motion import Motion
from linkwright.spatial.pose import Pose
from linkwright.spatial.vector import ZERO, Mat, Scalars, Vec

_TINY = 1e-12
"""Numbers this close to zero are rounding of sines and cosines."""
GROUND = -1
"""The place on the way before its first link."""


@dataclass(frozen=True)
class Point:
    """A point of a link; link: its place on the way, from GROUND on."""

    link: int
    at: Vec


@dataclass(frozen=True)
class Screws:
    """The way to a frame at positions q."""

    tree: Tree
    q: Scalars
    frame: str | None

    @cached_property
    def links(self) -> list[Link]:
        """Links of the way, outward."""
        end = frame_place(self.tree, self.frame).link
        return [self.tree.links[j] for j in self.tree.path(end)]

    @cached_property
    def poses(self) -> list[Pose]:
        return [link.pose(self.q) for link in self.links]

    @cached_property
    def rates(self) -> list[int]:
        """Rates of the tree that move the frame, in order."""
        return sorted({k for link in self.links for k in link.rates})

    @property
    def end(self) -> Point:
        """The frame's origin."""
        return Point(len(self.links) - 1, frame_place(self.tree, self.frame).X.p)

    @property
    def end_axes(self) -> Mat:
        """The frame's axes in those of the last link."""
        return frame_place(self.tree, self.frame).X.R

    def seen_from(self, point: Point, link: int) -> Vec:
        """A point in a link's coordinates."""
        r = point.at
        for i in range(point.link, link, -1):
            pose = self.poses[i]
            r = pose.X.p + pose.X.R.apply(pose.p + pose.R.apply(r + Vec(0, 0, pose.slide)))
        for i in range(point.link + 1, link + 1):
            pose = self.poses[i]
            r = pose.R.apply_T(_clean(pose.X.R.apply_T(_clean(r - pose.X.p))) - pose.p) - Vec(0, 0, pose.slide)
        return _clean(r)

    def turned(self, u: Vec, of: int, link: int) -> Vec:
        """A vector in the axes of one link, in those of another."""
        for i in range(of, link, -1):
            u = self.poses[i].inward(u)
        for i in range(of + 1, link + 1):
            u = self.poses[i].outward(u)
        return _clean(u)

    def columns(self, axes: int, point: Point) -> dict[int, Motion]:
        """Per rate, the velocity of a point that moves with the frame, and the angular velocity, in a link's axes."""
        found: dict[int, Motion] = {}
        for j, link in enumerate(self.links):
            for k, (linear, angular) in link.axes:
                turned = self.turned(angular, j, axes)
                column = Motion(self._velocity(j, Motion(linear, angular), axes, point), turned)
                found[k] = column if k not in found else Motion(found[k][0] + column[0], found[k][1] + column[1])
        return found

    def _velocity(self, j: int, motion: Motion, axes: int, point: Point) -> Vec:
        own = _clean(motion[0] + motion[1].cross(self.seen_from(point, j)))
        turned = self.turned(motion[1], j, axes)
        if all(map(is_zero, own)) or (j > axes and any(number(x) is None for x in turned)):
            return self.turned(own, j, axes)
        lever = self.seen_from(point, axes)  # of parallel axes the same: it vanishes in the difference of their columns
        if j > axes:
            own = turned.cross(self.seen_from(Point(j, ZERO), axes))
            return _clean(self.turned(motion[0], j, axes) - own + turned.cross(lever))
        for i in range(j + 1, axes + 1):
            motion = self.poses[i].to_link(motion)
        return _clean(motion[0] + turned.cross(lever))

    def points(self) -> list[Point]:
        """Where axes meet their neighbours, the origins of links, the frame's: points at which velocities may be short."""
        found = list(self._meetings())
        found += [Point(j, ZERO) for j in range(len(self.links))]
        return [*dict.fromkeys(found), self.end]

    def _meetings(self) -> Iterator[Point]:
        for j in range(len(self.links) - 1):
            X = self.links[j + 1].X
            p, d = X.p, X.R.T[2]
            across = d[0] * d[0] + d[1] * d[1]
            if _is_zero(across) or not _is_zero(d[0] * p[1] - d[1] * p[0]):
                continue
            yield Point(j, _clean(Vec(0, 0, p[2] - (p[0] * d[0] + p[1] * d[1]) * d[2] / across)))


def _clean(u: Vec) -> Vec:
    return u.map(lambda x: 0 if _is_zero(x) else x)


def _is_zero(x: Scalar) -> bool:
    value = number(x)
    return value is not None and abs(value) < _TINY
