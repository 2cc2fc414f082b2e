"""The whole motion of a mechanism, and equations that determine it everywhere: overconstrained loops over whole cycles."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from tests.loops import mechanisms as m
from tests.support.model import cut, exchanged, independent, solve, study

EXAMPLES = Path(__file__).parents[2] / "examples" / "loops"


def example(name: str) -> lw.Robot:
    return lw.load(EXAMPLES / f"{name}.yaml")


@pytest.mark.parametrize("name", ["bennett", "sarrus", "spherical_fourbar"])
def test_a_sweep_goes_all_around_and_stays_closed(name: str) -> None:
    found = study(example(name))
    crank = found.whole[:, found.coordinates.free_q[0]]
    assert np.ptp(crank) > 2 * math.pi
    assert np.max(np.abs(found.conditions(found.whole)[0])) < 1e-9


def test_a_sweep_ends_where_a_rocker_turns_back() -> None:
    """A crank that is too long to go around: it turns where the other two links are in line."""
    robot = m.four_bar((1.2, 1.0, 0.9, 0.8))
    found = study(robot)
    crank = found.whole[:, found.coordinates.free_q[0]]
    limit = math.acos((1.0**2 + 1.2**2 - (0.9 + 0.8) ** 2) / (2 * 1.0 * 1.2))
    assert np.max(np.abs(crank)) == pytest.approx(limit, abs=0.02)


@pytest.mark.parametrize("name", ["bennett", "spherical_fourbar"])
def test_kept_equations_determine_the_motion_over_a_whole_cycle(name: str) -> None:
    """Rates against differences of positions closed by all equations; W of the kept ones alone would fail at a bad angle."""
    robot = example(name)
    where = cut(robot).coordinates
    W = lw.derive(robot, "projection_matrix", closure="given")
    guess, step = np.array(cut(robot).start), 1e-5
    begin = float(guess[where.free_q[0]])
    for turn in [*(begin + np.linspace(0, 2 * math.pi, 49)), 2 * math.pi]:
        guess = solve(robot, [turn], guess)
        sides = [solve(robot, [turn + x], guess) for x in (step, -step)]
        slope = (sides[0] - sides[1]) / (2 * step)
        got = np.asarray(W(q=guess[list(where.free_q)], theta=guess[list(where.dependent_q)]))
        assert got[:, 0] == pytest.approx(slope, rel=1e-6, abs=1e-6)


def test_bennetts_forces_at_the_angle_where_two_of_its_equations_repeat_each_other() -> None:
    """q1 = 0: all links in a chain that is folded onto itself; the force by virtual work of the weights."""
    robot = example("bennett")
    where = cut(robot).coordinates
    force = lw.derive(robot, "gravity", closure="given")
    weight = lw.derive(robot.tree, "potential_energy")
    sides = [float(np.asarray(weight(q=solve(robot, [x])))) for x in (1e-4, -1e-4)]
    q = solve(robot, [0.0])
    got = np.ravel(force(q=q[list(where.free_q)], theta=q[list(where.dependent_q)]))
    assert got[0] == pytest.approx((sides[0] - sides[1]) / 2e-4, rel=1e-6)


def test_rows_that_fail_at_one_configuration_are_exchanged() -> None:
    """Three rows of rank two along a turn: the first two are parallel at one angle, the last two never."""
    turn = np.linspace(-1, 1, 41)
    one = np.ones_like(turn)
    rows = np.stack([np.stack([one, turn], -1), np.stack([one, 0 * one], -1), np.stack([0 * one, one], -1)], axis=1)
    first = independent(rows, 2)
    assert first == [0, 1]
    assert exchanged(rows, first) == [1, 2]
    assert exchanged(rows, [1, 2]) == [1, 2]


def test_rows_stay_where_nothing_is_won() -> None:
    rows = np.tile(np.array([[1.0, 0.1], [0.0, 1.0], [0.1, 1.1]]), (5, 1, 1))
    assert exchanged(rows, [0, 1]) == [0, 1]
    assert exchanged(rows, [0, 2], fixed=1) == [0, 2]
