"""scale and units: numbers that vanish by a better choice of unit."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tests.support.graph import Expr
from tests.support.passes import SINK, SOURCE, Network, Pass, Room, certificate, once, scale, smallest_cut, units

from .build import function, symbols, total


def optimised(apply: Callable[[Network, str], None], *outputs: Expr) -> int:
    f = function(*outputs)
    found = once(f, [Pass("", apply)], "speed")
    assert certificate(f, found)
    return total(found)


def test_nested_numbers_join() -> None:
    a, b, c = symbols("a b c")
    assert optimised(scale, 2 * (3 * a + 5 * b) + c) == 4  # 6 a + 10 b + c


def test_a_chain_of_sums_is_measured_in_the_unit_of_its_numbers() -> None:
    a, b, c, d, x, y, z = symbols("a b c d x y z")
    first = a * 0.3 + b * 0.7
    second = first * c + d * 0.3
    f = (second * x * 0.11 + y) * z
    g = (second * y * 0.13 + x) * z
    # in units of 0.3 both sums lose a number; the numbers that use them take it up
    assert optimised(scale, f, g) == total(function(f, g)) - 2


def test_numbers_at_inputs_and_outputs_stay() -> None:
    a, b = symbols("a b")
    assert optimised(scale, a * 0.3 + b) == 2


def test_a_tie_is_cut_where_that_pays() -> None:
    *xs, s, t = symbols("a b c d e f s t")
    total_sum = xs[0] * 0.3
    for x in xs[1:]:
        total_sum = total_sum + x * (0.3 * s if x is xs[1] else 0.3)
    tied = total_sum + t  # t has no number: scaling must give it one
    f = tied * s * 0.7
    assert optimised(scale, f, tied * t * 0.9) == total(function(f, tied * t * 0.9))
    assert optimised(units, f, tied * t * 0.9) < total(function(f, tied * t * 0.9))


@given(st.lists(st.tuples(st.integers(-2, 5), st.integers(-2, 5), st.integers(0, 3)), max_size=24))
def test_a_cut_is_the_smallest_of_those_that_cost_least(edges: list[tuple[int, int, int]]) -> None:
    room: Room = {SOURCE: {}, SINK: {}}
    for a, b, most in edges:
        if a != b and a != SINK and b != SOURCE:
            left, right = room.setdefault(a, {}), room.setdefault(b, {})
            left[b] = left.get(b, 0) + most
            right.setdefault(a, 0)
    nodes = sorted(set(room) - {SOURCE, SINK})

    def price(side: frozenset[int]) -> int:
        inside = {SOURCE, *side}
        return sum(most for a in inside for b, most in room[a].items() if b not in inside)

    sides = [frozenset(c) for k in range(len(nodes) + 1) for c in combinations(nodes, k)]
    least = min(map(price, sides))
    expected = frozenset.intersection(*(side for side in sides if price(side) == least))
    assert smallest_cut({a: dict(near) for a, near in room.items()}) == expected
