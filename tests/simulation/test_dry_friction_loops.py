"""Dry friction in closed robots: what all joints of a loop hold together, by virtual work; and the account of energy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from tests.closed_robots import fourbar, geared, hexapod, slider_crank
from tests.support.model import ClosedRobot, Robot
from tests.support.simulation import Run, simulate

LOOPS = Path(__file__).parents[2] / "examples" / "loops"
STEP = 1e-5


def rubbing(robot: Robot, limit: float) -> ClosedRobot:
    assert isinstance(robot, ClosedRobot)
    return robot.with_tree(robot.tree.with_drives(lambda drive: replace(drive, coulomb=limit)))


def needed(robot: Robot) -> float:
    """The least limit, the same in all joints, that holds a loop of one degree of freedom at its start: what the free joint
    would have to hold, by the rates of all joints against its own, by differences of closed positions."""
    dyn = lw.compile(robot)
    q, theta = dyn.start
    weight = float(dyn.inverse_dynamics(q, np.zeros(1), np.zeros(1))[0])
    ahead, behind = (dyn.closure(q + h, theta) for h in (STEP, -STEP))
    ratios = (ahead - behind) / (2 * STEP)
    return abs(weight) / (1 + float(np.sum(np.abs(ratios))))


@pytest.mark.parametrize("make", [fourbar, slider_crank])
def test_joints_of_a_loop_hold_together_as_much_as_virtual_work_says(make: Callable[[], Robot]) -> None:
    limit = needed(make())
    held = simulate(rubbing(make(), 1.001 * limit), Run(0.3, rate=20))
    assert np.all(np.abs(held.q - held.q[0]) < 1e-12)
    assert held.slip is not None
    assert not np.any(held.slip)
    moved = simulate(rubbing(make(), 0.999 * limit), Run(0.3, rate=20))
    assert moved.slip is not None
    assert np.all(moved.slip != 0)
    assert np.max(np.abs(moved.q[-1] - moved.q[0])) > 1e-6


def test_a_crank_turns_with_friction_and_its_account_holds() -> None:
    """Joints of the loop turn back at angles of their own while the crank goes on."""
    motion = simulate(rubbing(slider_crank(), 0.3), Run(1.5, rate=200))
    assert motion.energy_error < 1e-7
    assert motion.gaps is not None
    assert np.max(motion.gaps) < 1e-9
    ways = np.sum(np.abs(np.diff(motion.q, axis=0)))  # of all joints, whose limits are all the same
    assert motion.work[-1] == pytest.approx(-0.3 * ways, rel=1e-3)


def test_accelerations_of_a_loop_obey_the_law_of_its_free_joint() -> None:
    """Where all joints slide, the compiled dynamics with sign(v) are right, and say the same."""
    robot = rubbing(fourbar(), 0.05)
    motion = simulate(robot, Run(1.0, rate=20))
    dyn = lw.compile(robot)
    for q, v, a in list(zip(motion.q, motion.v, motion.a, strict=True))[1:]:
        own = dyn.function("forward_dynamics", closure="given")(q=q[:1], theta=q[1:], v=v[:1], tau=np.zeros(1))
        assert own[0] == pytest.approx(a[0], rel=1e-7)


@pytest.mark.parametrize("limit", [0.02, 5.0])
def test_gears_and_platforms_with_friction_keep_the_account(limit: float) -> None:
    for robot, run in ((geared(-2.0), Run(1.0, rate=20, q0="0.4", v0="-1")), (hexapod(), Run(0.1, rate=50))):
        motion = simulate(rubbing(robot, limit), run)
        assert motion.energy_error < 1e-7
        assert motion.work[-1] <= 0


def test_a_five_bar_of_two_freedoms_comes_to_rest() -> None:
    robot = lw.load(LOOPS / "fivebar1.yaml")
    motion = simulate(rubbing(robot, 60.0), Run(2.0, rate=50, v0="1, -1"))
    assert motion.slip is not None
    assert np.any(motion.slip[0])
    assert not np.any(motion.slip[-1])
    assert np.all(np.abs(motion.v[-1]) < 1e-12)
    assert motion.energy_error < 1e-7
