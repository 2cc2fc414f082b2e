"""Operation counts of a built catalogue: spreads per number of joints, ratios of two tables, a figure."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from tests.support.catalogue import OPERATIONS
from tests.support.cli import app

HEAD = ("name", "joints", "word", "status", *(f"gravity_{kind}" for kind in OPERATIONS))
COUNTS = {"a": ("RRR", 10), "b": ("RRR", 20), "c": ("RRR", 60), "d": ("RPR", 4), "e": ("RRRR", 7), "f": ("PPPP", 0)}


def write(path: Path, counts: dict[str, tuple[str, int]]) -> str:
    """Half the operations are products; a change of sign, which does not count, in each chain; one that was not built."""
    lines = [",".join((*HEAD, "seconds", "processor", "checks", "passed", "error"))]
    for name, (word, n) in counts.items():
        lines.append(f"{name},{len(word)},{word},done,{n // 2},{n - n // 2},0,9,0,0,0,1.0,1.0,4,4,1e-16")
    lines.append("g,3,RRR,crashed,,,,,,,,1.0,0.0,0,0,")
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def compare(*arguments: str) -> Any:
    result = CliRunner().invoke(app, ["catalog", "compare", *arguments, "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)["spreads"]
    return {(x["joints"], x["revolute"]): (x["chains"], x["numbers"].get("gravity")) for x in found}


def test_least_median_and_largest(tmp_path: Path) -> None:
    assert compare(write(tmp_path / "t.csv", COUNTS)) == {
        (3, None): (4, [4, 15, 60]),
        (3, 2): (1, [4, 4, 4]),
        (3, 3): (3, [10, 20, 60]),
        (4, None): (2, [0, 3.5, 7]),
        (4, 0): (1, [0, 0, 0]),
        (4, 4): (1, [7, 7, 7]),
    }


def test_ratios_of_what_both_tables_have(tmp_path: Path) -> None:
    other = {"a": ("RRR", 5), "b": ("RRR", 40), "d": ("RPR", 4), "f": ("PPPP", 0), "x": ("RRR", 1)}
    found = compare(write(tmp_path / "t.csv", COUNTS), write(tmp_path / "u.csv", other))
    assert found == {(3, None): (3, [0.5, 1, 2]), (3, 2): (1, [1, 1, 1]), (3, 3): (2, [0.5, 1.25, 2])}


def test_it_is_printed(tmp_path: Path) -> None:
    out = CliRunner().invoke(app, ["catalog", "compare", write(tmp_path / "t.csv", COUNTS)]).stdout
    assert "operations: least / median / largest" in out
    assert "4 / 15 / 60" in out


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf"])
def test_a_figure(tmp_path: Path, suffix: str) -> None:
    tables = [write(tmp_path / f"{k}.csv", COUNTS) for k in range(2)]
    figure = tmp_path / f"counts{suffix}"
    compare(*tables, "-o", str(figure))
    assert figure.stat().st_size > 1000
    if suffix == ".svg":
        assert ElementTree.parse(figure).getroot().tag.endswith("svg")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("name,level\n", "no column 'joints'"),
        ("", "no column 'name'"),
        (",".join((*HEAD[:-1], "seconds", "processor", "checks", "passed", "error")), "no column 'gravity_other'"),
        ("\n", "no column"),
    ],
)
def test_another_table_is_refused(tmp_path: Path, text: str, what: str) -> None:
    (tmp_path / "t.csv").write_text(text)
    assert what in told(str(tmp_path / "t.csv"))


def told(*arguments: str) -> str:
    return str(CliRunner().invoke(app, ["catalog", "compare", *arguments]).exception)


def test_what_cannot_be_compared_is_said(tmp_path: Path) -> None:
    table = write(tmp_path / "t.csv", COUNTS)
    assert "no chain and quantity in common" in told(table, write(tmp_path / "u.csv", {"z": ("RR", 3)}))
    assert "no chain with counts" in told(write(tmp_path / "v.csv", {}))
    assert "cannot read it" in told(str(tmp_path / "w.csv"))
    assert "cannot plot to" in told(table, "-o", str(tmp_path / "f.txt"))
    (tmp_path / "x.csv").write_bytes(b"\xff\xfe\x00")
    assert "no table of text" in told(str(tmp_path / "x.csv"))
    text = (tmp_path / "t.csv").read_text()
    for old, new in (("a,3,RRR,done,5", "a,3,RRR,done,many"), ("a,3,RRR", "a,4,RRR"), ("a,3,RRR", "a,3,RXR")):
        (tmp_path / "y.csv").write_text(text.replace(old, new))
        assert "y.csv:2" in told(str(tmp_path / "y.csv"))
