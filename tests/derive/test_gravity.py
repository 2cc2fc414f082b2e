"""Gravity by weights and first moments: against inverse dynamics at rest exactly, and zero where weights do no work."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

import linkwright as lw
from tests.strategies import mechanisms
from tests.support.graph import equal
from tests.support.model import Robot
from tests.support.passes import optimise

EXAMPLES = Path(__file__).parents[2] / "examples"
RNG = np.random.default_rng(3)


@settings(max_examples=25)
@given(robot=mechanisms())
def test_weights_are_inverse_dynamics_at_rest(robot: Robot) -> None:
    methods = ("weights", "first_moments", "newton_euler")
    weights, first_moments, at_rest = (lw.derive(robot, "gravity", method=m) for m in methods)
    assert equal(weights, at_rest)
    assert equal(first_moments, at_rest)
    assert weights.ops.flops <= at_rest.ops.flops


def outputs(robot: Robot, **options: str) -> list[float | None]:
    """The numbers among the outputs of the optimised function."""
    f = optimise(lw.derive(robot, "gravity", **options))
    return [None if (x := f.graph.value(i)) is None else float(x) for i in f.roots]


def test_a_vertical_axis_bears_no_weight() -> None:
    assert outputs(lw.load(EXAMPLES / "elbow6.urdf"))[0] == 0


def test_sliders_that_stay_level_bear_no_weight() -> None:
    rows = [("R", 0, 0, "d1", "q"), ("P", "pi/2", 0, "q", 0), ("R", "-pi/2", "a3", 0, "q"), ("R", "pi/2", "a4", 0, "q")]
    robot = lw.dh(rows, convention="modified", inertials="full", gravity=(0, 0, "-g"))
    assert [x == 0 for x in outputs(robot, parameters="inertial")] == [True, True, True, False]


def test_trees_of_numbers_whose_axes_are_vertical_up_to_rounding() -> None:
    """A tilted post carries two arms, each on an axis that is turned upright again, by angles that are no nice numbers."""
    body = {"mass": 1.3, "com": [0.1, 0.2, 0.3], "inertia": [0.1, 0.1, 0.1]}
    tilt = [0.4, 0.3, 0.0]
    upright = (
        np.array([[1, 0, 0], [0, np.cos(0.4), -np.sin(0.4)], [0, np.sin(0.4), np.cos(0.4)]]).T @ [0, 0, 1]
    ).tolist()
    robot = lw.load({
        "linkwright": 1, "name": "post", "gravity": [0, 0, -9.81],
        "bodies": dict.fromkeys(("left", "right", "hand"), body),
        "joints": {
            "a": {"type": "revolute", "parent": "world", "child": "left", "rpy": [0.4, 0, 0], "axis": upright},
            "b": {"type": "revolute", "parent": "world", "child": "right", "rpy": tilt, "axis": [0, 0, 1]},
            "c": {"type": "revolute", "parent": "left", "child": "hand", "xyz": [0.5, 0, 0], "rpy": [0, 1.1, 0]},
        },
    })  # fmt: skip
    zero = [x == 0 for x in outputs(robot)]
    assert zero == [True, False, False]
    q = RNG.uniform(-2, 2, 3)
    values = [lw.derive(robot, "gravity", method=m)(q=q) for m in ("weights", "newton_euler")]
    np.testing.assert_allclose(values[0], values[1], atol=1e-13)


@pytest.mark.parametrize("parameters", ["inertial", "base"])
def test_a_slider_with_an_oblique_angle_turns_nothing_there_and_back(parameters: str) -> None:
    """RRPP with the slider's angle a symbol: 57 operations by Newton-Euler."""
    rows = [
        ("R", 0, 0, "d1", "q"),
        ("R", 0, "a2", "d2", "q"),
        ("P", 0, "a3", "q", "theta3"),
        ("P", "pi/2", "a4", "q", 0),
    ]
    robot = lw.dh(rows, convention="modified", inertials="full", gravity=("g1", "g2", "g3"))
    assert optimise(lw.derive(robot, "gravity", parameters=parameters)).ops.flops <= 42
