"""Simulation of closed mechanisms: energy, closure, and positions at which a choice of coordinates fails."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import linkwright as lw
from tests.closed_robots import fourbar, geared, hexapod, slider_crank
from tests.support.cli import app
from tests.support.package import InputError
from tests.support.simulation import Run, closed_stretch, simulate

LOOPS = Path(__file__).parents[2] / "examples" / "loops"


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_four_bar_keeps_its_energy_and_stays_closed() -> None:
    motion = simulate(fourbar(), Run(1.5, rate=20))
    assert motion.energy_error < 1e-7
    assert motion.gaps is not None
    assert np.max(motion.gaps) < 1e-11
    assert {p.how for p in motion.parts} == {"free coordinates"}


def test_a_slider_passes_its_dead_centres() -> None:
    """The same motion with the crank as free coordinate, never singular, and with the piston, which is twice a turn."""
    by_crank = simulate(slider_crank(), Run(1.5, rate=20))
    by_piston = simulate(replace(slider_crank(), actuated=("slide",)), Run(1.5, rate=20))
    assert "whole tree" in {p.how for p in by_piston.parts}
    assert np.min(by_crank.q[:, 0]) < -np.pi  # both dead centres are passed
    np.testing.assert_allclose(by_piston.q, by_crank.q, atol=1e-5)
    assert by_piston.energy_error < 1e-5


def test_a_parallelogram_passes_its_flat_position_and_stays_one() -> None:
    motion = simulate(lw.load(LOOPS / "fourbar2.yaml"), Run(2.0, rate=20))
    assert np.min(motion.q[:, 0]) < -0.5  # from 1.2 through the flat position at 0
    np.testing.assert_allclose(motion.q[:, 2], motion.q[:, 0], atol=1e-9)
    assert motion.energy_error < 1e-7


def test_bennetts_linkage_swings_through_the_angle_where_two_of_its_equations_repeat_each_other() -> None:
    motion = simulate(lw.load(LOOPS / "bennett.yaml"), Run(4.0, rate=20))
    assert np.min(motion.q[:, 0]) < -0.5 < 0.5 < np.max(motion.q[:, 0])
    assert motion.energy_error < 1e-7


def test_forces_that_jump_end_the_run_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closed_stretch, "PATIENCE", 3000)
    with pytest.raises(InputError, match=r"no headway at t = .*: \d+ evaluations"):
        simulate(fourbar(), Run(1.0, rate=20, torque="-50*sign(v1)"))


def test_a_spherical_linkage_keeps_its_energy() -> None:
    motion = simulate(lw.load(LOOPS / "spherical_fourbar.yaml"), Run(4.0, rate=20, q0="-0.5", tolerance=1e-10))
    assert np.ptp(motion.q[:, 0]) > 1.0
    assert motion.energy_error < 1e-7


def test_geared_hinges_move_as_one() -> None:
    motion = simulate(geared(-2.0), Run(0.5, rate=20, q0="0.4", v0="-1"))
    np.testing.assert_allclose(motion.q[:, 1], -2 * motion.q[:, 0] + 0.3, atol=1e-9)
    assert motion.v[0].tolist() == pytest.approx([-1.0, 2.0])


def test_a_platform_on_six_legs_falls() -> None:
    """Positions with quaternions: the whole tree is integrated, projected after every step."""
    motion = simulate(hexapod(), Run(0.1, rate=50))
    assert motion.energy_error < 1e-7
    assert motion.gaps is not None
    assert np.max(motion.gaps) < 1e-9


def test_work_of_motors_and_dampers_is_accounted_for() -> None:
    robot = fourbar()
    damped = {n: replace(j, drive=replace(j.drive, damping=0.3)) for n, j in robot.joints.items()}
    motion = simulate(
        robot.with_tree(replace(robot.tree, joints=damped)), Run(0.8, rate=20, torque="5*sin(3*t) - 0.1*v1")
    )
    assert abs(motion.work[-1]) > 0.1
    assert motion.energy_error < 1e-7


def test_the_command_writes_all_coordinates_of_the_tree(tmp_path: Path) -> None:
    table, plot = tmp_path / "m.csv", tmp_path / "m.svg"
    path = str(LOOPS / "fourbar1.yaml")
    out = run("simulate", path, "--time", "0.2", "--q0", "1.4", "--csv", str(table), "--plot", str(plot))
    assert "loops stay closed to" in out
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert float(rows[0]["q1"]) == pytest.approx(1.4)
    assert {"q3", "v3", "a3", "tau3", "closure"} <= rows[0].keys()
    assert plot.stat().st_size > 1000
    facts = json.loads(run("simulate", path, "--time", "0.1", "--json"))
    assert facts["closure_error"] < 1e-10
    assert facts["parts"][0]["how"] == "free coordinates"


def test_wrong_numbers_of_values_are_told() -> None:
    with pytest.raises(InputError, match="needs 1"):
        simulate(fourbar(), Run(0.1, q0="1, 2"))
    with pytest.raises(InputError, match="2 joint forces for 1"):
        simulate(fourbar(), Run(0.1, torque="1, 2"))
