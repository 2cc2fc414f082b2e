"""Laws asked of closed mechanisms: they hold where they should, and notice what is wrong."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import linkwright as lw
from tests.closed_robots import geared, quick_return, slider_crank
from tests.support.graph import Function
from tests.support.package import InputError, QuantityError
from tests.support.verification import LAWS_OF_LOOPS as LAWS
from tests.support.verification import derivations, law_context, mujoco, row, verify
from tests.verify.wrong import wrong_derive

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    "name",
    ["loops/fourbar2", *(pytest.param(n, marks=pytest.mark.slow) for n in ("loops/fourbar1", "loops/bennett"))],
)
def test_all_laws_hold(name: str) -> None:
    verdict = verify(lw.load(EXAMPLES / f"{name}.yaml"))
    assert verdict.ok, str(verdict)
    assert [r.law for r in verdict.rows] == [n for n in LAWS if n != 23]
    assert sum(r.ok is True for r in verdict.rows) >= 14


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "loops/fourbar1turn",
        "loops/fivebar1",
        "loops/palh3m2",
        "loops/sarrus",
        "loops/spherical_fourbar",
        "parallel/3rrr",
    ],
)
def test_all_laws_hold_of_larger_ones(name: str) -> None:
    verdict = verify(lw.load(EXAMPLES / f"{name}.yaml"))
    assert verdict.ok, str(verdict)


@pytest.mark.parametrize("against", ["pinocchio", "mujoco"])
def test_independent_codes_agree(against: str) -> None:
    verdict = verify(lw.load(EXAMPLES / "loops" / "fourbar1.yaml"), against, laws=[])
    assert [(r.law, r.ok) for r in verdict.rows] == [(23, True)], str(verdict)


def test_mujoco_knows_gears() -> None:
    assert verify(geared(), "mujoco", laws=[]).rows[0].ok


def test_mujoco_s_jacobians_make_a_slider_whose_guide_moves() -> None:
    pytest.importorskip("mujoco")
    found = mujoco(law_context(quick_return(), count=1))
    assert found.residual is not None
    assert found.tolerance is not None
    assert found.residual <= found.tolerance


@pytest.mark.parametrize(
    ("law", "quantity"),
    [
        (3, "inverse_dynamics"), (3, "mass_matrix"), (3, "gravity"), (4, "coriolis_matrix"), (4, "coriolis_vector"),
        (5, "mass_matrix"), (6, "kinetic_energy"), (7, "forward_dynamics"), (8, "regressor"), (8, "base_parameters"),
        (10, "constraint_forces"), (11, "forward_kinematics"), (12, "closure"), (12, "closure_residual"), (13, "closure"),
        (14, "dependent_velocities"), (14, "dependent_accelerations"), (14, "projection_matrix"), (16, "closure_jacobian"),
        (19, "forward_dynamics"), (19, "mass_matrix_inverse"), (23, "forward_dynamics"),
        (2, "jacobian"), (2, "jacobian_world"), (2, "jacobian_body"), (2, "jacobian_rate"), (2, "jacobian_rate2"),
        (2, "analytic_jacobian"), (2, "analytic_jacobian_rate"), (2, "analytic_jacobian_quaternion"), (2, "pose_quaternion"),
        (2, "twist"), (2, "frame_acceleration"), (2, "frame_jerk"), (2, "com_jacobian"), (2, "center_of_mass"),
        (6, "momentum"), (6, "centroidal_momentum"), (6, "centroidal_momentum_matrix"), (6, "base_wrench"),
        (8, "gravity_regressor"), (8, "kinetic_energy_regressor"), (8, "potential_energy_regressor"),
        (8, "momentum_regressor"), (11, "joint_transforms"),
        (20, "inverse_dynamics_derivatives"), (20, "forward_dynamics_derivatives"), (20, "linearisation"),
        (21, "inverse_dynamics_rate"), (21, "inverse_dynamics_rate2"), (21, "gravity_rate"), (21, "gravity_rate2"),
        (21, "mass_matrix_rate"), (21, "mass_matrix_rate2"), (21, "coriolis_matrix_rate"), (21, "coriolis_matrix_rate2"),
    ],
)  # fmt: skip
def test_a_wrong_quantity_is_noticed(law: int, quantity: str) -> None:
    found = row(LAWS[law], law_context(slider_crank(), derive=wrong_derive(quantity, Fraction(1, 1000))))
    assert found.ok is False, found


@pytest.mark.parametrize(
    "quantity",
    [
        "mass_matrix", "nonlinear_effects", "forward_dynamics", "forward_dynamics_derivatives", "kinetic_energy",
        "potential_energy", "jacobian", "center_of_mass", "com_jacobian", "centroidal_momentum", "centroidal_momentum_matrix",
    ],
)  # fmt: skip
def test_mujoco_notices_a_wrong_quantity(quantity: str) -> None:
    pytest.importorskip("mujoco")
    found = mujoco(law_context(slider_crank(), derive=wrong_derive(quantity, Fraction(1, 1000)), count=1))
    assert found.residual is not None
    assert found.tolerance is not None
    assert found.residual > found.tolerance


def test_wrong_derivatives_by_parameters_are_noticed() -> None:
    robot = lw.load(EXAMPLES / "loops" / "slider_crank.yaml")
    wrong = wrong_derive("inverse_dynamics_parameter_derivatives", Fraction(1, 1000))
    assert row(LAWS[20], law_context(robot)).ok
    assert row(LAWS[20], law_context(robot, derive=wrong)).ok is False


@pytest.mark.parametrize("method", ["projection", "elimination"])
def test_a_wrong_method_is_noticed(method: str) -> None:
    derive = wrong_derive("inverse_dynamics", Fraction(1, 1000), method)
    assert row(LAWS[15], law_context(slider_crank(), derive=derive)).ok is False


@pytest.mark.parametrize(("law", "quantity"), [(17, "inverse_jacobian"), (18, "inverse_dynamics")])
def test_a_wrong_platform_is_noticed(law: int, quantity: str) -> None:
    robot = lw.load(EXAMPLES / "parallel" / "fivebar.yaml")
    assert row(LAWS[law], law_context(robot)).ok
    assert row(LAWS[law], law_context(robot, derive=wrong_derive(quantity, Fraction(1, 1000)))).ok is False


@pytest.mark.parametrize(
    ("name", "laws"), [("parallel/3prr", (4, 5, 7)), ("loops/palh1m1", (9,)), ("parallel/fivebar", (8, 9))]
)
def test_samples_are_fit_for_the_law(name: str, laws: tuple[int, ...]) -> None:
    """Near a singular position differences need short steps, and motions end; ranks need wide ones."""
    subject = law_context(lw.load(EXAMPLES / f"{name}.yaml"))
    for found in (row(LAWS[n], subject) for n in laws):
        assert found.ok, found


@pytest.mark.parametrize(
    ("error", "ok"),
    [(QuantityError("no such thing"), None), (InputError("no value for m1"), False), (KeyError("m1"), False)],
    ids=lambda x: type(x).__name__,
)
def test_only_a_refusal_excuses_a_law(error: Exception, ok: bool | None) -> None:
    def derive(*_: Any, **__: Any) -> Function:
        raise error

    found = row(LAWS[6], law_context(slider_crank(), derive=derive))
    assert found.ok is ok
    assert ("m1" if ok is False else "no such thing") in found.note


def test_what_has_roots_is_decided_exactly_with_theta_given() -> None:
    robot = lw.load(EXAMPLES / "parallel" / "fivebar.yaml")
    found = row(LAWS[22], law_context(robot))
    assert found.ok
    assert found.note.startswith("exactly where theta is given: inverse_dynamics, mass_matrix")
    assert found.note.endswith("not decided exactly: closure")


def test_nothing_asked_is_nothing_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("linkwright.verification.laws.derivations._LOOPS", derivations._Asked("gravity", nodes=0))
    found = row(LAWS[22], law_context(slider_crank()))
    assert (found.ok, found.exact) == (None, None)
