"""Expressions as text and LaTeX, as they are."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given

from tests.support.graph import (
    OPS,
    Expr,
    Function,
    Graph,
    Port,
    apply,
    cos,
    function_latex,
    latex,
    sin,
    sqrt,
    symbol,
    text,
)

from .expressions import NAMES, Recipe, many, points, recipes, tame, value

G = Graph()
x, y, m2, L2, alpha1 = (symbol(name, G) for name in ("x", "y", "m2", "L2", "alpha1"))
q1, v2, a3 = (symbol(name, G) for name in ("q[0]", "v[1]", "a[2]"))
_PYTHON = {name: op.value for name, op in OPS.items()} | {"pi": math.pi, "__builtins__": {}}


@many
@given(recipe=recipes(), point=points)
def test_the_text_is_a_python_expression_of_the_same_value(recipe: Recipe, point: tuple[float, ...]) -> None:
    graph, root = recipe.build()
    expected = value(graph, root, point)
    scope = dict(_PYTHON) | dict(zip(NAMES, point, strict=True))
    *steps, last = text(Expr(graph, root), digits=17).split("; ")
    try:
        for step in steps:
            name, _, right = step.partition(" = ")
            scope[name] = eval(right, scope)
        found = eval(last, scope)
    except (ArithmeticError, ValueError):
        return  # Python raises where floats have no value
    if tame(expected):
        assert found == pytest.approx(expected, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize(
    ("expr", "plain", "pretty", "tex"),
    [
        (L2 * L2 * m2 / 4, "L2**2*m2/4", "L2²m2/4", r"\frac{1}{4} L_{2}^{2} m_{2}"),
        (y - x, "y - x", "y − x", "y - x"),
        (-(x + y), "-x - y", "−x − y", "-x - y"),
        (x - (y - q1), "x - y + q1", "x − y + q1", "x - y + q_{1}"),
        (x / (y * q1), "x/(y*q1)", None, None),
        ((x + y) ** 2 / (x - y), "(x + y)**2/(x - y)", None, r"\frac{\left(x + y\right)^{2}}{x - y}"),
        (sin(x) ** 2, "sin(x)**2", "sin²(x)", r"\sin^{2}(x)"),
        (v2 * a3, "dq2*ddq3", "q̇2 q̈3", r"\dot{q}_{2} \ddot{q}_{3}"),
        (alpha1, "alpha1", "α1", r"\alpha_{1}"),
        (x ** Fraction(1, 3), "pow(x, 1/3)", None, r"{x}^{\frac{1}{3}}"),
        (sqrt(x + 1) / 3, "sqrt(x + 1)/3", "√(x + 1)/3", r"\frac{1}{3} \sqrt{x + 1}"),
        (0.1 * x + 1e-7, "0.1*x + 1e-7", "0.1 x + 1·10⁻⁷", r"0.1 x + 1 \cdot 10^{-7}"),
        (apply("abs", x), "abs(x)", "|x|", r"\left|x\right|"),
        (apply("select", x, 1, y), "select(x, 1, y)", None, r"\begin{cases} 1 & x > 0 \\ y & \text{else} \end{cases}"),
        (Expr(G, G.number(-3)), "-3", "−3", "-3"),
        (0 * x, "0", "0", "0"),
    ],
)
def test_spelling(expr: Expr, plain: str, pretty: str | None, tex: str | None) -> None:
    assert text(expr) == repr(expr) == plain
    assert pretty is None or text(expr, unicode=True) == pretty
    assert tex is None or latex(expr) == tex


def test_shared_parts_are_written_once() -> None:
    e = x
    for _ in range(200):
        e = (e + y) * (e - y)
    written = text(e)
    assert written.count("; ") > 100
    assert len(written) < 10_000
    assert "t1 = " in written


def test_deep_expressions_do_not_recurse() -> None:
    e = x
    for _ in range(3000):
        e = sin(e)
    assert text(e).endswith(")")
    assert latex(e)


def test_notebooks() -> None:
    assert (x + y)._repr_latex_() == "$x + y$"
    f = Function.make("f", G, [Port("q", (1,), (q1.index,))], [Port("M", (1, 2), ((cos(q1) / 2).index, q1.index))])
    found = function_latex(f)
    assert found.startswith(r"\begin{aligned}")
    assert r"\cos(q_{1})" in found
    assert found.count("&=") == 2
    assert f._repr_latex_() == rf"$\displaystyle {found}$"
