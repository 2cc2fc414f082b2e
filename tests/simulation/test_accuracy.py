"""Functions in single precision: as exact as floats are, on trees and loops; solvers converge; searches are refused."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import QuantityError
from linkwright.simulation.accuracy import _errors, accuracy

ULP = 2.0**-24


@pytest.mark.parametrize("quantity", ["inverse_dynamics", "mass_matrix", "forward_dynamics", "jacobian", "gravity"])
def test_of_an_arm(quantity: str) -> None:
    """Some units in the last place, not less than one: what is compared is not the same twice."""
    found = accuracy(lw.load("examples/elbow6.urdf"), quantity, states=500)
    assert found.states == 500
    assert 0.1 * ULP < found.median <= found.largest < 100 * ULP


def test_places_without_a_number() -> None:
    """Solutions that are not there have no error; those that only floats miss have an infinite one."""
    true = np.array([[1.0, np.nan], [2.0, 4.0], [np.nan, np.nan], [1.0, 1.0]])
    found = np.array([[1.5, np.nan], [2.0, 3.0], [0.0, 0.0], [1.0, np.nan]])
    np.testing.assert_array_equal(_errors(found, true), [0.5, 0.25, np.nan, np.inf])


def test_of_a_closed_mechanism() -> None:
    robot = lw.load("examples/loops/fivebar1.yaml")
    assert accuracy(robot, "inverse_dynamics", states=50).largest < 1000 * ULP
    single, double = lw.compile(robot, dtype="float32"), lw.compile(robot)
    q = double.start[0] + 0.05
    theta = single.closure(q)
    assert theta.dtype == np.float32
    np.testing.assert_allclose(theta, double.closure(q), atol=1e-5)


def test_a_solver_stops_where_floats_stop() -> None:
    robot = lw.load("examples/loops/palh3m1.yaml")
    single, double = lw.compile(robot, dtype="float32"), lw.compile(robot)
    q, theta0 = double.start
    found = single.function("closure_solution")(q + 0.02, theta0)
    assert found["residual"] <= 2e-6
    assert found["iterations"] < 10
    np.testing.assert_allclose(
        found["theta"], double.function("closure_solution")(q + 0.02, theta0)["theta"], atol=1e-5
    )


@pytest.mark.parametrize(
    ("file", "quantity"),
    [("elbow6.urdf", "inverse_kinematics_solution"), ("loops/fourbar.yaml", "closure_solution")],
)
def test_of_a_solver_its_solutions_count_and_not_what_is_left_of_its_error(file: str, quantity: str) -> None:
    found = accuracy(lw.load(f"examples/{file}"), quantity, states=200)
    assert 0.1 * ULP < found.median < 1000 * ULP


def test_what_needs_double_precision_says_so() -> None:
    arm = lw.compile("examples/elbow6.urdf", dtype="float32")
    with pytest.raises(QuantityError, match="inverse kinematics needs double precision"):
        arm.inverse_kinematics(np.eye(4))
    with pytest.raises(QuantityError, match="did you mean 'float32'"):
        lw.compile("examples/elbow6.urdf", dtype="flaot32")
    platform = lw.compile("examples/parallel/6ups.yaml", dtype="float32")
    with pytest.raises(QuantityError, match="double precision"):
        platform.platform_forward_kinematics(np.zeros(6))  # type: ignore[union-attr]
