"""identities: sines and cosines that are something shorter."""

from __future__ import annotations

from tests.support.graph import Expr, Function, cos, sin
from tests.support.passes import certificate, optimise

from .build import function, symbols, total


def optimised(*outputs: Expr, goal: str = "count") -> Function:
    f = function(*outputs)
    found = optimise(f, goal=goal)
    assert certificate(f, found)
    return found


def test_squares_join() -> None:
    q, x, y = symbols("q x y")
    s, c = sin(q), cos(q)
    assert total(optimised(x * s * s + x * c * c + y)) == 1
    assert total(optimised(x - x * s * s, c)) == 2


def test_angle_sums_where_products_count() -> None:
    p, q, x, y = symbols("p q x y")
    outputs = [
        x * (cos(p) * cos(q)) - x * (sin(p) * sin(q)),
        y * (sin(p) * cos(q)) + y * (cos(p) * sin(q)),
    ]
    found = optimised(*outputs)
    assert total(found) == 3  # p + q, two products
    assert found.ops.sin + found.ops.cos == 2


def test_all_signs_of_angle_sums() -> None:
    p, q, r = symbols("p q r")
    for a, b in ((p, q), (p + r, q), (p - r, q + r), (q, p)):
        for first in (1, -1):
            for second in (1, -1):
                optimised(first * (cos(a) * cos(b)) + second * (sin(a) * sin(b)))
                optimised(first * (sin(a) * cos(b)) + second * (cos(a) * sin(b)))


def test_no_new_sine_where_time_counts() -> None:
    p, q, x = symbols("p q x")
    c = x * (cos(p) * cos(q)) - x * (sin(p) * sin(q))
    assert optimised(c, goal="speed").ops.cos == 2
    # one that is there anyway is used
    found = optimised(c, cos(p + q), goal="speed")
    assert found.ops.cos == 1
    assert found.ops.sin == 0
