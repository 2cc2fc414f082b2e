"""Energy, momenta, and the Hamiltonian form where the blocks of the mass matrix allow it.

With p = dL/dx', the tangent part of dL/dq' (S2: q.p = 0), Pi = dL/dOmega (SO(3)):

R, R^n  x' = v(p),      p' = dL/dx + F
S2      q' = v(p),      p' = P(q) (dL/dq + u) - (q.dL/dq') q' - (p.q') q,    P(q) = 1 - q q'
SO(3)   R' = R hat(Omega(Pi)),   Pi' = Pi x Omega + sum of v x R'u + M

H = sum of p.v - L, all with the velocities v(p). Lee, Leok & McClamroch 2018, chapters 4 to 6.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from linkwright.errors import QuantityError
from linkwright.manifold.calculus import Gradient
from linkwright.manifold.degree import holds
from linkwright.manifold.equations import potential, simplified, work_force
from linkwright.manifold.explicit import jacobian, scalar_part
from linkwright.manifold.lagrangian import Lagrangian, position, velocity
from linkwright.manifold.normal_form import normal_form, to_term
from linkwright.manifold.symbols import Momentum, Variable
from linkwright.manifold.tensors import cross, dot, inverse, matmul
from linkwright.manifold.terms import Term, add, leaf, multiply, neg, number, power, total, zero
from linkwright.manifold.walk import substitute


@dataclass(frozen=True)
class Canonical:
    """One variable: its momentum as a symbol and by velocities, its velocity by momenta, the rate of the momentum."""

    variable: Variable
    symbol: Momentum
    momentum: Term
    velocity: Term
    rate: Term


@dataclass(frozen=True)
class Hamiltonian:
    energy: Term  # by velocities
    hamiltonian: Term  # by momenta
    variables: tuple[Canonical, ...]

    def of(self, name: str) -> Canonical:
        return next(c for c in self.variables if c.variable.name == name)


def momentum(mechanism: Lagrangian, v: Variable) -> Term:
    """dL/dx', its tangent part for a unit vector, dL/dOmega for a rotation."""
    p = Gradient(mechanism.lagrangian).by(velocity(v))
    if v.manifold.kind == "S2":
        q = position(v)
        p = add(p, neg(multiply(dot(q, p), q)))
    return simplified(p)


def energy(mechanism: Lagrangian) -> Term:
    """sum of dL/dv . v - L, which is constant where nothing does work and L does not depend on time."""
    L = Gradient(mechanism.lagrangian)
    parts = (_pair(L.by(velocity(v)), velocity(v)) for v in mechanism.variables)
    return simplified(add(total(parts), neg(mechanism.lagrangian)))


def _pair(a: Term, b: Term) -> Term:
    return dot(a, b) if a.shape else multiply(a, b)


def momentum_symbol(v: Variable) -> Momentum:
    """The symbol of a variable's momentum: p, or Pi of a rotation."""
    name = f"Pi_{v.name}" if v.manifold.kind == "SO3" else f"p_{v.name}"
    return Momentum(name, v.name, velocity(v).shape, v.manifold.kind == "S2")


def hamiltonian(mechanism: Lagrangian) -> Hamiltonian:
    """The Legendre transform; velocities that are coupled between variables have no closed form here."""
    if mechanism.constraints:
        raise QuantityError(f"'{mechanism.name}' has constraints: its Hamiltonian form is not derived")
    p_of = {v: momentum(mechanism, v) for v in mechanism.variables}
    table = {velocity(v): _velocity(v, p) for v, p in p_of.items()}
    L, W, D = (Gradient(x) for x in (mechanism.lagrangian, mechanism.work, mechanism.dissipation))
    made: list[Canonical] = []
    for v, p in p_of.items():
        force = add(potential(L, v), work_force(W, v), neg(D.by(velocity(v))))
        rate = simplified(substitute(_rate(v, L, p, force), table))
        made.append(Canonical(v, momentum_symbol(v), p, table[velocity(v)], rate))
    return Hamiltonian(energy(mechanism), _by_momenta(mechanism, L, table), tuple(made))


def _by_momenta(mechanism: Lagrangian, L: Gradient, table: dict[Term, Term]) -> Term:
    """H = (p - b).v / 2 - L0, as L = v.Av/2 + b.v + L0: `_velocity` has seen that L is quadratic."""
    rest = {w: zero(w.shape) for w in table}
    parts = [neg(substitute(mechanism.lagrangian, rest))]
    for v in mechanism.variables:
        w = velocity(v)
        p = add(leaf(momentum_symbol(v)), neg(substitute(L.by(w), rest)))
        parts.append(multiply(number(Fraction(1, 2)), _pair(p, table[w])))
    return simplified(add(*parts))


def _velocity(v: Variable, p: Term) -> Term:
    """The velocity by the momentum, from p = A v + b."""
    w, symbol = velocity(v), leaf(momentum_symbol(v))
    A = Gradient(p).by(w) if w.shape == () else simplified(jacobian(p, w))
    rest = substitute(p, {w: zero(w.shape)})
    if holds(A, "velocity") or holds(rest, "velocity"):
        what = f"the momentum of '{v.name}' depends on other velocities or not linearly on its own"
        raise QuantityError(
            what, hint="the generated functions `hamiltonian` and `hamilton_equations` solve for the velocities"
        )
    if A.is_zero:
        raise QuantityError(f"'{v.name}' has no inertia", hint=f"a velocity of '{v.name}' must be in the Lagrangian")
    difference = add(symbol, neg(rest))
    if w.shape == ():
        return simplified(multiply(power(A, -1), difference))
    c = _tangent_scalar(v, A)
    if c is not None:
        return simplified(multiply(power(c, -1), difference))
    if v.manifold.kind == "S2":
        raise QuantityError(f"the mass of '{v.name}' is a matrix: its velocity has no closed form in the momentum")
    return simplified(matmul(inverse(A), difference))


def _tangent_scalar(v: Variable, A: Term) -> Term | None:
    """c where A v = c v; for a unit vector, on tangent vectors, of which a q' makes zero."""
    if v.manifold.kind != "S2":
        return scalar_part(A)
    q = position(v)
    p = normal_form(A)
    kept = {m: c for m, c in p.items() if not (m[1] and isinstance(m[1], tuple) and _ends_on(m[1][-1], q))}
    return scalar_part(to_term(kept, A.shape))


def _ends_on(factor: Term, q: Term) -> bool:
    return factor.op == "outer" and factor.args[1] is q


def _rate(v: Variable, L: Gradient, p: Term, force: Term) -> Term:
    symbol, w = leaf(momentum_symbol(v)), velocity(v)
    if v.manifold.kind == "SO3":
        return add(cross(symbol, w), force)
    if v.manifold.kind != "S2":
        return force
    q = position(v)
    tangent = add(force, neg(multiply(dot(q, force), q)))
    normal = add(multiply(dot(q, L.by(w)), w), multiply(dot(symbol, w), q))
    return add(tangent, neg(normal))
