"""Files round: loops that repeat each other contradict each other in the last digit, and move nevertheless."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.support.model import analyse, solve, study
from tests.support.package import CannotClose, Locked
from tests.support.verification import verify

LENGTH, TURN = 0.8, 0.3
ENDS = [(0.0, 0.0), (math.sqrt(0.2), 0.1 / 3), (math.sqrt(0.05), math.pi / 10)]
"""Where three rods of one length, all parallel, are joined to the ground; and to the coupler, which is turned against it."""


def three_rods(decimals: int | None, longer: float = 0.0) -> lw.ClosedRobot:
    """A coupler on three parallel rods: two would do. longer: of the third."""

    def written(*numbers: float) -> list[float]:
        return list(numbers) if decimals is None else [round(x, decimals) for x in numbers]

    c, s = math.cos(TURN), math.sin(TURN)
    own = [(c * x + s * y, c * y - s * x) for x, y in ENDS]
    rod: dict[str, Any] = {"mass": 1.5, "com": [LENGTH / 2, 0, 0], "inertia": [0, 0, 0.08]}
    rods = {"a": LENGTH, "b": LENGTH, "c": LENGTH + longer}
    joints: dict[str, Any] = {
        n: {"type": "revolute", "axis": [0, 0, 1], "child": f"rod_{n}", "xyz": [*written(*p), 0]}
        for n, p in zip(rods, ENDS, strict=True)
    }
    tip = {"type": "revolute", "axis": [0, 0, 1], "parent": "rod_a", "child": "coupler", "xyz": [LENGTH, 0, 0]}
    made = lw.load(
        {
            "linkwright": 1, "name": "three_rods", "gravity": [0, -9.81, 0], "joints": {**joints, "tip": tip},
            "bodies": {**{f"rod_{n}": rod for n in rods}, "coupler": {"mass": 2.5, "com": [0.2, 0.1, 0]}},
            "close": {
                f"end_{n}": {
                    "kind": "pin", "first": {"body": f"rod_{n}", "xyz": [*written(rods[n], 0.0), 0]},
                    "second": {"body": "coupler", "xyz": [*written(*own[k]), 0]},
                }
                for k, n in ((1, "b"), (2, "c"))
            },
            "start": {**dict.fromkeys(rods, 0.7), "tip": TURN - 0.7}, "actuated": ["a"],
        }
    )  # fmt: skip
    assert isinstance(made, lw.ClosedRobot)
    return made


def inertia() -> float:
    """Rods that turn and a coupler that does not."""
    return 3 * (0.08 + 1.5 * (LENGTH / 2) ** 2) + 2.5 * LENGTH**2


@pytest.mark.parametrize("decimals", [4, 6, 8, None])
def test_rods_that_are_parallel_but_for_rounding_move(decimals: int | None) -> None:
    robot = three_rods(decimals)
    found = analyse(robot)
    assert (found.mobility.true, robot.joint_names) == (1, ("a",))
    told = [n.what for n in found.notes]
    assert told == [] if decimals is None else f"{decimals} decimals" in told[0]
    M = lw.derive(robot, "mass_matrix", closure="given")
    c = robot.coordinates
    for angle in (0.7, 1.0, 0.2):
        q = solve(robot, [angle])
        size = 1e-11 if decimals is None else 300 * 10.0**-decimals
        meant = [TURN - angle if n == "tip" else angle for n in robot.tree.offsets]
        assert np.max(np.abs(q - meant)) < size
        M_here = M(q=q[list(c.free_q)], theta=q[list(c.dependent_q)])[0, 0]
        assert abs(M_here / inertia() - 1) < size


def test_what_counts_is_closed_exactly_in_numbers_and_in_code() -> None:
    robot = three_rods(5)
    dyn = lw.compile(robot)
    c = robot.coordinates
    for angle in (0.7, 0.9):
        theta = dyn.closure([angle], study(robot).start[list(c.dependent_q)])
        assert np.max(np.abs(theta - solve(robot, [angle])[list(c.dependent_q)])) < 1e-12


def test_laws_hold_within_the_rounding_and_generated_tests_pass(tmp_path: Path) -> None:
    """Brute force is told which equations count, and nothing else: then it agrees to the last digits of the machine."""
    rows = {row.law: row for row in verify(three_rods(6), laws=[3, 4, 5, 6, 11, 12, 14, 19]).rows}
    assert all(row.ok for row in rows.values())
    assert all(rows[k].residual < 1e-9 for k in (3, 4, 5, 6, 12, 14, 19))
    assert rows[11].residual > 1e-9
    (tested,) = lw.build(three_rods(6), "numpy", tmp_path, "mass_matrix,inverse_dynamics").tests
    assert tested.ok, tested.output


def test_a_rod_that_is_longer_than_rounding_explains_locks() -> None:
    with pytest.raises((Locked, CannotClose)):
        analyse(three_rods(5, longer=2e-2))
