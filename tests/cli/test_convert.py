"""`linkwright convert`: the file, and the list of what its format cannot say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import linkwright as lw
from tests.support.cli import app

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["convert", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_nothing_is_lost(tmp_path: Path) -> None:
    out = run(str(EXAMPLES / "elbow6.urdf"), str(tmp_path / "arm.sdf"))
    assert "SDF says all of it" in out
    assert lw.load(tmp_path / "arm.sdf").joint_names == lw.load(EXAMPLES / "elbow6.urdf").joint_names


def test_the_list(tmp_path: Path) -> None:
    out = run(str(EXAMPLES / "spherical_pendulum.yaml"), str(tmp_path / "p.urdf"))
    assert "What URDF cannot say" in out
    assert "joint type" in out
    assert "three hinges about x, y and z" in out.replace("\n", " ").replace("  ", " ") or "three hinges" in out


def test_json(tmp_path: Path) -> None:
    data = json.loads(run(str(EXAMPLES / "cart_pole.yaml"), str(tmp_path / "c.urdf"), "--json"))
    assert data["format"] == "URDF"
    assert {"thing": "parameter", "name": "M", "lost": "a symbol", "instead": "its value 1.0 in every place"} in data[
        "losses"
    ]


def test_reading_options_count(tmp_path: Path) -> None:
    run(str(EXAMPLES / "elbow6.urdf"), str(tmp_path / "free.xml"), "--floating")
    assert lw.load(tmp_path / "free.xml").nv == 12


def test_a_wrong_suffix_is_told(tmp_path: Path) -> None:
    with pytest.raises(lw.LinkwrightError, match=r"ending in '\.obj'"):
        CliRunner().invoke(
            app, ["convert", str(EXAMPLES / "elbow6.urdf"), str(tmp_path / "x.obj")], catch_exceptions=False
        )
