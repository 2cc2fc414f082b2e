"""`build --to fmu`: beside languages or alone, all or nothing, and with words where there is no compiler."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

import linkwright as lw
from tests.fmu.units import EXAMPLES, fmpy
from tests.support.cli import app
from tests.support.emit import TARGETS
from tests.support.fmu import binary
from tests.support.package import EmitError, LinkwrightError

ROBOT = EXAMPLES / "cart_pole.yaml"


def test_beside_a_language(tmp_path: Path) -> None:
    made = CliRunner().invoke(
        app, ["build", str(ROBOT), "--to", "latex,fmu", "-o", str(tmp_path), "--no-run", "--json"]
    )
    assert made.exit_code == 0, made.output
    said = json.loads(made.stdout)
    assert said["files"]["fmu"] == ["cart_pole.fmu", "cart_pole_fmi2.fmu"]
    assert [row["language"] for row in said["tests"]] == ["fmu"]
    assert (tmp_path / "latex").is_dir()
    assert "cart_pole.fmu" in (tmp_path / "fmu" / "README.md").read_text(encoding="utf-8")
    again = CliRunner().invoke(app, ["build", str(ROBOT), "--to", "fmu", "-o", str(tmp_path)])
    assert again.exit_code == 0, again.output
    assert "binary for" in again.stdout


def test_a_unit_is_no_language() -> None:
    assert "fmu" not in TARGETS
    with pytest.raises(EmitError, match="pmu") as told:
        lw.build(ROBOT, to=["pmu"])
    assert "fmu" in told.value.hint


def test_a_unit_has_no_packed_results(tmp_path: Path) -> None:
    with pytest.raises(lw.LinkwrightError, match="no packed results"):
        lw.build(ROBOT, to="c,fmu", out=tmp_path / "out", layout="packed")
    assert not (tmp_path / "out").exists()


def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "fmu").mkdir()
    other = tmp_path / "fmu" / "cart_pole_fmi2.fmu"
    other.write_bytes(b"mine")
    with pytest.raises(EmitError, match="not written by Linkwright"):
        lw.build(ROBOT, to=["fmu", "latex"], out=tmp_path)
    assert [path.name for path in tmp_path.rglob("*")] == ["fmu", other.name]
    assert other.read_bytes() == b"mine"


def test_without_a_compiler_there_are_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binary.shutil, "which", lambda name: None)
    built = lw.build(ROBOT, to=["fmu"], out=tmp_path)
    (row,) = built.tests
    assert "sources only" in row.note
    assert row.ok
    assert "sources only" in (tmp_path / "fmu" / "README.md").read_text(encoding="utf-8")
    names = zipfile.ZipFile(tmp_path / "fmu" / "cart_pole.fmu").namelist()
    assert "sources/buildDescription.xml" in names
    assert not [name for name in names if name.startswith("binaries")]


def test_a_compiler_that_fails_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(binary.shutil, "which", lambda name: "/bin/false")
    (row,) = lw.build(ROBOT, to=["fmu"], out=tmp_path).tests
    assert not row.ok
    assert row.note.startswith("failed: false")


def test_a_parameter_without_a_value_is_refused(tmp_path: Path) -> None:
    text = """
linkwright: 1
name: arm
parameters: {m: }
joints: {a: {type: revolute, child: b}}
bodies: {b: {mass: m, com: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1]}}
"""
    (tmp_path / "open.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(LinkwrightError, match="without a value: m"):
        lw.build(tmp_path / "open.yaml", to=["fmu"], out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_sources_build_by_the_description_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """fmpy compiles a unit without a binary by what buildDescription.xml lists, with the standard's headers in its path."""
    from fmpy.build import build_platform_binary

    with monkeypatch.context() as without:
        without.setattr(binary.shutil, "which", lambda name: None)
        lw.build(ROBOT, to=["fmu"], out=tmp_path)
    monkeypatch.setenv(
        "PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    )  # cmake of the same extra
    folder, made = tmp_path / "unpacked", tmp_path / "made"
    made.mkdir()
    with zipfile.ZipFile(tmp_path / "fmu" / "cart_pole.fmu") as archive:
        archive.extractall(folder)
    try:
        build_platform_binary(folder, made)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"no cmake that works: {error}")
    found = fmpy.simulate_fmu(str(folder), fmi_type="CoSimulation", stop_time=0.1, start_values={"q_pivot": 0.2})
    assert found["q_pivot"][-1] > 0.2
