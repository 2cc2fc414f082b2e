"""Accelerations in closed form: x'' = ..., q'' = ..., Omega' = ..., where the blocks of the mass matrix allow it.

R, R^n     A x'' + r = 0            x'' = -A^-1 r
SO(3)      A Omega' + r = 0         Omega' = -A^-1 r
S2         q x (c q'' + r) = 0      q'' = -|q'|^2 q - (r - q (q.r)) / c
           q x (A q'' + r) = 0      q'' = A^-1 (mu q - r), mu = (q.A^-1 r - |q'|^2) / (q.A^-1 q), as q.q'' = -|q'|^2

Positions of R and R^n are eliminated first; unit vectors or rotations that are still coupled to each other need a linear
solve, which generated code does and no formula shows.
"""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.errors import ExpressionError, QuantityError
from linkwright.manifold.calculus import Gradient
from linkwright.manifold.degree import degrees, holds
from linkwright.manifold.equations import Equations, simplified
from linkwright.manifold.lagrangian import acceleration, position, velocity
from linkwright.manifold.normal_form import normal_form, to_term
from linkwright.manifold.polynomial import at_most
from linkwright.manifold.symbols import Variable
from linkwright.manifold.tensors import dot, hat, inverse, matmul, outer
from linkwright.manifold.terms import Term, add, identity, multiply, neg, number, power, total, zero
from linkwright.manifold.walk import postorder, substitute

_READABLE = 1_000  # terms of a product of sums


@dataclass(frozen=True)
class Acceleration:
    """The highest derivative of a variable in terms of positions, velocities and inputs."""

    variable: Variable
    term: Term


@dataclass(frozen=True)
class Accelerations:
    """What has a closed form, and the variables that have none."""

    solved: tuple[Acceleration, ...]
    coupled: tuple[Variable, ...]

    def of(self, name: str) -> Term:
        for a in self.solved:
            if a.variable.name == name:
                return a.term
        hint = "the generated function `accelerations` solves for all at once"
        raise QuantityError(f"the acceleration of '{name}' has no closed form: it is coupled to others", hint=hint)


def accelerations(equations: Equations) -> Accelerations:
    """Closed forms by elimination, one variable at a time."""
    if equations.mechanism.constraints:
        what = f"'{equations.mechanism.name}' has constraints: accelerations and multipliers are solved for together"
        raise QuantityError(what, hint="the generated function `accelerations` does it")
    left = {e.variable: e.bracket for e in equations.equations}
    for v, term in left.items():
        _check_linear(v, term)
    found: dict[Variable, Term] = {}
    while True:
        v = _next(left)
        if v is None:
            break
        solution = _solve(v, left.pop(v))
        table = {acceleration(v): solution}
        left = {w: substitute(term, table) for w, term in left.items()}
        found = {w: substitute(term, table) for w, term in found.items()}
        found[v] = solution
    done = [v for v, term in found.items() if not holds(term, "acceleration")]
    order = [e.variable for e in equations.equations]
    solved = tuple(Acceleration(v, _tidy(found[v])) for v in order if v in done)
    return Accelerations(solved, tuple(v for v in order if v not in done))


def _tidy(term: Term) -> Term:
    """The normal form, unless a matrix is inverted (A^-1 (...) stays in one piece) or it would be too long to read."""
    if any(t.op == "inverse" for t in postorder([term])):
        return term
    try:
        with at_most(_READABLE):
            return simplified(term)
    except ExpressionError:
        return term


def _check_linear(v: Variable, term: Term) -> None:
    if degrees(term, "acceleration")[1] > 1:
        raise QuantityError(f"the equation of '{v.name}' is not linear in the accelerations")
    pieces = term.args if term.op == "add" else (term,)
    if any(holds(p, "acceleration") and holds(p, "velocity") for p in pieces):
        what = (
            f"the kinetic energy is not quadratic in the velocities, so the equation of '{v.name}' has no explicit form"
        )
        raise QuantityError(what, hint="equations_of_motion, momentum and energy do not need one")
    if v.manifold.shape == () and simplified(Gradient(term).by(acceleration(v))).is_zero:
        raise QuantityError(f"'{v.name}' has no inertia", hint=f"a velocity of '{v.name}' must be in the Lagrangian")


