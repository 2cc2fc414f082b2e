"""The formula of a motion from rest to rest: the motion itself, by another way of writing it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import linkwright as lw
from tests.support.formula import parse
from tests.support.graph import Expr, Graph, directional, evaluate, lift
from tests.support.trajectory import MotionFormula, move, rest_to_rest_formula

size = st.floats(-3, 3).map(lambda x: 10.0**x)
bound = st.one_of(size, st.none())
place = st.floats(-10, 10).map(lambda x: round(x, 6))
begin = st.sampled_from([0.0, 0.5, 7 / 3])
QUICK = {"velocity": 1, "acceleration": 5, "jerk": 50}


def followed(formula: MotionFormula, times: Any) -> np.ndarray:
    """Position, velocity, acceleration at each time, as a run of the studio derives them from the text."""
    graph = Graph()
    position = lift(graph, parse(formula.text, graph, names={"t": Expr(graph, graph.symbol("t"))}, where="")).index
    velocity = directional(graph, [position], {"t": graph.number(1)})[0]
    acceleration = directional(graph, [velocity], {"t": graph.number(1)})[0]
    return np.array([evaluate(graph, [position, velocity, acceleration], {"t": float(t)}) for t in times], dtype=float)


@given(start=place, end=place, begin=begin, velocity=bound, acceleration=bound, jerk=bound)
@example(0.0, 1.0, 0.0, 1.0, 2.0, 4.0)  # every piece that may vanish does so just now
@example(
    0.0, 1000.0, 0.0, 1.0, 10.0, 100.0
)  # long at constant velocity: powers that grew until the end would not cancel
@example(-8.6, 4.3, 0.5, None, 1.5e-4, 8e3)  # long at constant acceleration: likewise
@settings(deadline=None, max_examples=40)
def test_the_formula_is_the_motion(
    start: float, end: float, begin: float, velocity: float | None, acceleration: float | None, jerk: float | None
) -> None:
    assume(acceleration is not None or jerk is not None)
    assume(start == end or abs(start - end) > 1e-3)
    bounds: dict[str, Any] = {"velocity": velocity, "acceleration": acceleration, "jerk": jerk}
    formula = rest_to_rest_formula(start, end, begin=begin, **bounds)
    there = move([start], [end], **bounds)
    assert formula.duration == pytest.approx(there.duration, rel=1e-12)
    knots = there.profiles[0].times
    inside = np.concatenate([[-0.1 * begin], (knots[:-1] + knots[1:]) / 2, knots[:-1] + 0.9 * np.diff(knots)])
    times = np.append(inside, there.duration * np.array([1.0, 1.1, 100.0]))
    found, expected = followed(formula, times + begin), there.at(times)
    assert np.allclose(found[:, 0], expected.q[:, 0], rtol=0, atol=1e-9)
    v, a, j = there.peaks()[:, 0]
    assert np.allclose(found[:, 1], expected.v[:, 0], rtol=0, atol=1e-8 * v)
    instant = 2e-12 * (there.duration + begin)  # as well as times are known
    clear = (
        np.ones(len(times), bool) if not len(knots) > 1 else np.min(np.abs(times[:, None] - knots), axis=1) > instant
    )
    assert np.allclose(found[clear, 2], expected.a[clear, 0], rtol=0, atol=1e-6 * a + j * instant)
    assert np.all(found[-2:, 1:] == 0)  # at rest for good, without rounding


def test_numbers_have_the_digits_they_need() -> None:
    text = rest_to_rest_formula(0, 1, **QUICK).text
    assert text.startswith("50/6*max(0, min(t, 0.3))**3 - 50/6*max(0, min(t, 0.3) - 0.1)**3")
    assert rest_to_rest_formula(0, -1, **QUICK).text.startswith("-50/6*max(0, min(t, 0.3))**3 + 50/6")
    assert rest_to_rest_formula(0.25, 1, **QUICK).text.startswith("0.25 + 50/6*max(0, ")
    assert rest_to_rest_formula(0.25, 0.25, **QUICK) == MotionFormula("0.25", 0.0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"velocity": 0},
        {"jerk": -1},
        {"acceleration": float("nan")},
        {"begin": -1},
        {"jerk": None, "acceleration": None},
    ],
)
def test_motions_that_cannot_be_are_told(wrong: dict[str, Any]) -> None:
    with pytest.raises(lw.LinkwrightError) as error:
        rest_to_rest_formula(0, 1, **{**QUICK, **wrong})
    assert error.value.hint


def test_positions_are_finite() -> None:
    with pytest.raises(lw.LinkwrightError, match="finite"):
        rest_to_rest_formula(0, float("inf"), **QUICK)
