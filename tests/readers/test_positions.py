"""Names and numbers as users type them."""

from __future__ import annotations

import math
from typing import Any

import pytest

from linkwright.errors import InputError, LinkwrightError
from linkwright.readers.positions import held_positions, named_numbers

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
