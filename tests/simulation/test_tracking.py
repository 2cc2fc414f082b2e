"""Joints that follow a trajectory: to the integrator's tolerance, back to it after a push; trees and closed robots."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from tests.support.simulation import Run, simulate
from tests.support.trajectory import move

EXAMPLES = Path(__file__).parents[2] / "examples"
BOUNDS = {"velocity": 2.0, "acceleration": 8.0, "jerk": 60.0}


def test_a_tree_follows(tmp_path: Path) -> None:
    robot = lw.load(EXAMPLES / "double_pendulum.yaml")
    made = move([0.2, -0.3], [1.4, 0.8], **BOUNDS)
    made.to_csv(tmp_path / "m.csv")
    motion = simulate(robot, Run(follow=str(tmp_path / "m.csv")))
    assert motion.t[-1] == pytest.approx(made.duration)
    wanted = made.at(motion.t)
    assert motion.tracking_error is not None
    assert motion.tracking_error < 1e-6
    assert np.allclose(motion.q, wanted.q, atol=1e-6)
    assert np.allclose(motion.v, wanted.v, atol=1e-4)
    assert motion.energy_error < 1e-6
    tau = lw.compile(robot).inverse_dynamics(motion.q, motion.v, motion.a)
    assert np.allclose(motion.tau, tau, atol=1e-7)
    pushed = simulate(robot, Run(follow=str(tmp_path / "m.csv"), torque="0.5, 0"))
    assert pushed.tracking_error is not None
    assert 1e-6 < pushed.tracking_error < 0.1


def test_a_start_off_the_trajectory_comes_back(tmp_path: Path) -> None:
    robot = lw.load(EXAMPLES / "double_pendulum.yaml")
    made = move([0.2, -0.3], [1.4, 0.8], **BOUNDS)
    made.to_csv(tmp_path / "m.csv")
    motion = simulate(robot, Run(follow=str(tmp_path / "m.csv"), q0="0.25, -0.3"))
    assert motion.tracking_error == pytest.approx(0.05, rel=0.05)
    assert np.allclose(motion.q[-1], made.end, atol=1e-5)


@pytest.mark.parametrize("name", [pytest.param("parallel/fivebar", marks=pytest.mark.slow), "loops/fourbar"])
def test_a_closed_robot_follows(name: str, tmp_path: Path) -> None:
    dyn = lw.compile(EXAMPLES / f"{name}.yaml")
    start = dyn.start[0]
    made = move(start, start + 0.1, velocity=0.5, acceleration=2, jerk=20)
    made.to_csv(tmp_path / "m.csv")
    motion = simulate(dyn.closed_robot, Run(follow=str(tmp_path / "m.csv")))
    assert motion.tracking_error is not None
    assert motion.tracking_error < 1e-6
    assert motion.gaps is not None
    assert np.max(motion.gaps) < 1e-8


def test_positions_alone_are_enough(tmp_path: Path) -> None:
    t = np.linspace(0, 1, 41)
    rows = np.column_stack([t, np.sin(t) ** 2, t**2 * (3 - 2 * t)])
    text = "t,q1,q2\n" + "\n".join(",".join(map(repr, map(float, row))) for row in rows)
    (tmp_path / "m.csv").write_text(text)
    motion = simulate(lw.load(EXAMPLES / "double_pendulum.yaml"), Run(follow=str(tmp_path / "m.csv")))
    assert motion.tracking_error is not None
    assert motion.tracking_error < 1e-6


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("t,q1\n0,1\n1,2", "has no column q2"),
        ("t,q1,q2,q3\n0,1,1,1\n1,2,2,2", "has more than 2 positions"),
        ("t,q1,q2\n0,1,1\n0,2,2", "must grow from 0"),
        ("t,q1,q2\n0,1\n", "is no table of numbers"),
        ("", "is no table of numbers"),
        (None, "cannot read"),
    ],
)
def test_wrong_tables_are_named(text: str | None, said: str, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / "m.csv").write_text(text)
    with pytest.raises(lw.LinkwrightError, match=said):
        simulate(lw.load(EXAMPLES / "double_pendulum.yaml"), Run(follow=str(tmp_path / "m.csv")))


def test_lagrangians_do_not_follow(tmp_path: Path) -> None:
    made = lw.load(sorted((EXAMPLES / "manifold").glob("*.yaml"))[0])
    heads = ",".join(f"q{k + 1}" for k in range(made.nq))
    (tmp_path / "m.csv").write_text(f"t,{heads}\n" + "\n".join(",".join([str(t), *["0"] * made.nq]) for t in (0, 1)))
    with pytest.raises(lw.LinkwrightError, match="are not forces in its joints"):
        simulate(made, Run(follow=str(tmp_path / "m.csv")))
