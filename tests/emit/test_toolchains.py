"""Toolchains: what is missing is said, what hangs is stopped, what fails is shown."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from tests.support.emit import Commands
from tests.support.verification import find, run, run_tests, toolchains
from tests.support.verification import toolchains_Row as Row


def test_a_missing_tool_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchains, "_program", lambda name: None)
    row = run_tests({"a.c": "x", "b.c": "y"}, "c", 3)
    assert row == Row("c", 2, 3, note="written, not run: no gcc found")
    assert not row.ran


def test_the_first_choice_that_exists_is_taken() -> None:
    commands = Commands(needs=(("no-such-program", "python:numpy"),), run=())
    assert find(commands) == ([sys.executable], "")
    assert find(Commands((("python:no_such_module",),), ())) == ([], "no_such_module")


def test_a_failing_build_shows_its_output() -> None:
    row = run_tests({"test_x.py": "raise SystemExit('broken on purpose')"}, "numpy", 1)
    assert not row.ok
    assert "ended with code 1" in row.note
    assert "broken on purpose" in row.output


def test_a_program_that_hangs_is_stopped_with_its_children(tmp_path: Path) -> None:
    child = "import time; time.sleep(60)"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    start = time.monotonic()
    code, _ = run([sys.executable, "-c", parent], tmp_path, 0.5)
    assert code is None
    assert time.monotonic() - start < 50


def test_summaries_of_several_programs_add_up() -> None:
    text = "print('{} checks, {} passed, max relative error {}')"
    tree = {"test_a.py": text.format(3, 3, "1e-16"), "test_b.py": text.format(4, 4, "2.50e-12")}
    row = run_tests(tree, "numpy", 2)
    assert (row.checks, row.passed, row.error, row.ok) == (7, 7, 2.5e-12, True)
