"""The brute-force closure against differences, trigonometry and virtual work."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from linkwright.errors import ModelError
from linkwright.model.robot import Robot
from linkwright.verify.closed import Closed
from tests.closed_robots import fourbar, geared, hexapod, slider_crank, start_of

CASES: list[tuple[Callable[[], Robot], tuple[int, ...]]] = [
    (fourbar, (0,)),
    (slider_crank, (0,)),
    (geared, (0,)),
    (hexapod, tuple(range(8, 26, 3))),
]


@pytest.mark.parametrize(("make", "free"), CASES)
def test_samples_are_closed_and_differ(make: Callable[[], Robot], free: tuple[int, ...]) -> None:
    c = Closed(make(), free)
    q = c.sample(start_of(c.robot), 3)
    assert np.max(np.abs(c.gaps(q))) < 1e-12
    assert np.min(np.max(np.abs(q - q[[1, 2, 0]]), axis=1)) > 1e-3


@pytest.mark.parametrize(("make", "free"), CASES)
def test_rates_and_accelerations_are_those_of_nearby_positions(
    make: Callable[[], Robot], free: tuple[int, ...]
) -> None:
    """W and the drift against central differences of closed positions."""
    c = Closed(make(), free)
    q = c.sample(start_of(c.robot), 1)
    v = np.random.default_rng(1).uniform(-0.3, 0.3, len(free))
    W = c.spread(q)
    assert np.max(np.abs(c.jacobian(q) @ W)) < 1e-12
    rates = W[0] @ v
    step = 1e-5
    ways = [c.close(c.moved(q[0], s * step * rates)) for s in (1, -1)]
    assert ways[0] is not None
    assert ways[1] is not None
    slope = sum(s * (c.spread(x[None])[0] @ v) for s, x in zip((1, -1), ways, strict=True)) / (2 * step)
    np.testing.assert_allclose(c.drift(q, rates[None])[0], slope, rtol=1e-6, atol=1e-6 * max(1, np.max(np.abs(slope))))


def test_the_four_bar_closes_as_the_law_of_cosines_says() -> None:
    c = Closed(fourbar(), (0,))
    q = c.close(np.array([1.2, 0.3, 1.9]))
    assert q is not None
    np.testing.assert_allclose(q, start_of(c.robot), atol=1e-12)


def test_the_piston_moves_as_trigonometry_says() -> None:
    c = Closed(slider_crank(), (0,))
    for q in c.sample(start_of(c.robot), 4):
        assert math.isclose(q[2], math.cos(q[0]) + math.sqrt(2.5**2 - math.sin(q[0]) ** 2), abs_tol=1e-12)
        rate = -math.sin(q[0]) - math.sin(q[0]) * math.cos(q[0]) / math.sqrt(2.5**2 - math.sin(q[0]) ** 2)
        assert math.isclose(c.spread(q[None])[0, 2, 0], rate, abs_tol=1e-12)


def test_what_cannot_close_says_so() -> None:
    """A crank turned away from a rocker that is too far off."""
    with pytest.raises(ModelError, match="does not close"):
        Closed(fourbar(8.0), (0,)).sample([math.pi, 0.0, 0.0], 1)
