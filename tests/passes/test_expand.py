"""expand: a factor multiplied into a sum where its terms meet others."""

from __future__ import annotations

from tests.support.graph import Expr
from tests.support.passes import Pass, certificate, expand, once

from .build import function, symbols, total


def optimised(*outputs: Expr) -> int:
    f = function(*outputs)
    found = once(f, [Pass("expand", expand)], "speed")
    assert certificate(f, found)
    assert total(found) <= total(f)
    return total(found)


def test_terms_meet_and_cancel() -> None:
    a, b, x, y = symbols("a b x y")
    assert optimised(x * (a + b) - x * a + y) == 2
    assert optimised(x * (a + b) + y * a - x * b) == 2  # (x + y) a


def test_a_sum_others_use_stays_closed() -> None:
    a, b, x, y = symbols("a b x y")
    assert optimised(x * (a + b), y * (a + b)) == 3
