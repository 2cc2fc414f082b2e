"""extract: what textbooks factor by hand."""

from __future__ import annotations

from tests.support.graph import Expr, cos, sin
from tests.support.passes import Pass, certificate, extract, once

from .build import function, symbols, total


def optimised(*outputs: Expr, goal: str = "speed") -> int:
    f = function(*outputs)
    found = once(f, [Pass("extract", extract)], goal)
    assert certificate(f, found)
    return total(found)


def test_a_common_factor_is_taken_out() -> None:
    a, b, c, d = symbols("a b c d")
    assert optimised(a * b + a * c) == 2
    assert optimised(a * b - a * c + d) == 3
    assert optimised(a * b + a * c + d * b + d * c) == 3


def test_a_product_needed_elsewhere_is_not_factored_away() -> None:
    a, b, c, d = symbols("a b c d")
    ab = a * b
    assert optimised(ab + a * c, ab * d) == 4  # a b, its product with d, a c, the sum


def test_sums_and_products_are_shared() -> None:
    a, b, c, d = symbols("a b c d")
    assert optimised(a + b + c, a + b + d) == 3
    assert optimised(a - b + c, b - a + d) == 3
    assert optimised(a * b * c, a * b * d) == 3
    assert optimised(a * c + b * c, (a + b) * d) == 3


def test_a_matrix_of_two_rotations_is_applied_in_two_steps() -> None:
    q, al, x, y, z = symbols("q al x y z")
    c, s, ca, sa = cos(q), sin(q), cos(al), sin(al)
    rows = [
        c * x + (s * ca) * y + (s * sa) * z,
        -s * x + (c * ca) * y + (c * sa) * z,
        -sa * y + ca * z,
    ]
    assert optimised(*rows) == 12  # 8 products, 4 additions


def test_like_terms_join_and_cancel() -> None:
    a, b, c = symbols("a b c")
    assert optimised(a * b + c - a * b) == 0
    assert optimised(a * b * 2 + a * b * 3) <= 2


def test_the_square_of_a_sum_that_turns_out_to_be_one_variable() -> None:
    """The sum is that variable wherever it is used, also as a factor of itself: this did not end."""
    x, y, q = symbols("x y q")
    length = x * cos(q) * cos(q) + x * sin(q) * sin(q)
    assert optimised(length * length) == 1
    assert optimised(length * length * y, length * y) == 2
    assert optimised(-length * length * length) == 2
