"""Inverse kinematics that are procedures, in every language: the rows that the interpreter gives, NaN where it gives NaN."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.emit.test_julia import run as run_julia
from tests.inverse.arms import EXAMPLES
from tests.inverse.test_elimination import ARMS, elimination, home
from tests.inverse.test_near_closed_form import ARMS as ROUNDED
from tests.inverse.test_near_closed_form import made
from tests.inverse.test_search import searching
from tests.support.emit import TARGETS, BuildContext, Check, SourceTree, emit
from tests.support.inverse import run_kernel
from tests.support.passes import Kernel
from tests.support.verification import find, run_tests

LANGUAGES = [name for name in TARGETS if name != "julia"]


@cache
def eliminating() -> tuple[Kernel, tuple[Check, ...]]:
    arm = ARMS["general"]
    poses = [*arm.pose(np.random.default_rng(4).uniform(-3, 3, (2, 6))), home(9, 0, 0)]
    return _checked(elimination(arm), poses)


@cache
def near() -> tuple[Kernel, tuple[Check, ...]]:
    poses = ROUNDED["six"].pose(np.random.default_rng(4).uniform(-3, 3, (2, 6)))
    return _checked(made("six"), [*poses, home(9, 0, 0)])


@cache
def searched() -> tuple[Kernel, tuple[Check, ...]]:
    robot = lw.load(EXAMPLES / "elbow6.urdf")
    tool = lw.derive(robot, "forward_kinematics", frame="tool")
    poses = [tool(q=np.array(q)) for q in ([0.3, 0.4, -0.5, 0.6, 0.7, 0.2], [-1.3, 0.9, 0.5, -0.6, 1.7, 2.2])]
    return _checked(searching(robot), [*poses, home(9, 0, 0)])


def _checked(kernel: Kernel, poses: list[Any]) -> tuple[Kernel, tuple[Check, ...]]:
    found: list[Check] = []
    for n, pose in enumerate(poses):
        for name, y in run_kernel(kernel, {"pose": pose}).items():
            given = {"pose": np.ravel(pose).tolist()}
            found.append(Check.expect(f"pose {n} {name}", kernel, given, name, np.ravel(y).tolist(), 1e-6))
    return kernel, tuple(found)


def written(made: tuple[Kernel, tuple[Check, ...]], language: str) -> SourceTree:
    return emit([made[0]], language, BuildContext("arm", checks=made[1]))


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("make", [eliminating, near, searched])
def test_the_rows_of_the_interpreter(language: str, make: Any) -> None:
    missing = find(TARGETS[language].commands)[1]
    if missing:
        pytest.skip(f"no {missing} found")
    row = run_tests(written(make(), language), language, 2)
    assert row.ok, row.output
    assert language == "latex" or row.passed >= len(make()[1])
    assert "warning" not in row.output.lower()


@pytest.mark.slow
def test_read_as_julia() -> None:
    tree = written(eliminating(), "julia")
    words = run_julia(tree).printed[-1].split()
    assert words[0] == words[2]
