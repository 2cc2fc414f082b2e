"""Two ways of writing one Lagrangian give the same equations."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.manifold.systems import CART, DOUBLE_3D, MORE, NINE, OFFSET, PENDULUM_3D, QUADROTOR_LOAD, SPHERICAL, System
from tests.support.manifold import Term, equal, equations, normal, normal_form, postorder, rebuild, tensors
from tests.support.manifold import terms as t

WAYS = [
    (SPHERICAL, "m*l**2*dot(omega, omega)/2 - m*g*dot(l*q, e3)"),
    (SPHERICAL, "m*norm(l*cross(omega, q))**2/2 + g*m*l*(-1)*dot(e3, q)"),
    (SPHERICAL, "m*l**2*dot(dq, hat(omega)*q)/2 - m*g*l*dot(q, e3)*dot(q, q)"),
    (PENDULUM_3D, "dot(J*Omega, Omega)/2 - m*g*dot(rho, transpose(R)*e3)"),
    (PENDULUM_3D, "dot(R*J*Omega, R*Omega)/2 - m*g*dot(e3, R*rho)"),
    (PENDULUM_3D, "(dot(J*e1, J*e1)*0 + dot(Omega, J.T*Omega))/2 - m*g*dot(R*rho, e3)"),
    (OFFSET, "m*norm(dR*rho)**2/2 + dot(Omega, J*Omega)/2"),
    (OFFSET, "m*(dot(Omega, Omega)*dot(rho, rho) - dot(Omega, rho)**2)/2 + dot(Omega, J*Omega)/2"),
    (OFFSET, "-m*dot(Omega, hat(rho)*hat(rho)*Omega)/2 + dot(Omega, J*Omega)/2"),
    (CART, "M*dx**2/2 + m*(dx**2 + 2*l*dx*dot(dq, e1) + l**2*dot(dq, dq))/2 - m*g*l*dot(q, e3)"),
    (
        DOUBLE_3D,
        "dot(Omega_R1, J1*Omega_R1)/2 + dot(Omega_R2, J2*Omega_R2)/2 + m1*norm(cross(Omega_R1, c1))**2/2"
        " + m2*norm(R1*hat(Omega_R1)*r1 + dR2*c2)**2/2 - m1*g*dot(c1, R1.T*e3) - m2*g*(dot(R1*r1, e3) + dot(R2*c2, e3))",
    ),
    (
        QUADROTOR_LOAD,
        "(mQ + mL)*dot(dx, dx)/2 - mQ*l*dot(dx, dq) + mQ*l**2*dot(omega, omega)/2 + dot(Omega, J*Omega)/2"
        " - g*dot(mL*x + mQ*(x - l*q), e3)",
    ),
]


@pytest.mark.parametrize(("system", "other"), WAYS)
def test_other_ways_of_writing(system: System, other: str) -> None:
    one, two = equations(system.make()), equations(system.make(other))
    for a, b in zip(one.equations, two.equations, strict=True):
        assert normal_form(a.residual - b.residual) == {}
        assert normal(a.motion) is normal(b.motion)


def test_a_factor_more_is_another_system() -> None:
    for system, other in WAYS[:3]:
        changed = re.sub(r"/2", "/3", other, count=1)
        a, b = equations(system.make()).equations[0], equations(system.make(changed)).equations[0]
        assert not equal(a.residual, b.residual)


def shuffled(term: Term, source: random.Random) -> Term:
    """The same value written otherwise: sums and products reordered, products distributed, transposes moved."""
    new: dict[Term, Term] = {}
    for s in postorder([term]):
        args = [new[a] for a in s.args]
        new[s] = _other_way(s, args, source)
    return new[term]


def _other_way(s: Term, args: list[Term], source: random.Random) -> Term:
    if s.op == "add":
        source.shuffle(args)
        return t.add(*args)
    if s.op == "dot" and source.random() < 0.7:
        return _other_dot(args[0], args[1], source)
    if s.op == "cross" and source.random() < 0.7:
        return source.choice([t.neg(tensors.cross(args[1], args[0])), tensors.matmul(tensors.hat(args[0]), args[1])])
    if s.op == "mul" and args[-1].op == "add" and source.random() < 0.8:
        front = rebuild(s, (*args[:-1], t.number(1))) if s.shape == () else _product(args[:-1])
        return t.add(*(t.multiply(front, part) for part in args[-1].args))
    if s.op == "norm":
        return t.power(tensors.dot(args[0], args[0]), Fraction(1, 2))
    return rebuild(s, tuple(args))


def _product(factors: list[Term]) -> Term:
    result = t.number(1)
    for f in factors:
        result = t.multiply(result, f)
    return result


def _other_dot(a: Term, b: Term, source: random.Random) -> Term:
    if b.op == "matmul" and len(b.args[1].shape) == 1:
        return tensors.dot(tensors.matmul(tensors.transpose(b.args[0]), a), b.args[1])
    if a.op == "add":
        return t.add(*(tensors.dot(x, b) for x in a.args))
    return tensors.dot(b, a)


@settings(deadline=None, max_examples=40)
@given(system=st.sampled_from([*NINE, *MORE]), seed=st.integers(0, 10**6))
def test_random_rewritings(system: System, seed: int) -> None:
    mechanism = system.make()
    other = replace(mechanism, lagrangian=shuffled(mechanism.lagrangian, random.Random(seed)))
    assert equal(mechanism.lagrangian, other.lagrangian)
    one, two = equations(mechanism), equations(other)
    for a, b in zip(one.equations, two.equations, strict=True):
        assert a.motion is b.motion
