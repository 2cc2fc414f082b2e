"""To SymPy and back."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import pytest
import sympy
from hypothesis import given

import linkwright as lw
from tests.support.graph import (
    OPS,
    Expr,
    Function,
    Graph,
    Port,
    cos,
    evaluate,
    from_sympy,
    is_zero,
    mpmath_domain,
    sin,
    symbol,
    to_sympy,
)
from tests.support.package import ExpressionError

from .expressions import ARITHMETIC, NAMES, Recipe, points, recipes, tame, value

PRECISE = mpmath_domain(40)


@pytest.mark.parametrize("op", OPS)
def test_every_operation_there_and_back(op: str) -> None:
    graph = Graph()
    root = graph.call(op, tuple(map(graph.symbol, NAMES[: OPS[op].arity])))
    back = from_sympy(to_sympy(Expr(graph, root)))
    for point in ((0.3, 0.7, 0.2), (0.9, 0.4, 0.5)):
        assert value(back.graph, back.index, point) == pytest.approx(value(graph, root, point))


@given(recipe=recipes(ops=("add", "sub", "mul", "neg", "sin", "cos"), size=8, exact=True))
def test_random_expressions_there_and_back_exactly(recipe: Recipe) -> None:
    graph, root = recipe.build()
    back = from_sympy(to_sympy(Expr(graph, root)))
    assert is_zero([Expr(graph, root) - back])


@given(recipe=recipes(ops=(*ARITHMETIC, "sqrt", "abs", "max", "select", "atan2", "exp"), size=6), point=points)
def test_random_expressions_there_and_back(recipe: Recipe, point: tuple[float, ...]) -> None:
    graph, root = recipe.build()
    try:
        back = from_sympy(to_sympy(Expr(graph, root)))
    except (ExpressionError, ZeroDivisionError):
        return  # SymPy found a pole or an imaginary number: the expression has no real value
    before, after = value(graph, root, point, PRECISE), value(back.graph, back.index, point, PRECISE)
    if tame(before) and tame(after):
        assert abs(before - after) <= 1e-9 * (1 + abs(before))


def test_functions_keep_their_shapes() -> None:
    graph = Graph()
    q = [symbol(f"q[{k}]", graph) for k in range(2)]
    e = [sin(q[0]), cos(q[1]), q[0] * q[1], q[0] / 3]
    nodes = tuple(x.index for x in e)
    outputs = [
        Port("s", (), nodes[:1]),
        Port("v", (2,), nodes[:2]),
        Port("M", (2, 2), nodes),
        Port("A", (1, 2, 2), nodes),
    ]
    found = Function.make("f", graph, [Port("q", (2,), (q[0].index, q[1].index))], outputs).to_sympy()
    x, y = sympy.symbols("q[0] q[1]", real=True)
    assert found["s"] == sympy.sin(x)
    assert found["v"] == sympy.Matrix([sympy.sin(x), sympy.cos(y)])
    assert found["M"] == sympy.Matrix([[sympy.sin(x), sympy.cos(y)], [x * y, x / 3]])
    assert found["A"].shape == (1, 2, 2)


@pytest.mark.parametrize(
    "source",
    ["sinh(x) + cosh(y)*tanh(x)", "sec(x) + csc(y) + cot(x)", "atan(x/y)", "Max(x, y, 1) - Min(x, y, 2)", "E**x + sqrt(2)*pi",
     "x**(3/2)/y**2", "Piecewise((x, x < y), (y, x < 2*y), (1, True))", "log(x)/(x + y)**3 - 1/(3*y)", "x**y", "GoldenRatio*x"],
)  # fmt: skip
def test_what_people_write(source: str) -> None:
    expected = sympy.sympify(source)
    found = from_sympy(expected)
    at = {"x": 0.7, "y": 1.3}
    assert evaluate(found.graph, [found.index], at)[0] == pytest.approx(float(expected.subs(at)))


@pytest.mark.parametrize(
    "source", ["gamma(x)", "I*x", "zoo", "Derivative(f(x), x)", "Piecewise((x, Eq(x, 1)), (0, True))"]
)
def test_what_has_no_counterpart_is_named(source: str) -> None:
    with pytest.raises(ExpressionError):
        from_sympy(sympy.sympify(source))


def test_assumptions_can_be_chosen() -> None:
    x = symbol("x")
    assert to_sympy(x, positive=True) == sympy.Symbol("x", positive=True)
    assert not math.isnan(float(to_sympy(x * 0 + 2)))


def test_without_sympy_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    f = lw.derive(lw.load(Path(__file__).parents[2] / "examples/double_pendulum.yaml"), "gravity")
    monkeypatch.delitem(sys.modules, "linkwright.graph.sympy_bridge")
    monkeypatch.setitem(sys.modules, "sympy", None)
    with pytest.raises(lw.LinkwrightError, match="need the package sympy") as told:
        f.to_sympy()
    assert "[sympy]" in told.value.hint
