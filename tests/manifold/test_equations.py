"""Equations of motion against the right forms, and against the variation of the action written out forwards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.manifold.systems import DOUBLE_SPHERICAL, MORE, NINE, SPHERICAL, System, cable, scalars
from tests.support.manifold import (
    Gradient,
    Lagrangian,
    Term,
    dot,
    energy,
    equal,
    equations,
    leaf,
    momentum_by_variation,
    multiply,
    normal_form,
    number,
    time_derivative,
    total,
    variation,
    variation_of,
    velocity,
)

ALL = pytest.mark.parametrize("system", [*NINE, *MORE, cable(1), cable(6)], ids=lambda s: s.name)


def pair(a: Term, b: Term) -> Term:
    return dot(a, b) if a.shape else multiply(a, b)


@ALL
def test_equations_are_the_right_ones_by_normal_form(system: System) -> None:
    found = equations(system.make())
    assert {e.variable.name for e in found.equations} == set(system.right)
    for e in found.equations:
        assert normal_form(e.residual - system.right_residual(e.variable.name)) == {}, e.variable.name


def test_a_wrong_form_is_told_from_the_right_one() -> None:
    residual = equations(SPHERICAL.make()).of("q").residual
    for wrong in ("m*l**2*ddq - m*g*l*e3 - tau", "m*l**2*ddq + m*g*l*e3", "m*l*ddq + m*g*l*e3 - tau"):
        right = System("wrong", SPHERICAL.manifold, SPHERICAL.constants, SPHERICAL.L, {"q": wrong}, SPHERICAL.work)
        assert not equal(residual, right.right_residual("q"))


def without_forces(mechanism: Lagrangian) -> Lagrangian:
    return replace(mechanism, work=number(0), dissipation=number(0), constraints=())


@ALL
def test_variation_is_minus_the_equations_and_a_rate(system: System) -> None:
    """delta L = - sum of variation . residual + d/dt (sum of variation . momentum): forward mode against reverse mode."""
    mechanism = without_forces(system.make())
    L = Gradient(mechanism.lagrangian)
    found = equations(mechanism)
    inner = total(pair(leaf(variation(e.variable)), e.residual) for e in found.equations)
    boundary = total(pair(leaf(variation(v)), momentum_by_variation(L, v)) for v in mechanism.variables)
    assert equal(variation_of(mechanism.lagrangian), time_derivative(boundary) - inner)


def test_power_of_the_forces_is_the_rate_of_energy() -> None:
    """dE/dt = v . residual + work with velocities for variations: for a system with inputs and dissipation."""
    system = System("damped", {"x": "R", "q": "S2"}, scalars("M m l g c"), NINE[0].L + " + M*dx**2/2", {}, more={})
    mechanism = System(
        "damped", system.manifold, system.constants, system.L, {}, "dot(delta(q), tau) + F*delta(x)",
        more={"dissipation": "c*dot(dq, dq)/2 + c*dx**2/2"},
    ).make()  # fmt: skip
    found = equations(mechanism)
    power = total(pair(velocity(e.variable), e.motion) for e in found.equations)
    lost = System("d", system.manifold, system.constants, "c*dot(dq, dq) + c*dx**2", {}).make().lagrangian
    assert equal(power - lost, time_derivative(energy(mechanism)))


def test_dissipation_enters_as_its_gradient() -> None:
    damped = System(
        "damped", SPHERICAL.manifold, SPHERICAL.constants | {"c": "scalar"}, SPHERICAL.L,
        {"q": SPHERICAL.right["q"] + " + c*dq"}, SPHERICAL.work, more={"dissipation": "c*dot(dq, dq)/2"},
    )  # fmt: skip
    assert normal_form(equations(damped.make()).of("q").residual - damped.right_residual("q")) == {}


def test_torque_on_xi_is_a_force_across() -> None:
    """xi.t and delta q.(t x q) are one: the tangent part counts."""
    by_xi = System("xi", SPHERICAL.manifold, SPHERICAL.constants, SPHERICAL.L, {}, "dot(xi, t)").make()
    by_delta = System(
        "d", SPHERICAL.manifold, SPHERICAL.constants, SPHERICAL.L, {}, "dot(delta(q), cross(t, q))", {"t": "vector"}
    )
    assert equal(equations(by_xi).of("q").residual, equations(by_delta.make()).of("q").residual)


def test_pose_of_a_free_body() -> None:
    body = System(
        "body", {"g": "SE(3)"}, scalars("m G") | {"J": "symmetric"},
        "m*dot(V_g, V_g)/2 + dot(Omega, J*Omega)/2 - m*G*dot(x_g, e3)",
        {"x_g": "m*ddx_g + m*G*e3 - R_g*F", "R_g": "J*dOmega + cross(Omega, J*Omega) - M"},
        "dot(zeta_g, F) + dot(eta, M)", {"F": "vector", "M": "vector"},
    )  # fmt: skip
    found = equations(body.make())
    for name in body.right:
        assert normal_form(found.of(name).residual - body.right_residual(name)) == {}


def test_angle_and_line_of_more_dimensions() -> None:
    system = System(
        "mixed", {"th": "S1", "y": "R^4"}, scalars("m k") | {"A": "symmetric(4)"},
        "m*dth**2/2 + k*cos(th) + dot(dy, A*dy)/2 - k*norm(y)**2/2",
        {"th": "m*ddth + k*sin(th)", "y": "A*ddy + k*y"},
    )  # fmt: skip
    found = equations(system.make())
    for name in system.right:
        assert normal_form(found.of(name).residual - system.right_residual(name)) == {}


def test_trace_and_norm_have_gradients() -> None:
    system = System(
        "trace", {"R": "SO(3)", "x": "R^3"}, scalars("k m s") | {"J": "symmetric"},
        "dot(Omega, J*Omega)/2 + k*trace(R) + m*dot(dx, dx)/2 - k*(norm(x) - s)**2/2",
        {
            "R": "J*dOmega + cross(Omega, J*Omega) - k*(cross(e1, R.T*e1) + cross(e2, R.T*e2) + cross(e3, R.T*e3))",
            "x": "m*ddx + k*(norm(x) - s)*x/norm(x)",
        },
    )  # fmt: skip
    found = equations(system.make())
    for name in system.right:
        assert equal(found.of(name).residual, system.right_residual(name))


@pytest.mark.parametrize(
    ("system", "name", "residual"),
    [
        (SPHERICAL, "q", "m*l**2*domega - cross(q, tau - m*g*l*e3)"),
        (
            DOUBLE_SPHERICAL,
            "q1",
            "(m1 + m2)*l1**2*domega_q1 - m2*l1*l2*hat(q1)*hat(q2)*domega_q2"
            " - m2*l1*l2*dot(omega_q2, omega_q2)*hat(q1)*q2 + hat(q1)*((m1 + m2)*g*l1*e3 - u1)",
        ),
        (
            DOUBLE_SPHERICAL,
            "q2",
            "m2*l2**2*domega_q2 - m2*l1*l2*hat(q2)*hat(q1)*domega_q1"
            " - m2*l1*l2*dot(omega_q1, omega_q1)*hat(q2)*q1 + hat(q2)*(m2*g*l2*e3 - u2)",
        ),
    ],
)
def test_equations_by_angular_velocities(system: System, name: str, residual: str) -> None:
    assert normal_form(equations(system.make()).of(name).residual - system.term(residual)) == {}
