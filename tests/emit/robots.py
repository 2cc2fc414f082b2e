"""Robots whose generated folders are run: symbols with defaults, a manipulator of numbers, one that floats."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import linkwright as lw
from tests.support.model import Robot

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = ("double_pendulum", "panda", "solo12")


@cache
def robot(name: str) -> Robot:
    if name in ("double_pendulum", "scara"):
        return lw.load(EXAMPLES / f"{name}.yaml")
    pin = pytest.importorskip("pinocchio")
    folder = Path(pin.__file__).parents[4] / "share" / "example-robot-data" / "robots"
    file, floating = {
        "ur5": ("ur_description/urdf/ur5_robot.urdf", False),
        "panda": ("panda_description/urdf/panda.urdf", False),
        "solo12": ("solo_description/robots/solo12.urdf", True),
        "talos": ("talos_data/robots/talos_reduced.urdf", True),
    }[name]
    if not (folder / file).exists():
        pytest.skip("example-robot-data is not installed")
    return lw.load(folder / file, floating=floating)


def parameters(name: str) -> str:
    return "symbolic" if name in ("double_pendulum", "scara") else "numeric"
