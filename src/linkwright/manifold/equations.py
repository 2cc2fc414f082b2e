"""Equations of motion on the manifold, one per variable, from the variation of the action.

R, R^n, S1   d/dt dL/dx' - dL/dx + dD/dx' = F + constraint forces
S2           q x (d/dt dL/dq' - dL/dq + dD/dq' - u - ...) = 0            (delta q = xi x q, xi any)
SO(3)        d/dt dL/dOmega + Omega x dL/dOmega - sum of v x R'u + dD/dOmega = M + ...   where dL/dR = sum of u v'

Lee, Leok & McClamroch, Global Formulations of Lagrangian and Hamiltonian Dynamics on Manifolds, 2018, chapters 5, 6, 8;
constraints by Lagrange and d'Alembert: virtual displacements obey the constraint, multipliers are its forces.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from linkwright.manifold.calculus import Gradient
from linkwright.manifold.lagrangian import Constraint, Lagrangian, position, variation, velocity
from linkwright.manifold.normal_form import normal_form, to_term
from linkwright.manifold.symbols import Variable
from linkwright.manifold.tensors import cross, dot, matmul, transpose
from linkwright.manifold.terms import Term, add, leaf, multiply, neg, total, zero
from linkwright.manifold.variation import tangent, time_derivative


@dataclass(frozen=True)
class Equation:
    """motion = force, for a unit vector q x (motion - force) = 0. Both in normal form.

    motion: inertia, potential, dissipation; force: inputs and multipliers.
    """

    variable: Variable
    motion: Term
    force: Term

    @property
    def bracket(self) -> Term:
        """What stands in q x (...) = 0; elsewhere the residual itself."""
        return add(self.motion, neg(self.force))

    @property
    def residual(self) -> Term:
        """What is zero along a motion."""
        if self.variable.manifold.kind == "S2":
            return cross(position(self.variable), self.bracket)
        return self.bracket


@dataclass(frozen=True)
class Equations:
    """The equations of one mechanism, in the order of its variables, and what its constraints demand."""

    mechanism: Lagrangian
    equations: tuple[Equation, ...]

    def of(self, name: str) -> Equation:
        return next(e for e in self.equations if e.variable.name == name)

    @cached_property
    def constraints(self) -> tuple[ConstraintRates, ...]:
        return tuple(constraint_rates(c) for c in self.mechanism.constraints)


@dataclass(frozen=True)
class ConstraintRates:
    """A constraint and its time derivatives, in normal form: position (None if nonholonomic), velocity, acceleration."""

    constraint: Constraint
    position: Term | None
    velocity: Term
    acceleration: Term


def constraint_rates(c: Constraint) -> ConstraintRates:
    """A constraint with its first and second time derivative."""
    if c.kind == "holonomic":
        first = time_derivative(c.term)
        return ConstraintRates(c, simplified(c.term), simplified(first), simplified(time_derivative(first)))
    return ConstraintRates(c, None, simplified(c.term), simplified(time_derivative(c.term)))


def equations(mechanism: Lagrangian) -> Equations:
    """The equations of motion of a Lagrangian."""
    L, D, W = Gradient(mechanism.lagrangian), Gradient(mechanism.dissipation), Gradient(mechanism.work)
    pulls = [_Pull(c) for c in mechanism.constraints]
    made: list[Equation] = []
    for v in mechanism.variables:
        motion = add(inertial(L, v), neg(potential(L, v)), D.by(velocity(v)))
        force = total([work_force(W, v), *(p.force(v) for p in pulls)], motion.shape)
        made.append(Equation(v, bracket_form(motion, v), bracket_form(force, v)))
    return Equations(mechanism, tuple(made))


def inertial(L: Gradient, v: Variable) -> Term:
    """d/dt dL/dx', with the turning of the body axes for a rotation."""
    momentum = L.by(velocity(v))
    rate = time_derivative(momentum)
    return add(rate, cross(velocity(v), momentum)) if v.manifold.kind == "SO3" else rate


def potential(L: Gradient, v: Variable) -> Term:
    """dL/dx, for a rotation the moment in body axes."""
    if v.manifold.kind != "SO3":
        return L.by(position(v))
    R = position(v)
    return total((cross(b, matmul(transpose(R), a)) for a, b in L.dyads(R)), (3,))


def work_force(W: Gradient, v: Variable) -> Term:
    """What work does on delta x, delta q, eta. A torque t on xi is the force t x q on delta q, as xi is normal to q."""
    direct = W.by(leaf(variation(v)))
    if v.manifold.kind == "S2":
        return add(W.by(tangent(v)), cross(direct, position(v)))
    return direct


class _Pull:
    """The force of a constraint on each variable: multiplier times derivative."""

    def __init__(self, c: Constraint) -> None:
        unknown = leaf(c.multiplier)
        self.holonomic = c.kind == "holonomic"
        self.gradient = Gradient(dot(unknown, c.term) if c.term.shape else multiply(unknown, c.term))

    def force(self, v: Variable) -> Term:
        return potential(self.gradient, v) if self.holonomic else self.gradient.by(velocity(v))


def simplified(term: Term) -> Term:
    """A term in normal form, written out again."""
    return to_term(normal_form(term), term.shape)


def bracket_form(term: Term, v: Variable) -> Term:
    """The normal form; within q x (...), what is along q vanishes."""
    p = normal_form(term)
    if v.manifold.kind == "S2":
        q = position(v)
        p = {m: c for m, c in p.items() if m[1] is not q}
    return to_term(p, term.shape) if p else zero(term.shape)
