"""Derivatives against differences in high precision, against SymPy, forward against reverse."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given

from tests.support.graph import (
    FLOAT,
    OPS,
    Expr,
    Function,
    Graph,
    Mode,
    Port,
    apply,
    cos,
    derivative,
    directional,
    evaluate,
    gradient,
    is_zero,
    jacobian,
    mpmath_domain,
    sin,
    sqrt,
    symbol,
    to_sympy,
)

from .expressions import ARITHMETIC, NAMES, SMOOTH, Recipe, many, points, recipes, tame

PRECISE = mpmath_domain(60)


def _difference(graph: Graph, root: int, point: dict[str, float], name: str) -> mpmath.mpf:
    step = PRECISE.number(10) ** -20
    exact = {n: PRECISE.number(v) for n, v in point.items()}
    ends = [evaluate(graph, [root], exact | {name: exact[name] + s}, PRECISE)[0] for s in (step, -step)]
    return (ends[0] - ends[1]) / (2 * step)


@pytest.mark.parametrize("op", OPS)
def test_each_rule_against_differences(op: str) -> None:
    graph = Graph()
    root = graph.call(op, tuple(map(graph.symbol, NAMES[: OPS[op].arity])))
    for point in ({"x": 0.3, "y": 0.7, "z": -0.4}, {"x": 0.8, "y": 0.2, "z": 1.4}):
        for mode in ("forward", "reverse"):
            row = derivative(graph, [root], NAMES, mode)[0]
            for name in NAMES[: OPS[op].arity]:
                found = evaluate(graph, [row[name]], point)[0] if name in row else 0.0
                assert found == pytest.approx(float(_difference(graph, root, point, name)), rel=1e-12, abs=1e-12)


@given(recipe=recipes(ops=SMOOTH), point=points)
def test_random_derivatives_against_differences(recipe: Recipe, point: tuple[float, ...]) -> None:
    graph, root = recipe.build()
    at = dict(zip(NAMES, point, strict=True))
    row = derivative(graph, [root], NAMES)[0]
    for name, node in row.items():
        found = evaluate(graph, [node], {n: PRECISE.number(v) for n, v in at.items()}, PRECISE)[0]
        expected = _difference(graph, root, at, name)
        if tame(found) and tame(expected) and tame(evaluate(graph, [root], at)[0]):
            assert abs(found - expected) <= 1e-9 * (1 + abs(expected))


@many
@given(recipe=recipes(ops=ARITHMETIC, exact=True))
def test_forward_equals_reverse_exactly(recipe: Recipe) -> None:
    graph, root = recipe.build()
    ahead = derivative(graph, [root], NAMES, "forward")[0]
    back = derivative(graph, [root], NAMES, "reverse")[0]
    zero = graph.number(0)
    assert is_zero([Expr(graph, graph.sub(ahead.get(n, zero), back.get(n, zero))) for n in NAMES])


def test_against_sympy() -> None:
    graph = Graph()
    x, y = symbol("x", graph), symbol("y", graph)
    e = sin(x * y) / sqrt(x + 2) + apply("atan2", x, y) * apply("exp", cos(x)) + (x + 3) ** y
    import sympy

    for name, found in zip("xy", gradient(e, ["x", "y"]), strict=True):
        expected = to_sympy(e).diff(sympy.Symbol(name, real=True))
        values = {sympy.Symbol("x", real=True): 0.7, sympy.Symbol("y", real=True): 1.3}
        assert evaluate(graph, [found.index], {"x": 0.7, "y": 1.3})[0] == pytest.approx(float(expected.subs(values)))


def test_branches_not_taken_do_not_poison() -> None:
    graph = Graph()
    x = symbol("x", graph)
    e = apply("select", x, sqrt(x), x * x)
    slope = gradient(e, ["x"])[0]
    assert evaluate(graph, [slope.index], {"x": -2.0}, FLOAT)[0] == -4.0
    assert evaluate(graph, [slope.index], {"x": 0.0}, FLOAT)[0] == 0.0


def test_what_is_not_there_has_no_slope() -> None:
    graph = Graph()
    x, y = symbol("x", graph), symbol("y", graph)
    e = apply("only_if", x, sqrt(y) * 3)
    for mode in ("forward", "reverse"):
        (row,) = derivative(graph, [e.index], ["x", "y"], mode)
        assert set(row) == {"y"}
        assert evaluate(graph, [row["y"]], {"x": 1.0, "y": 4.0}, FLOAT)[0] == 0.75
        assert math.isnan(evaluate(graph, [row["y"]], {"x": 0.0, "y": 4.0}, FLOAT)[0])


def test_directional_is_jacobian_times_vector() -> None:
    graph = Graph()
    x, y = symbol("x", graph), symbol("y", graph)
    roots = [(x * y).index, sin(x).index, graph.number(3)]
    rates = {"x": graph.symbol("dx"), "y": graph.symbol("dy")}
    found = directional(graph, roots, rates)
    dx, dy = symbol("dx", graph), symbol("dy", graph)
    assert Expr(graph, found[0]) == x * dy + y * dx
    assert Expr(graph, found[1]) == cos(x) * dx
    assert graph.value(found[2]) == 0


def _chain(n: int) -> Function:
    """Output k depends on inputs 0..k."""
    graph = Graph()
    q = [symbol(f"q[{k}]", graph) for k in range(n)]
    total, out = q[0], []
    for e in q:
        total = sin(total) * e + cos(e)
        out.append(total)
    ports = [Port("q", (n,), tuple(e.index for e in q))], [Port("y", (n,), tuple(e.index for e in out))]
    return Function.make("chain", graph, *ports)


@pytest.mark.parametrize("mode", [None, "forward", "reverse"])
def test_jacobian_function(mode: Mode | None) -> None:
    f = _chain(5)
    j = jacobian(f, "y", "q", mode)
    assert list(j.outputs) == ["dy_dq"]
    assert j.name == "chain_dy_dq"
    q, step = np.linspace(0.1, 0.9, 5), 1e-6
    columns = [(f(q=q + step * e) - f(q=q - step * e)) / (2 * step) for e in np.eye(5)]
    np.testing.assert_allclose(j(q=q), np.stack(columns, axis=-1), atol=1e-8)
    assert np.all(j(q=q)[np.triu_indices(5, 1)] == 0)


def test_jacobian_of_a_matrix_by_a_vector_has_both_shapes() -> None:
    f = _chain(3)
    assert f.jacobian("y", "q").jacobian("dy_dq", "q").outputs["ddy_dq_dq"].shape == (3, 3, 3)


def test_gradients_cost_a_small_multiple() -> None:
    """Reverse mode: one output of a long chain, whatever the number of inputs (Griewank's cheap gradient)."""
    f = _chain(60)
    last = f.expr("y", 59)
    graph = Graph()
    from tests.support.graph import count_ops, lift

    root = lift(graph, last)
    before = count_ops(graph, [root.index])
    slopes = gradient(root, [f"q[{k}]" for k in range(60)])
    after = count_ops(graph, [s.index for s in slopes])
    assert after.flops <= 5 * before.flops


def test_work_is_linear_in_size() -> None:
    """One direction through graphs of double size makes double the nodes."""
    sizes = []
    for n in (200, 400):
        f = _chain(n)
        graph = Graph()
        from tests.support.graph import copy_nodes

        roots = copy_nodes(f.graph, graph, f.roots)
        before = len(graph)
        directional(graph, roots, {f"q[{k}]": graph.symbol(f"v[{k}]") for k in range(n)})
        sizes.append(len(graph) - before)
    assert sizes[1] < 2.1 * sizes[0]
