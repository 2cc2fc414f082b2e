"""The graph's local rules preserve value, keep exact numbers exact and never lengthen an expression."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import assume, example, given

from tests.support.graph import (
    FLOAT,
    Expr,
    Graph,
    apply,
    copy_nodes,
    cos,
    count_ops,
    is_zero,
    lift,
    lifter,
    reachable,
    sin,
    sqrt,
    symbol,
)
from tests.support.graph import evaluate_module as evaluate

from .expressions import ARITHMETIC, NAMES, Recipe, many, points, recipes, value


@many
@given(recipe=recipes(), point=points)
def test_rules_preserve_value(recipe: Recipe, point: tuple[float, ...]) -> None:
    """With rules and without, in intervals: both enclose the true value, up to the rounding of numbers that fold."""
    plain = value(*recipe.build(rules=False), point, evaluate.INTERVAL)
    ruled = value(*recipe.build(), point, evaluate.INTERVAL)
    slack = 1e-12 * (1 + min(abs(x) for x in (*plain, *ruled)))
    assert recipe.refused or (ruled.lo <= plain.hi + slack and plain.lo <= ruled.hi + slack)


@many
@given(recipe=recipes(ops=("add", "sub", "mul", "neg", "sin", "cos"), exact=True))
@example(recipe=Recipe((("sub", (0, 1)), ("sub", (1, 0)), ("add", (-1, -2)))))
def test_rules_preserve_value_exactly(recipe: Recipe) -> None:
    graph, ruled = recipe.build()
    assume(not any(isinstance(graph.data[i], float) for i in reachable(graph, [ruled])))  # sin(1) folds, and is rounded
    assert is_zero([_side_by_side((graph, ruled), recipe.build(rules=False))])


def _side_by_side(a: tuple[Graph, int], b: tuple[Graph, int]) -> Expr:
    """a - b without any rule applied to either."""
    target = Graph()
    roots: list[int] = []
    for source, root in (a, b):
        new: dict[int, int] = {}
        for i in reachable(source, [root]):
            op = source.op[i]
            args = tuple(new[j] for j in source.args[i])
            new[i] = target.raw(op, args) if args else target._leaf(op, source.data[i])
        roots.append(new[root])
    return Expr(target, target.raw("sub", (roots[0], roots[1])))


@many
@given(recipe=recipes(ops=ARITHMETIC, size=20))
def test_rules_never_lengthen(recipe: Recipe) -> None:
    raw, plain = recipe.build(rules=False)
    graph, ruled = recipe.build()
    before, after = count_ops(raw, [plain]), count_ops(graph, [ruled])
    # a sign, or a division by a number, may turn into a product
    assert after.flops <= before.flops + before.neg
    assert after.sin + after.cos <= before.sin + before.cos


@given(recipe=recipes())
def test_arguments_come_first_and_numbers_are_never_negative(recipe: Recipe) -> None:
    graph, _ = recipe.build()
    for i, (op, args, data) in enumerate(zip(graph.op, graph.args, graph.data, strict=True)):
        assert all(j < i for j in args)
        assert op != "const" or (data >= 0 and math.isfinite(data))


@given(recipe=recipes())
def test_copying_changes_nothing(recipe: Recipe) -> None:
    graph, root = recipe.build()
    copy = Graph()
    new = copy_nodes(graph, copy, [root])
    assert copy_nodes(copy, copy, new) == new


G = Graph()
x, y, z = (symbol(name, G) for name in NAMES)
pi = Expr(G, G.pi())


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (x - x, 0), (x + 0, x), (1 * x, x), (0 * x, 0), (x / x, 1), (x + x, 2 * x), (2 * x - 5 * x, -3 * x),
        ((x + y) - y, x), (x - (x - y), y), ((x - y) - x, -y), ((x - y) + y, x), (x * y / y, x), (x / y * y, x), (0 / x, 0),
        (x - y, -(y - x)), ((-x) * (-y), x * y), ((-x) / y, -(x / y)), (3 * (x / 3), x), (sqrt(x) * sqrt(x), x),
        (sin(-x), -sin(x)), (cos(-x), cos(x)), (sin(x + pi), -sin(x)), (cos(x + pi / 2), -sin(x)),
        (sin(pi / 6), Fraction(1, 2)),
        (sin(pi - x), sin(x)), (cos(2 * pi + x), cos(x)), (sin(0 * x), 0), (cos(pi), -1), (x**2, x * x), (x**0, 1),
        (x**-1, 1 / x),
        (x**0.5, sqrt(x)), (x ** Fraction(3, 2), x * sqrt(x)), (abs(-x), abs(x)), (abs(abs(x)), abs(x)),
        (apply("hypot", -x, y), apply("hypot", x, y)), (apply("hypot", x, 0), abs(x)), (apply("min", x, x), x),
        (apply("select", x, y, y), y), (apply("select", Expr(G, G.number(1)), x, y), x), (apply("tan", -x), -apply("tan", x)),
        (apply("select", x, y, 0) + apply("select", x, 0, z), apply("select", x, y, z)),
        (apply("only_if", Expr(G, G.number(1)), x), x), (apply("only_if", x, apply("only_if", x, y)), apply("only_if", x, y)),
        (sqrt(Expr(G, G.number(Fraction(9, 4)))), Fraction(3, 2)), (abs(Expr(G, G.number(Fraction(-1, 3)))), Fraction(1, 3)),
        (apply("max", Expr(G, G.number(Fraction(1, 3))), Fraction(1, 2)), Fraction(1, 2)),
    ],
)  # fmt: skip
def test_local_rules(found: Expr, expected: object) -> None:
    assert found == expected


def test_a_right_angle_is_seen_whichever_way_it_is_written() -> None:
    for first, second in ((0.5, Fraction(1, 2)), (Fraction(1, 2), 0.5)):
        graph = Graph()
        graph.number(first), graph.number(second)
        angle = graph.add(graph.symbol("q"), graph.mul(graph.number(0.5), graph.pi()))
        assert graph.op[graph.cos(angle)] == "neg"


def test_large_numbers_do_not_overflow() -> None:
    graph = Graph()
    big, t = graph.number(1e200), graph.symbol("t")
    products = [graph.mul(big, big), graph.mul(big, graph.mul(big, t)), graph.div(t, graph.number(1e-310))]
    assert evaluate.evaluate(graph, products, {"t": 1.0}) == [math.inf] * 3
    assert evaluate.evaluate(
        graph, [graph.add(graph.mul(graph.number(1.7e308), t), graph.mul(graph.number(1e308), t))], {"t": 1}
    )


def test_functions_outside_their_domain_stay() -> None:
    graph = Graph()
    for op, args in {"log": (-1,), "sqrt": (-2,), "asin": (3,), "pow": (-8, Fraction(1, 3))}.items():
        root = graph.call(op, tuple(map(graph.number, args)))
        assert graph.value(root) is None
        assert math.isnan(evaluate.evaluate(graph, [root], {}, FLOAT)[0])


def test_division_by_the_number_zero_is_refused() -> None:
    with pytest.raises(ZeroDivisionError):
        _ = x / 0


def test_deep_graphs_need_no_recursion() -> None:
    e = symbol("x")
    y = lift(e.graph, symbol("y"))
    for _ in range(20_000):
        e = sin(e) * y + 1
    assert len(e.graph) > 50_000
    assert abs(evaluate.evaluate(e.graph, [e.index], {"x": 0.1, "y": 0.5})[0]) < 2
    assert copy_nodes(e.graph, Graph(), [e.index])


def test_expressions_lifted_one_after_another_are_those_copied_together() -> None:
    """What they share is copied once, whichever comes first; numbers stay as they are."""
    shared = sin(symbol("x")) * 3 + 1
    parts = [shared * shared, cos(shared), shared, symbol("z")]
    for order in (parts, parts[::-1]):
        target = Graph()
        take = lifter(target)
        lifted = [take(part) for part in order]
        assert take(2.5) == 2.5
        assert len(target) == len(
            {i for part in lifted if isinstance(part, Expr) for i in reachable(target, [part.index])}
        )
        for part, own in zip(order, lifted, strict=True):
            assert isinstance(own, Expr)
            assert own.graph is target
            assert own is take(own)
            assert is_zero([lift(Graph(), own) - lift(Graph(), part)])


def test_expressions_of_different_graphs_mix() -> None:
    a, b = symbol("a"), symbol("b")
    assert (a + b) - b == a
    assert 2**a != a**2
