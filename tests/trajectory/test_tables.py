"""Tables of comma-separated values come back as they were."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np
import pytest

from linkwright.errors import EmitError
from linkwright.trajectory.tables import table_text, write_motion, write_table

ROWS = [["a, b", 1 / 3, None, True], ['say "so"', np.float64(1e-300), 7, False], ["two\nlines", float("inf"), "", True]]


def test_every_digit_and_every_text() -> None:
    read = list(csv.reader(io.StringIO(table_text(["name", "x", "y", "good"], ROWS), newline="")))
    assert read[0] == ["name", "x", "y", "good"]
    assert [row[0] for row in read[1:]] == ["a, b", 'say "so"', "two\nlines"]
    assert [float(row[1]) for row in read[1:]] == [1 / 3, 1e-300, np.inf]
    assert [row[2] for row in read[1:]] == ["", "7.0", ""]
    assert [row[3] for row in read[1:]] == ["yes", "no", "yes"]


def test_a_file_has_the_same_cells_as_the_text(tmp_path: Path) -> None:
    write_table(tmp_path / "t.csv", ["name", "x", "y", "good"], ROWS)
    with (tmp_path / "t.csv").open(newline="", encoding="utf-8") as file:
        read = list(csv.reader(file))
    assert read == list(csv.reader(io.StringIO(table_text(["name", "x", "y", "good"], ROWS), newline="")))
    with pytest.raises(EmitError, match="cannot write"):
        write_table(tmp_path / "nowhere" / "t.csv", ["x"], [[1.0]])


def test_a_motion_has_a_column_for_every_coordinate(tmp_path: Path) -> None:
    random = np.random.default_rng(0)
    t, q, tau = random.normal(size=4), random.normal(size=(4, 2)), random.normal(size=(4, 1))
    write_motion(tmp_path / "m.csv", t, q=q, tau=tau)
    head, *lines = (tmp_path / "m.csv").read_text().splitlines()
    assert head == "t,q1,q2,tau1"
    assert np.array_equal(np.loadtxt(lines, delimiter=","), np.column_stack([t, q, tau]))
