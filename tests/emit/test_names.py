"""Robots with the names of generated files, make's targets and words of languages: no file stands for two things."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

import pytest

import linkwright as lw

NAMES = (
    "test_robot",
    "Test_Robot",
    "example_robot",
    "autodiff_x",
    "arm_part1",
    "linkwright_math",
    "example",
    "test",
    "main",
    "all",
    "clean",
    "Makefile",
    "README",
    "double",
    "numpy",
    "random",
    "lib",
    "setup",
    "self",
    "CON",
    "class",
    "t1",
    "1",
    "",
)


def robot(name: str) -> lw.OpenRobot:
    joints, bodies = {"j": {"type": "revolute", "child": "b"}}, {"b": {"mass": 1, "com": [1, 0, 0]}}
    made = lw.load(
        {"linkwright": 1, "name": name or "robot", "joints": joints, "bodies": bodies, "gravity": [0, -9.81, 0]}
    )
    assert isinstance(made, lw.OpenRobot)
    return made


@pytest.mark.parametrize("name", NAMES)
def test_files_of_a_language_are_apart(name: str) -> None:
    for language, tree in lw.build(robot(name), to="all", quantities="gravity").trees.items():
        tests = [p for p in tree if fnmatch(Path(p).name.lower(), "test_*.[cf]*")]
        assert len(tests) <= 1, (language, tests)  # make takes every such file as a test of a robot
        examples = [p for p in tree if fnmatch(Path(p).name.lower(), "example_*.c*")]
        assert len(examples) <= 1, (language, examples)


@pytest.mark.parametrize("name", ["test_robot", "example_part2"])
def test_their_tests_run(name: str, tmp_path: Path) -> None:
    built = lw.build(robot(name), to="c,fortran,numpy", out=tmp_path / "out", quantities="gravity")
    assert [row.output for row in built.tests if not row.ok] == []
