"""`linkwright catalog`: what is printed and written, and how it fails."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.support.cli import app
from tests.support.package import LinkwrightError


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["catalog", *arguments], catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result.stdout


def refused(*arguments: str) -> str:
    with pytest.raises(LinkwrightError) as error:
        CliRunner().invoke(app, ["catalog", *arguments], catch_exceptions=False)
    return str(error.value)


def test_counts_are_told() -> None:
    lines = run("enumerate", "--joints", "3..5").splitlines()
    assert lines[0].split()[:2] == ["joints", "patterns"]
    assert [line.split()[:2] for line in lines[1:]] == [["3", "27"], ["4", "89"], ["5", "243"]]


def test_list() -> None:
    out = run("enumerate", "--joints", "4", "--mask", "3T1R", "--list")
    assert "R=R=R=P" in out
    assert out.splitlines()[-1].split() == ["4", "28", "28"]


def test_table(tmp_path: Path) -> None:
    path = tmp_path / "chains.csv"
    assert "39 rows" in run("enumerate", "--joints", "4", "--level", "variants", "-o", str(path))
    with path.open() as file:
        rows = list(csv.DictReader(file))
    assert {row["level"] for row in rows} == {"variant"}
    assert next(row for row in rows if row["name"] == "R~S")["general"] == "R~R+R+R"


def test_json() -> None:
    data = json.loads(run("enumerate", "--joints", "6", "--level", "general", "--max-prismatic", "0", "--json"))
    assert data["counts"] == {"6": {"3T3R": 8}}
    assert [row["name"] for row in data["chains"]][-1] == "R~R~R~R+R+R"


def test_refusals(tmp_path: Path) -> None:
    assert "did you mean '3T1R'" in refused("enumerate", "--joints", "4", "--mask", "3T1")
    assert "ending in .csv" in refused("enumerate", "--joints", "3", "-o", str(tmp_path / "x.txt"))
    assert "there are" in refused("enumerate", "--joints", "3", "--mask", "3T1R")
