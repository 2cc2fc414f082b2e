"""Names and numbers as users type them."""

from __future__ import annotations

import math
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import InputError, LinkwrightError
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.configuration import neutral
from linkwright.model.robot import OpenRobot
from linkwright.readers.positions import (
    Entries,
    held_positions,
    motor_positions,
    named_numbers,
    numbers_in,
    pose_from_text,
)

JOINTS = ("shoulder", "finger_1", "finger_2", "wrist")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", {}),
        (" , ", {}),
        ("wrist", {"wrist": None}),
        ("wrist = 30 deg, shoulder=-1/2", {"wrist": math.pi / 6, "shoulder": -0.5}),
        ("finger_* = 0.02", {"finger_1": 0.02, "finger_2": 0.02}),
        ("finger_*, finger_2 = 0.03", {"finger_1": None, "finger_2": 0.03}),
        ("finger_2 = 0.03, finger_*", {"finger_1": None, "finger_2": 0.03}),
        ("wrist = 0", {"wrist": 0.0}),
    ],
)
def test_joints_that_are_held(text: str, found: dict[str, Any]) -> None:
    assert held_positions(JOINTS, text) == pytest.approx(found)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("wrst", "no joint is called 'wrst'"),
        ("elbow* = 1", "no joint is called 'elbow*'"),
        ("= 1", "no joint is called ''"),
        ("wrist = ", "'' in 'wrist =' is no number"),
        ("wrist = fast", "'fast' in 'wrist = fast' is no number"),
        ("wrist = 1/0", "no finite real value"),
        ("wrist = nan", "not a finite number"),
        ("wrist = 1 = 2", "1 = 2"),
    ],
)
def test_what_says_no_position(text: str, said: str) -> None:
    with pytest.raises(LinkwrightError) as told:
        held_positions(JOINTS, text)
    assert said in str(told.value)


def test_a_joint_that_is_nearly_named() -> None:
    with pytest.raises(InputError, match="did you mean 'wrist'"):
        held_positions(JOINTS, "wrst = 0.1")


def test_names_come_in_their_order() -> None:
    assert named_numbers("b = 2, a, b = 3") == [("b", 2.0), ("a", None), ("b", 3.0)]


EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("file", "named", "listed"),
    [
        ("scara.yaml", "quill = 20 mm, shoulder=-1/2", "-1/2, 0, 20 mm, 0"),
        ("cart_pole.yaml", "pivot=0.2", "0, 0.2"),
        ("quadruped.yaml", "*_knee = 30 deg, base.3 = 0.4", None),
        ("loops/fourbar.yaml", "*=0.9", "0.9"),
    ],
)
def test_positions_by_name_are_those_of_a_list(file: str, named: str, listed: str | None) -> None:
    """Those without a name are as where nothing is said."""
    robot = lw.load(EXAMPLES / file)
    assert isinstance(robot, OpenRobot | ClosedRobot)
    found = pose_from_text(robot, named)
    assert found is not None
    if listed is not None:
        assert found == pytest.approx(pose_from_text(robot, listed))
        return
    values = dict(named_numbers(named))
    for name, x in zip(robot.position_names, found, strict=True):
        said = [y for pattern, y in values.items() if fnmatch(name, pattern)]
        still = neutral(robot.tree)[robot.position_names.index(name)]
        assert x == pytest.approx(said[0] if said else still)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pivo=0.2", "q has 'pivo', which there is not"),
        ("pivot=0.2, 0.1", "'0.1' in q 'pivot=0.2, 0.1' has no name"),
        ("pivot=0.2, pivot=0.1", "q has 'pivot' twice"),
        ("pivot=", "'' in 'pivot=' is no number"),
        ("pivot=fast", "'fast' in 'pivot=fast' is no number"),
    ],
)
def test_what_names_no_position(text: str, said: str) -> None:
    with pytest.raises(InputError) as told:
        pose_from_text(lw.load(EXAMPLES / "cart_pole.yaml"), text)
    assert said in str(told.value)
    if text.startswith("pivo="):
        assert "did you mean 'pivot'?" in str(told.value)


