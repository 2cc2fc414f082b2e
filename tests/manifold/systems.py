"""The nine acceptance systems and more, as descriptions, each with its equations of motion as published or worked out by hand.

The right forms are written in the same language and compared by the normal form, never by text. `motion` is what stands in
q x (...) = 0 for a unit vector, in motion = 0 for the others (forces included).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.support.manifold import (
    Description,
    Lagrangian,
    Scope,
    Term,
    cross,
    declared_scope,
    lagrangian,
    leaf,
    parse,
    position,
)

_MADE: dict[str, Lagrangian] = {}


@dataclass(frozen=True)
class System:
    name: str
    manifold: dict[str, str]
    constants: dict[str, Any]
    L: str
    right: dict[str, str]  # variable -> its equation
    work: str | None = None
    inputs: dict[str, str] | None = None
    more: dict[str, Any] = field(default_factory=dict)

    def make(self, L: str | None = None) -> Lagrangian:
        return lagrangian(
            self.name,
            self.manifold,
            L or self.L,
            constants=self.constants,
            work=self.work,
            inputs=self.inputs,
            **self.more,
        )

    def scope(self) -> Scope:
        """The names of the description, inputs included."""
        scope = declared_scope(Description(self.name, self.manifold, self.L, self.constants, self.inputs, **self.more))
        for symbol in self.make().inputs:
            if symbol.name not in scope.entries:
                scope.declare(symbol.name, leaf(symbol), "an input", "")
        return scope

    def term(self, text: str) -> Term:
        return parse(text, self.scope())

    def right_residual(self, name: str) -> Term:
        """The right equation as what is zero."""
        v = self.make().variable(name)
        bracket = self.term(self.right[name])
        return cross(position(v), bracket) if v.manifold.kind == "S2" else bracket


def scalars(names: str) -> dict[str, str]:
    return dict.fromkeys(names.split(), "scalar")


SPHERICAL = System(
    "spherical_pendulum",
    {"q": "S2"},
    scalars("m l g") | {"e3": "vector"},
    "m*l**2*dot(dq, dq)/2 - m*g*l*dot(q, e3)",
    {"q": "m*l**2*ddq + m*g*l*e3 - tau"},
    "dot(delta(q), tau)",
)
PENDULUM_3D = System(
    "pendulum_3d",
    {"R": "SO(3)"},
    scalars("m g") | {"J": "symmetric", "rho": "vector"},
    "dot(Omega, J*Omega)/2 - m*g*dot(R*rho, e3)",
    {"R": "J*dOmega + cross(Omega, J*Omega) + m*g*cross(rho, R.T*e3) - M"},
    "dot(eta, M)",
)
DOUBLE_SPHERICAL = System(
    "double_spherical",
    {"q1": "S2", "q2": "S2"},
    scalars("m1 m2 l1 l2 g"),
    "m1*l1**2*dot(dq1, dq1)/2 + m2*norm(l1*dq1 + l2*dq2)**2/2 - (m1 + m2)*g*l1*dot(q1, e3) - m2*g*l2*dot(q2, e3)",
    {
        "q1": "(m1+m2)*l1**2*ddq1 + m2*l1*l2*ddq2 + (m1+m2)*g*l1*e3 - u1",
        "q2": "m2*l1*l2*ddq1 + m2*l2**2*ddq2 + m2*g*l2*e3 - u2",
    },
    "dot(delta(q1), u1) + dot(delta(q2), u2)",
)
_J1 = "(J1 - m1*hat(c1)*hat(c1) - m2*hat(r1)*hat(r1))"
_J2 = "(J2 - m2*hat(c2)*hat(c2))"
DOUBLE_3D = System(
    "double_3d",
    {"R1": "SO(3)", "R2": "SO(3)"},
    scalars("m1 m2 g") | {"J1": "symmetric", "J2": "symmetric", "c1": "vector", "c2": "vector", "r1": "vector"},
    "dot(Omega_R1, J1*Omega_R1)/2 + dot(Omega_R2, J2*Omega_R2)/2 + m1*norm(ddt(R1*c1))**2/2"
    " + m2*norm(ddt(R1*r1 + R2*c2))**2/2 - m1*g*dot(R1*c1, e3) - m2*g*dot(R1*r1 + R2*c2, e3)",
    {
        "R1": f"{_J1}*dOmega_R1 + cross(Omega_R1, {_J1}*Omega_R1) + m2*hat(r1)*R1.T*R2*(hat(Omega_R2)*hat(Omega_R2)*c2"
        " - hat(c2)*dOmega_R2) + g*(m1*hat(c1) + m2*hat(r1))*R1.T*e3 - M1",
        "R2": f"{_J2}*dOmega_R2 + cross(Omega_R2, {_J2}*Omega_R2) + m2*hat(c2)*R2.T*R1*(hat(Omega_R1)*hat(Omega_R1)*r1"
        " - hat(r1)*dOmega_R1) + m2*g*hat(c2)*R2.T*e3 - M2",
    },
    "dot(eta_R1, M1) + dot(eta_R2, M2)",
)
_WALKER = scalars("m mH mT l L g")
_STANCE = (
    "m*norm({dx}l*dq1/2)**2/2 + mH*norm({dx}l*dq1)**2/2 + m*norm({dx}l*dq1 + l*dq2/2)**2/2 + mT*norm({dx}l*dq1 + L*dq3)**2/2"
    " - g*dot(m*({x}l*q1/2) + mH*({x}l*q1) + m*({x}l*q1 + l*q2/2) + mT*({x}l*q1 + L*q3), e3)"
)
_Q1 = "(5*m/4 + mH + mT)*l**2*ddq1 + m*l**2*ddq2/2 + mT*l*L*ddq3 + (3*m/2 + mH + mT)*g*l*e3"
_Q2 = "m*l**2*ddq1/2 + m*l**2*ddq2/4 + m*g*l*e3/2 - u2"
_Q3 = "mT*l*L*ddq1 + mT*L**2*ddq3 + mT*g*L*e3 - u3"
WALKER_STANCE = System(
    "walker_stance",
    {"q1": "S2", "q2": "S2", "q3": "S2"},
    _WALKER,
    _STANCE.format(x="", dx=""),
    {"q1": _Q1, "q2": _Q2, "q3": _Q3},
    "dot(delta(q2), u2) + dot(delta(q3), u3)",
)
WALKER_FLIGHT = System(
    "walker_flight",
    {"x": "R^3", "q1": "S2", "q2": "S2", "q3": "S2"},
    _WALKER,
    _STANCE.format(x="x + ", dx="dx + "),
    {
        "x": "(2*m + mH + mT)*(ddx + g*e3) + (3*m/2 + mH + mT)*l*ddq1 + m*l*ddq2/2 + mT*L*ddq3",
        "q1": f"{_Q1} + (3*m/2 + mH + mT)*l*ddx",
        "q2": f"{_Q2} + m*l*ddx/2",
        "q3": f"{_Q3} + mT*L*ddx",
    },
    "dot(delta(q2), u2) + dot(delta(q3), u3)",
)
QUADROTOR_LOAD = System(
    "quadrotor_load",
    {"x": "R^3", "q": "S2", "R": "SO(3)"},
    scalars("mQ mL l g") | {"J": "symmetric"},
    "mQ*norm(dx - l*dq)**2/2 + mL*norm(dx)**2/2 + dot(Omega, J*Omega)/2 - (mQ + mL)*g*dot(x, e3) + mQ*g*l*dot(q, e3)",
    {
        "x": "(mQ + mL)*(ddx + g*e3) - mQ*l*ddq - f*R*e3",
        "q": "l*(mQ*l*ddq - mQ*(ddx + g*e3) + f*R*e3)",
        "R": "J*dOmega + cross(Omega, J*Omega) - M",
    },
    "dot(eta, M) + dot(delta(x - l*q), f*R*e3)",
    {"f": "scalar", "M": "vector"},
)


def cable(n: int) -> System:
    """Quadrotor with a cable of n links; the right form from the mass matrix of a chain."""
    return System(
        "quadrotor_cable",
        {"x": "R^3", "q": "S2[n]", "R": "SO(3)"},
        scalars("m0 g") | {"m": "scalar[n]", "l": "scalar[n]", "J": "symmetric"},
        "m0*dot(dx, dx)/2 + Sum(i, 1, n, m[i]*norm(dx + Sum(a, 1, i, l[a]*dq[a]))**2/2) + dot(Omega, J*Omega)/2"
        " - m0*g*dot(x, e3) - Sum(i, 1, n, m[i]*g*dot(x + Sum(a, 1, i, l[a]*q[a]), e3))",
        {
            "x": "(m0 + Sum(i, 1, n, m[i]))*(ddx + g*e3) + Sum(j, 1, n, Sum(a, j, n, m[a])*l[j]*ddq[j]) - f*R*e3",
            "R": "J*dOmega + cross(Omega, J*Omega) - M",
        }
        | {
            f"q{i}": f"Sum(a, {i}, n, m[a])*l{i}*(ddx + g*e3)"
            + "".join(f" + Sum(a, {max(i, j)}, n, m[a])*l{i}*l{j}*ddq{j}" for j in range(1, n + 1))
            for i in range(1, n + 1)
        },
        "dot(eta, M) + dot(delta(x), f*R*e3)",
        {"f": "scalar", "M": "vector"},
        {"sizes": {"n": n}},
    )


_PAIRS = " + ".join(f"2*mp{i}*s{i}**2*(eye(3) - outer(e{i}, e{i}))" for i in (1, 2, 3))
_PAIR_RATES = " + ".join(f"4*mp{i}*s{i}*ds{i}*(eye(3) - outer(e{i}, e{i}))*Omega_RP" for i in (1, 2, 3))
_JP = f"(J0 + {_PAIRS})"
_JRHO = "(JL + m*r**2*(eye(3) - outer(e3, e3)))"
REACTION_MASS = System(
    "reaction_mass_pendulum",
    {"RL": "SO(3)", "RP": "SO(3)", "r": "R", "s1": "R", "s2": "R", "s3": "R"},
    scalars("m g mp1 mp2 mp3") | {"JL": "symmetric", "J0": "symmetric"},
    "m*(dr**2 + r**2*norm(cross(Omega_RL, e3))**2)/2 + dot(Omega_RL, JL*Omega_RL)/2 + dot(Omega_RP, J0*Omega_RP)/2"
    + "".join(f" + mp{i}*s{i}**2*norm(cross(Omega_RP, e{i}))**2 + mp{i}*ds{i}**2" for i in (1, 2, 3))
    + " - m*g*r*dot(e3, RL*e3)",
    {
        "RL": f"{_JRHO}*dOmega_RL + 2*m*r*dr*(eye(3) - outer(e3, e3))*Omega_RL + cross(Omega_RL, {_JRHO}*Omega_RL)"
        " + m*g*r*cross(e3, RL.T*e3) - tauL",
        "RP": f"{_JP}*dOmega_RP + {_PAIR_RATES} + cross(Omega_RP, {_JP}*Omega_RP) - tauP",
        "r": "m*ddr - m*r*norm(cross(Omega_RL, e3))**2 + m*g*dot(e3, RL*e3) - f",
    }
    | {f"s{i}": f"2*mp{i}*dds{i} - 2*mp{i}*s{i}*norm(cross(Omega_RP, e{i}))**2 - f{i}" for i in (1, 2, 3)},
    "dot(eta_RL, tauL) + dot(eta_RP, tauP) + f*delta(r) + f1*delta(s1) + f2*delta(s2) + f3*delta(s3)",
)
LINE = System("line", {"x": "R"}, scalars("m g"), "m*dx**2/2 - m*g*x", {"x": "m*ddx + m*g - F"}, "F*delta(x)")
CART = System(
    "cart",
    {"x": "R", "q": "S2"},
    scalars("M m l g"),
    "M*dx**2/2 + m*norm(dx*e1 + l*dq)**2/2 - m*g*l*dot(q, e3)",
    {"x": "(M + m)*ddx + m*l*dot(e1, ddq) - F", "q": "m*l*ddx*e1 + m*l**2*ddq + m*g*l*e3"},
    "F*delta(x)",
)
OFFSET = System(
    "offset_mass",
    {"R": "SO(3)"},
    scalars("m") | {"rho": "vector", "J": "symmetric"},
    "m*norm(cross(Omega, rho))**2/2 + dot(Omega, J*Omega)/2",
    {"R": "(J - m*hat(rho)*hat(rho))*dOmega + cross(Omega, (J - m*hat(rho)*hat(rho))*Omega) - M"},
    "dot(eta, M)",
)
WHEELS = System(
    "satellite_with_wheels",
    {"R": "SO(3)", "th1": "S1", "th2": "S1", "th3": "S1"},
    scalars("I1 I2 I3") | {"J": "symmetric", "a1": "unit", "a2": "unit", "a3": "unit"},
    "dot(Omega, J*Omega)/2" + "".join(f" + I{i}*(dth{i} + dot(a{i}, Omega))**2/2" for i in (1, 2, 3)),
    {
        "R": "J*dOmega + cross(Omega, J*Omega)"
        + "".join(
            f" + I{i}*(ddth{i} + dot(a{i}, dOmega))*a{i} + I{i}*(dth{i} + dot(a{i}, Omega))*cross(Omega, a{i})"
            for i in (1, 2, 3)
        )
    }
    | {f"th{i}": f"I{i}*(ddth{i} + dot(a{i}, dOmega)) - t{i}" for i in (1, 2, 3)},
    "t1*delta(th1) + t2*delta(th2) + t3*delta(th3)",
)
NINE = (
    SPHERICAL, PENDULUM_3D, DOUBLE_SPHERICAL, DOUBLE_3D, WALKER_STANCE, WALKER_FLIGHT, QUADROTOR_LOAD, cable(3), REACTION_MASS,
)  # fmt: skip
MORE = (LINE, CART, OFFSET, WHEELS)
