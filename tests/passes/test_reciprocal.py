"""reciprocal: one division instead of several."""

from __future__ import annotations

from tests.support.passes import certificate, optimise

from .build import function, symbols


def test_quotients_by_one_divisor_share_a_reciprocal() -> None:
    a, b, c, d = symbols("a b c d")
    f = function(a / d, b / d, c / d)
    fast = optimise(f)
    assert (fast.ops.div, fast.ops.mul) == (1, 3)
    assert certificate(f, fast)
    assert optimise(f, goal="count").ops.div == 3


def test_a_reciprocal_that_is_there_is_used() -> None:
    a, b, d = symbols("a b d")
    fast = optimise(function(1 / d, a / d, b / (-d)))
    assert fast.ops.div == 1


def test_a_single_quotient_stays() -> None:
    a, b, d, e = symbols("a b d e")
    assert optimise(function(a / d + b / e)).ops.div == 2
