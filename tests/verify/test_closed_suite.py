"""The tests that travel with the code of closed mechanisms: they cover every quantity, hold, and can fail."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

import linkwright as lw
from tests.closed_robots import geared, slider_crank
from tests.support.describe import about_build
from tests.support.model import Robot
from tests.support.package import QuantityError, Request, derive, kernel, quantities
from tests.support.passes import Kernel, schedule
from tests.support.verification import checks_for
from tests.verify.run_checks import failures
from tests.verify.wrong import perturbed

LOOPS = Path(__file__).parents[2] / "examples" / "loops"
_UNIQUE = {"constraint_forces", "closure_jacobian", "closure_solution", "base_regressor", "base_parameters"}
"""What has no value of its own, or needs a solver: laws with others speak of it."""


def kernels_of(robot: Robot, names: Sequence[str] | None = None, **form: str) -> list[Kernel]:
    found: list[Kernel] = []
    for name, entry in quantities(robot).items():
        if entry.repeats or (names is not None and name not in names):
            continue
        try:
            found.append(schedule(derive(robot, name, **form)))
        except QuantityError:
            continue
    return found


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("fourbar2.yaml", "numeric"),
        ("fourbar2.yaml", "inertial"),
        pytest.param("slider_crank.yaml", "symbolic", marks=pytest.mark.slow),
    ],
)
def test_holds_for_every_quantity(name: str, parameters: str) -> None:
    robot = lw.load(LOOPS / name)
    kernels = kernels_of(robot, parameters=parameters)
    checks = checks_for(robot, kernels, parameters=parameters)
    assert not failures(kernels, checks)
    checked = {f for check in checks for f in check.functions}
    assert checked == {k.name for k in kernels}, (
        "a quantity without a check: EXPECTED in verification/suite/expected.py or closed_expected.py"
    )


def test_every_quantity_has_a_check_of_its_own() -> None:
    robot = slider_crank()
    for made in kernels_of(robot):
        alone = checks_for(robot, [made], 1)
        assert alone or made.name in _UNIQUE, f"{made.name}: see verification/suite/expected.py, closed_expected.py"


def test_dependent_positions_may_be_an_input() -> None:
    robot = slider_crank()
    names = ("inverse_dynamics", "mass_matrix", "coriolis_matrix", "forward_dynamics", "jacobian")
    kernels = [schedule(derive(robot, n, closure="given")) for n in names]
    assert all("theta" in {p.name for p in k.inputs} for k in kernels)
    assert not failures(kernels, checks_for(robot, kernels))


@pytest.mark.parametrize(
    "quantity",
    [
        "inverse_dynamics", "mass_matrix", "closure", "projection_matrix", "jacobian", "inverse_dynamics_derivatives",
        "forward_dynamics_derivatives", "linearisation", "inverse_dynamics_rate2", "coriolis_matrix_rate2", "gravity_rate",
        "momentum", "base_wrench", "momentum_regressor", "pose_quaternion", "analytic_jacobian_quaternion", "jacobian_rate2",
        "frame_jerk", "joint_transforms",
    ],
)  # fmt: skip
def test_wrong_code_fails(quantity: str) -> None:
    robot = slider_crank()
    right = [schedule(derive(robot, quantity))]
    wrong = [schedule(perturbed(derive(robot, quantity), Fraction(1, 10**6)))]
    checks = checks_for(robot, right)
    assert not failures(right, checks)
    assert failures(wrong, checks)


def test_a_folder_says_how_it_is_closed() -> None:
    robot = slider_crank()
    made = [kernel(robot, n) for n in ("inverse_dynamics", "closure_residual")]
    about = about_build(robot, made, Request())
    assert about.sketch.startswith("<svg")
    assert ("j1", "revolute", "world", "crank", "q[0], free, motor") in about.joints
    assert ("j2", "revolute", "crank", "rod", "theta[0]") in about.joints
    assert "free joints: q[0] j1." in about.conventions
    assert "dependent joints: theta[0] j2, theta[1] slide." in about.conventions
    assert "closed form inside: inverse_dynamics" in about.form


def test_couplings_alone_are_a_closed_mechanism() -> None:
    robot = geared()
    kernels = kernels_of(robot)
    assert not failures(kernels, checks_for(robot, kernels))
