"""Distances of line segments, in batches: to segments, points and boxes. Exact; arrays broadcast over all axes but the last.

Ericson, Real-Time Collision Detection, 2005, sections 5.1.2 and 5.1.9. By the envelope theorem the slope of a distance is that
between the two nearest points, as if these stayed where they are on their segments.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwright.arrays import AnyArray as Array

_TINY = 1e-300
_TOUCHING = 1e-9
"""Metres below which the way between two points has no direction."""


def _dot(a: Array, b: Array) -> Array:
    return a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1] + a[..., 2] * b[..., 2]


def _ratio(above: Array, below: Array) -> Array:
    """above / below within 0 and 1; 0 where nothing is below (a segment without length, parallel ones)."""
    return np.clip(above / np.maximum(below, _TINY), 0.0, 1.0)


@dataclass(frozen=True, eq=False)
class Nearest:
    """Points of segments a and b that are nearest to each other. s, t: where they are on a and b, 0 to 1; way: from that of b
    to that of a."""

    s: Array
    t: Array
    way: Array

    @property
    def distance(self) -> Array:
        """Between the two points."""
        return np.sqrt(_dot(self.way, self.way))

    @property
    def slopes(self) -> tuple[Array, Array, Array, Array]:
        """Derivatives of the distance by a0, a1, b0, b1; zero where the segments meet."""
        along = self.way / np.maximum(self.distance, _TOUCHING)[..., None]
        shares = 1 - self.s, self.s, self.t - 1, -self.t
        a0, a1, b0, b1 = (along * share[..., None] for share in shares)
        return a0, a1, b0, b1


def nearest(a0: Array, a1: Array, b0: Array, b1: Array) -> Nearest:
    """Of segments a0 a1 and b0 b1."""
    u, w, r = a1 - a0, b1 - b0, a0 - b0
    uu, ww, uw, ur, wr = _dot(u, u), _dot(w, w), _dot(u, w), _dot(u, r), _dot(w, r)
    s = _ratio(uw * wr - ur * ww, uu * ww - uw * uw)
    t = _ratio(uw * s + wr, ww)  # where it meets an end of b, a is searched again for the point nearest to that end
    s = _ratio(uw * t - ur, uu)
    return Nearest(s, t, r + s[..., None] * u - t[..., None] * w)


def segment_segment(a0: Array, a1: Array, b0: Array, b1: Array) -> Array:
    """Between segments a0 a1 and b0 b1."""
    return nearest(a0, a1, b0, b1).distance


def segment_point(a0: Array, a1: Array, point: Array) -> Array:
    """Between a segment and a point."""
    u, r = a1 - a0, point - a0
    gap = _ratio(_dot(u, r), _dot(u, u))[..., None] * u - r
    return np.sqrt(_dot(gap, gap))


def segment_box(a0: Array, a1: Array, low: Array, high: Array) -> Array:
    """Between a segment and a box along the axes, 0 where they meet.

    Along the segment the squared distance is convex, its slope linear between the instants at which the point passes a plane of
    the box: between the last of these with a slope below zero and the first with one above, the root is found in one step.
    """
    u = a1 - a0
    low, high = np.broadcast_to(low, u.shape), np.broadcast_to(high, u.shape)
    still = np.abs(u) < _TINY
    passes = [np.where(still, 0.0, (plane - a0) / np.where(still, 1.0, u)) for plane in (low, high)]
    ends = np.broadcast_to([0.0, 1.0], (*u.shape[:-1], 2))
    s = np.clip(np.concatenate([ends, *passes], axis=-1), 0.0, 1.0)

    def outside(at: Array) -> Array:
        point = a0[..., None, :] + at[..., None] * u[..., None, :]
        return point - np.clip(point, low[..., None, :], high[..., None, :])

    slope = _dot(outside(s), np.broadcast_to(u[..., None, :], (*s.shape, 3)))
    falls, rises = slope <= 0, slope >= 0
    before: Array = np.max(np.where(falls, s, 0.0), axis=-1)
    after: Array = np.min(np.where(rises, s, 1.0), axis=-1)
    fall = np.max(np.where(falls, slope, -np.inf), axis=-1)
    rise = np.min(np.where(rises, slope, np.inf), axis=-1)
    inner = np.isfinite(fall) & np.isfinite(rise) & (after > before)
    share = np.where(inner, -fall, 0.0) / np.where(inner, np.maximum(rise - fall, _TINY), 1.0)
    root = np.where(np.isfinite(fall), before, after)
    root = np.where(inner, before + share * (after - before), root)
    gap = outside(root[..., None])[..., 0, :]
    return np.sqrt(_dot(gap, gap))


def shortest_ways(direct: Array) -> Array:
    """(..., n, n): ways between points along links, from those of single links, infinite where there is none.  Floyd 1962."""
    way = direct
    for k in range(way.shape[-1]):
        way = np.minimum(way, way[..., :, k, None] + way[..., None, k, :])
    return way
