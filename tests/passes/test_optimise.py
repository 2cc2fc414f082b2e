"""optimise: never dearer, exactly the same function, and what it gains on Newton-Euler recursions."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given

from tests.support.graph import Function
from tests.support.passes import GOALS, Kernel, certificate, cost, optimise, schedule

from .chains import CHAINS, inverse_dynamics, numeric
from .graphs import close, functions, run_arrays, run_function


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("level", [1, 2])
@given(function=functions())
def test_optimised_equals_original_exactly(level: int, goal: str, function: Function) -> None:
    found = optimise(function, level, goal)
    assert cost(found.ops, goal) <= cost(function.ops, goal)
    x = {"x": [0.3 + 0.7 * k for k in range(function.inputs["x"].size)]}
    assert all(
        close(a, b, 1e-6) for a, b in zip(run_function(function, x)["y"], run_function(found, x)["y"], strict=True)
    )
    assert certificate(function, found)


@given(function=functions(rare=True))
def test_functions_of_every_kind_keep_their_values(function: Function) -> None:
    found = optimise(function)
    x = {"x": [0.3 + 0.7 * k for k in range(function.inputs["x"].size)]}
    for a, b in zip(run_function(function, x)["y"], run_function(found, x)["y"], strict=True):
        assert close(a, b, 1e-5)


@pytest.mark.parametrize("name", CHAINS)
@pytest.mark.parametrize("base", [False, True])
def test_newton_euler_gets_no_dearer_and_stays_exact(name: str, base: bool) -> None:
    function = inverse_dynamics(name, base)
    found = optimise(function, goal="count")
    assert certificate(function, found)
    assert found.ops.mul + found.ops.add <= function.ops.mul + function.ops.add


def test_prismatic_joints_leave_much_to_factor() -> None:
    function = inverse_dynamics("STANFORD")
    found = optimise(function)
    assert found.ops.mul + found.ops.add <= 0.95 * (function.ops.mul + function.ops.add)


def test_a_time_limit_gives_what_was_found_until_then() -> None:
    function = inverse_dynamics("STANFORD")
    assert optimise(function, 2, seconds=0.0) is function
    started = time.process_time()
    found = optimise(function, 2, seconds=0.2)
    assert time.process_time() - started < 20  # without the limit: minutes on a slow machine
    assert certificate(function, found)


@pytest.mark.parametrize("name", CHAINS)
def test_measured_numbers_stay_exact_and_some_vanish(name: str) -> None:
    function = numeric(inverse_dynamics(name, base=True))
    found = optimise(function)
    assert certificate(function, found)
    assert found.ops.flops < 0.995 * function.ops.flops


@pytest.mark.skipif(np.finfo(np.longdouble).eps > 1e-18, reason="needs a longer float to compare with")
@pytest.mark.parametrize("level", [1, 2])
def test_rounding_errors_do_not_grow(level: int) -> None:
    function = numeric(inverse_dynamics("PUMA", base=True))
    rng = np.random.default_rng(0)
    x = {p.name: rng.uniform(-3, 3, (p.size, 500)) for p in function.inputs.values()}
    before, after = schedule(function), schedule(optimise(function, level, seconds=2))
    exact = run_arrays(before, x, np.longdouble)
    scale = np.abs(exact).max(axis=0)

    def error(kernel: Kernel) -> float:
        return float(np.max(np.abs(run_arrays(kernel, x, np.float64) - exact) / scale))

    assert error(after) < 4 * error(before) < 1e-13
