"""scale and units: numbers that vanish by a better choice of unit."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.graph import Expr
from tests.support.passes import Network, Pass, certificate, once, scale, units

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
