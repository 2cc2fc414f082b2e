"""Lengths and angles of constant vectors, and constants that do not show."""

from __future__ import annotations

from tests.support.graph import Expr, Graph, Scalar, cos, evaluate, lift, sin, symbol
from tests.support.mechanics import Vec2, polar, proven_constant, same

GRAPH = Graph()
L, A, B = (symbol(n, GRAPH) for n in ("l", "a", "b"))


def value(x: Scalar) -> float:
    return evaluate(GRAPH, [lift(GRAPH, x).index], {"l": 1.3, "a": 0.4, "b": -0.9})[0]


def test_sums_of_angles_are_found() -> None:
    turn = Vec2(cos(A), sin(A)) * Vec2(sin(B), cos(B))  # a + (pi/2 - b)
    base, angle = polar(turn.scaled(L))
    assert isinstance(angle, Expr)
    assert same(angle, A - B)
    assert (base.x, base.y) == (0, L)
    back = base * Vec2(cos(angle), sin(angle))
    assert abs(value(back.x) - value(turn.x * L)) < 1e-15
    assert abs(value(back.y) - value(turn.y * L)) < 1e-15


def test_other_vectors_are_left_alone() -> None:
    for v in (
        Vec2(L, 2),
        Vec2(L * cos(A), L * sin(B)),
        Vec2(L * cos(A) + 1, L * sin(A)),
        Vec2(A * cos(A), A * sin(A)),
    ):
        base, angle = polar(v)
        assert angle == 0
        assert base is v


def test_constants_that_do_not_show() -> None:
    assert proven_constant(cos(A) * cos(A) + sin(A) * sin(A)) == 1
    assert proven_constant(sin(A) * cos(B) * L - L * (cos(B) * sin(A))) == 0
    almost = cos(A) * cos(A) + sin(A) * sin(A) + L * 1e-12
    assert proven_constant(almost) is almost
