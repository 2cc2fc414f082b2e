"""Links as capsules along the path: how deep they reach into each other, into obstacles, out of the installation space, and
how much room they sweep."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, singledispatch
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.synthesis.evaluation.distances import segment_box, segment_point, segment_segment
from linkwright.synthesis.task.shapes import Box, Capsule, Sphere

if TYPE_CHECKING:
    from linkwright.synthesis.evaluation.rows import Rows
    from linkwright.synthesis.structure import Link

Array = np.ndarray[Any, Any]
DIRECTIONS = 32
"""Of the polygon around a footprint: a circle's is 0.3 % too large."""
POINTS = 162
"""Directions in which the extreme points of a swept volume are taken: a ball's is 5 % too small."""


@dataclass(frozen=True)
class Segments:
    """Axes of all links at the coarse instants: ends (M, I, L, 3), radii (M, L)."""

    start: Array
    end: Array
    radius: Array


def segments(rows: Rows) -> Segments:
    """Where the links are."""
    return rows.once("segments", lambda: _segments(rows))


def _segments(rows: Rows) -> Segments:
    setting, links = rows.setting, rows.setting.structure.links
    frames = list(dict.fromkeys(frame for link in links for frame in (link.start, link.end)))
    places = setting.machine.origins(rows.P, rows.few, tuple(frames))
    start, end = (places[:, :, [frames.index(getattr(link, end)) for link in links]] for end in ("start", "end"))
    return Segments(start, end, np.stack([_radius(rows, link) for link in links], axis=1))


def _radius(rows: Rows, link: Link) -> Array:
    if isinstance(link.radius, str):
        return rows.parameter(link.radius)
    return np.full(len(rows), link.radius)


def self_room(rows: Rows) -> Array:
    """(M,): room in m between links that are no neighbours; below zero they reach into each other.

    Links that share a frame are neighbours, and so are those with nothing but links between them that are too short to
    keep them apart.
    """
    at = segments(rows)
    start, end, radius = at.start, at.end, at.radius
    lengths = np.sqrt(((end - start) ** 2).sum(axis=-1)).max(axis=1)
    least = np.full(len(rows), np.inf)
    for i, j, between in pairs(rows.setting.structure.links):
        touching = radius[:, i] + radius[:, j]
        gap = segment_segment(start[:, :, i], end[:, :, i], start[:, :, j], end[:, :, j]).min(axis=1)
        neighbours = lengths[:, between].sum(axis=1) <= touching
        least = np.minimum(least, np.where(neighbours, np.inf, gap - touching))
    return least


@lru_cache(maxsize=64)
def pairs(links: tuple[Link, ...]) -> tuple[tuple[int, int, list[int]], ...]:
    """Links without a common frame, two at a time, with those on the shortest way between them."""
    ends = [{link.start, link.end} for link in links]
    return tuple((i, j, _between(ends, i, j)) for i, j in combinations(range(len(links)), 2) if not ends[i] & ends[j])


def _between(ends: list[set[str]], i: int, j: int) -> list[int]:
    """Breadth first over links that share frames; none where no way leads there."""
    ways: list[list[int]] = [[i]]
    seen = {i}
    for way in ways:
        for k, frames in enumerate(ends):
            if k == j and ends[way[-1]] & frames:
                return way[1:]
            if k not in seen and ends[way[-1]] & frames:
                seen.add(k)
                ways.append([*way, k])
    return []


@singledispatch
def distance(shape: Any, start: Array, end: Array) -> Array:
    """Between segments and a solid."""
    raise NotImplementedError(type(shape).__name__)


@distance.register
def _(shape: Box, start: Array, end: Array) -> Array:
    return segment_box(start, end, np.array(shape.low), np.array(shape.high))


@distance.register
def _(shape: Sphere, start: Array, end: Array) -> Array:
    return segment_point(start, end, np.array(shape.center)) - shape.radius


@distance.register
def _(shape: Capsule, start: Array, end: Array) -> Array:
    return segment_segment(start, end, np.array(shape.start), np.array(shape.end)) - shape.radius


def obstacle_room(rows: Rows) -> Array:
    """(M,): room in m between links and obstacles; below zero a link reaches in, in a box by its radius at most."""
    at = segments(rows)
    gaps = [distance(obstacle.shape, at.start, at.end).min(axis=1) for obstacle in rows.setting.task.obstacles]
    return (np.minimum.reduce(gaps) - at.radius).min(axis=1)


def space_room(rows: Rows) -> Array:
    """(M,): room in m between links and the walls of the installation space; below zero a link stands out."""
    at = segments(rows)
    box = rows.setting.task.space
    assert box is not None
    ends = np.concatenate([at.start, at.end], axis=1)
    room = np.minimum(ends.min(axis=1) - np.array(box.low), np.array(box.high) - ends.max(axis=1))
    return (room.min(axis=-1) - at.radius).min(axis=1)


def footprint(rows: Rows) -> Array:
    """(M,): area in m2 of the convex outline of all links along the path, seen from above."""
    turn = 2 * np.pi / DIRECTIONS
    angles = turn * np.arange(DIRECTIONS)
    reach = _extents(rows, np.stack([np.cos(angles), np.sin(angles), np.zeros(DIRECTIONS)], axis=1))[0]
    edges = (np.roll(reach, 1, axis=1) + np.roll(reach, -1, axis=1) - 2 * np.cos(turn) * reach) / np.sin(turn)
    return 0.5 * (reach * edges).sum(axis=1)


def swept_volume(rows: Rows) -> Array:
    """(M,): volume in m3 of the convex hull of all links along the path."""
    from scipy.spatial import ConvexHull

    k = np.arange(POINTS) + 0.5  # spread evenly over the sphere, by the golden angle
    z, angle = 1 - 2 * k / POINTS, np.pi * (1 + 5**0.5) * k
    wide = np.sqrt(1 - z * z)
    directions = np.stack([wide * np.cos(angle), wide * np.sin(angle), z], axis=1)
    return np.array([ConvexHull(points).volume for points in _extents(rows, directions)[1]])


def _extents(rows: Rows, directions: Array) -> tuple[Array, Array]:
    """How far the links reach in each direction (M, D), and with which points (M, D, 3)."""
    at = segments(rows)
    ends, radius = np.concatenate([at.start, at.end], axis=1), at.radius
    room, points = np.full((len(rows), len(directions)), -np.inf), np.zeros((len(rows), len(directions), 3))
    for k in range(ends.shape[2]):  # row by row the same operations, whatever the number of rows
        x, y, z = (ends[:, :, k, c, None] for c in range(3))
        along = x * directions[:, 0] + y * directions[:, 1] + z * directions[:, 2]
        which = along.argmax(axis=1)
        reach = np.take_along_axis(along, which[:, None], axis=1)[:, 0] + radius[:, k, None]
        place = np.take_along_axis(ends[:, :, k], which[..., None], axis=1) + radius[:, k, None, None] * directions
        points = np.where((reach > room)[..., None], place, points)
        room = np.maximum(room, reach)
    return room, points
