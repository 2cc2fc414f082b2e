"""`linkwright workspace`: what it prints and writes."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from typer.testing import CliRunner

from linkwright.errors import EmitError
from tests.support.cli import app

EXAMPLES = Path(__file__).parents[2] / "examples"
FIVEBAR = str(EXAMPLES / "parallel/fivebar.yaml")


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["workspace", *words])
    return result.exit_code, result.output


def test_it_tells_and_writes(tmp_path: Path) -> None:
    picture, table = tmp_path / "w.svg", tmp_path / "w.csv"
    code, said = run(FIVEBAR, "--cells", "30", "--plot", str(picture), "--csv", str(table))
    assert code == 0, said
    assert "reachable" in said
    assert "singular" in said
    assert "<svg" in picture.read_text()
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert len(rows) == 30 * 23
    assert 0 < sum(float(r["reachable"]) for r in rows) < len(rows)


def test_data_for_programs() -> None:
    code, said = run(FIVEBAR, "--cells", "20", "--json")
    found = json.loads(said)
    assert code == 0
    assert found["axes"] == ["x", "y"]
    assert 1.6 < found["reachable_area"] < 1.9


def test_an_ending_that_no_picture_has_is_told_before_the_work(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["workspace", FIVEBAR, "--plot", str(tmp_path / "w.bmp")])
    assert result.exit_code != 0
    assert isinstance(result.exception, EmitError)
    assert not list(tmp_path.iterdir())


def test_it_tells_where_the_determinant_vanishes() -> None:
    code, said = run(str(EXAMPLES / "arm6.yaml"), "--cells", "8", "--orientations", "2")
    assert code == 0, said
    assert "where sin(q5) = 0: joint5 = 0 or pi (wrist" in said
