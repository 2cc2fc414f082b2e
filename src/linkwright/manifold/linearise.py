"""Error dynamics: how small deviations from a motion change, on the manifold.

delta x, delta q (tangent: q.delta q = 0), eta (delta R = R hat(eta)) with delta Omega, and the changes of the inputs;
delta q = xi x q where `free` variations are asked for. Kinematics: d(eta)/dt = -Omega x eta + delta Omega.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from linkwright.manifold.calculus import forward
from linkwright.manifold.equations import Equations, simplified
from linkwright.manifold.explicit import accelerations
from linkwright.manifold.lagrangian import Lagrangian, velocity
from linkwright.manifold.symbols import Input, Rate, Variable, Variation
from linkwright.manifold.tensors import cross, hat, matmul
from linkwright.manifold.terms import Term, add, leaf, multiply, neg, number, zero
from linkwright.manifold.walk import substitute


@dataclass(frozen=True)
class ErrorEquation:
    """residual = 0, linear in the deviations of one variable's equation of motion."""

    variable: Variable
    residual: Term


@dataclass(frozen=True)
class ErrorDynamics:
    """The linearised equations and, for every rotation, the rate of eta."""

    mechanism: Lagrangian
    equations: tuple[ErrorEquation, ...]
    kinematics: tuple[tuple[Variable, Term], ...]

    def of(self, name: str) -> ErrorEquation:
        return next(e for e in self.equations if e.variable.name == name)


def deviation(symbol: Variable | Rate | Input) -> Term:
    """delta q, delta dq, delta ddq; eta for a rotation; delta Omega, delta dOmega; delta tau."""
    if isinstance(symbol, Variable):
        if symbol.manifold.kind == "SO3":
            return leaf(Variation(f"eta_{symbol.name}", symbol.name, (3,), "eta"))
        kind = "tangent" if symbol.manifold.kind == "S2" else "delta"
        return leaf(Variation(f"delta_{symbol.name}", symbol.name, symbol.shape, kind, symbol.order))
    order = symbol.order if isinstance(symbol, Rate) else 0
    return leaf(Variation(f"delta_{symbol.name}", symbol.name, symbol.shape, "delta", order))


def deviated(term: Term) -> Term:
    """The first-order change of a term."""
    return forward(term, _deviation_of_leaf)


def _deviation_of_leaf(t: Term) -> Term:
    symbol = t.data
    if isinstance(symbol, Variable) and symbol.manifold.kind == "SO3":
        return matmul(t, hat(deviation(symbol)))
    if isinstance(symbol, Variable | Rate | Input):
        return deviation(symbol)
    if t.op == "multiplier":
        return leaf(Variation(f"delta_{symbol.name}", symbol.name, symbol.shape, "delta"))
    return zero(t.shape)


def linearise(equations: Equations, free: bool = False) -> ErrorDynamics:
    """The error dynamics of the equations of motion; `free`: by xi instead of delta q, by d(eta)/dt instead of delta Omega."""
    made: list[ErrorEquation] = []
    table = _free_table(equations.mechanism) if free else {}
    for e in equations.equations:
        change = deviated(e.residual)
        made.append(ErrorEquation(e.variable, simplified(substitute(change, table))))
    kinematics = tuple((v, _eta_rate(v)) for v in equations.mechanism.variables if v.manifold.kind == "SO3")
    return ErrorDynamics(equations.mechanism, tuple(made), kinematics)


def linearised_accelerations(equations: Equations) -> dict[str, Term]:
    """delta of the accelerations in closed form: delta ddq = ..., delta dOmega = ..."""
    return {a.variable.name: simplified(deviated(a.term)) for a in accelerations(equations).solved}


def _eta_rate(v: Variable) -> Term:
    Omega = velocity(v)
    return add(neg(cross(Omega, deviation(v))), deviation(Omega.data))


def _free_table(mechanism: Lagrangian) -> dict[Term, Term]:
    """delta q = xi x q and its time derivatives; delta Omega = eta' + Omega x eta and its derivative."""
    table: dict[Term, Term] = {}
    for v in mechanism.variables:
        if v.manifold.kind == "S2":
            xi = [leaf(Variation(f"xi_{v.name}", v.name, (3,), "xi", k)) for k in range(3)]
            q = [leaf(replace(v, order=k)) for k in range(3)]
            table[deviation(v)] = cross(xi[0], q[0])
            table[deviation(replace(v, order=1))] = add(cross(xi[1], q[0]), cross(xi[0], q[1]))
            twice = multiply(number(2), cross(xi[1], q[1]))
            table[deviation(replace(v, order=2))] = add(cross(xi[2], q[0]), twice, cross(xi[0], q[2]))
        elif v.manifold.kind == "SO3":
            eta = [leaf(Variation(f"eta_{v.name}", v.name, (3,), "eta", k)) for k in range(3)]
            rate = velocity(v)
            Omega, alpha = rate, leaf(replace(rate.data, order=1))
            table[deviation(Omega.data)] = add(eta[1], cross(Omega, eta[0]))
            table[deviation(alpha.data)] = add(eta[2], cross(alpha, eta[0]), cross(Omega, eta[1]))
    return table
