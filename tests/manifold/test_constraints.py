"""Constraints with multipliers: known motions of known mechanisms satisfy the equations, exactly."""

from __future__ import annotations

from tests.manifold.systems import SPHERICAL, System, scalars
from tests.support.manifold import Term, add, cross, equal, equations, leaf, matmul, neg, substitute, zero


def is_zero(term: Term) -> bool:
    return equal(term, zero(term.shape))


def test_pendulum_as_a_point_held_by_a_rod() -> None:
    """x = l q, the multiplier eliminated by q x: the equation on the sphere."""
    held = System(
        "held", {"x": "R^3", "q": "S2"}, scalars("m l g"),
        "m*dot(dx, dx)/2 - m*g*dot(x, e3) + 0*dot(dq, dq)", {},
        more={"constraints": {"rod": "(dot(x, x) - l**2)/2"}},
    )  # fmt: skip
    found = equations(held.make())
    assert found.mechanism.constraints[0].kind == "holonomic"
    table = {held.term(a): held.term(b) for a, b in (("x", "l*q"), ("dx", "l*dq"), ("ddx", "l*ddq"))}
    on_sphere = substitute(found.of("x").residual, table)
    free = System("free", SPHERICAL.manifold, SPHERICAL.constants, SPHERICAL.L, {})
    torque = cross(held.term("l*q"), on_sphere)
    assert equal(torque, equations(free.make()).of("q").residual)
    rates = found.constraints[0]
    assert equal(rates.velocity, held.term("dot(x, dx)"))
    assert equal(rates.acceleration, held.term("dot(dx, dx) + dot(x, ddx)"))


def test_multiplier_pulls_along_the_constraint() -> None:
    held = System(
        "held", {"x": "R^3"}, scalars("m l"), "m*dot(dx, dx)/2", {}, more={"constraints": ["(dot(x, x) - l**2)/2"]}
    )
    found = equations(held.make())
    pull = leaf(found.mechanism.constraints[0].multiplier) * held.term("x")
    assert equal(found.of("x").residual, add(held.term("m*ddx"), neg(pull)))


def test_ball_that_rolls_accelerates_with_the_mass_of_a_ball() -> None:
    """a = F r^2 / (m r^2 + j) on the plane, whatever the ball's turn: Neimark & Fufaev 1972."""
    ball = System(
        "ball", {"x": "R^3", "R": "SO(3)"}, scalars("m j r"),
        "m*dot(dx, dx)/2 + j*dot(Omega, Omega)/2", {}, "dot(delta(x), F)", {"F": "vector"},
        {"constraints": {"rolling": "dx - r*cross(R*Omega, e3)"}},
    )  # fmt: skip
    found = equations(ball.make())
    (constraint,) = found.mechanism.constraints
    assert constraint.kind == "nonholonomic"
    a = ball.term("(F - dot(F, e3)*e3)*r**2/(m*r**2 + j)")
    force = add(ball.term("m") * a, neg(ball.term("F")))
    turn = ball.term("R.T*cross(e3, F)*r/(m*r**2 + j)")
    table = {ball.term("ddx"): a, ball.term("dOmega"): turn, leaf(constraint.multiplier): force}
    assert is_zero(substitute(found.of("x").residual, table))
    assert is_zero(substitute(found.of("R").residual, table))
    assert is_zero(substitute(found.constraints[0].acceleration, table))


def test_chaplygin_sleigh() -> None:
    """du/dt = a w^2, dw/dt = -m a u w / (I + m a^2): Bloch 2015, section 1.7."""
    sleigh = System(
        "sleigh", {"x": "R", "y": "R", "th": "S1", "u": "R", "w": "R"}, scalars("m I a"),
        "m*((dx - a*dth*sin(th))**2 + (dy + a*dth*cos(th))**2)/2 + I*dth**2/2", {},
        more={"constraints": {"edge": "cos(th)*dy - sin(th)*dx"}},
    )  # fmt: skip
    found = equations(sleigh.make())
    du, dw = "a*w**2", "(-m*a*u*w/(I + m*a**2))"
    state = {
        "dx": "u*cos(th)", "dy": "u*sin(th)", "dth": "w",
        "ddx": f"({du})*cos(th) - u*w*sin(th)", "ddy": f"({du})*sin(th) + u*w*cos(th)", "ddth": dw,
    }  # fmt: skip
    table = {sleigh.term(k): sleigh.term(v) for k, v in state.items()}
    across = add(
        neg(sleigh.term("sin(th)")) * found.of("x").motion,
        sleigh.term("cos(th)") * found.of("y").motion,
    )
    table[leaf(found.mechanism.constraints[0].multiplier)] = substitute(across, table)
    for name in ("x", "y", "th"):
        assert is_zero(substitute(found.of(name).residual, table))
    assert is_zero(substitute(found.constraints[0].velocity, table))
    assert is_zero(substitute(found.constraints[0].acceleration, table))


def test_constraint_on_a_rotation_is_a_moment() -> None:
    """A body that keeps R a along e3: the force is R'(...) x a."""
    body = System(
        "hinge", {"R": "SO(3)"}, {"J": "symmetric", "a": "vector"}, "dot(Omega, J*Omega)/2", {},
        more={"constraints": {"hinge": "R*a - e3"}},
    )  # fmt: skip
    found = equations(body.make())
    multiplier = leaf(found.mechanism.constraints[0].multiplier)
    moment = cross(body.term("a"), matmul(body.term("R.T"), multiplier))
    right = add(body.term("J*dOmega + cross(Omega, J*Omega)"), neg(moment))
    assert equal(found.of("R").residual, right)
