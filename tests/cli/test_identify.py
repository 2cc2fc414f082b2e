"""`linkwright identify`: what it tells, what it writes, and when it says no."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.cli import identify
from linkwright.cli.identify import identify_and_report
from linkwright.errors import InputError
from linkwright.identification.identified import Identification
from linkwright.identification.report import as_data
from linkwright.identification.request import Identify
from linkwright.measurements.finding import Finding
from tests.identification.report.made import arm, made

WRONG = Finding("degrees", "lift is in degrees", "largest position 170", "convert it to radians", "error")
WORSE = Finding("lost", "3 samples are lost", "at 1.2 s", "record again", "warning")


def given(monkeypatch: pytest.MonkeyPatch, found: Identification) -> None:
    """What the identification finds; how it finds it is tested elsewhere."""

    def identified(robot: Any, data: Any, request: Any, tell: Any) -> Identification:
        tell("model", 0.5)
        return found

    monkeypatch.setattr(identify, "identified", identified)


def told(source: Path, out: Path, json_: bool = False) -> bool:
    return identify_and_report(lw.load(source), source, [Path("run.csv")], Identify(), out, json_)


def test_what_it_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Every parameter with its error, every force by every fit, where the report is."""
    source, out = arm(tmp_path), tmp_path / "out"
    found = made(source)
    given(monkeypatch, found)
    assert told(source, out)
    text = capsys.readouterr().out
    assert all(name in text for name in (*found.names, *found.model.rows, "consistent, held out", "poor"))
    assert f"{found.values[3]:.4g}" in text
    assert f"open {out / 'report.html'}" in text
    assert (out / "report.html").is_file()


def test_json_is_what_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = arm(tmp_path), tmp_path / "out"
    found = made(source)
    given(monkeypatch, found)
    assert told(source, out, json_=True)
    printed = json.loads(capsys.readouterr().out)
    assert printed == json.loads((out / "identification.json").read_text(encoding="utf-8")) == as_data(found)


@pytest.mark.parametrize(("findings", "good"), [((WORSE,), True), ((WRONG, WORSE), False), ((), True)])
def test_findings_come_first_and_errors_say_no(
    findings: tuple[Finding, ...],
    good: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    source = arm(tmp_path)
    given(monkeypatch, replace(made(source), findings=findings))
    assert told(source, tmp_path / "out") is good
    lines = capsys.readouterr().out.splitlines()
    assert lines[: 3 * len(findings) : 3] == [f"{x.severity}: {x.what}" for x in findings]
    assert [line.strip() for line in lines[2 : 3 * len(findings) : 3]] == [x.remedy for x in findings]


def test_a_lagrangian_has_no_joints(tmp_path: Path) -> None:
    source = next((Path(__file__).parents[2] / "examples" / "manifold").glob("*.yaml"))
    with pytest.raises(InputError, match="has no joints"):
        told(source, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_from_a_recording_to_a_robot(tmp_path: Path) -> None:
    """The whole way: forces of a robot that is not the file's come back from the file that is written."""
    source = arm(tmp_path)
    found = made(source, noise=0.01)
    trace = found.traces[0]
    table = np.column_stack([trace.t, trace.q, trace.v, trace.tau])
    heads = ["t", *(f"{word}{k}" for word in ("q", "v", "tau") for k in (1, 2, 3))]
    np.savetxt(tmp_path / "run.csv", table, delimiter=",", header=",".join(heads), comments="")
    request = Identify(cutoff=float("inf"), rates="measured")
    identify_and_report(lw.load(source), source, [tmp_path / "run.csv"], request, tmp_path / "out", False)
    data = json.loads((tmp_path / "out" / "identification.json").read_text(encoding="utf-8"))
    assert data["fits"]["wls"]["relative_held_out"] < 1e-2
    values = {row["name"]: row["value"] for row in data["parameters"]}
    coulomb = [n for n in values if n.startswith("coulomb")]
    assert [values[n] for n in coulomb] == pytest.approx(
        [found.values[found.names.index(n)] for n in coulomb], rel=0.02
    )
    robot = lw.load(tmp_path / "out" / "robot_identified.yaml")
    q, v, a = trace.q[300], trace.v[300], trace.a[300]
    offsets = np.array([data["parameters"][list(values).index(f"offset_{n}")]["value"] for n in found.model.rows])
    forces = np.asarray(lw.derive(robot, "inverse_dynamics")(q=q, v=v, a=a)) + offsets
    assert forces == pytest.approx(trace.tau[300], abs=0.02 * np.max(np.abs(trace.tau)))
