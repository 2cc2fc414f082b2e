"""What was computed before does not change an answer."""

from __future__ import annotations

import numpy as np

from tests.support.graph import Expr, Graph, cos, sin, symbol
from tests.support.mechanics import Rates, Vec2, polar, same
from tests.support.model import cut as cut_open

from .spatial import random_loop

SPEEDS = 20


def test_one_object_asked_at_many_speeds_answers_as_a_new_one_does() -> None:
    """Also where the functions of the speeds before are dead and their addresses are used again."""
    cut = cut_open(random_loop(3, "pin"))
    rates = Rates(cut, cut.start)
    rng = np.random.default_rng(1)
    for _ in range(SPEEDS):
        v = rates.velocities([float(x) for x in rng.normal(size=len(cut.coordinates.free_v))])
        assert rates.bias(v) == Rates(cut, cut.start).bias(v)


def vector(factor: float) -> Vec2:
    """l (0.3 cos a, factor sin a): of constant length for one factor only."""
    graph = Graph()
    length, angle = symbol("l", graph), symbol("a", graph)
    return Vec2(length * (cos(angle) * 0.3), length * (sin(angle) * factor))


def test_vectors_that_print_alike_are_not_the_same() -> None:
    """A factor of 0.3 + 1e-14 is printed as 0.3; the order of asking must not matter."""
    for factors in ((0.3, 0.3 + 1e-14), (0.3 + 2e-14, 0.3)):
        turned = [isinstance(polar(vector(f))[1], Expr) for f in factors]
        assert turned == [f == 0.3 for f in factors]


def test_proofs_are_of_the_expression_and_not_of_its_text() -> None:
    """A name may contain what looks like an operator."""
    graph = Graph()
    a, b, both = (symbol(name, graph) for name in ("a", "b", "a*b"))
    assert same(a * b + 1, b * a + 1)
    for _ in range(2):
        assert not same(both, a * b)
        assert same(both + a * b, a * b + both)


def test_angles_are_added_in_the_order_of_their_own_graph() -> None:
    """Two graphs that made the symbols in different orders each get the sum in their own order, whoever came first."""

    def first_pair(names: str) -> set[str]:
        graph = Graph()
        symbols = {name: symbol(name, graph) for name in names}
        turned = Vec2(1, 0)
        for name in "abc":
            turned = turned * Vec2(cos(symbols[name]), sin(symbols[name]))
        angle = polar(turned)[1]
        assert isinstance(angle, Expr)
        inner = next(i for i in graph.args[angle.index] if graph.op[i] == "add")
        return {graph.data[i] for i in graph.args[inner]}

    assert first_pair("abc") == {"a", "b"}
    assert first_pair("cba") == {"b", "c"}
