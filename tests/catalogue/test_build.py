"""Many chains built: files, counts, tests against the referee; resumed, and the same by any number of workers."""

from __future__ import annotations

import csv
import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import linkwright as lw
from benchmarks.chains import chains
from tests.support.catalogue import (
    OPERATIONS,
    Chain,
    Model,
    build_chain,
    building,
    files_of,
    known_chains,
    known_general,
    known_model,
    robot_in,
)
from tests.support.cli import app, run
from tests.support.jobs import Journal

NAMES = "R=R=P,P+P90+P,S3RRR1"


def build(folder: Path, *options: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["catalog", "build", "-o", str(folder), *options])
    assert result.exit_code == code, result.output
    return result.stdout


def rows(folder: Path) -> dict[str, dict[str, str]]:
    with (folder / "catalogue.csv").open(newline="") as file:
        return {row["name"]: row for row in csv.DictReader(file)}


def refused(*options: str) -> str:
    result = CliRunner().invoke(app, ["catalog", *options])
    assert result.exception is not None
    return str(result.exception)


def test_a_chain_has_a_model_code_that_passes_its_tests_and_counts() -> None:
    """Three sliders at right angles: the masses that each carries are summed, and that is all."""
    name = "P+P90+P"
    found = build_chain(name, Model.of(Chain.parse(name)).text, ["mass_matrix", "jacobian"], ["c"])
    assert dict(zip(OPERATIONS, found["counts"]["mass_matrix"], strict=True)) == {
        **dict.fromkeys(OPERATIONS, 0),
        "add": 2,
    }
    (test,) = found["tests"]
    assert test["ok"]
    assert test["passed"] == test["checks"] > 0
    assert test["error"] < 1e-12
    files = files_of(found)
    assert {"model.yaml", "c/README.md", "c/PxP90xP.c", "c/test_PxP90xP.c"} <= set(files)
    assert robot_in(files["model.yaml"], name).joint_names == ("joint1", "joint2", "joint3")


def test_wrong_code_is_found_named_and_built_again_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = building.build

    def wrong(*given: Any, **options: Any) -> Any:
        found = made(*given, **options)
        c = {
            path: text.replace("] - p", "] + p") if path == "RxR.c" else text for path, text in found.trees["c"].items()
        }
        return replace(found, trees={"c": c})

    monkeypatch.setattr(building, "build", wrong)
    options = ("--names", "R=R,R+R", "--quantities", "gravity")
    out = build(tmp_path, *options, code=1)
    assert "R+R failed: c: failed" in out
    assert "R=R failed" not in out
    assert rows(tmp_path)["R+R"]["status"] == "failed"
    monkeypatch.undo()
    build(tmp_path, *options, code=1)
    assert "2 chains; 8 of 8 tests passed" in build(tmp_path, *options, "--retry")
    assert rows(tmp_path)["R+R"]["status"] == "done"


def test_a_folder_is_continued(tmp_path: Path) -> None:
    """What is done is not done again, not even timed; what was deleted is written from the journal."""
    first = build(tmp_path, "--names", "R=R=P,P+P90+P", "--counts-only")
    assert "2 chains" in first
    assert "tests" not in first
    before = rows(tmp_path)
    shutil.rmtree(tmp_path / "R=R=P")
    build(tmp_path, "--names", NAMES, "--counts-only")
    after = rows(tmp_path)
    assert list(after) == NAMES.split(",")
    assert all(after[name] == before[name] for name in before)
    assert lw.load(tmp_path / "R=R=P" / "model.yaml").nq == 3
    told = refused("build", "--names", NAMES, "--counts-only", "--quantities", "gravity", "-o", str(tmp_path))
    assert 'quantities is ["inverse_dynamics", ' in told
    assert "another folder" in told


def test_a_filter_of_the_catalogue(tmp_path: Path) -> None:
    data = json.loads(build(tmp_path, "--joints", "3", "--quantities", "jacobian", "--counts-only", "--json"))
    assert data["chains"] == len(rows(tmp_path)) == 27
    assert data["failed"] == {}
    assert data["checks"] == 0


def test_the_known_chains() -> None:
    """The model file describes the robot that the rows do: the same forces for the same numbers."""
    assert len(known_general()) == 616
    rng = np.random.default_rng(0)
    for name in ("S3PPR1", "S4RPRR8", "S6RRPPRR10"):
        file = lw.derive(robot_in(known_model(known_chains()[name]), name), "inverse_dynamics", parameters="symbolic")
        table = lw.derive(chains()[name].robot, "inverse_dynamics", parameters="inertial")
        states = [rng.uniform(-1, 1, int(name[1])) for _ in range(3)]
        values = {label: rng.uniform(0.5, 1) for label in file.inputs["parameters"].labels}
        found = [
            f(**dict(zip("qva", states, strict=True)), parameters=[values[x] for x in f.inputs["parameters"].labels])
            for f in (file, table)
        ]
        np.testing.assert_allclose(found[0], found[1], rtol=1e-11)


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (("--names", "R=Q"), "no name of a serial chain"),
        (("--names", "R=R", "--known"), "both say which chains"),
        (("--names", "R=R", "--mask", "3T1R"), "so does a filter"),
        (("--known", "--mask", "3T1R"), "no levels and masks"),
        (("--known", "--joints", "7"), "no general chains of 7 joints"),
        (("--names", "R=R", "--quantities", "mass_matrx"), "mass_matrx"),
        (("--names", "R=R", "--quantities", ","), "no quantity is named"),
        (("--names", "R=R", "--to", "cobol"), "cobol"),
        (("--names", "R=R", "--workers", "0"), "0 workers"),
    ],
)
def test_what_makes_no_sense_is_refused_before_any_work(tmp_path: Path, options: tuple[str, ...], what: str) -> None:
    assert what in refused("build", *options, "-o", str(tmp_path / "out"))
    assert not (tmp_path / "out").exists()


def test_a_file_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    assert "cannot make the folder" in refused("build", "--names", "R=R", "-o", str(tmp_path / "out"))


def test_a_journal_in_use_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal(tmp_path / "journal.sqlite"):
        assert run(["catalog", "build", "--names", "R=R", "-o", str(tmp_path)]) == 2
    assert "in use by another run" in capsys.readouterr().err


@pytest.mark.slow
def test_two_workers_make_the_same_table_and_files(tmp_path: Path) -> None:
    for workers in ("1", "2"):
        build(tmp_path / workers, "--names", f"{NAMES},R+R~R", "--workers", workers)
    timeless = [
        {
            name: {k: x for k, x in row.items() if k not in ("seconds", "processor")}
            for name, row in rows(folder).items()
        }
        for folder in (tmp_path / "1", tmp_path / "2")
    ]
    assert timeless[0] == timeless[1]
    for path in (tmp_path / "1").rglob("*.[cy]*"):
        other = tmp_path / "2" / path.relative_to(tmp_path / "1")
        assert path.name == "catalogue.csv" or other.read_bytes() == path.read_bytes()
