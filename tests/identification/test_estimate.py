"""Estimates find what made the data, and their standard errors hold."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from linkwright.errors import InputError
from linkwright.identification.compress import Compressed, compressed
from linkwright.identification.estimate import Estimate, ols, wls
from linkwright.identification.quality import conditions, correlations, unseen
from tests.identification.linear import problem

METHODS = {"ols": ols, "wls": wls}
NAMES = ("m_arm", "mx_arm", "Izz_arm", "Izz_hand", "viscous_a", "coulomb_a", "rotor_a", "offset_a")


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_exact_data_give_exact_values(method: Callable[[Compressed], Estimate]) -> None:
    p = problem(np.random.default_rng(0), n=30, samples=400)
    found = method(compressed([(p.Y, p.forces)]))
    np.testing.assert_allclose(found.values, p.values, rtol=0, atol=1e-10 * np.max(np.abs(p.values)))
    assert len(found.unseen) == 0
    assert np.all(found.errors < 1e-6)


def test_ordinary_least_squares_are_those_of_numpy() -> None:
    rng = np.random.default_rng(1)
    p = problem(rng)
    tau = p.measured(rng)
    expected = np.linalg.lstsq(p.Y.reshape(-1, 8), tau.ravel(), rcond=None)[0]
    np.testing.assert_allclose(ols(compressed([(p.Y, tau)])).values, expected, rtol=1e-10)


def test_standard_errors_of_equal_noise_are_those_of_the_book() -> None:
    """sigma^2 (W'W)^-1 with sigma^2 = |e|^2 / (N - n)."""
    rng = np.random.default_rng(2)
    p = problem(rng, rows=1, samples=60)
    tau = p.measured(rng)
    found = ols(compressed([(p.Y, tau)]))
    W = p.Y.reshape(-1, 8)
    variance = np.sum((tau.ravel() - W @ found.values) ** 2) / (len(W) - 8)
    np.testing.assert_allclose(found.sigma, np.sqrt(variance), rtol=1e-10)
    np.testing.assert_allclose(found.errors, np.sqrt(np.diag(variance * np.linalg.inv(W.T @ W))), rtol=1e-9)


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_two_standard_errors_hold_95_of_100(method: Callable[[Compressed], Estimate]) -> None:
    rng = np.random.default_rng(3)
    inside, runs = 0, 200
    for _ in range(runs):
        p = problem(rng, n=20)
        found = method(compressed([(p.Y, p.measured(rng))]))
        inside += int(np.sum(np.abs(found.values - p.values) <= 2 * found.errors))
    share = inside / (20 * runs)
    print(f"{method.__name__}: {share:.2%} of {20 * runs} values inside two standard errors")
    assert 0.94 < share < 0.97  # a normal distribution has 95.4 %


def test_weights_gain_where_noise_differs() -> None:
    rng = np.random.default_rng(4)
    p = problem(rng)
    data = compressed([(p.Y, p.measured(rng))])
    assert np.all(wls(data).errors < ols(data).errors * 1.001)
    assert np.min(wls(data).errors / ols(data).errors) < 0.5
    np.testing.assert_allclose(wls(data).sigma, p.noise, rtol=0.2)


def low_pass(x: np.ndarray, share: float) -> np.ndarray:
    """Only the lowest frequencies are left."""
    spectrum = np.fft.rfft(x, axis=0)
    spectrum[round(share * len(spectrum)) :] = 0
    return np.fft.irfft(spectrum, n=len(x), axis=0)


def test_filtered_samples_count_as_the_independent_ones_among_them() -> None:
    """Errors of filtered data hold with the share, and are far too small without."""
    rng = np.random.default_rng(5)
    inside = {0.1: 0, 1.0: 0}
    for _ in range(100):
        Y = low_pass(rng.normal(size=(2000, 2, 10)), 0.05)
        values = rng.normal(size=10)
        tau = low_pass(Y @ values + rng.normal(size=(2000, 2)), 0.1)
        data = compressed([(Y, tau)])
        for share in inside:
            found = wls(data, share)
            inside[share] += int(np.sum(np.abs(found.values - values) <= 2 * found.errors))
    print(f"inside two standard errors: {inside[0.1] / 1000:.1%} with the share, {inside[1.0] / 1000:.1%} without")
    assert 930 < inside[0.1] < 980
    assert inside[1.0] < 600


def blind(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Columns of which one is zero and two go together: 2 * Izz_arm acts as rotor_a."""
    p = problem(rng)
    p.Y[:, :, 1] = 0
    p.Y[:, :, 6] = 2 * p.Y[:, :, 2]
    return p.Y, p.values


@pytest.mark.parametrize("noise", [0.0, 1e-2])
def test_what_data_do_not_see_is_named(noise: float) -> None:
    rng = np.random.default_rng(6)
    Y, values = blind(rng)
    data = compressed([(Y, Y @ values + noise * rng.normal(size=Y.shape[:2]))])
    found = wls(data)
    told = unseen(found, data, NAMES)
    assert [t.names for t in told] == [("mx_arm",), ("Izz_arm", "rotor_a")]
    assert told[0].words == "mx_arm makes no force that shows in these data"
    assert told[1].words == "a change of Izz_arm - 0.5 rotor_a makes no force that shows in these data"
    assert "gravity" in told[0].lacking
    np.testing.assert_allclose(told[1].parts, (1, -0.5), rtol=1e-9)
    assert "accelerations" in told[1].lacking
    assert list(np.flatnonzero(np.isinf(found.errors))) == [1, 2, 6]
    assert set(found.poor) >= {1, 2, 6}
    assert found.values[2] + 2 * found.values[6] == pytest.approx(values[2] + 2 * values[6], abs=30 * noise + 1e-9)


def test_a_prior_decides_what_data_do_not_see() -> None:
    Y, values = blind(np.random.default_rng(7))
    found = wls(compressed([(Y, Y @ values)]), prior=values)
    np.testing.assert_allclose(found.values, values, rtol=1e-10)


def test_columns_that_only_noise_tells_apart_are_not_seen() -> None:
    """Two columns differ by a millionth: less than the noise of forces can show, more than rounding."""
    rng = np.random.default_rng(8)
    p = problem(rng)
    p.Y[:, :, 6] = p.Y[:, :, 2] * (1 + 1e-6 * rng.normal(size=p.Y.shape[:2]))
    assert len(wls(compressed([(p.Y, p.forces)])).unseen) == 0
    found = wls(compressed([(p.Y, p.measured(rng))]))
    assert len(found.unseen) == 1
    assert np.max(np.abs(found.values)) < 100  # without the test they would be of the order of a million


def test_condition_numbers_are_those_of_the_stacked_columns() -> None:
    p = problem(np.random.default_rng(9))
    W = (p.Y / p.noise[:, None]).reshape(-1, 8)
    found = conditions(compressed([(p.Y, p.forces)]), 1 / p.noise)
    assert found.plain == pytest.approx(np.linalg.cond(W), rel=1e-9)
    assert found.scaled == pytest.approx(np.linalg.cond(W / np.linalg.norm(W, axis=0)), rel=1e-9)
    assert found.scaled < found.plain


def test_parameters_whose_errors_go_together_are_named() -> None:
    rng = np.random.default_rng(10)
    p = problem(rng)
    p.Y[:, :, 3] = p.Y[:, :, 2] + 0.05 * p.Y[:, :, 3]
    found = wls(compressed([(p.Y, p.measured(rng))]))
    (pair,) = correlations(found, NAMES)
    assert (pair.first, pair.second) == ("Izz_arm", "Izz_hand")
    assert -1 <= pair.value < -0.9


def test_too_few_samples_are_told() -> None:
    p = problem(np.random.default_rng(11), samples=20)
    data = compressed([(p.Y, p.forces)])
    with pytest.raises(InputError, match="8 parameters cannot be found from 6 independent measurements"):
        wls(data, 0.1)
    with pytest.raises(InputError, match="share of 0 independent"):
        ols(data, 0.0)
