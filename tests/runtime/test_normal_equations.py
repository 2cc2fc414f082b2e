"""Sums of Y'Y and Y'tau over many states are those of the Y that is stored."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from linkwright.kernels import kernel as lw_kernel
from tests.support.runtime import NormalEquations, independent_columns, native

from .kernels import Code, machines

MACHINES = machines()
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


@pytest.mark.parametrize("machine", sorted(MACHINES))
@pytest.mark.parametrize("floating", [False, True])
def test_columns_that_depend_on_others_have_their_sums(machine: str, floating: bool) -> None:
    """Whole blocks and the rest of one, on processors of every width; as few columns as there are base parameters."""
    robot = lw.load(EXAMPLES / "elbow6.urdf", floating=floating)
    kernel = lw_kernel(robot, "regressor")
    add = NormalEquations(kernel, MACHINES[machine])
    kept, others, K = independent_columns(kernel)
    random = np.random.default_rng(4)
    for count in (1, 63, 200):
        q = random.uniform(-1, 1, (count, robot.nq))
        if floating:
            q[:, 3:7] /= np.linalg.norm(q[:, 3:7], axis=1)[:, None]
        v, a, tau = random.uniform(-1, 1, (3, count, robot.nv))
        sums = add(tau, q, v, a)
        Y = native(kernel)(q, v, a).reshape(-1, add.columns)
        np.testing.assert_allclose(sums.YtY, Y.T @ Y, rtol=1e-12, atol=1e-12 * np.abs(Y.T @ Y).max())
        np.testing.assert_allclose(sums.Ytau, Y.T @ tau.ravel(), rtol=1e-12, atol=1e-11 * np.abs(sums.Ytau).max())
        np.testing.assert_allclose(Y[:, others], Y[:, kept] @ K, atol=1e-12 * np.abs(Y).max())
    assert len(kept) == np.linalg.matrix_rank(Y, tol=1e-9)
    assert len(kept) + len(others) == add.columns


def model(**inputs: int) -> Code:
    """tau = Y p of six columns: the first and second independent, then zero, -2 times the first, their sum, a number."""
    code = Code(**inputs)
    x, y = code.q[0], code("sin", code.q[1])
    zero, two, three = (code.number(k) for k in (0, -2, 3))
    factor = code.parameters[0] if "parameters" in inputs else two
    code.output("Y", [x, y, zero, code("mul", factor, x), code("add", x, y), three], (1, 6))
    code.outputs = [replace(code.outputs[0], labels=tuple("abcdef"))]
    return code


def test_what_depends_on_parameters_is_no_relation() -> None:
    """Of numbers it is one; a column of zeros is the sum of nothing."""
    kept, others, K = independent_columns(model(q=2).kernel())
    assert (kept, others) == ([0, 1, 5], [2, 3, 4])
    np.testing.assert_allclose(K, [[0, -2, 1], [0, 0, 1], [0, 0, 0]], atol=1e-14)
    code = model(q=2, parameters=1)
    code.default("parameters", [-2.0])
    kernel = code.kernel()
    kept, others, none = independent_columns(kernel)
    assert (kept, others, none.shape) == (list(range(6)), [], (6, 0))
    q, tau = np.random.default_rng(5).uniform(-1, 1, (9, 2)), np.ones((9, 1))
    for given in ([-2.0], [0.5]):
        sums = NormalEquations(kernel)(tau, q, parameters=given)
        Y = native(kernel)(q=q, parameters=given)[:, 0]
        np.testing.assert_allclose(sums.YtY, Y.T @ Y, atol=1e-13)


@pytest.mark.parametrize(("shift", "known"), [(0.0, [0]), (2.0, [0, 1])])
def test_points_without_a_value_say_nothing_of_relations(shift: float, known: list[int]) -> None:
    """Half of them: relations hold at the others. All: nothing is known."""
    code = Code(q=1)
    x = code("sqrt", code("sub", code.q[0], code.number(shift)))
    code.output("Y", [x, code("mul", code.number(3), x)], (1, 2))
    kept, others, K = independent_columns(code.kernel())
    assert kept == known
    assert sorted(kept + others) == [0, 1]
    np.testing.assert_allclose(K, 3 * np.ones((len(kept), len(others))), rtol=1e-12)


def test_no_states_and_missing_inputs() -> None:
    dyn = lw.compile(EXAMPLES / "elbow6.urdf")
    none = np.zeros((0, 6))
    sums = dyn.normal_equations("base_regressor", none, none, none, none)
    assert sums.count == 0
    assert not sums.YtY.any()
    with pytest.raises(lw.LinkwrightError, match="no value for input 'a'"):
        dyn.normal_equations("base_regressor", none, none, none)


def test_the_same_bits_for_any_number_of_threads() -> None:
    dyn = lw.compile(EXAMPLES / "elbow6.urdf")
    tau, q, v, a = np.random.default_rng(1).uniform(-1, 1, (4, 60_011, 6))
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


@pytest.mark.parametrize("threads", ["2", 1.5, 0, -3])
def test_threads_of_sums_are_a_whole_number(threads: object) -> None:
    dyn, x = lw.compile(EXAMPLES / "double_pendulum.yaml"), np.zeros((3, 2))
    with pytest.raises(lw.LinkwrightError, match="no number of threads"):
        dyn.normal_equations("regressor", x, x, x, x, threads=threads)  # pyright: ignore
