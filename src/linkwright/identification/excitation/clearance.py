"""Links as capsules, from joint to joint: how far those that are no neighbours are from each other, with derivatives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.model.robot import WORLD
from linkwright.spatial.distances import Nearest, nearest, shortest_ways

if TYPE_CHECKING:
    from linkwright.identification.excitation.motion import Gradient, Motion, Source
    from linkwright.model.closed_robot import Robot


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
        return self._nearest(self.places(motion)).distance

    def pull(self, motion: Motion, weights: Array) -> Gradient:
        """Weights go to the ends of both axes, by their shares of the nearest points."""
        at = self.places(motion)
        one = np.eye(at.shape[1] // 3)
        ends = self._ends()
        slopes = self._nearest(at).slopes
        parts = [
            np.einsum("pf,kpi->kfi", one[end], weights[..., None] * slope)
            for end, slope in zip(ends, slopes, strict=True)
        ]
        return self.places.pull(motion, np.sum(parts, axis=0).reshape(len(at), -1))

    def _nearest(self, at: Array) -> Nearest:
        """Of every pair, (K, pairs)."""
        points = at.reshape(len(at), -1, 3)
        a0, a1, b0, b1 = (points[:, end] for end in self._ends())
        return nearest(a0, a1, b0, b1)

    def _ends(self) -> tuple[Array, Array, Array, Array]:
        """Frames at the ends of the first and of the second axis of each pair."""
        first, second = self.pairs.T
        return self.starts[first], self.ends[first], self.starts[second], self.ends[second]


@dataclass(frozen=True)
class LinkSegments:
    """Axes of links: frames of the robot, and between which two of them each axis goes; names: of its links."""

    frames: tuple[str, ...]
    axes: tuple[tuple[int, int], ...]
    names: tuple[str, ...]


def link_segments(robot: Robot) -> LinkSegments:
    """An axis from the frame of every body to those of its children, and to the outermost frame of a body without any; from the
    world's only to hinges, which stand on a column there: a slide may be a rail."""
    joints = [j for j in robot.tree.joints.values() if j.parent != WORLD or j.joint_type.hinge]
    outer = {f.body: f.name for f in robot.tree.frames.values() if f.name != f.body}
    parents = {j.parent for j in joints}
    pairs = [(j.parent, j.child) for j in joints]
    pairs += [(body, outer[body]) for body in robot.tree.bodies if body in outer and body not in parents | {WORLD}]
    frames = tuple(dict.fromkeys(name for pair in pairs for name in pair))
    axes = tuple((frames.index(a), frames.index(b)) for a, b in pairs)
    return LinkSegments(frames, axes, tuple(f"{a} - {b}" for a, b in pairs))


def pairs_apart(found: LinkSegments, places: Array, reach: float) -> list[tuple[int, int]]:
    """Pairs of axes that are no neighbours: the way from one to the other along the links is longer than `reach`. places: (K,
    frames, 3) at some postures; a link counts as long as it is where it is shortest."""
    count = len(found.frames)
    way = np.full((count, count), np.inf)
    np.fill_diagonal(way, 0.0)
    for a, b in found.axes:
        length = float(np.linalg.norm(places[:, a] - places[:, b], axis=1).min())
        way[a, b] = way[b, a] = length
    way = shortest_ways(way)
    long = [k for k, (a, b) in enumerate(found.axes) if way[a, b] > _SHORTEST]
    return [(i, j) for n, i in enumerate(long) for j in long[n + 1 :] if _between(found, way, i, j) > reach]


def _between(found: LinkSegments, way: Array, i: int, j: int) -> float:
    return min(float(way[a, b]) for a in found.axes[i] for b in found.axes[j])


def named_pairs(found: LinkSegments, pairs: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    """'link1 - link2 and link4 - link5', one per pair."""
    return tuple(f"{found.names[i]} and {found.names[j]}" for i, j in pairs)
