"""`linkwright calibrate`: what it tells and writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer
from typer.testing import CliRunner, Result

import linkwright as lw
from linkwright.cli.calibrate_command import calibrate
from tests.calibration.arms import EXAMPLES, measure
from tests.calibration.test_legs import measured

ELBOW = str(EXAMPLES / "elbow6.urdf")


def command(*arguments: str) -> Result:
    app = typer.Typer()
    app.command()(calibrate)
    return CliRunner().invoke(app, [str(x) for x in arguments])


def told(*arguments: str) -> Any:
    found = command(*arguments, "--json")
    assert found.exit_code == 0, found.output
    return json.loads(found.output)


@pytest.fixture(scope="module")
def poses(tmp_path_factory: pytest.TempPathFactory) -> Path:
    table = measure(lw.load(ELBOW), noise=1e-4).table
    rows = [",".join(repr(float(x)) for x in row) for row in zip(*table.values(), strict=True)]
    path = tmp_path_factory.mktemp("calibrate") / "poses.csv"
    path.write_text("\n".join([",".join(table), *rows]) + "\n")
    return path


def test_tables_and_files(poses: Path, tmp_path: Path) -> None:
    out, folder = tmp_path / "elbow_calibrated.urdf", tmp_path / "report"
    found = command(ELBOW, str(poses), "-o", str(out), "--report", str(folder))
    assert found.exit_code == 0, found.output
    text = " ".join(found.output.split())
    for words in (
        "30 parameters of 48 can be told",
        "held out, after 15",
        "cannot be told from base_rz",
        "standard error",
    ):
        assert words in text
    assert sorted(p.name for p in folder.iterdir()) == [
        "left_out.csv",
        "parameters.csv",
        "residuals.csv",
        "residuals.svg",
    ]
    lines = (folder / "parameters.csv").read_text().splitlines()
    assert len(lines) == 31
    assert any(name.endswith("_measured") for name in lw.load(out).frames)


def test_json_says_the_same_as_the_file(poses: Path, tmp_path: Path) -> None:
    facts = told(ELBOW, str(poses), "-o", str(tmp_path / "made.yaml"))
    assert facts["held_after"]["rms"] < 3e-4 < 1e-3 < facts["held_before"]["rms"]
    assert facts["after"]["count"] + facts["held_after"]["count"] == 50
    robot = lw.load(tmp_path / "made.yaml")
    q = np.zeros(6)
    pose = np.asarray(lw.compile(robot).function("forward_kinematics", frame=facts["target"])(q)).reshape(4, 4)
    assert np.isfinite(facts["base"] @ pose).all()
    positions = told(ELBOW, str(poses), "--measured", "position", "--hold-out", "0")
    assert positions["after"]["rms_angle"] is None
    assert positions["held_after"]["count"] == 0


def test_planning(tmp_path: Path) -> None:
    facts = told(ELBOW, "--plan", "15", "--floor", "0.05", "-o", str(tmp_path / "plan.csv"))
    assert facts["index"] > facts["best_random_index"]
    lines = (tmp_path / "plan.csv").read_text().splitlines()
    assert np.allclose(np.loadtxt(lines[1:], delimiter=","), facts["q"])
    assert "observability" in command(ELBOW, "--plan", "15").output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "nothing to calibrate from"),
        (("POSES", "--plan", "9"), "poses and --plan at once"),
        (("POSES", "--columns", "x"), "'x' names no column"),
        (("POSES", "--columns", "x=X"), "no column 'X'"),
        (("missing.csv",), "no such file"),
        (("POSES", "--parameters", "masses"), "no parameters are called 'masses'"),
        (("POSES", "-o", "made.step"), "cannot be written"),
    ],
)
def test_mistakes(arguments: tuple[str, ...], words: str, poses: Path) -> None:
    found = command(ELBOW, *(str(poses) if x == "POSES" else x for x in arguments))
    assert isinstance(found.exception, lw.LinkwrightError)
    assert words in str(found.exception)


def test_legs_of_a_platform(tmp_path: Path) -> None:
    table, _ = measured(1e-5)
    rows = [",".join(repr(float(x)) for x in row) for row in zip(*table.values(), strict=True)]
    (tmp_path / "poses.csv").write_text("\n".join([",".join(table), *rows]) + "\n")
    arguments = (str(EXAMPLES / "parallel" / "6ups.yaml"), str(tmp_path / "poses.csv"))
    facts = told(*arguments, "-o", str(tmp_path / "made.yaml"))
    assert facts["held_after"]["rms"] < 2e-5 < 1e-3 < facts["held_before"]["rms"]
    assert isinstance(lw.load(tmp_path / "made.yaml"), lw.ClosedRobot)
    assert "corrections of anchors" in command(*arguments).output


def test_a_lagrangian_has_no_geometry() -> None:
    found = command(str(next((EXAMPLES / "manifold").glob("*.yaml"))), "poses.csv")
    assert isinstance(found.exception, lw.LinkwrightError)
