"""Huber's estimate: outliers do not lead it astray, and without outliers it costs little."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest

from linkwright.errors import InputError
from linkwright.identification.compress import Block, compressed
from linkwright.identification.estimate import wls
from linkwright.identification.robust import huber
from tests.identification.linear import in_blocks, problem


def spoilt(rng: np.random.Generator, tau: np.ndarray, share: float = 0.05) -> np.ndarray:
    """Some samples are wrong by much, and all to one side."""
    return tau + (rng.random(tau.shape) < share) * rng.uniform(0, 100, tau.shape)


def test_outliers_do_not_lead_astray() -> None:
    rng = np.random.default_rng(0)
    p = problem(rng, samples=2000)
    p.Y[:, :, 7] = 1.0  # outliers to one side move an offset
    tau = spoilt(rng, p.measured(rng))
    plain = wls(compressed([(p.Y, tau)]))
    robust = huber(lambda: in_blocks(300, p.Y, tau))
    away = np.abs(robust.values - p.values)
    assert np.linalg.norm(away) < 0.1 * np.linalg.norm(plain.values - p.values)
    assert np.all(away[:7] < 4 * robust.errors[:7])
    np.testing.assert_allclose(robust.sigma, p.noise, rtol=0.15)


def test_errors_hold_without_outliers() -> None:
    rng = np.random.default_rng(1)
    inside, larger = 0, []
    for _ in range(100):
        p = problem(rng, samples=400)
        tau = p.measured(rng)
        robust = huber(lambda p=p, tau=tau: in_blocks(400, p.Y, tau))
        inside += int(np.sum(np.abs(robust.values - p.values) <= 2 * robust.errors))
        larger.append(np.mean(robust.errors / wls(compressed([(p.Y, tau)])).errors))
    print(f"{inside / 800:.1%} inside two standard errors, which are {np.mean(larger):.3f} of those of least squares")
    assert 0.93 < inside / 800 < 0.975
    assert np.mean(larger) == pytest.approx(1 / np.sqrt(0.95), rel=0.02)  # 95 % efficient


def test_it_is_the_minimum_of_hubers_function() -> None:
    """sum psi(e / sigma) / sigma Y = 0."""
    rng = np.random.default_rng(2)
    p = problem(rng, samples=500)
    tau = spoilt(rng, p.measured(rng))
    found = huber(lambda: in_blocks(100, p.Y, tau), rounds=60)
    psi = np.clip((tau - p.Y @ found.values) / found.sigma, -1.345, 1.345)
    slope = np.einsum("kj,kjn->n", psi / found.sigma, p.Y)
    size = np.sqrt(np.einsum("kj,kjn->n", (psi / found.sigma) ** 2, p.Y**2))
    assert np.all(np.abs(slope) < 0.02 * size)  # of one standard deviation of the sum


def test_exact_data_give_exact_values() -> None:
    p = problem(np.random.default_rng(3))
    found = huber(lambda: [(p.Y, p.forces)])
    np.testing.assert_allclose(found.values, p.values, rtol=1e-9)


def test_samples_are_seen_as_often_as_said() -> None:
    rng = np.random.default_rng(4)
    p = problem(rng)
    tau = spoilt(rng, p.measured(rng))
    calls = 0

    def blocks() -> Iterable[Block]:
        nonlocal calls
        calls += 1
        return in_blocks(50, p.Y, tau)

    huber(blocks, rounds=3)
    assert calls <= 5
    with pytest.raises(InputError, match="threshold of 0"):
        huber(blocks, threshold=0.0)
