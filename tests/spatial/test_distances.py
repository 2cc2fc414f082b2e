"""Distances of segments against those of many points, their slopes against differences."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwright.spatial.distances import nearest, segment_box, segment_point, segment_segment, shortest_ways

FINE = np.linspace(0, 1, 401)


def on(a, b):
    return a + FINE[:, None] * (b - a)


def drawn(seed: int, shape: tuple[int, ...]):
    """Points, a third of them on a coarse lattice: parallel, crossing, touching segments and ones without length."""
    rng = np.random.default_rng(seed)
    points = rng.uniform(-1, 1, (*shape, 3))
    return np.where(rng.random(shape)[..., None] < 0.33, np.round(points), points)


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=30, deadline=None)
def test_distances_are_those_of_many_points(seed: int) -> None:
    a0, a1, b0, b1 = drawn(seed, (4, 5))
    low, high = np.minimum(b0, b1), np.maximum(b0, b1)
    found = np.array([segment_segment(a0, a1, b0, b1), segment_box(a0, a1, low, high), segment_point(a0, a1, b0)])
    for k in range(5):
        p, r = on(a0[k], a1[k]), on(b0[k], b1[k])
        gaps = (
            np.linalg.norm(p[:, None] - r[None], axis=-1).min(),
            np.linalg.norm(p - np.clip(p, low[k], high[k]), axis=-1).min(),
            np.linalg.norm(p - b0[k], axis=-1).min(),
        )
        lengths = np.linalg.norm(a1[k] - a0[k]), np.linalg.norm(b1[k] - b0[k])
        for value, brute in zip(found[:, k], gaps, strict=True):
            assert value <= brute + 1e-12
            assert brute - value <= sum(lengths) / 800 + 1e-7  # half a step of the points on either segment


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=30, deadline=None)
def test_slopes_are_those_of_differences(seed: int) -> None:
    """By every coordinate of every end; nearest points are ends, and within."""
    ends = np.random.default_rng(seed).uniform(-1, 1, (4, 20, 3))
    found = np.stack(nearest(*ends).slopes)
    h, clear = 1e-6, segment_segment(*ends) > 0.05
    for k in range(4):
        for i in range(3):
            step = np.zeros((4, 1, 3))
            step[k, 0, i] = h
            difference = (segment_segment(*(ends + step)) - segment_segment(*(ends - step))) / (2 * h)
            assert np.allclose(found[k, clear, i], difference[clear], rtol=0, atol=1e-4)


def test_where_segments_meet_the_distance_has_no_slope() -> None:
    cross = np.array([[-1.0, 0, 0], [1.0, 0, 0], [0, -1.0, 0], [0, 1.0, 0]])
    assert segment_segment(*cross) == 0
    assert not np.any(nearest(*cross).slopes)


def test_ways_lead_along_links() -> None:
    """A square of links with one long side; a point that no link reaches."""
    direct = np.full((2, 5, 5), np.inf)
    direct[:, range(5), range(5)] = 0.0
    for a, b, length in ((0, 1, 1.0), (1, 2, 1.0), (2, 3, 1.0), (3, 0, 9.0)):
        direct[:, a, b] = direct[:, b, a] = length
    direct[1, 3, 0] = direct[1, 0, 3] = 1.0
    way = shortest_ways(direct)
    assert np.array_equal(way[:, 0, 3], [3.0, 1.0])
    assert np.array_equal(way[:, 3, 1], [2.0, 2.0])
    assert np.all(np.isinf(way[:, 4, :4]))
    assert np.array_equal(way, np.swapaxes(way, 1, 2))
