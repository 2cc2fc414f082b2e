"""Every pass alone: the same function exactly, whatever it is given."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.support.graph import Function
from tests.support.passes import GOALS, QUICK, SLOW, Pass, certificate, once

from .build import function, symbols
from .chains import inverse_dynamics
from .graphs import functions

ALL = (*QUICK, *SLOW)


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("each", ALL, ids=lambda p: p.name)
@given(random=functions())
def test_a_pass_changes_no_value(each: Pass, goal: str, random: Function) -> None:
    assert certificate(random, once(random, [each], goal))


@pytest.mark.parametrize("each", ALL, ids=lambda p: p.name)
def test_a_pass_keeps_newton_euler(each: Pass) -> None:
    recursion = inverse_dynamics("STANFORD")
    found = once(recursion, [each], "count")
    assert certificate(recursion, found)
    assert found.ops.flops <= 1.06 * recursion.ops.flops  # alone, a pass may open products that the others close again


def test_the_certificate_can_fail() -> None:
    a, b, c = symbols("a b c")
    assert not certificate(function(a * b + c), function(a * b - c))


def test_reading_and_writing_changes_no_number() -> None:
    a, b = symbols("a b")
    f = function(a * 0.1 + b * 2.5, (a * 0.3) * (b * 0.7), a / 3)
    found = once(f, [], "count")
    assert certificate(f, found)
    kinds = {type(x) for op, x in zip(found.graph.op, found.graph.data, strict=True) if op == "const"}
    assert float in kinds  # a measured number is still a float, not the fraction it was computed with
