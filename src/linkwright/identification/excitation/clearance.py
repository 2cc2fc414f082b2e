"""Links as capsules, from joint to joint: how far those that are no neighbours are from each other, with derivatives.

Distances of segments: Ericson, Real-Time Collision Detection, 2005, section 5.1.9. By the envelope theorem the slope of a
distance is that between the two nearest points, as if these stayed where they are on their segments.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.model.robot import WORLD

if TYPE_CHECKING:
    from linkwright.identification.excitation.motion import Gradient, Motion, Source
    from linkwright.model.closed_robot import Robot

Array = np.ndarray[Any, Any]

_SHORTEST = 1e-6
"""Metres below which frames are one point."""


@dataclass(frozen=True, eq=False)
class Distances:
    """Distances (K, pairs) of the axes of capsules. places: ends of all axes (K, 3 frames); starts, ends: frames of each axis;
    pairs: (pairs, 2) axes."""

    places: Source
    starts: Array
    ends: Array
    pairs: Array

    def __call__(self, motion: Motion) -> Array:
        """Metres."""
        return self._nearest(self.places(motion))[0]

    def pull(self, motion: Motion, weights: Array) -> Gradient:
        """Weights go to the ends of both axes, by their shares of the nearest points."""
        at = self.places(motion)
        gap, way, s, t = self._nearest(at)
        along = (weights / np.maximum(gap, 1e-9))[..., None] * way
        one = np.eye(at.shape[1] // 3)
        first, second = self.pairs.T
        ends = self.starts[first], self.ends[first], self.starts[second], self.ends[second]
        shares = 1 - s, s, t - 1, -t
        parts = [
            np.einsum("pf,kpi->kfi", one[end], along * share[..., None])
            for end, share in zip(ends, shares, strict=True)
        ]
        slope = np.sum(parts, axis=0)
        return self.places.pull(motion, slope.reshape(len(at), -1))

    def _nearest(self, at: Array) -> tuple[Array, Array, Array, Array]:
        """Distances (K, pairs), the ways between nearest points, and where these are on their axes, 0 to 1."""
        points = at.reshape(len(at), -1, 3)
        first, second = self.pairs.T
        a0, a1 = points[:, self.starts[first]], points[:, self.ends[first]]
        b0, b1 = points[:, self.starts[second]], points[:, self.ends[second]]
        u, w, r = a1 - a0, b1 - b0, a0 - b0
        uu, ww, uw, ur, wr = _dot(u, u), _dot(w, w), _dot(u, w), _dot(u, r), _dot(w, r)
        s = _ratio(uw * wr - ur * ww, uu * ww - uw * uw)
        t = _ratio(uw * s + wr, ww)
        s = _ratio(uw * t - ur, uu)  # where t met an end of b, the point of a nearest to that end
        way = r + s[..., None] * u - t[..., None] * w
        return np.sqrt(_dot(way, way)), way, s, t


def _dot(a: Array, b: Array) -> Array:
    return np.einsum("...i,...i->...", a, b)


def _ratio(above: Array, below: Array) -> Array:
    return np.clip(above / np.maximum(below, 1e-300), 0.0, 1.0)


@dataclass(frozen=True)
class Skeleton:
    """Axes of links: frames of the robot, and between which two of them each axis goes; names: of its links."""

    frames: tuple[str, ...]
    axes: tuple[tuple[int, int], ...]
    names: tuple[str, ...]


def skeleton(robot: Robot) -> Skeleton:
    """An axis from the frame of every body to those of its children, and to the outermost frame of a body without any; from the
    world's only to hinges, which stand on a column there: a slide may be a rail."""
    joints = [j for j in robot.tree.joints.values() if j.parent != WORLD or j.type == "revolute"]
    outer = {f.body: f.name for f in robot.tree.frames.values() if f.name != f.body}
    parents = {j.parent for j in joints}
    pairs = [(j.parent, j.child) for j in joints]
    pairs += [(body, outer[body]) for body in robot.tree.bodies if body in outer and body not in parents | {WORLD}]
    frames = tuple(dict.fromkeys(name for pair in pairs for name in pair))
    axes = tuple((frames.index(a), frames.index(b)) for a, b in pairs)
    return Skeleton(frames, axes, tuple(f"{a} - {b}" for a, b in pairs))


def pairs_apart(found: Skeleton, places: Array, reach: float) -> list[tuple[int, int]]:
    """Pairs of axes that are no neighbours: the way from one to the other along the links is longer than `reach`. places: (K,
    frames, 3) at some postures; a link counts as long as it is where it is shortest."""
    count = len(found.frames)
    way = np.full((count, count), np.inf)
    np.fill_diagonal(way, 0.0)
    for a, b in found.axes:
        length = float(np.linalg.norm(places[:, a] - places[:, b], axis=1).min())
        way[a, b] = way[b, a] = length
    for k in range(count):  # Floyd 1962
        way = np.minimum(way, way[:, k, None] + way[None, k])
    long = [k for k, (a, b) in enumerate(found.axes) if way[a, b] > _SHORTEST]
    return [(i, j) for n, i in enumerate(long) for j in long[n + 1 :] if _between(found, way, i, j) > reach]


def _between(found: Skeleton, way: Array, i: int, j: int) -> float:
    return min(float(way[a, b]) for a in found.axes[i] for b in found.axes[j])


def named_pairs(found: Skeleton, pairs: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    """'link1 - link2 and link4 - link5', one per pair."""
    return tuple(f"{found.names[i]} and {found.names[j]}" for i, j in pairs)
