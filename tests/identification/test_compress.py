"""Triangles say of all samples what the samples say."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator

import numpy as np
import pytest

from linkwright.errors import InputError
from linkwright.identification.compress import compressed
from tests.identification.linear import in_blocks, problem


@pytest.mark.parametrize("size", [1, 7, 64, 5000])
def test_sums_of_squares_are_those_of_the_samples(size: int) -> None:
    rng = np.random.default_rng(3)
    p = problem(rng, samples=3000)
    tau = p.measured(rng)
    data = compressed(in_blocks(size, p.Y, tau))
    values = rng.normal(size=8)
    error = tau - p.Y @ values
    np.testing.assert_allclose(data.residuals(values), np.sqrt(np.mean(error**2, axis=0)), rtol=1e-12)
    np.testing.assert_allclose(data.norms, np.linalg.norm(tau, axis=0), rtol=1e-12)
    assert data.relative(values) == pytest.approx(np.linalg.norm(error) / np.linalg.norm(tau), rel=1e-12)
    assert list(data.counts) == [3000] * 3
    for j in range(3):
        np.testing.assert_allclose(data.R[j][:-1, :-1].T @ data.R[j][:-1, :-1], p.Y[:, j].T @ p.Y[:, j], atol=1e-9)
        assert np.array_equal(data.R[j], np.triu(data.R[j]))


def test_the_minimum_is_that_of_all_samples_stacked() -> None:
    rng = np.random.default_rng(4)
    p = problem(rng)
    tau = p.measured(rng)
    weights = 1 / p.noise
    factor = compressed(in_blocks(33, p.Y, tau)).weighted(weights)
    stacked = (p.Y * weights[:, None]).reshape(-1, 8), (tau * weights).ravel()
    expected = np.linalg.lstsq(*stacked, rcond=None)[0]
    np.testing.assert_allclose(np.linalg.solve(factor[:-1, :-1], factor[:-1, -1]), expected, rtol=1e-11)


def test_a_column_may_appear_late() -> None:
    """The first block does not use it, the others do."""
    rng = np.random.default_rng(5)
    p = problem(rng, samples=90)
    p.Y[:30, :, 2] = 0
    tau = p.measured(rng)
    data = compressed(in_blocks(30, p.Y, tau))
    values = rng.normal(size=8)
    np.testing.assert_allclose(data.errors(values), np.linalg.norm(tau - p.Y @ values, axis=0), rtol=1e-12)


def test_two_recordings_merge() -> None:
    rng = np.random.default_rng(6)
    p = problem(rng)
    tau = p.measured(rng)
    both = compressed([(p.Y[:50], tau[:50])]) + compressed([(p.Y[50:], tau[50:])])
    whole = compressed([(p.Y, tau)])
    values = rng.normal(size=8)
    np.testing.assert_allclose(both.residuals(values), whole.residuals(values), rtol=1e-12)
    assert list(both.counts) == list(whole.counts)


def test_weights_of_samples_count_them_several_times() -> None:
    rng = np.random.default_rng(7)
    p = problem(rng)
    tau = p.measured(rng)
    times = rng.integers(0, 4, size=tau.shape).astype(float)
    data = compressed([(p.Y, tau, times)])
    values = rng.normal(size=8)
    expected = np.sqrt(np.sum(times * (tau - p.Y @ values) ** 2, axis=0))
    np.testing.assert_allclose(data.errors(values), expected, rtol=1e-12)


def test_parameters_may_be_changed_and_left_out() -> None:
    rng = np.random.default_rng(8)
    p = problem(rng)
    tau = p.measured(rng)
    data = compressed([(p.Y, tau)])
    for columns in (3, 11):  # fewer, and more than there are
        T, x = rng.normal(size=(8, columns)), rng.normal(size=columns)
        np.testing.assert_allclose(data.projected(T).errors(x), data.errors(T @ x), rtol=1e-11)
    rest = rng.normal(size=6)
    np.testing.assert_allclose(data.without([1, 4]).errors(rest), data.errors(np.insert(rest, [1, 3], 0.0)), rtol=1e-12)


def peak(samples: int) -> int:
    """Bytes at most while that many samples are compressed."""
    rng = np.random.default_rng(0)

    def blocks() -> Iterator[tuple[np.ndarray, np.ndarray]]:
        for _ in range(samples // 500):
            yield rng.normal(size=(500, 7, 40)), rng.normal(size=(500, 7))

    tracemalloc.start()
    compressed(blocks())
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def test_memory_does_not_grow_with_samples() -> None:
    few, many = peak(1000), peak(30000)
    assert many < 1.05 * few


def test_bad_blocks_are_told() -> None:
    rng = np.random.default_rng(9)
    p = problem(rng)
    tau = p.measured(rng)
    with pytest.raises(InputError, match="no samples"):
        compressed([])
    with pytest.raises(InputError, match=r"shape \(200, 3, 8\) and forces of shape \(200, 2\)"):
        compressed([(p.Y, tau[:, :2])])
    with pytest.raises(InputError, match="2 rows of 8 parameters, those before it 3 of 8"):
        compressed([(p.Y, tau), (p.Y[:, :2], tau[:, :2])])
    tau[120, 1] = np.nan
    with pytest.raises(InputError, match="sample 120 of force 1 is not a number"):
        compressed(in_blocks(50, p.Y, tau))
    tau[120, 1] = 0
    p.Y[77, 2, 5] = np.inf
    with pytest.raises(InputError, match="sample 77 of force 2 is not a number"):
        compressed(in_blocks(50, p.Y, tau))
    with pytest.raises(InputError, match="cannot be merged"):
        _ = compressed([(p.Y[:50], tau[:50])]) + compressed([(p.Y[:50, :, :7], tau[:50])])
