"""Gains of drives from a run with a known payload."""

from __future__ import annotations

import numpy as np
import pytest

from linkwright.errors import InputError
from linkwright.identification.compress import Compressed, compressed
from linkwright.identification.gains import drive_gains
from tests.identification.linear import problem

GAINS = np.array([2.5, 40.0, -0.3])
DRIVES = ("shoulder", "elbow", "wrist")


def runs(rng: np.random.Generator, noise: float, values: np.ndarray | None = None) -> tuple[Compressed, np.ndarray]:
    """A run without payload and one with a payload that shows in all drives; noise relative to the currents."""
    p = problem(rng, samples=400)
    values = p.values if values is None else values
    load = 3 * rng.normal(size=(400, 3))
    load[:200] = 0
    current = (p.Y @ values + load) / GAINS
    current += noise * np.std(current, axis=0) * rng.normal(size=current.shape)
    return compressed([(np.concatenate([p.Y, load[:, :, None]], axis=2), current)]), values


def test_exact_currents_give_exact_gains() -> None:
    data, values = runs(np.random.default_rng(0), 0.0)
    found = drive_gains(data, DRIVES)
    np.testing.assert_allclose(found.gains, GAINS, rtol=1e-8)
    np.testing.assert_allclose(found.values, values, rtol=1e-8)
    assert np.all(found.errors < 1e-8 * np.abs(GAINS))


def test_two_standard_errors_hold_95_of_100() -> None:
    rng = np.random.default_rng(1)
    gains = values = 0
    for _ in range(200):
        data, true = runs(rng, 0.1)
        found = drive_gains(data, DRIVES)
        gains += int(np.sum(np.abs(found.gains - GAINS) <= 2 * found.errors))
        values += int(np.sum(np.abs(found.values - true) <= 2 * found.value_errors))
    print(f"inside two standard errors: {gains / 600:.1%} of the gains, {values / 1600:.1%} of the parameters")
    assert 0.93 < gains / 600 < 0.98
    assert 0.935 < values / 1600 < 0.975


def test_noise_on_the_currents_does_not_bias_the_gains() -> None:
    """Linear least squares with currents as columns makes them smaller, by the share of noise in the current."""
    rng = np.random.default_rng(2)
    found = np.array([drive_gains(runs(rng, 0.3)[0], DRIVES).gains for _ in range(200)]) / GAINS
    deviation = np.std(found, axis=0) / np.sqrt(len(found))
    assert np.all(np.abs(np.mean(found, axis=0) - 1) < 4 * deviation + 0.005)


def test_without_a_payload_it_is_told() -> None:
    p = problem(np.random.default_rng(3))
    data = compressed([(np.concatenate([p.Y, np.zeros((200, 3, 1))], axis=2), p.forces / GAINS)])
    with pytest.raises(InputError, match="no run has a known payload") as error:
        drive_gains(data, DRIVES)
    assert "payload of known mass" in error.value.hint


def test_a_drive_that_feels_no_payload_and_shares_no_parameters_is_named() -> None:
    rng = np.random.default_rng(4)
    Y = np.zeros((300, 2, 6))
    Y[:, 0, :3], Y[:, 1, 3:] = rng.normal(size=(2, 300, 3))
    load = rng.normal(size=(300, 2, 1))
    load[:, 1] = 0
    current = (Y @ np.ones(6) + load[:, :, 0]) / GAINS[:2]
    with pytest.raises(InputError, match="the gain of 'elbow' cannot be told"):
        drive_gains(compressed([(np.concatenate([Y, load], axis=2), current)]), DRIVES[:2])


def test_a_drive_without_current_is_named() -> None:
    rng = np.random.default_rng(5)
    p = problem(rng)
    current = p.forces.copy()
    current[:, 1] = 0
    data = compressed([(np.concatenate([p.Y, rng.normal(size=(200, 3, 1))], axis=2), current)])
    with pytest.raises(InputError, match="current of 'elbow' is zero"):
        drive_gains(data, DRIVES)
