"""Axes are scaled to length one, and what has it stays as it is: a robot that is written and read again is the same one."""

from __future__ import annotations

import random

from tests.support.model import Body, Joint, make_robot
from tests.support.spatial import Vec


def scaled(axis: Vec) -> Vec:
    return make_robot("x", [Body("b")], [Joint("j", "revolute", "world", "b", axis=axis)]).joints["j"].axis


def test_a_scaled_axis_is_not_scaled_again() -> None:
    rng = random.Random(3)
    for _ in range(300):
        once = scaled(Vec(*(rng.uniform(-1, 1) for _ in range(3))))
        assert scaled(once) == once
