"""Random Lagrangians: the equations, found in reverse mode, against the variation of the action, written out forwards."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.manifold.test_parse import SCOPE
from tests.support.manifold import (
    Gradient,
    Lagrangian,
    Term,
    Variable,
    cross,
    dot,
    equal,
    equations,
    inertial,
    leaf,
    momentum_by_variation,
    multiply,
    number,
    parse,
    position,
    potential,
    time_derivative,
    total,
    vanishes,
    variation,
    variation_of,
)

SCALARS = ("s", "ds", "m", "l", "cos(s)", "sin(s)", "2", "1/3")
VECTORS = ("x", "dx", "q", "dq", "Omega", "a", "u", "e1", "e3", "omega")
MATRICES = ("R", "J", "A", "K", "R.T", "outer(x, q)", "hat(Omega)", "hat(q)", "A.T", "J*R")


def scalar(source: random.Random, depth: int) -> str:
    if depth == 0:
        return source.choice(SCALARS)
    kinds = ("sum", "product", "dot", "dot", "dot", "square", "function")
    kind = source.choice(kinds)
    if kind == "sum":
        return f"({scalar(source, depth - 1)} - {scalar(source, depth - 1)})"
    if kind == "product":
        return f"{scalar(source, depth - 1)}*{scalar(source, depth - 1)}"
    if kind == "square":
        return f"({scalar(source, depth - 1)})**{source.choice((2, 3, -1))}" if depth > 1 else "ds**2"
    if kind == "function":
        return f"{source.choice(('sin', 'cos'))}({source.choice(('s', '2*s', 's + l'))})"
    return f"dot({vector(source, depth - 1)}, {vector(source, depth - 1)})"


def vector(source: random.Random, depth: int) -> str:
    if depth == 0:
        return source.choice(VECTORS)
    kind = source.randrange(4)
    if kind == 0:
        return f"({vector(source, depth - 1)} + {vector(source, depth - 1)})"
    if kind == 1:
        return f"cross({vector(source, depth - 1)}, {vector(source, depth - 1)})"
    if kind == 2:
        return f"({scalar(source, depth - 1)})*{vector(source, depth - 1)}"
    return f"{source.choice(MATRICES)}*{vector(source, depth - 1)}"


def pair(a: Term, b: Term) -> Term:
    return dot(a, b) if a.shape else multiply(a, b)


def raw_residual(L: Gradient, v: Variable) -> Term:
    bracket = inertial(L, v) - potential(L, v)
    return cross(position(v), bracket) if v.manifold.kind == "S2" else bracket


@settings(deadline=None, max_examples=120)
@given(seed=st.integers(0, 10**9))
def test_equations_are_what_the_variation_says(seed: int) -> None:
    source = random.Random(seed)
    term = parse(f"ds**2 + {scalar(source, 3)}", SCOPE)
    variables = tuple(v for v in SCOPE.variables if v.name != "y")
    L = Gradient(term)
    inner = total(pair(leaf(variation(v)), raw_residual(L, v)) for v in variables)
    boundary = total(pair(leaf(variation(v)), momentum_by_variation(L, v)) for v in variables)
    assert vanishes(variation_of(term) - time_derivative(boundary) + inner)


@settings(deadline=None, max_examples=30)
@given(seed=st.integers(0, 10**9))
def test_normal_form_of_the_equations_is_what_was_derived(seed: int) -> None:
    source = random.Random(seed)
    term = parse(f"ds**2 + {scalar(source, 2)}", SCOPE)
    variables = tuple(v for v in SCOPE.variables if v.name != "y")
    mechanism = Lagrangian("random", variables, tuple(SCOPE.constants), (), term, work=number(0))
    L = Gradient(term)
    for e in equations(mechanism).equations:
        assert equal(e.residual, raw_residual(L, e.variable))
