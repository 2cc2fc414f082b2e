"""Smoothed motions against their exact derivatives: with noise, jitter, gaps and rows written twice."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwright.errors import InputError
from linkwright.measurements.clock import usual_step
from linkwright.measurements.recording import Recording
from linkwright.measurements.smoothing import Smoothed, smoothed
from tests.measurements.motions import Array, Motion, motion, recorded


def even(seconds: float = 20.0, dt: float = 0.001) -> Array:
    return dt * np.arange(round(seconds / dt))


def errors(found: Smoothed, moves: Motion) -> list[float]:
    """Largest ones of positions, rates and accelerations, in parts of the largest value."""
    pairs = [(x, moves.at(found.t, order)) for order, x in enumerate((found.q, found.v, found.a))]
    return [float(np.max(np.abs(x - exact)) / np.max(np.abs(exact))) for x, exact in pairs]


@given(seed=st.integers(0, 1000), dt=st.sampled_from([0.001, 0.004, 0.01]), highest=st.floats(0.3, 1.5))
def test_derivatives_of_sines(seed: int, dt: float, highest: float) -> None:
    moves = motion(seed, highest)
    found = smoothed(recorded(moves, even(20, dt)), 10 * highest)
    q, v, a = errors(found, moves)
    assert not found.resampled
    assert q < 1e-5
    assert v < 1e-4
    assert a < 1e-3
    np.testing.assert_allclose(found.tau, 5 * found.q + 2 * moves.at(found.t, 1), atol=2e-4)


@given(seed=st.integers(0, 1000), jitter=st.floats(0.05, 0.3))
def test_derivatives_at_uneven_times(seed: int, jitter: float) -> None:
    moves = motion(seed)
    t = even(20, 0.002)
    t = t + 0.002 * jitter * np.random.default_rng(seed).uniform(-1, 1, len(t))
    found = smoothed(recorded(moves, t))
    q, v, a = errors(found, moves)
    assert found.resampled
    np.testing.assert_allclose(np.diff(found.t), found.dt, rtol=1e-6)
    assert found.dt == pytest.approx(0.002, rel=0.01)
    assert q < 1e-5
    assert v < 1e-4
    assert a < 1e-3


@given(count=st.integers(2, 20), dt=st.floats(1e-4, 10))
def test_even_times_of_any_number_have_their_step(count: int, dt: float) -> None:
    assert usual_step(dt * np.arange(count)) == pytest.approx(dt)


def test_without_a_filter_derivatives_are_exact_to_the_sixth_order() -> None:
    moves = motion()
    _, v, a = errors(smoothed(recorded(moves, even(5, 0.01)), math.inf), moves)
    w = 2 * math.pi * np.max(moves.frequency) * 0.01
    assert v < w**6 / 140
    assert a < w**6 / 560 + 1e-9


@pytest.mark.parametrize("seed", range(4))
def test_a_cut_off_is_chosen_that_keeps_motion_and_takes_noise(seed: int) -> None:
    moves = motion(seed)
    noise = 1e-3
    found = smoothed(recorded(moves, even(), noise))
    assert 4 < found.cutoff < 12
    assert "99.99 % of the power of the positions is below" in found.notes[0]
    for x, order, bound in ((found.q, 0, 0.3), (found.tau, 0, 0.3)):
        exact = moves.at(found.t) if order == 0 and x is found.q else 5 * moves.at(found.t) + 2 * moves.at(found.t, 1)
        assert np.std(x - exact) < bound * noise
    assert np.std(found.a - moves.at(found.t, 2)) < 0.05 * np.std(found.a)
    assert (
        np.std(np.gradient(np.gradient(recorded(moves, even(), noise).q[:, 0], 0.001), 0.001)) > 100
    )  # as it would be


def test_independent_samples_say_how_sure_a_mean_is() -> None:
    """The variance of estimates from filtered noise, over 150 runs, against the one that residuals suggest."""
    t = even(4, 0.004)
    moves = motion()
    means, spreads = [], []
    for seed in range(150):
        found = smoothed(recorded(moves, t, 0.5, seed), 20.0)
        rest = found.tau[:, 0] - (5 * moves.at(found.t) + 2 * moves.at(found.t, 1))[:, 0]
        means.append(np.mean(rest))
        spreads.append(np.var(rest) / (len(rest) * found.independent))
    assert np.var(means) == pytest.approx(np.mean(spreads), rel=0.3)


def test_decimation_keeps_every_kth_sample() -> None:
    every = smoothed(recorded(motion(), even()), 8.0)
    some = smoothed(recorded(motion(), even()), 8.0, decimate=5)
    np.testing.assert_array_equal(some.a, every.a[::5])
    np.testing.assert_array_equal(some.t, every.t[::5])
    assert some.dt == pytest.approx(5 * every.dt)
    assert some.independent == pytest.approx(5 * every.independent)


def test_no_derivative_crosses_a_gap() -> None:
    """A second is missing, during which the machine was moved elsewhere."""
    moves = motion()
    t = even()
    t = t[(t < 8) | (t > 9)]
    whole = recorded(moves, t)
    found = smoothed(replace(whole, q=whole.q + 3.0 * (t > 8.5)[:, None]), 10.0)
    assert len(found.stretches) == 2
    assert found.lost == 1001
    (_, first_end), (second, _) = found.stretches
    assert first_end == second
    assert found.t[second] - found.t[second - 1] > 1.1
    assert errors(replace(found, q=found.q - 3.0 * (found.t > 8.5)[:, None]), moves)[2] < 1e-3
    assert "1001 samples lost; the longest gap takes 1e+03 ms" in found.notes


def test_short_gaps_and_missing_numbers_are_bridged() -> None:
    moves = motion()
    t = np.delete(even(), slice(5000, 5008))
    whole = recorded(moves, t)
    tau = whole.tau.copy()
    tau[9000:9003, 1] = np.nan
    found = smoothed(replace(whole, tau=tau), 8.0)
    assert len(found.stretches) == 1
    assert found.lost == 8 + 3
    assert errors(found, moves)[2] < 1e-3


def test_rows_written_twice_are_left_out() -> None:
    moves = motion()
    t = even()
    late = np.arange(len(t))
    late[np.random.default_rng(0).choice(np.arange(2, len(t), 2), 1000, replace=False)] -= 1
    given = recorded(moves, t)
    assert given.v is not None
    stale = replace(given, q=given.q[late], v=given.v[late], tau=given.tau[late])
    found = smoothed(stale, 20.0)
    assert found.repeated == 1000
    assert errors(found, moves)[2] < 1e-3
    slightly = np.arange(len(t))[:, None] * 1e-12  # no row is like the one above any more
    assert errors(smoothed(replace(stale, tau=stale.tau + slightly), 20.0), moves)[2] > 2e-3


def test_measured_rates_are_used_when_asked_for() -> None:
    moves = motion()
    given = recorded(moves, even())
    assert given.v is not None
    shifted = replace(given, v=given.v + 1.0)
    found = smoothed(shifted, 10.0, rates="measured")
    np.testing.assert_allclose(found.v, moves.at(found.t, 1) + 1, atol=1e-3)
    assert errors(found, moves)[2] < 1e-3
    assert errors(smoothed(shifted, 10.0), moves)[1] < 1e-3


def test_exact_samples_pass_as_they_are() -> None:
    rng = np.random.default_rng(0)
    blocks = [rng.standard_normal((50, 3)) for _ in range(4)]
    given = Recording("run.csv", np.sort(rng.uniform(0, 9, 50)), *blocks)
    found = smoothed(given, math.inf, rates="measured")
    for x, y in zip((found.q, found.v, found.a, found.tau), blocks, strict=True):
        np.testing.assert_array_equal(x, y)
    assert found.independent == 1


def test_quaternions_need_measured_rates() -> None:
    t = even(5)
    q = np.tile([0.0, 0.0, 0.0, 1.0], (len(t), 1))
    v = np.sin(t)[:, None] * [1.0, 2.0, 3.0]
    given = Recording("run.csv", t, q, v, None, v)
    with pytest.raises(InputError, match="4 positions are not the integrals of 3 rates"):
        smoothed(given, 10.0)
    found = smoothed(given, 10.0, rates="measured")
    np.testing.assert_allclose(found.a, np.cos(found.t)[:, None] * [1.0, 2.0, 3.0], atol=1e-3)


def test_angles_that_wrap_are_made_continuous() -> None:
    t = even(10)
    turning = 3 * t + np.sin(t)
    given = Recording("run.csv", t, np.angle(np.exp(1j * turning))[:, None], None, None, turning[:, None])
    found = smoothed(given, 10.0)
    np.testing.assert_allclose(found.v[:, 0], 3 + np.cos(found.t), atol=1e-3)
    assert "q1 jumps by a turn 5 times: made continuous" in found.notes


def test_columns_of_a_regressor_go_through_the_same_filter() -> None:
    """Coulomb friction jumps: the filtered force is the filtered column, and not the column."""
    moves = motion()
    t = even()
    given = recorded(moves, t)
    found = smoothed(replace(given, tau=3 * np.sign(moves.at(t, 1))), 5.0)
    column = np.sign(moves.at(found.t, 1))
    inner = found.inner()
    assert inner.sum() == len(inner) - 600
    assert np.max(np.abs(found.tau - 3 * found.filter(column))[inner]) < 0.03
    assert np.max(np.abs(found.tau - 3 * column)[inner]) > 1


def test_nothing_to_go_by_still_gives_a_cut_off() -> None:
    t = even(5)
    found = smoothed(Recording("run.csv", t, np.ones((len(t), 2)), None, None, np.ones((len(t), 2))))
    np.testing.assert_allclose(found.a, 0, atol=1e-6)
    assert "no motion to go by" in found.notes[0]


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"cutoff": -1.0}, "a cut-off of -1 Hz"),
        ({"cutoff": math.nan}, "a cut-off of nan Hz"),
        ({"cutoff": 480.0}, "a cut-off of 480 Hz for 1000 samples a second"),
        ({"cutoff": 0.05}, "the longest stretch without gaps has 20000 samples, and needs"),
        ({"order": 0}, "a filter of order 0"),
        ({"decimate": 0}, "every 0th sample"),
        ({"rates": "guessed"}, "rates are 'guessed'"),
    ],
)
def test_wrong_options_are_told(options: dict[str, float], what: str) -> None:
    with pytest.raises(InputError) as caught:
        smoothed(recorded(motion(), even()), **options)  # type: ignore[arg-type]
    assert what in caught.value.what
    assert caught.value.hint


def test_times_that_go_back_are_told() -> None:
    t = even(5)
    t[3000:] -= 1
    with pytest.raises(InputError, match=r"time goes back 1 times, first from 2\.999 s to 2 s at row 3001"):
        smoothed(recorded(motion(), t))


def test_rates_that_nobody_needs_cost_no_rows() -> None:
    given = recorded(motion(), even())
    assert given.v is not None
    v = given.v.copy()
    v[::3, 0] = np.nan
    assert smoothed(replace(given, v=v), 8.0).lost == 0


@given(
    t=st.lists(st.floats(-1e3, 1e3), min_size=2, max_size=60),
    seed=st.integers(0, 99),
    missing=st.floats(0, 1),
    cutoff=st.sampled_from([None, 0.1, 10.0, math.inf]),
)
def test_any_recording_gives_numbers_or_an_error(
    t: list[float], seed: int, missing: float, cutoff: float | None
) -> None:
    rng = np.random.default_rng(seed)
    q = np.where(rng.uniform(size=(len(t), 2)) < missing**8, np.nan, rng.standard_normal((len(t), 2)))
    given = Recording("run.csv", np.sort(t), q, None, None, q)
    try:
        found = smoothed(given, cutoff)
    except InputError:
        return
    assert np.isfinite(found.a).all()
    assert len(found.a) == len(found.t) == found.stretches[-1][1]
