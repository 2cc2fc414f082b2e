"""The brute-force closure against differences, trigonometry and virtual work."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from tests.closed_robots import fourbar, geared, hexapod, slider_crank, start_of
from tests.support.model import Robot
from tests.support.package import ModelError
from tests.support.referee import Closed, ClosedReference, at_positions

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


# --- dynamics --------------------------------------------------------------------------------------------------------


def projected(c: Closed, count: int = 2) -> ClosedReference:
    n, rng = len(c.free), np.random.default_rng(3)
    v, a = (rng.uniform(-0.5, 0.5, (count, n)) for _ in range(2))
    return at_positions(c, c.sample(start_of(c.robot), count), v, a)


@pytest.mark.parametrize(("make", "free"), CASES)
def test_forces_are_those_of_newton_and_lagrange(make: Callable[[], Robot], free: tuple[int, ...]) -> None:
    """tau = M a + c + g, C v = c, and power: d(T + U)/dt = v' tau, by differences of the energies along the motion."""
    p = projected(Closed(make(), free))
    forces, M, v, a = p.forces().value, p.mass().value, p.states.v, p.states.a
    np.testing.assert_allclose(
        forces, np.einsum("kij,kj->ki", M, a) + p.coriolis() + p.gravity().value, rtol=1e-9, atol=1e-9
    )
    scale = max(1.0, float(np.max(np.abs(p.coriolis()))))
    np.testing.assert_allclose(np.einsum("kij,kj->ki", p.coriolis_matrix().value, v), p.coriolis(), atol=1e-8 * scale)
    power = np.einsum("ki,ki->k", v, forces)
    step = 1e-4
    energies = []
    for s in (1, -1):
        there = np.array(
            [
                p.closed.close(p.closed.moved(q, s * step * r + step**2 * x / 2))
                for q, r, x in zip(p.positions, p.rates, p.tree_accelerations, strict=True)
            ]
        )
        later = at_positions(p.closed, there, v + s * step * a, a)
        energies.append((later.motion().kinetic_energy + later.motion().potential_energy).value)
    np.testing.assert_allclose(
        (energies[0] - energies[1]) / (2 * step), power, rtol=1e-5, atol=1e-5 * np.max(np.abs(power))
    )


def test_a_geared_pair_has_the_mass_of_the_book() -> None:
    """M = I1 + ratio^2 I2 of bodies about their hinges."""
    p = projected(Closed(geared(-2.0), (0,)))
    inertia = [0.04 + 1.0 * 0.4**2, 0.04 + 1.3 * 0.3**2]
    np.testing.assert_allclose(p.mass().value[:, 0, 0], inertia[0] + 4 * inertia[1], rtol=1e-12)
