"""Links as capsules along the path: how deep they reach into each other, into obstacles, out of the installation space, and
how much room they sweep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.spatial.distances import segment_box, segment_point, segment_segment, shortest_ways
from linkwright.synthesis.task.shapes import Box, Capsule, Shape, Sphere

if TYPE_CHECKING:
    from linkwright.synthesis.evaluation.rows import Rows
    from linkwright.synthesis.structure import Link

DIRECTIONS = 32
"""Of the polygon around a footprint: a circle's is 0.3 % too large."""
SAME = 1e-6
"""Metres by which the distance of frames on one body may change."""
POINTS = 162
"""Directions in which the extreme points of a swept volume are taken: a ball's is 3.6 % too small."""


@dataclass(frozen=True)
class Segments:
    """Axes of all links at the coarse instants: ends (M, I, L, 3), radii (M, L); places (M, I, F, 3) of all their frames."""

    start: Array
    end: Array
    radius: Array
    places: Array


def segments(rows: Rows) -> Segments:
    """Where the links are."""
    return rows.once("segments", lambda: _segments(rows))


def _segments(rows: Rows) -> Segments:
    setting, links = rows.setting, rows.setting.structure.links
    frames, starts, ends = _frames(links)
    places = setting.machine.origins(rows.P, rows.few, frames)
    radius = np.stack([_radius(rows, link) for link in links], axis=1)
    return Segments(places[:, :, starts], places[:, :, ends], radius, places)


def _frames(links: tuple[Link, ...]) -> tuple[tuple[str, ...], list[int], list[int]]:
    """Frames at the ends of links, and which of them are starts and ends."""
    frames = tuple(dict.fromkeys(frame for link in links for frame in (link.start, link.end)))
    return frames, [frames.index(link.start) for link in links], [frames.index(link.end) for link in links]


def _radius(rows: Rows, link: Link) -> Array:
    if isinstance(link.radius, str):
        return rows.parameter(link.radius)
    return np.full(len(rows), link.radius)


def self_room(rows: Rows) -> Array:
    """(M,): room in m between links that are no neighbours; below zero they reach into each other.

    Neighbours are links that share a point, and those that links between them do not keep apart: the way from one to the
    other along the links is at some instant no longer than the sum of their radii.
    """
    at = segments(rows)
    _, starts, ends = _frames(rows.setting.structure.links)
    first, second = np.triu_indices(len(starts), 1)
    way = _ways(at, starts, ends)
    gaps = [way[:, np.array(a)[first], np.array(b)[second]] for a in (starts, ends) for b in (starts, ends)]
    touching = at.radius[:, first] + at.radius[:, second]
    apart = np.minimum.reduce(gaps) > touching
    asked = np.flatnonzero(apart.any(axis=0))
    i, j = first[asked], second[asked]
    room = segment_segment(at.start[:, :, i], at.end[:, :, i], at.start[:, :, j], at.end[:, :, j]).min(axis=1)
    return np.where(apart[:, asked], room - touching[:, asked], np.inf).min(axis=1, initial=np.inf)


def _ways(at: Segments, starts: list[int], ends: list[int]) -> Array:
    """(M, F, F): shortest ways along links between their frames, at the instant when each link is shortest; frames that keep
    their distance, on one body or about one hinge, are linked by it."""
    few = at.places[:, ::8]
    step = few[:, :, :, None] - few[:, :, None]
    away = np.sqrt(step[..., 0] ** 2 + step[..., 1] ** 2 + step[..., 2] ** 2)
    way = np.where(np.ptp(away, axis=1) < SAME, away[:, 0], np.inf)
    along = at.end - at.start
    length = np.sqrt((along[..., 0] ** 2 + along[..., 1] ** 2 + along[..., 2] ** 2).min(axis=1))
    for k, (a, b) in enumerate(zip(starts, ends, strict=True)):
        way[:, a, b] = way[:, b, a] = np.minimum(way[:, a, b], length[:, k])
    return shortest_ways(way)


def distance(shape: Shape, start: Array, end: Array) -> Array:
    """Between segments and a solid."""
    match shape:
        case Box(low, high):
            return segment_box(start, end, np.array(low), np.array(high))
        case Sphere(center, radius):
            return segment_point(start, end, np.array(center)) - radius
        case Capsule(first, last, radius):
            return segment_segment(start, end, np.array(first), np.array(last)) - radius


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
