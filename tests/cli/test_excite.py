"""`linkwright excite`: flags, tables, figures, messages."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from linkwright.cli.excite import Fences, boxes, excite_and_report
from linkwright.errors import LinkwrightError
from linkwright.identification.excitation import Plan
from tests.identification.excitation.arms import chain

QUICK = Plan(time=4.0, harmonics=2, rate=25.0, starts=1)


def test_table_figure_and_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    robot = chain("RR", 2, effort=50.0)
    out, plot, limits = tmp_path / "m.csv", tmp_path / "m.svg", tmp_path / "limits.yaml"
    limits.write_text("j1: {velocity: 1}\n")
    fences = Fences(start="0.1, -0.2", limits=limits, box="tool: -9 9, -9 9, -inf inf")
    excite_and_report(robot, QUICK, fences, out, plot, True)
    facts = json.loads(capsys.readouterr().out)
    assert facts["version"] == 1
    assert facts["condition"] < facts["condition_before"]
    assert facts["samples"] == 101
    kinds = {limit["kind"] for limit in facts["limits"]}
    assert kinds == {"position", "velocity", "torque", "box"}
    rows = np.loadtxt(out.read_text().splitlines()[1:], delimiter=",")
    assert rows.shape == (101, 1 + 4 * 2)
    assert np.allclose(rows[[0, -1], 1:3], [0.1, -0.2])
    assert np.abs(rows[:, 3]).max() <= 0.9
    assert "svg" in plot.read_text()[:200]
    excite_and_report(robot, QUICK, fences, None, None, False)
    told = capsys.readouterr().out
    assert "condition" in told
    assert "velocity" in told
    assert "100.0 %" in told


def test_boxes_as_text() -> None:
    assert boxes("a: 0 1, -1 1, 0.5 2; b: 0 1, 0 1, 0 inf") == {
        "a": [[0, 1], [-1, 1], [0.5, 2]],
        "b": [[0, 1], [0, 1], [0, np.inf]],
    }
    assert boxes(" ") == {}
    for text in ("tool", "tool: 0 1", "tool: 0 1, 0 1, x 1", ": 0 1, 0 1, 0 1", "tool: 0 1 2, 0 1, 0 1"):
        with pytest.raises(LinkwrightError, match="is no box"):
            boxes(text)


def test_messages(tmp_path: Path) -> None:
    robot = chain("RR", 2)
    with pytest.raises(LinkwrightError, match="cannot plot to"):
        excite_and_report(robot, QUICK, Fences(), None, tmp_path / "m.txt", False)
    with pytest.raises(LinkwrightError, match="start has 3 values"):
        excite_and_report(robot, QUICK, Fences(start="1, 2, 3"), None, None, False)
    with pytest.raises(LinkwrightError, match="the start breaks a limit"):
        excite_and_report(robot, QUICK, Fences(start="90, 0"), None, None, False)
