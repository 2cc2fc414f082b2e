"""Distances and work, against brute force."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwright.synthesis.evaluation.distances import segment_box, segment_point, segment_segment
from linkwright.synthesis.evaluation.integrals import positive_work

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


@given(st.floats(0.1, 6), st.floats(-0.7, 0.7))
@settings(max_examples=30, deadline=None)
def test_work_with_a_kink_is_exact_to_a_thousandth(phase: float, lift: float) -> None:
    """Of sin(w t + phase) + lift with forty samples per period, against two hundred thousand."""
    t, fine = np.linspace(0, 3, 121), np.linspace(0, 3, 200_001)
    power, finely = (np.sin(2 * np.pi * x + phase) + lift for x in (t, fine))
    exact = float(np.trapezoid(np.maximum(finely, 0), fine))
    assert positive_work(t, power[None])[0] == pytest.approx(exact, rel=1e-3)


def test_work_of_straight_lines_is_exact() -> None:
    power = np.array([[-1.0, 1.0], [1.0, -3.0], [1.0, 1.0], [-1.0, -2.0], [0.0, 0.0]])
    assert np.allclose(positive_work(np.array([0.0, 1.0]), power), [0.25, 0.125, 1, 0, 0], rtol=0, atol=1e-15)
