"""Essential parameters: what does not show is dropped, what shows is kept."""

from __future__ import annotations

import numpy as np
import pytest

from linkwright.errors import InputError
from linkwright.identification.compress import compressed
from linkwright.identification.essential import essential
from linkwright.identification.estimate import wls
from tests.identification.linear import problem

NAMES = tuple(f"p{k}" for k in range(12))


def test_parameters_that_are_zero_are_dropped_and_the_others_kept() -> None:
    rng = np.random.default_rng(0)
    kept_wrongly, runs = 0, 40
    for _ in range(runs):
        p = problem(rng, samples=500, n=12)
        p.values[:] = np.sign(p.values) * 5
        p.values[[2, 5, 6, 9]] = 0.0
        data = compressed([(p.Y, p.measured(rng))])
        found = essential(data, wls(data), NAMES)
        assert {0, 1, 3, 4, 7, 8, 10, 11} <= set(found.kept)
        kept_wrongly += len(found.kept) - 8
    print(f"{kept_wrongly} of {4 * runs} parameters that are zero were kept")
    assert kept_wrongly < 0.1 * 4 * runs


def test_the_test_is_that_of_fisher() -> None:
    """F of the first that was kept, from fits of all samples by NumPy."""
    rng = np.random.default_rng(1)
    p = problem(rng, samples=300, n=12)
    p.values[[2, 5]] = 0.0
    tau = p.measured(rng)
    data = compressed([(p.Y, tau)])
    estimate = wls(data)
    found = essential(data, estimate, NAMES)
    assert found.stopped is not None
    W, z = (p.Y / estimate.sigma[:, None]).reshape(-1, 12), (tau / estimate.sigma).ravel()

    def square(columns: list[int]) -> float:
        return float(np.linalg.lstsq(W[:, columns], z, rcond=None)[1][0])

    tried = [k for k in found.kept if NAMES[k] != found.stopped.name]
    gone = 12 - len(tried)
    expected = (square(tried) - square(list(range(12)))) / gone / (square(list(range(12))) / (900 - 12))
    assert found.stopped.statistic == pytest.approx(expected, rel=1e-8)
    assert found.stopped.statistic > found.stopped.limit
    assert all(step.statistic <= step.limit for step in found.dropped)
    values = np.linalg.lstsq(W[:, list(found.kept)], z, rcond=None)[0]
    np.testing.assert_allclose(found.values[list(found.kept)], values, rtol=1e-9)
    assert np.count_nonzero(found.values) == len(found.kept) == len(found.names)


def test_columns_that_are_not_seen_go_first() -> None:
    rng = np.random.default_rng(2)
    p = problem(rng, n=12)
    p.Y[:, :, 3] = 0
    data = compressed([(p.Y, p.measured(rng))])
    assert essential(data, wls(data), NAMES).dropped[0].name == "p3"


def test_pure_noise_has_no_essential_parameters() -> None:
    rng = np.random.default_rng(3)
    p = problem(rng, n=12)
    data = compressed([(p.Y, rng.normal(size=p.forces.shape))])
    found = essential(data, wls(data), NAMES, risk=1e-6)
    assert found.kept == ()
    assert found.stopped is None


def test_a_risk_is_a_probability() -> None:
    p = problem(np.random.default_rng(4), n=12)
    data = compressed([(p.Y, p.forces)])
    with pytest.raises(InputError, match="a risk of 5"):
        essential(data, wls(data), NAMES, risk=5.0)
