"""schedule: a kernel computes what its function computes, needs no stray negations, and can be cut."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest
from hypothesis import given

from tests.support.graph import Expr, Function, Graph, Port, apply, cos, sin, sqrt
from tests.support.passes import ORDERS, schedule

from .graphs import close, functions, run_function, run_kernel


def make(graph: Graph, outputs: list[Expr], n: int) -> Function:
    x = tuple(graph.symbol(f"x[{k}]") for k in range(n))
    y = tuple(e.index for e in outputs)
    return Function.make("f", graph, [Port("x", (n,), x)], [Port("y", (len(y),), y)])


def symbols(n: int) -> tuple[Graph, list[Expr]]:
    graph = Graph()
    return graph, [Expr(graph, graph.symbol(f"x[{k}]")) for k in range(n)]


@pytest.mark.parametrize("order", ORDERS)
@given(function=functions(rare=True))
def test_a_kernel_computes_its_function(order: str, function: Function) -> None:
    n = function.inputs["x"].size
    x = {"x": [0.3 + 0.7 * k for k in range(n)]}
    kernel = schedule(function, order=order)
    expected, found = run_function(function, x)["y"], run_kernel(kernel, x)["y"]
    assert all(close(a, b, 1e-7) for a, b in zip(expected, found, strict=True))
    ops = function.ops
    assert kernel.ops.mul + kernel.ops.add <= ops.mul + ops.add
    assert kernel.ops.neg <= ops.neg + len(found)


def test_exact_constants_become_floats() -> None:
    graph, (x,) = symbols(1)
    half_pi = Expr(graph, graph.pi()) / 2
    f = make(
        graph,
        [x * (sqrt(Expr(graph, graph.number(2))) / 2), x + half_pi, x * Fraction(1, 3), Expr(graph, graph.number(-2))],
        1,
    )
    kernel = schedule(f)
    assert kernel.ops.sqrt == 0
    y = run_kernel(kernel, {"x": [1.0]})["y"]
    assert y == pytest.approx([2**0.5 / 2, 1 + 3.141592653589793 / 2, 1 / 3, -2.0], rel=1e-15)


def test_what_never_is_stays_an_operation() -> None:
    """No language writes NaN as a number."""
    graph, (x,) = symbols(1)
    never = apply("only_if", Expr(graph, graph.number(-1)), Expr(graph, graph.number(2)))
    kernel = schedule(make(graph, [never, never * x], 1))
    assert all(instr.value == instr.value for instr in kernel.code)
    assert all(y != y for y in run_kernel(kernel, {"x": [1.0]})["y"])


def test_signs_are_absorbed() -> None:
    graph, (a, b, c, d) = symbols(4)
    for output in (-(a - b), -(a * b + c * 3), (b - a) * (c - d), -(a * 2), -sin(b - a), cos(b - a), -(a * sin(c - a))):
        assert schedule(make(graph, [output], 4)).ops.neg == 0


def test_a_sign_nothing_can_absorb_costs_one_negation() -> None:
    graph, (a, b) = symbols(2)
    assert schedule(make(graph, [-a, -(a * b)], 2)).ops.neg == 2


def test_unused_inputs_have_no_place_and_inputs_may_be_outputs() -> None:
    graph, (_, b) = symbols(2)
    kernel = schedule(make(graph, [b, b], 2))
    assert kernel.inputs[0].nodes == (-1, 0)
    assert kernel.outputs[0].nodes == (0, 0)


def test_large_functions_are_cut_where_little_is_alive() -> None:
    graph, xs = symbols(6)
    rng = random.Random(1)
    pool = list(xs)
    for _ in range(3000):
        a, b = rng.choice(pool[-9:]), rng.choice(pool[-9:])
        pool.append(rng.choice((a + b, a * b - a, sin(a) * b)))
    kernel = schedule(make(graph, pool[-6:], 6), chunk=200)
    starts = [*kernel.chunks, len(kernel.code)]
    sizes = [b - a for a, b in itertools.pairwise(starts)]
    assert kernel.chunks[0] == 0
    assert max(sizes) <= 300
    leaves = [k for k, i in enumerate(kernel.code) if i.op in ("input", "const")]
    assert leaves == list(range(len(leaves)))
