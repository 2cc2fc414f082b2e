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
    assert "SDF says all that was read: read back, it has the same forces (within 1e-12, 2 states)" in out
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


DAMPED = """<robot name="x"><link name="base"/><link name="arm"><inertial><mass value="1"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial><visual/></link>
<joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/>
<dynamics damping="0.5" friction="0.1"/></joint></robot>"""


def test_what_the_reader_ignored_is_told(tmp_path: Path) -> None:
    """Damping that is not taken in is not converted: without a word the new file would look complete. Shapes are not told."""
    (tmp_path / "x.urdf").write_text(DAMPED)
    arguments = (str(tmp_path / "x.urdf"), str(tmp_path / "x.yaml"))
    out = run(*arguments)
    assert "ignored: damping and friction of 1 joint (j)" in out
    assert "--friction" in out
    assert "visual" not in out
    assert [n["kind"] for n in json.loads(run(*arguments, "--json"))["notes"]] == ["ignored"]
    assert "ignored:" not in run(*arguments, "--friction")
    assert lw.load(tmp_path / "x.yaml").joints["j"].drive.viscous == 0.5


def test_parameters_are_one_line_the_last(tmp_path: Path) -> None:
    lines = run(str(EXAMPLES / "cart_pole.yaml"), str(tmp_path / "c.urdf")).splitlines()
    assert [line.split()[0] for line in lines[3:]] == ["friction", "parameters", "read"]
    assert "M, m, l, J, b, g" in lines[4]
    assert "the forces of the robot without what is listed" in lines[5]


def test_a_file_that_cannot_be_read_here_was_not_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("linkwright.writers.format.find_spec", lambda name: None)
    out = run(str(EXAMPLES / "spherical_pendulum.yaml"), str(tmp_path / "p.xml"))
    assert "not read back" in out
    assert "pip install -e '" in out  # these tests run from a clone
    assert "[mjcf]'" in out
    assert "forces" not in out


def test_forces_are_what_is_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with the right joints and a wrong mass is not called the same."""
    right = lw.load(EXAMPLES / "elbow6.urdf")
    write = "linkwright.writers.urdf.text"
    monkeypatch.setattr(write, lambda x: str(2 * float(x)))
    out = run(str(EXAMPLES / "elbow6.urdf"), str(tmp_path / "wrong.urdf"))
    assert lw.load(tmp_path / "wrong.urdf").joint_names == right.joint_names
    assert "its forces differ by" in out
    assert "the same forces" not in out


def test_reading_options_count(tmp_path: Path) -> None:
    run(str(EXAMPLES / "elbow6.urdf"), str(tmp_path / "free.xml"), "--floating")
    assert lw.load(tmp_path / "free.xml").nv == 12


def test_a_wrong_suffix_is_told(tmp_path: Path) -> None:
    with pytest.raises(lw.LinkwrightError, match=r"ending in '\.obj'"):
        CliRunner().invoke(
            app, ["convert", str(EXAMPLES / "elbow6.urdf"), str(tmp_path / "x.obj")], catch_exceptions=False
        )
