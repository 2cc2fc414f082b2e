"""Time derivative and variation of terms on the manifolds.

R, R^n, S1:  delta x;              delta dx = d(delta x)/dt
S2:          delta q = xi x q;     delta dq = dxi x q + xi x dq
SO(3):       delta R = R hat(eta); delta Omega = deta + Omega x eta,   dR = R hat(Omega)
"""

from __future__ import annotations

from dataclasses import replace

from linkwright.errors import ExpressionError
from linkwright.manifold.calculus import forward
from linkwright.manifold.lagrangian import position, rate, variation
from linkwright.manifold.symbols import Rate, Variable, Variation
from linkwright.manifold.tensors import cross, hat, matmul
from linkwright.manifold.terms import Term, add, leaf, zero


def time_derivative(term: Term) -> Term:
    """d/dt of a term in positions, velocities and variations."""
    return forward(term, _rate_of_leaf)


def _rate_of_leaf(t: Term) -> Term:
    symbol = t.data
    if isinstance(symbol, Variable):
        if symbol.manifold.kind == "SO3":
            return matmul(t, hat(leaf(rate(symbol))))
        if symbol.order < 2:
            return leaf(replace(symbol, order=symbol.order + 1))
    elif isinstance(symbol, Rate | Variation):
        if symbol.order < 1:
            return leaf(replace(symbol, order=symbol.order + 1))
    elif t.op == "input":
        what = f"the time derivative of the input '{symbol.name}' is asked for, and inputs have none"
        raise ExpressionError(what, hint="forces belong into `work`; a constant belongs into `constants`")
    elif t.op != "multiplier":
        return zero(t.shape)
    raise ExpressionError(f"'{symbol.name}' is differentiated once more than equations of motion need")


def tangent(variable: Variable) -> Term:
    """delta q of an S2 as one symbol, which work may be written with."""
    return leaf(Variation(f"delta_{variable.name}", variable.name, variable.shape, "tangent"))


def variation_of(term: Term) -> Term:
    """The variation of a term in positions and velocities, in terms of delta x, xi, eta and their rates."""
    return forward(term, _variation_of_leaf)


def first_variation(term: Term) -> Term:
    """As `variation_of`, for terms in positions, with delta q of S2 left as one symbol: what `delta(...)` means in work."""
    return forward(term, _tangent_of_leaf)


def _variation_of_leaf(t: Term) -> Term:
    symbol = t.data
    if isinstance(symbol, Rate):
        return _variation_of_rate(t, symbol)
    if not isinstance(symbol, Variable):
        return zero(t.shape)
    base = replace(symbol, order=0)
    first = leaf(variation(base))
    if symbol.manifold.kind == "SO3":
        return matmul(t, hat(first))
    if symbol.order > 1:
        raise ExpressionError(f"an acceleration of '{symbol.name}' cannot be varied")
    if symbol.manifold.kind == "S2":
        if symbol.order == 0:
            return cross(first, t)
        return add(cross(leaf(variation(base, 1)), position(base)), cross(first, t))
    return leaf(variation(base, symbol.order))


def _variation_of_rate(t: Term, symbol: Rate) -> Term:
    eta = Variation(f"eta_{symbol.variable}", symbol.variable, (3,), "eta")
    return add(leaf(replace(eta, order=1)), cross(t, leaf(eta)))


def _tangent_of_leaf(t: Term) -> Term:
    symbol = t.data
    if isinstance(symbol, Variable) and symbol.order == 0 and symbol.manifold.kind == "S2":
        return tangent(symbol)
    if isinstance(symbol, Rate) or (isinstance(symbol, Variable) and symbol.order > 0):
        what = f"delta() is of positions: this contains the velocity of '{symbol.name}'"
        raise ExpressionError(what, hint="write the work of a force as dot(delta(position), force)")
    return _variation_of_leaf(t)
