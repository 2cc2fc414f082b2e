"""Postures that tell parameters best."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from linkwright.calibration.plan import plan
from linkwright.errors import InputError
from tests.calibration.arms import EXAMPLES, example_robot

ROBOT = lw.load(EXAMPLES / "elbow6.urdf")


@pytest.mark.parametrize("kind", ["pose", "camera", "position", "distance"])
def test_better_than_random(kind: str) -> None:
    found = plan(ROBOT, 30, measured=kind)
    assert found.index > 1.02 * found.best_random_index > found.random_index
    assert found.q.shape == (30, 6)
    assert len(np.unique(found.q, axis=0)) == 30


def test_limits_and_floor() -> None:
    robot = lw.load(example_robot("panda_description/urdf/panda.urdf"))
    found = plan(robot, 20, frame="panda_hand", floor=0.2, limits={"panda_joint2": (-0.3, 0.4)})
    for k, name in enumerate(robot.position_names):
        limits = robot.joints[name].limits
        assert limits.lower is None or found.q[:, k].min() >= limits.lower - 1e-12
        assert limits.upper is None or found.q[:, k].max() <= limits.upper + 1e-12
    assert found.q[:, 1].min() >= -0.3
    assert found.q[:, 1].max() <= 0.4
    native = lw.compile(robot)
    for frame in ("panda_link3", "panda_link5", "panda_link7", "panda_hand"):
        heights = np.asarray(native.function("forward_kinematics", frame=frame)(found.q)).reshape(-1, 4, 4)[:, 2, 3]
        assert heights.min() >= 0.2 - 1e-9


def test_table(tmp_path: Path) -> None:
    found = plan(ROBOT, 12)
    found.to_csv(tmp_path / "plan.csv")
    lines = (tmp_path / "plan.csv").read_text().splitlines()
    assert lines[0].split(",") == list(ROBOT.position_names)
    assert np.allclose(np.loadtxt(lines[1:], delimiter=","), found.q, rtol=0, atol=0)


@pytest.mark.parametrize(
    ("count", "asked", "words"),
    [
        (3, {}, "3 postures cannot tell 30 parameters"),
        (20, {"measured": "plane"}, "postures for 'plane' cannot be planned"),
        (20, {"floor": 50.0}, "hardly any posture"),
        (20, {"limits": {"nose": (0, 1)}}, "no joint 'nose'"),
        (20, {"limits": {ROBOT.joint_names[0]: (9.0, 8.0)}}, "is within the limits"),
    ],
)
def test_what_cannot_be_planned(count: int, asked: dict, words: str) -> None:
    with pytest.raises(InputError, match=words):
        plan(ROBOT, count, **asked)
