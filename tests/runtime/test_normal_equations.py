"""Sums of Y'Y and Y'tau over many states are those of the Y that is stored."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwright as lw

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("name", "regressor"), [("elbow6.urdf", "regressor"), ("loops/fourbar.yaml", "base_regressor")]
)
def test_sums_are_those_of_all_rows(name: str, regressor: str) -> None:
    """Several blocks and a rest, an input that is the same for all states."""
    dyn = lw.compile(lw.load(EXAMPLES / name))
    nv = dyn.robot.nv
    random = np.random.default_rng(0)
    q, v = (x * 0.1 for x in random.uniform(-1, 1, (2, 777, nv)))
    if isinstance(dyn, lw.native.ClosedDynamics):
        q = q + dyn.start[0]
    a, tau = random.uniform(-1, 1, nv), random.uniform(-1, 1, (777, nv))
    sums = dyn.normal_equations(regressor, tau, q, v, a)
    Y = dyn.function(regressor)(q, v, a)
    rows, forces = Y.reshape(-1, Y.shape[-1]), tau.ravel()
    np.testing.assert_allclose(sums.YtY, rows.T @ rows, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(sums.Ytau, rows.T @ forces, rtol=1e-12, atol=1e-11)
    assert sums.tautau == pytest.approx(forces @ forces)
    assert sums.count == 777
    np.testing.assert_array_equal(sums.YtY, sums.YtY.T)


def test_the_same_bits_for_any_number_of_threads() -> None:
    dyn = lw.compile(EXAMPLES / "elbow6.urdf")
    tau, q, v, a = np.random.default_rng(1).uniform(-1, 1, (4, 20_011, 6))
    one, three = (dyn.normal_equations("base_regressor", tau, q, v, a, threads=n) for n in (1, 3))
    np.testing.assert_array_equal(one.YtY, three.YtY)
    np.testing.assert_array_equal(one.Ytau, three.Ytau)
    assert one.tautau == three.tautau


def test_parts_add_up() -> None:
    dyn = lw.compile(EXAMPLES / "elbow6.urdf")
    tau, q, v, a = np.random.default_rng(2).uniform(-1, 1, (4, 50, 6))
    whole = dyn.normal_equations("base_regressor", tau, q, v, a)
    parts = [
        dyn.normal_equations("base_regressor", *(x[s] for x in (tau, q, v, a))) for s in (slice(20), slice(20, None))
    ]
    both = parts[0] + parts[1]
    np.testing.assert_allclose(both.YtY, whole.YtY, rtol=1e-12, atol=1e-12)
    assert both.count == 50


def test_what_does_not_fit_is_told() -> None:
    dyn = lw.compile(EXAMPLES / "elbow6.urdf")
    x = np.zeros((5, 6))
    with pytest.raises(lw.LinkwrightError, match="'tau' has shape"):
        dyn.normal_equations("regressor", np.zeros((5, 7)), x, x, x)
    with pytest.raises(lw.LinkwrightError, match="different numbers of states"):
        dyn.normal_equations("regressor", x, x, x, np.zeros((4, 6)))
    with pytest.raises(lw.LinkwrightError, match="does not take 4 inputs"):
        dyn.normal_equations("regressor", x, x, x, x, x)


@pytest.mark.parametrize(
    "quantity",
    [
        "mass_matrix",
        "jacobian",
        "inverse_dynamics",
        "inverse_dynamics_derivatives",
        "kinetic_energy",
        "base_parameters",
    ],
)
def test_what_is_no_regressor_is_refused(quantity: str) -> None:
    """A matrix or a vector of parameters would be summed like any other, to numbers that mean nothing."""
    dyn = lw.compile(EXAMPLES / "elbow6.urdf")
    x = np.zeros((5, 6))
    with pytest.raises(lw.LinkwrightError, match=f"{quantity} is no regressor"):
        dyn.normal_equations(quantity, x, x)


def test_sums_of_one_row_per_state() -> None:
    """Energy is linear in the parameters, too."""
    dyn = lw.compile(EXAMPLES / "elbow6.urdf")
    T, q, v = np.ones((5, 1)), *np.random.default_rng(3).uniform(-1, 1, (2, 5, 6))
    sums = dyn.normal_equations("kinetic_energy_regressor", T, q, v)
    np.testing.assert_allclose(sums.Ytau, dyn.kinetic_energy_regressor(q, v).sum(axis=0), atol=1e-12)


def test_sums_print_in_one_line() -> None:
    dyn = lw.compile(EXAMPLES / "elbow6.urdf")
    tau, q, v, a = np.random.default_rng(2).uniform(-1, 1, (4, 50, 6))
    text = repr(dyn.normal_equations("regressor", tau, q, v, a))
    assert "(60, 60)" in text
    assert "50 states" in text
    assert len(text) < 100