@pytest.mark.parametrize(
    ("file", "named", "listed"),
    [
        ("cart_pole.yaml", ("pivot=0.2", "pivot=10 deg/s"), ("0, 0.2", "0, 10 deg/s")),
        ("manifold/spherical_pendulum.yaml", ("q_*=0, q_1=1", "omega_q_*=0, omega_q_2=0.5"), ("1, 0, 0", "0, 0.5, 0")),
    ],
)
def test_a_motion_starts_where_coordinates_are_by_name(file: str, named: Any, listed: Any) -> None:
    """Rates as well."""
    mechanism = lw.load(EXAMPLES / file)
    made, other = (lw.simulate(mechanism, 0.05, *start) for start in (named, listed))
    assert np.array_equal(made.q, other.q)


@pytest.mark.parametrize(
    ("file", "q", "v", "said"),
    [
        ("double_pendulum.yaml", "20 mm, 0.1 kg", "", "q0, shoulder  the unit is that of m, not rad"),
        ("double_pendulum.yaml", "0.1, 0.1 kg", "", "q0, elbow  the unit is that of kg, not rad"),
        ("double_pendulum.yaml", "elbow=20 mm", "", "q0, elbow  the unit is that of m, not rad"),
        (
            "double_pendulum.yaml",
            "",
            "10 deg, 0",
            "v0, shoulder  the unit is that of an angle or a mere number, not rad/s",
        ),
        ("cart_pole.yaml", "30 deg, 20 mm", "", "q0, rail  the unit is that of an angle or a mere number, not m"),
        ("cart_pole.yaml", "", "*=1 m/s", "v0, pivot  the unit is that of m/s, not rad/s"),
        ("scara.yaml", "*=30 deg", "", "q0, quill  the unit is that of an angle or a mere number, not m"),
        ("quadruped.yaml", "base.7=30 deg", "", "q0, base.7  '30 deg' has a unit"),
        ("quadruped.yaml", "base.1=30 deg", "", "q0, base.1  the unit is that of an angle or a mere number, not m"),
        ("quadruped.yaml", "", "base.4=1 m/s", "v0, base.4  the unit is that of m/s, not rad/s"),
        ("loops/fourbar.yaml", "1 m", "", "q0, crank  the unit is that of m, not rad"),
        ("manifold/spherical_pendulum.yaml", "1 m, 0, 0", "", "q0, q_1  '1 m' has a unit"),
        ("manifold/spherical_pendulum.yaml", "", "0, 1 m/s, 0", "v0, omega_q_2  the unit is that of m/s, not rad/s"),
    ],
)
def test_a_unit_of_something_else_is_refused(file: str, q: str, v: str, said: str) -> None:
    with pytest.raises(LinkwrightError) as told:
        lw.simulate(lw.load(EXAMPLES / file), 0.05, q, v)
    assert said in str(told.value)


def test_units_of_motors_and_of_numbers_that_may_be_anything() -> None:
    """Legs that slide take lengths; a text without units, and a coordinate of a Lagrangian that is a mere number, take all."""
    platform = lw.load(EXAMPLES / "parallel" / "6ups.yaml")
    assert isinstance(platform, ClosedRobot)
    rest = np.ones(len(platform.actuated))
    assert motor_positions(platform, f"{platform.actuated[0]}=1200 mm", rest)[0] == pytest.approx(1.2)
    with pytest.raises(LinkwrightError, match="the unit is that of an angle or a mere number, not m"):
        motor_positions(platform, f"{platform.actuated[0]}=30 deg", rest)
    robot = lw.load(EXAMPLES / "cart_pole.yaml")
    assert pose_from_text(robot, "2*0.1, pi/6") == pytest.approx([0.2, math.pi / 6])
    anything = Entries(("x",), ("",), "")
    assert numbers_in("x = 30 deg", np.zeros(1), "q0", anything) == pytest.approx([math.pi / 6])
    assert numbers_in("20 mm", np.zeros(1), "q0", anything) == pytest.approx([0.02])


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("quadruped.yaml", "base=1", "'base', which has 7 numbers: base.1 to base.7"),
        ("loops/fourbar.yaml", "rocker=1", "'rocker', a dependent joint: it follows from the loops and cannot be set"),
        ("loops/fourbar.yaml", "rock*=1", "'rock*', a dependent joint"),
        ("loops/fourbar.yaml", "craank=1", "did you mean 'crank'"),
    ],
)
def test_joints_that_are_no_single_number(file: str, text: str, said: str) -> None:
    robot = lw.load(EXAMPLES / file)
    for start in ((text, ""), ("", text)) if "base" not in text else ((text, ""),):
        with pytest.raises(InputError) as told:
            lw.simulate(robot, 0.05, *start)
        assert said in str(told.value)
