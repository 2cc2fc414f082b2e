"""Taylor series against SymPy and against repeated derivatives; time derivatives of functions."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy
from hypothesis import given

from tests.support.graph import (
    OPS,
    Expr,
    Function,
    Graph,
    Port,
    cos,
    directional,
    equal,
    evaluate,
    is_zero,
    sin,
    sqrt,
    symbol,
    taylor,
    time_derivative,
    to_sympy,
)
from tests.support.package import InputError

from .expressions import NAMES, Recipe, recipes

T = sympy.Symbol("t", real=True)
CURVES = {
    "x": (Fraction(3, 10), Fraction(1, 2), Fraction(-1, 5), Fraction(1, 7)),
    "y": (Fraction(4, 10), Fraction(-1, 3), Fraction(1, 2)),
    "z": (Fraction(-6, 10), Fraction(1)),
}
ORDER = 4


def _expected(graph: Graph, root: int) -> list[float]:
    """Derivatives by SymPy along the curves, where they exist."""
    along = {sympy.Symbol(n, real=True): sum(sympy.Rational(c.numerator, c.denominator) * T**k for k, c in enumerate(cs))
             for n, cs in CURVES.items()}  # fmt: skip
    expression: Any = to_sympy(Expr(graph, root)).subs(along)
    derivatives = [expression.diff(T, k) if k else expression for k in range(ORDER + 1)]
    return [float(d.subs(T, 0).evalf(30)) / math.factorial(k) for k, d in enumerate(derivatives)]


@pytest.mark.parametrize("op", [op for op in OPS if op not in ("sign", "abs", "min", "max", "select")])
def test_each_rule_against_sympy(op: str) -> None:
    graph = Graph()
    root = graph.call(op, tuple(map(graph.symbol, NAMES[: OPS[op].arity])))
    series = {n: [graph.symbol(f"{n}{k}") for k in range(len(cs))] for n, cs in CURVES.items()}
    found = taylor(graph, [root], series, ORDER)[0]
    at = {f"{n}{k}": float(c) for n, cs in CURVES.items() for k, c in enumerate(cs)}
    assert evaluate(graph, found, at) == pytest.approx(_expected(graph, root), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(
    ("op", "args", "like"),
    [("abs", "z", "-z"), ("min", "zx", "z"), ("max", "zx", "x"), ("select", "zxy", "y"), ("select", "xyz", "y")],
)
def test_choices_follow_the_branch(op: str, args: str, like: str) -> None:
    graph = Graph()
    root = graph.call(op, tuple(map(graph.symbol, args)))
    same = graph.neg(graph.symbol("z")) if like == "-z" else graph.symbol(like)
    series = {n: [graph.symbol(f"{n}{k}") for k in range(len(cs))] for n, cs in CURVES.items()}
    at = {f"{n}{k}": float(c) for n, cs in CURVES.items() for k, c in enumerate(cs)}
    found, expected = taylor(graph, [root, same], series, ORDER)
    assert evaluate(graph, found, at) == pytest.approx(evaluate(graph, expected, at))


def test_sign_is_constant() -> None:
    graph = Graph()
    root = graph.call("sign", (graph.symbol("x"),))
    found = taylor(graph, [root], {"x": [graph.symbol("x"), graph.number(1)]}, 2)[0]
    assert found == [root, graph.number(0), graph.number(0)]


@given(recipe=recipes(ops=("add", "sub", "mul", "div", "neg", "sin", "cos", "exp"), size=8, exact=True))
def test_second_coefficient_is_half_the_second_derivative_exactly(recipe: Recipe) -> None:
    """Along straight lines x + t dx, against the directional derivative taken twice."""
    graph, root = recipe.build()
    rates = {n: graph.symbol(f"d{n}") for n in NAMES}
    series = {n: [graph.symbol(n), rates[n]] for n in NAMES}
    found = taylor(graph, [root], series, 2)[0]
    first = directional(graph, [root], rates)
    second = directional(graph, first, rates)
    half = graph.mul(graph.number(Fraction(1, 2)), second[0])
    assert is_zero([Expr(graph, graph.sub(found[1], first[0])), Expr(graph, graph.sub(found[2], half))])


def test_constants_cost_nothing() -> None:
    graph = Graph()
    root = (sin(symbol("p", graph)) * symbol("q", graph)).index
    before = len(graph)
    taylor(graph, [root], {"q": [graph.symbol("q"), graph.symbol("v")]}, 3)
    assert len(graph) <= before + 4  # v, its product, zero, one


# --- functions --------------------------------------------------------------------------------------------------------


def _pendulum() -> Function:
    """tau(q, v, a) with a parameter."""
    graph = Graph()
    q, v, a = ([symbol(f"{n}[{k}]", graph) for k in range(2)] for n in "qva")
    m = symbol("m", graph)
    tau = [m * a[0] + sin(q[0] + q[1]) * v[1] * v[1], m * a[1] * cos(q[1]) - v[0] * v[1]]
    inputs = [Port(n, (2,), tuple(e.index for e in es)) for n, es in zip("qva", (q, v, a), strict=True)]
    inputs.append(Port("parameters", (1,), (m.index,), labels=("m",), defaults=(2.0,)))
    return Function.make("pendulum", graph, inputs, [Port("tau", (2,), tuple(e.index for e in tau))])


def test_time_derivatives_along_a_motion() -> None:
    f = _pendulum()
    rates = time_derivative(f, 2)
    assert list(rates.inputs) == ["q", "v", "a", "parameters", "da_dt", "d2a_dt2"]
    assert list(rates.outputs) == ["tau", "dtau_dt", "d2tau_dt2"]
    motion = np.polynomial.Polynomial
    curves = [motion([0.3, 0.5, -0.7, 0.2, 0.4]), motion([0.1, -0.6, 0.3, 0.8, -0.2])]

    def state(t: float) -> dict[str, np.ndarray]:
        names = ("q", "v", "a", "da_dt", "d2a_dt2")
        return {n: np.array([(c.deriv(k) if k else c)(t) for c in curves]) for k, n in enumerate(names)}

    h = 1e-4
    tau = [f(**{n: x for n, x in state(t).items() if n in "qva"}) for t in (-h, 0, h)]
    found = rates(**state(0.0))
    np.testing.assert_allclose(found["tau"], tau[1])
    np.testing.assert_allclose(found["dtau_dt"], (tau[2] - tau[0]) / (2 * h), atol=1e-6)
    np.testing.assert_allclose(found["d2tau_dt2"], (tau[2] - 2 * tau[1] + tau[0]) / h**2, atol=1e-5)


def _of_q(build: Any, **about: Any) -> Function:
    graph = Graph()
    q = [symbol(f"q[{k}]", graph) for k in range(2)]
    nodes = tuple(e.index for e in build(*q))
    return Function.make(
        "f", graph, [Port("q", (2,), tuple(e.index for e in q))], [Port("y", (len(nodes),), nodes)], **about
    )


def test_velocities_are_added_where_only_q_is_known() -> None:
    rates = time_derivative(_of_q(lambda a, b: [sin(a) * b]), 1)
    assert list(rates.inputs) == ["q", "v"]
    assert time_derivative(_of_q(lambda a, b: [sin(a) * b]), 2).inputs["a"].size == 2
    assert rates(q=[0.3, 2.0], v=[0.5, 0.7])["dy_dt"] == pytest.approx([math.cos(0.3) * 2 * 0.5 + math.sin(0.3) * 0.7])


def test_rates_may_be_functions() -> None:
    """Cosine and sine of a planar joint: dc/dt = -s w, ds/dt = c w; the second derivative of c is -c w^2 - s dw/dt."""
    graph = Graph()
    c, s, w = symbol("q[0]", graph), symbol("q[1]", graph), symbol("v[0]", graph)
    inputs = [Port("q", (2,), (c.index, s.index)), Port("v", (1,), (w.index,))]
    turning = Function.make("turning", graph, inputs, [Port("dq", (2,), ((-s * w).index, (c * w).index))])
    f = _of_q(lambda c, s: [c, sqrt(c * c + s * s)], facts={"unit_groups": (("q[0]", "q[1]"),)})
    rates = time_derivative(f, 2, rates={"q": turning, "v": "a"})
    found = rates(q=[0.6, 0.8], v=[2.0], a=[3.0])
    assert found["dy_dt"] == pytest.approx([-1.6, 0])
    assert found["d2y_dt2"] == pytest.approx([-0.6 * 4 - 0.8 * 3, 0])
    with pytest.raises(InputError, match="quaternions"):
        time_derivative(f, 1)


def test_sizes_must_agree() -> None:
    graph = Graph()
    q, v = [symbol(f"q[{k}]", graph) for k in range(2)], symbol("v[0]", graph)
    inputs = [Port("q", (2,), (q[0].index, q[1].index)), Port("v", (1,), (v.index,))]
    f = Function.make("f", graph, inputs, [Port("y", (), ((q[0] * v).index,))])
    with pytest.raises(InputError, match="2 elements"):
        time_derivative(f)


def test_time_derivative_is_jacobian_times_velocity_exactly() -> None:
    f = _of_q(lambda a, b: [sin(a) * b, cos(a * b)])
    rates, slope = time_derivative(f, 1), f.jacobian("y", "q")
    graph = Graph()
    from tests.support.graph import copy_nodes

    rows = copy_nodes(slope.graph, graph, slope.roots)
    v = [graph.symbol(f"v[{k}]") for k in range(2)]
    product = [graph.add(graph.mul(rows[2 * i], v[0]), graph.mul(rows[2 * i + 1], v[1])) for i in range(2)]
    port = Port("dy_dt", (2,), tuple(product))
    out = Function.make("product", graph, [], [port])
    only = Function.make("rates", rates.graph, [], [rates.outputs["dy_dt"]])
    assert equal(out, only)
