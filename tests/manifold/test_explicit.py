"""Closed forms satisfy the equations they were solved from; Hamilton's form and momentum maps are those of the motion."""

from __future__ import annotations

import pytest

from tests.manifold.systems import (
    CART,
    LINE,
    MORE,
    NINE,
    OFFSET,
    PENDULUM_3D,
    QUADROTOR_LOAD,
    REACTION_MASS,
    SPHERICAL,
    WALKER_FLIGHT,
    WHEELS,
    System,
    scalars,
)
from tests.support.manifold import (
    Equations,
    Term,
    acceleration,
    accelerations,
    energy,
    equal,
    equations,
    hamiltonian,
    inverse,
    leaf,
    matmul,
    momentum_map,
    normal,
    shift,
    substitute,
    time_derivative,
    turn,
    velocity,
    zero,
)
from tests.support.package import LinkwrightError

SOLVED = (SPHERICAL, PENDULUM_3D, QUADROTOR_LOAD, REACTION_MASS, LINE, CART, OFFSET, WHEELS)


def solution(found: Equations) -> dict[Term, Term]:
    return {acceleration(a.variable): a.term for a in accelerations(found).solved}


@pytest.mark.parametrize("system", SOLVED, ids=lambda s: s.name)
def test_accelerations_satisfy_the_equations(system: System) -> None:
    found = equations(system.make())
    assert accelerations(found).coupled == ()
    table = solution(found)
    for e in found.equations:
        residual = substitute(e.residual, table)
        assert equal(residual, zero(residual.shape)), e.variable.name


def test_quadrotor_decouples() -> None:
    """Sreenath, Lee & Kumar 2013."""
    s = QUADROTOR_LOAD
    found = accelerations(equations(s.make()))
    assert equal(found.of("x"), s.term("(dot(q, f*R*e3) - mQ*l*dot(dq, dq))*q/(mQ + mL) - g*e3"))
    assert equal(found.of("q"), s.term("-dot(dq, dq)*q - (eye(3) - outer(q, q))*f*R*e3/(mQ*l)"))


def test_coupled_variables_say_so() -> None:
    found = accelerations(equations(WALKER_FLIGHT.make()))
    assert [v.name for v in found.coupled] == ["x", "q1", "q2", "q3"]
    with pytest.raises(LinkwrightError, match="no closed form"):
        found.of("q1")


@pytest.mark.parametrize(
    ("L", "what"),
    [("m*dx**4", "depends on other velocities or not linearly"), ("-m*x**2", "has no inertia")],
)
def test_what_has_no_hamiltonian_form_says_why(L: str, what: str) -> None:
    with pytest.raises(LinkwrightError) as error:
        hamiltonian(System("odd", {"x": "R"}, scalars("m"), L, {}).make())
    assert what in error.value.what


def test_massless_variable_has_no_acceleration() -> None:
    with pytest.raises(LinkwrightError, match="has no inertia"):
        accelerations(equations(System("odd", {"x": "R"}, scalars("m"), "-m*x**2", {}).make()))


DRIFTING = System(
    "gyroscopic", {"q": "S2", "x": "R^3", "R": "SO(3)"}, scalars("m l k") | {"b": "vector", "J": "symmetric"},
    "m*l**2*dot(dq, dq)/2 + k*dot(dq, cross(b, q)) - m*dot(q, b)**2 + m*dot(dx, dx)/2 + k*dot(cross(b, x), dx)"
    " + dot(Omega, J*Omega)/2 + k*dot(R*b, b)",
    {},
    "dot(delta(q), u)",
)  # fmt: skip


@pytest.mark.parametrize(
    "system", [SPHERICAL, PENDULUM_3D, REACTION_MASS, LINE, OFFSET, DRIFTING], ids=lambda s: s.name
)
def test_hamiltons_form_is_the_same_motion(system: System) -> None:
    """v(p(v)) = v, H(p(v)) = E(v), and dp/dt along the solution of the equations of motion is the rate that was given."""
    mechanism = system.make()
    H = hamiltonian(mechanism)
    by_velocity = {leaf(c.symbol): c.momentum for c in H.variables}
    assert equal(substitute(H.hamiltonian, by_velocity), energy(mechanism))
    table = solution(equations(mechanism))
    for c in H.variables:
        assert equal(substitute(c.velocity, by_velocity), velocity(c.variable))
        rate = substitute(time_derivative(c.momentum), table)
        assert equal(substitute(c.rate, by_velocity), rate), c.variable.name


@pytest.mark.parametrize("system", [*SOLVED, DRIFTING], ids=lambda s: s.name)
def test_momentum_along_a_turn(system: System) -> None:
    """dJ/dt along solutions is the power of the forces, if and only if the turn leaves L unchanged."""
    mechanism = system.make()
    J = momentum_map(mechanism, turn(mechanism, system.term("e3")))
    assert J.invariant == (system not in (CART, DRIFTING))
    rate = substitute(time_derivative(J.term), solution(equations(mechanism)))
    assert equal(rate, J.rate) == J.invariant


def test_momentum_of_known_systems() -> None:
    s = SPHERICAL
    assert equal(momentum_map(s.make(), turn(s.make(), s.term("e3"))).term, s.term("m*l**2*dot(e3, cross(q, dq))"))
    s = PENDULUM_3D
    assert equal(momentum_map(s.make(), turn(s.make(), s.term("e3"))).term, s.term("dot(e3, R*J*Omega)"))
    s = WALKER_FLIGHT
    sideways = momentum_map(s.make(), shift(s.make(), s.term("e1")))
    assert sideways.invariant
    assert not momentum_map(s.make(), shift(s.make(), s.term("e3"))).invariant
    assert equal(sideways.rate, s.term("0"))


@pytest.mark.parametrize("system", [*NINE, *MORE], ids=lambda s: s.name)
def test_energy_is_kinetic_plus_potential(system: System) -> None:
    """E(v) + L(v) = 2 T: even in the velocities, so E(v) - E(0) = L(v) - L(0) for these systems."""
    mechanism = system.make()
    rest = {velocity(v): zero(velocity(v).shape) for v in mechanism.variables}
    E, L = energy(mechanism), mechanism.lagrangian
    assert equal(E - substitute(E, rest), L - substitute(L, rest))


def test_free_body_about_another_point_turns_as_about_its_centre_of_mass() -> None:
    """x_b is not the centre of mass, which is c away: the offset leaves the inertia, thrust has an arm."""
    body = System(
        "body", {"b": "SE(3)"}, scalars("m g") | {"J": "symmetric", "c": "vector"},
        "m*norm(ddt(x_b + R_b*c))**2/2 + dot(Omega, J*Omega)/2 - m*g*dot(x_b + R_b*c, e3)", {},
        "dot(delta(x_b), f*R_b*e3) + dot(eta, M)", {"f": "scalar", "M": "vector"},
    )  # fmt: skip
    found = accelerations(equations(body.make())).of("R_b")
    torque = body.term("M + f*cross(e3, c) - cross(Omega, J*Omega)")
    assert normal(found) is normal(matmul(inverse(body.term("J")), torque))