def _next(left: dict[Variable, Term]) -> Variable | None:
    """A position with a scalar mass, else a variable whose equation has no other acceleration."""
    for v, term in left.items():
        if v.manifold.kind in ("R", "S1") or (
            v.manifold.kind == "Rn" and scalar_part(coefficient(term, v)) is not None
        ):
            return v
    for v, term in left.items():
        if not any(holds(term, "acceleration", w.name) for w in left if w is not v):
            return v
    return None


def _solve(v: Variable, term: Term) -> Term:
    a = acceleration(v)
    rest = _tidy(substitute(term, {a: zero(a.shape)}))
    if a.shape == ():
        return multiply(neg(power(simplified(Gradient(term).by(a)), -1)), rest)
    A = coefficient(term, v)
    c = scalar_part(A)
    if v.manifold.kind == "S2":
        return _solve_on_sphere(v, A, c, rest)
    return multiply(neg(power(c, -1)), rest) if c is not None else matmul(inverted(A), _tidy(neg(rest)))


def _solve_on_sphere(v: Variable, A: Term, c: Term | None, rest: Term) -> Term:
    q, dq = position(v), velocity(v)
    if c is not None:
        tangent = add(rest, neg(multiply(dot(q, rest), q)))
        return add(neg(multiply(dot(dq, dq), q)), multiply(neg(power(c, -1)), tangent))
    back = inverted(A)
    above = add(dot(q, matmul(back, rest)), neg(dot(dq, dq)))
    mu = multiply(above, power(dot(q, matmul(back, q)), -1))
    return matmul(back, add(multiply(mu, q), neg(rest)))


def coefficient(term: Term, v: Variable) -> Term:
    """A in A a + rest, for the acceleration a (a vector) of a variable; a matrix in normal form."""
    A = simplified(jacobian(term, acceleration(v)))
    if A.is_zero:
        hint = f"a velocity of '{v.name}' must be in the Lagrangian"
        raise QuantityError(f"'{v.name}' has no inertia", hint=hint)
    return A


def inverted(A: Term) -> Term:
    """A^-1; of c I - k a a' in closed form: (I + k a a' / (c - k a.a)) / c."""
    p = normal_form(A)
    c = {m[0]: x for m, x in p.items() if m[1] == ()}
    dyads = {m[1] for m in p if m[1] != ()}
    factors = dyads.pop() if c and len(dyads) == 1 else None
    if not isinstance(factors, tuple) or len(factors) != 1:
        return inverse(A)
    dyad = factors[0]
    if dyad.op != "outer" or dyad.args[0] is not dyad.args[1]:
        return inverse(A)
    scalar = to_term({(powers, None): x for powers, x in c.items()}, ())
    k = neg(to_term({(m[0], None): x for m, x in p.items() if m[1] != ()}, ()))
    below = add(scalar, neg(multiply(k, dot(dyad.args[0], dyad.args[0]))))
    return add(multiply(power(scalar, -1), identity(A.shape[0])), multiply(k / (scalar * below), dyad))


def scalar_part(A: Term) -> Term | None:
    """c where A = c I."""
    p = normal_form(A)
    if any(tensor != () for _, tensor in p):
        return None
    return to_term({(powers, None): c for (powers, _), c in p.items()}, ())


def jacobian(term: Term, by: Term) -> Term:
    """The matrix of the derivatives of a vector by a vector."""
    n = by.shape[0]
    made: dict[Term, Term] = {}
    for t in postorder([term]):
        if len(t.shape) == 1:
            made[t] = _jacobian_step(t, by, made) if t is not by else identity(n)
    return made[term]


def _jacobian_step(t: Term, by: Term, made: dict[Term, Term]) -> Term:
    shape = t.shape[0], by.shape[0]
    if not t.args:
        return zero(shape)
    if t.op == "add":
        return total((made[a] for a in t.args), shape)
    if t.op == "mul":
        *scalars, last = t.args
        factor = number(1)
        for s in scalars:
            factor = multiply(factor, s)
        return add(multiply(factor, made[last]), outer(last, Gradient(factor).by(by)))
    a, b = t.args
    if t.op == "cross":
        return add(matmul(hat(a), made[b]), neg(matmul(hat(b), made[a])))
    assert t.op == "matmul"
    if by in postorder([a]):
        raise QuantityError("an acceleration within a matrix")
    return matmul(a, made[b])
