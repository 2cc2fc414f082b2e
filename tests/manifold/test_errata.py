"""What the published tool for this gets wrong or never finishes, as cases that must stay right."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.manifold.systems import (
    CART,
    DOUBLE_3D,
    LINE,
    NINE,
    OFFSET,
    PENDULUM_3D,
    QUADROTOR_LOAD,
    SPHERICAL,
    WALKER_FLIGHT,
    System,
)
from tests.support.manifold import (
    degrees,
    deviation,
    equal,
    equations,
    holds,
    linearise,
    linearised_accelerations,
    parse,
    rate,
)
from tests.support.package import LinkwrightError


def residual(system: System, name: str):
    return equations(system.make()).of(name).residual


def test_scalar_coordinate_keeps_its_inertia() -> None:
    assert holds(residual(LINE, "x"), "acceleration", "x")


def test_cart_keeps_its_inertia() -> None:
    assert equal(residual(CART, "x"), CART.term("(M + m)*ddx + m*l*dot(e1, ddq) - F"))


def test_offset_mass_by_cross_product_is_the_parallel_axis_theorem() -> None:
    assert equal(residual(OFFSET, "R"), OFFSET.right_residual("R"))


def test_gravity_turns_a_hanging_body_back() -> None:
    wrong = PENDULUM_3D.term("J*dOmega + cross(Omega, J*Omega) - m*g*cross(rho, R.T*e3) - M")
    assert not equal(residual(PENDULUM_3D, "R"), wrong)


def test_double_pendulum_has_rates_of_both_bodies_in_both_equations() -> None:
    for e in equations(DOUBLE_3D.make()).equations:
        assert all(holds(e.residual, "acceleration", name) for name in ("R1", "R2"))


def test_moment_under_a_name_that_no_variable_has_is_an_error() -> None:
    lost = System(
        "lost", QUADROTOR_LOAD.manifold, QUADROTOR_LOAD.constants, QUADROTOR_LOAD.L, {}, "dot(eta1, M)", {"M": "vector"}
    )
    with pytest.raises(LinkwrightError) as error:
        lost.make()
    assert "unknown name 'eta1'" in str(error.value)
    assert "eta" in error.value.hint


def test_moment_is_not_lost() -> None:
    assert equations(QUADROTOR_LOAD.make()).of("R").force is QUADROTOR_LOAD.term("M")


def test_rates_of_cable_and_body_have_different_names() -> None:
    scope = QUADROTOR_LOAD.scope()
    assert scope.entries["omega"] is not scope.entries["Omega"]


def test_free_flight_falls_with_gravity_whatever_the_torques() -> None:
    """The sum of the forces on all masses is the weight: the equation of x has no input."""
    assert not any(name in repr(equations(WALKER_FLIGHT.make()).of("x").bracket) for name in ("u₂", "u₃"))


def test_linearisation_of_the_spherical_pendulum() -> None:
    s = SPHERICAL
    found = linearised_accelerations(equations(s.make()))["q"]
    right = _with_deltas(
        s,
        "-2*dot(dq, D1)*q - dot(dq, dq)*D0 - (outer(D0, q) + outer(q, D0))*(tau/(m*l**2) - g/l*e3)"
        " + (eye(3) - outer(q, q))*DT/(m*l**2)",
    )
    assert equal(found, right)


def _with_deltas(s: System, text: str):
    """The text with D0, D1 for delta q, delta dq, H for eta, W, A for delta Omega, delta dOmega, DT for the input's."""
    scope, mechanism = s.scope(), s.make()
    v = mechanism.variables[0]
    if v.manifold.kind == "S2":
        table = {"D0": deviation(v), "D1": deviation(replace(v, order=1))}
    else:
        table = {"H": deviation(v), "W": deviation(rate(v)), "A": deviation(rate(v, 1))}
    table["DT"] = deviation(mechanism.inputs[0])
    for name, term in table.items():
        scope.declare(name, term, "a deviation", "")
    return parse(text, scope)


def test_linearisation_of_the_3d_pendulum() -> None:
    s = PENDULUM_3D
    found = linearise(equations(s.make()))
    right = "J*A - (hat(J*Omega) - hat(Omega)*J)*W + m*g*hat(rho)*hat(R.T*e3)*H - DT"
    assert equal(found.of("R").residual, _with_deltas(s, right))
    assert equal(found.kinematics[0][1], _with_deltas(s, "-cross(Omega, H) + W"))


@pytest.mark.parametrize("system", NINE, ids=lambda s: s.name)
def test_every_system_has_error_dynamics(system: System) -> None:
    """In free variations: linear in them, with the second derivative of each variable's own."""
    for e in linearise(equations(system.make()), free=True).equations:
        assert degrees(e.residual, "variation") == (1, 1)
        assert holds(e.residual, "variation", e.variable.name)
