"""Whole runs: the same front whoever computes, nothing lost when it is stopped, reasons where nothing can do the task."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import numpy as np
import pytest

from linkwright.errors import RunError
from linkwright.jobs import workers
from linkwright.synthesis.found import Found
from linkwright.synthesis.run import Place, synthesize
from linkwright.synthesis.task import Task
from tests.support.systems import needs_posix

TASK = """
task: 1
name: two points
mask: 3T1R
payload: {mass: 1 kg}
path:
  points: [[0.3, 0.1, 0.0], [0.1, 0.3, 0.2, 45 deg]]
  time: 1 s
  rate: 40 Hz
structures: {catalogue: {names: [R=R=R=P, R=R=P=R, P+P90+P=R]}}
objectives: [energy, mass]
search: {evaluations: EVALUATIONS, population: 12, seed: 3, front: 4}
"""


def found(folder: Path, count: int = 1, evaluations: int = 96, text: str = TASK) -> Found:
    task = Task.read(text.replace("EVALUATIONS", str(evaluations)), ".")
    with workers(count) as crew:
        return synthesize(task, Place(Path("."), folder), crew)


def numbers(run: Found) -> list[object]:
    return [(p.name, p.x, p.branch, dict(p.objectives)) for p in run.front]


def test_a_run_finds_a_front_that_holds_on_finer_samples(tmp_path: Path) -> None:
    run = found(tmp_path)
    assert run.front
    assert run.evaluations == sum(t.evaluations for t in run.tried)
    assert {t.dropped for t in run.tried} <= {0.25, 0.5, 1.0}
    for p in run.front:
        check = run.checks[p.name]
        assert check["feasible"], check
        assert check["energy"]["difference"] < 0.01
    best = {name: min(p.objectives[name] for p in run.front) for name in run.task.objectives}
    for t in run.tried:
        for name, p in t.best.items():
            assert p.objectives[name] >= best[name]


def test_every_candidate_is_kept(tmp_path: Path) -> None:
    run = found(tmp_path)
    for t in run.tried:
        lines = (tmp_path / "individuals" / f"{t.structure.name}.csv").read_text().splitlines()
        assert len(lines) == 1 + t.evaluations
        assert sum(line.split(",")[1] == "" for line in lines[1:]) == t.feasible
        assert sum(t.reasons.values()) == t.evaluations - t.feasible


def test_what_the_journal_knows_is_not_computed_again(tmp_path: Path) -> None:
    first = found(tmp_path)
    before = _journal(tmp_path / "journal.sqlite")
    again = found(tmp_path)
    assert _journal(tmp_path / "journal.sqlite") == before
    assert numbers(first) == numbers(again)
    with pytest.raises(RunError, match="another run: evaluations is 96 there, 120 here"):
        found(tmp_path, evaluations=120)


def test_a_task_that_nothing_can_do_says_why(tmp_path: Path) -> None:
    run = found(tmp_path, text=TASK.replace("objectives:", "constraints: {mass: 0.5}\nobjectives:"))
    assert not run.front
    for t in run.tried:
        assert t.feasible == 0
        assert sum(t.reasons.values()) == t.evaluations
    assert any("mass" in t.reasons for t in run.tried)


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 4])
def test_the_front_does_not_depend_on_the_workers(tmp_path: Path, count: int) -> None:
    assert numbers(found(tmp_path / "one")) == numbers(found(tmp_path / "many", count))


@needs_posix
@pytest.mark.slow
def test_kills_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:
    """The client is killed once and workers three times; the journal of the resumed run has each block once, the same front."""
    (tmp_path / "task.yaml").write_text(TASK.replace("EVALUATIONS", "9600"))
    command = [
        sys.executable,
        "-m",
        "linkwright",
        "synthesize",
        str(tmp_path / "task.yaml"),
        "-o",
        str(tmp_path / "out"),
    ]
    client = subprocess.Popen([*command, "--workers", "2"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    _wait_for(tmp_path / "out" / "journal.sqlite", 2)
    client.kill()
    client.communicate()
    kept = _journal(tmp_path / "out" / "journal.sqlite")
    client = subprocess.Popen([*command, "--workers", "2", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    for _ in range(3):
        time.sleep(1.5)
        _kill_a_worker(client.pid)
    out, errors = client.communicate(timeout=300)
    assert client.returncode == 0, errors
    journal = _journal(tmp_path / "out" / "journal.sqlite")
    assert kept.items() <= journal.items()
    expected = found(tmp_path / "alone", evaluations=9600)
    front = json.loads(out)["front"]
    assert [p["name"] for p in front] == [p.name for p in expected.front]
    for point, other in zip(front, expected.front, strict=True):
        np.testing.assert_array_equal(list(point["variables"].values()), other.x)


def _kill_a_worker(client: int) -> None:
    find = ["pgrep", "-f", "-P", str(client), "spawn_main"]
    for _ in range(200):
        if children := subprocess.run(find, capture_output=True, text=True, check=False).stdout.split():
            os.kill(int(children[0]), signal.SIGKILL)
            return
        time.sleep(0.1)
    raise AssertionError("no worker was there to be killed")


def _journal(path: Path) -> dict[str, float]:
    with closing(sqlite3.connect(path)) as journal:
        rows = journal.execute("SELECT key, seconds FROM outcomes WHERE status = 'done'").fetchall()
    assert len({key for key, _ in rows}) == len(rows)
    return dict(rows)


def _wait_for(path: Path, blocks: int) -> None:
    """Until so many blocks are in the journal: its run holds it locked, so a copy is read."""
    copy = path.parent.parent / "copy.sqlite"
    for _ in range(1200):
        for ending in ("", "-wal"):
            if (there := path.with_name(path.name + ending)).exists():
                shutil.copy(there, copy.with_name(copy.name + ending))
        with suppress(sqlite3.Error):
            if copy.exists() and len(_journal(copy)) >= blocks:
                return
        time.sleep(0.1)
    raise AssertionError("no block was done in two minutes")
