"""Kernels of many quantities: a second process makes some of them, and nobody can tell which."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import linkwright as lw
from linkwright import kernels
from linkwright.kernels import Helper, Options, kernel, kernels_of

ROBOT = Path(__file__).parents[1] / "examples" / "double_pendulum.yaml"
NAMES = ["mass_matrix", "gravity", "coriolis_matrix", "forward_kinematics", "jacobian", "twist"]


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "MANY", 2)
    monkeypatch.setattr(kernels.os, "cpu_count", lambda: 2)


def test_the_second_process_makes_the_same_kernels() -> None:
    robot, options = lw.load(ROBOT), Options("symbolic", frame="tip")
    helper = Helper(robot, options, NAMES)
    try:
        assert helper._thread is not None
        helper._thread.join()  # nobody else makes anything
        assert set(helper.found) == set(NAMES)
        assert helper.next() is None
    finally:
        helper.end()
    assert helper.found == {name: kernel(robot, name, options) for name in NAMES}


def test_modules_in_the_working_folder_are_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pickle.py").write_text("open('seen', 'w')")
    monkeypatch.chdir(tmp_path)
    helper = Helper(lw.load(ROBOT), Options(level=0), NAMES[:2])
    try:
        assert helper._thread is not None
        helper._thread.join()
    finally:
        helper.end()
    assert not (tmp_path / "seen").exists()
    assert set(helper.found) == set(NAMES[:2])


def test_order_and_errors_are_the_callers() -> None:
    robot = lw.load(ROBOT)
    found, left_out = kernels_of(robot, NAMES, Options(level=0))
    assert [k.name for k in found] == NAMES
    assert left_out == ()
    with pytest.raises(lw.LinkwrightError, match="potential_energy cannot be computed"):
        kernels_of(robot, [*NAMES, "potential_energy"], Options("base", level=0))
    _, left_out = kernels_of(robot, "all", Options("base", level=0))
    assert "potential_energy" in dict(left_out)


@pytest.mark.parametrize("program", ["/nowhere/python", str(Path(__file__)), ""])
def test_without_a_second_process_it_takes_longer(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", program)
    found, _ = kernels_of(lw.load(ROBOT), NAMES, Options(level=0))
    assert [k.name for k in found] == NAMES
