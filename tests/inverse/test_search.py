"""The solver from several starts: it finds the branches that formulas find, and says where it found none."""

from __future__ import annotations

from pathlib import Path
from shutil import which
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.inverse.arms import EXAMPLES
from tests.support.inverse import Quantity, kernel, run_kernel, search, starts_of
from tests.support.model import Robot
from tests.support.package import Request
from tests.support.passes import Kernel

ENTRY = Quantity("inverse_kinematics", "pose", "solutions count residual", {}, doc="All", equation="", reference="")


def searching(robot: Robot, **extra: Any) -> Kernel:
    made = search(robot, ENTRY, lambda name, **options: kernel(robot, name, **options), extra)
    assert made is not None
    return made


def poses(robot: Robot, q: Any, frame: str) -> Any:
    return lw.derive(robot, "forward_kinematics", frame=frame)(q=q)


def test_all_eight_branches_of_an_elbow_arm() -> None:
    """Law: with (q1, q2, q3) of a spherical wrist, (q4 + pi, -q5, q6 + pi) is a solution too; so is the shoulder turned."""
    robot = lw.load(EXAMPLES / "elbow6.urdf")
    q = np.array([0.3, 0.4, -0.5, 0.6, 0.7, 0.2])
    X = poses(robot, q, "tool")
    made = searching(robot)
    out = run_kernel(made, {"pose": X})
    rows = out["solutions"][:8]
    assert out["count"] == 8
    assert np.isnan(out["solutions"][8:]).all()
    assert np.isnan(out["residual"][8:]).all()
    assert np.all(out["residual"][:8] < 1e-9)
    for row in rows:
        np.testing.assert_allclose(poses(robot, row, "tool"), X, atol=1e-9)
        flipped = [*row[:3], row[3] + np.pi, -row[4], row[5] + np.pi]
        assert any(np.abs(np.exp(1j * (np.array(flipped) - other)) - 1).max() < 1e-6 for other in rows)
    assert np.abs(rows).max() <= np.pi
    assert ("method", "search") in made.facts
    assert "may be more solutions" in made.doc


def test_nothing_is_found_out_of_reach() -> None:
    robot = lw.dh([("R", 0, 0, 0, "q"), ("R", 0, 1, 0, "q"), ("R", 0, 1, 0, "q")], convention="modified")
    far = np.eye(4)
    far[0, 3] = 9
    out = run_kernel(searching(robot), {"pose": far})
    assert out["count"] == 0
    assert np.isnan(out["solutions"]).all()


@pytest.mark.parametrize("spoiled", [np.diag([1.1, 1.1, 1.1, 1]), np.diag([1, 1, -1, 1]), np.diag([1.0, 1, 1.001, 1])])
def test_what_is_no_rotation_has_no_solution(spoiled: Any) -> None:
    robot = lw.load(EXAMPLES / "elbow6.urdf")
    X = poses(robot, np.array([0.3, 0.4, -0.5, 0.6, 0.7, 0.2]), "tool")
    out = run_kernel(searching(robot), {"pose": X @ spoiled})
    assert out["count"] == 0
    assert np.isnan(out["solutions"]).all()
    assert np.isnan(out["residual"]).all()


@pytest.mark.skipif(not which("gcc"), reason="no gcc found")
@pytest.mark.parametrize("file", ["spherical_pendulum.yaml", "quadruped.yaml"])
def test_generated_tests_of_robots_with_quaternions_pass(file: str, tmp_path: Path) -> None:
    (row,) = lw.build(EXAMPLES / file, to="c", quantities="inverse_kinematics", out=tmp_path).tests
    assert row.passed == row.checks > 8, row.output


def test_lengths_may_be_inputs() -> None:
    """Parameters of the robot are handed on to the solver."""
    robot = lw.load(EXAMPLES / "double_pendulum.yaml")
    made = search(robot, ENTRY, lambda name, **o: kernel(robot, name, Request("symbolic"), **o), {})
    assert made is not None
    values = {p.name: np.array(p.defaults) for p in made.inputs if p.name == "parameters"}
    assert values
    tip = lw.derive(robot, "forward_kinematics")
    X = tip(q=np.array([0.4, 0.9]))[-1]
    out = run_kernel(made, {"pose": X, **values})
    rows = out["solutions"][: int(out["count"])]
    assert np.abs(rows - [0.4, 0.9]).max(axis=1).min() < 1e-6


@pytest.mark.parametrize("count", [8, 24])
def test_starts_are_within_limits_and_spread(count: int) -> None:
    robot = lw.load(EXAMPLES / "elbow6.urdf")
    table, turning = starts_of(robot, count, within_limits=True)
    rows = np.array(table)
    assert turning == (0, 0, 0, 0, 0, 1)
    limits = [(j.limits.lower, j.limits.upper) for j in robot.joints.values() if j.nq][:5]
    low, high = np.array(limits, dtype=float).T
    assert np.all((rows[:, :5] >= low - 1e-6) & (rows[:, :5] <= high + 1e-6))
    for column in ((rows[:, :5] - low) / (high - low)).T:
        assert len(np.unique(np.floor(4 * column))) == 4  # every quarter of the range has one
