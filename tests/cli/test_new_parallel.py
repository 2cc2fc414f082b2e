"""Templates of parallel robots: each loads without a note, closes near its start, and has as many motors as coordinates."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from tests.support.cli import PARALLEL, write_template
from tests.support.model import BASE, analyse, cut


@pytest.mark.parametrize(
    ("name", "freedom"),
    [("6-UPS", 6), ("6-RUS", 6), ("6-PUS", 6), ("Delta", 3), ("3-RRR", 3), ("3-PRR", 3), ("five-bar", 2), ("h-bot", 2)],
)
def test_a_template_is_a_robot_that_closes_and_can_be_driven(name: str, freedom: int, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    write_template(path, "RR", force=False, parallel=name)
    robot = lw.load(path)
    assert robot.name == "mine"
    assert not robot.notes
    found = analyse(robot)
    assert found.mobility.true == found.independent == len(robot.actuated) == freedom
    assert found.residual < 1e-12
    if robot.platform:
        assert found.free == robot.platform_joints
        pose = [float(robot.start.get(n, 0)) for n in robot.platform_joints]
        assert np.allclose([found.start[k] for k in found.coordinates.free_q], pose, atol=1e-9)
        assert all(closure.axes.link == BASE for closure in cut(robot).closures)
    assert "linkwright check mine.yaml" in path.read_text(encoding="utf-8")


def test_every_template_is_tested() -> None:
    assert {"6-UPS", "6-RUS", "6-PUS", "Delta", "3-RRR", "3-PRR", "five-bar", "H-bot"} == set(PARALLEL)


def test_an_unknown_robot_is_named(tmp_path: Path) -> None:
    with pytest.raises(lw.LinkwrightError, match=r"no template for the robot '7-UPS'") as caught:
        write_template(tmp_path / "a.yaml", "RR", force=False, parallel="7-UPS")
    assert all(name in caught.value.hint for name in PARALLEL)
    assert not list(tmp_path.iterdir())
