"""fold: after every pass a network holds no number that the graph's rules would have folded."""

from __future__ import annotations

import math
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest
import yaml
from hypothesis import given

import linkwright as lw
from linkwright.errors import ExpressionError
from tests.support.graph import Function, cos, sin, sqrt
from tests.support.passes import QUICK, SLOW, Network, certificate, folded, optimise, to_network

from .build import function, symbols
from .graphs import functions, run_function

EXAMPLES = Path(__file__).parents[2] / "examples"


def constants_left(net: Network) -> list[str]:
    """What breaks the rule, by definition and not as the pass finds it: sums and products of numbers alone, 0 or 1 in a
    product, two numbers in one, functions of numbers."""
    found: list[str] = []
    numbers = set(net.value)
    for s, terms in net.sums.items():
        if all(v in numbers for cube in terms for v in cube):
            found.append(f"sum {s} is a number: {terms}")
        for cube in terms:
            inside = [net.value[v] for v in cube if v in numbers]
            if len(inside) > 1 or any(x in (0, 1) for x in inside):
                found.append(f"numbers {inside} in a product of sum {s}")
    for v, (op, args) in net.calls.items():
        if all(w in numbers for _, w in args) and op not in ("sqrt", "log", "asin", "acos", "div"):
            found.append(f"call {v}: {op} of numbers")
        if op == "div" and (args[1][1] in numbers or net.value.get(args[0][1]) == 0 or args[0][1] == args[1][1]):
            found.append(f"call {v}: a quotient that is none")
    return found


def after_every_pass(f: Function, goal: str) -> list[str]:
    net = folded(to_network(f), f)
    found = constants_left(net)
    for p in (*QUICK, *SLOW):
        p.apply(net, goal)
        net = folded(net, f)
        found += [f"{p.name}: {text}" for text in constants_left(net)]
    return found


@pytest.mark.parametrize("goal", ["speed", "count"])
@given(f=functions(rare=True))
def test_no_network_holds_numbers_that_fold(goal: str, f: Function) -> None:
    with suppress(ExpressionError):  # a divisor that is identically zero
        assert not after_every_pass(f, goal)


def test_quotients_of_what_cancels_are_no_products_with_zero() -> None:
    a, b, c, d = symbols("a b c d")
    nothing = (a + b) + c - (b + (c + a))  # only a network sees that like terms join
    f = function(nothing / d, 3 * (nothing / d) * b, a / d, b / d, c / d, 2 * a * b)
    assert not after_every_pass(f, "speed")
    found = optimise(f)
    assert certificate(f, found)
    assert [found.graph.value(i) for i in found.roots[:2]] == [0, 0]


def test_functions_of_what_cancels_are_numbers() -> None:
    a, b, c = symbols("a b c")
    nothing = (a + b) + c - (b + (c + a))
    f = function(cos(nothing) * a, sin(nothing) * b + c, sqrt(nothing + 4) * a, cos(nothing + Fraction(1, 2)))
    found = optimise(f)
    assert (found.ops.cos, found.ops.sin, found.ops.sqrt) == (0, 0, 0)
    values = run_function(found, {"x": [2.0, 3.0, 5.0]})["y"]
    assert values == pytest.approx([2.0, 5.0, 4.0, math.cos(0.5)])


def test_a_divisor_that_cancels_is_named() -> None:
    a, b, c = symbols("a b c")
    with pytest.raises(ExpressionError, match="identically zero"):
        optimise(function(a / ((a + b) + c - (b + (c + a)))))


def test_gravity_of_a_platform_on_legs_with_one_body() -> None:
    """The legs' own turning cancels: quotients of zero, of which reciprocals made products with the number 0."""
    text = (EXAMPLES / "parallel" / "6ups.yaml").read_text()
    robot = yaml.safe_load(text)
    robot["legs"]["bodies"] = {3: {"mass": "m2", "com": [0, 0.1, 0]}}
    robot["platform"]["body"] = {"mass": 12}
    f = lw.derive(lw.load(robot), "gravity", parameters="symbolic")
    assert not after_every_pass(f, "speed")
