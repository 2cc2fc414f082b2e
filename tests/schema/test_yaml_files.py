"""JSON Schemas of the YAML files that people write: what the readers accept is valid, and broken files are refused by both."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

import linkwright as lw
from linkwright.synthesis.task import Task
from linkwright.synthesis.templates import TASKS
from tests.support.cli import LOOPS, PARALLEL, run
from tests.support.readers import file_schema
from tests.support.schema import FILES, json_schema
from tests.support.tables import make_tables

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
FOREIGN = ("formats",)
"""Folders of other people's formats."""
PENDULUM = """\
linkwright: 1
parameters: {L: 1 m, m: {value: 2 kg, doc: mass}, J: }
joints:
  pivot: {type: revolute, child: rod, limits: [-90 deg, 90 deg], damper: 0.1}
bodies:
  rod: {mass: m, com: [0, 0, -L/2]}
frames:
  tip: {body: rod, xyz: [0, 0, -L]}
"""


def complaints(text: str, kind: str = "robot-file") -> list[str]:
    """What an editor with the schema would mark."""
    data: Any = YAML(typ="safe", pure=True).load(text)
    return [
        error.message for error in Draft202012Validator(json_schema(kind)).iter_errors(json.loads(json.dumps(data)))
    ]


def kind_of(path: Path) -> str:
    return "lagrangian-file" if path.parent.name == "manifold" else "robot-file"


TABLES = make_tables().files()
"""Kind of file -> its title, its table of keys."""


@pytest.mark.parametrize("kind", FILES)
def test_the_shipped_schema_is_a_schema_and_current(kind: str) -> None:
    Draft202012Validator.check_schema(json_schema(kind))
    assert json_schema(kind) == file_schema(*TABLES[kind]), "run python docs/make_tables.py"


@pytest.mark.parametrize(
    "path", [p for p in sorted(EXAMPLES.rglob("*.yaml")) if p.parent.name not in FOREIGN], ids=lambda p: p.name
)
def test_every_example_is_valid(path: Path) -> None:
    assert not complaints(path.read_text(encoding="utf-8"), kind_of(path))


@pytest.mark.parametrize(
    "options",
    [["--loop", x] for x in LOOPS] + [["--parallel", x] for x in PARALLEL] + [["--task", x] for x in TASKS] + [[]],
    ids=str,
)
def test_every_template_is_valid_and_names_its_schema(options: list[str], tmp_path: Path) -> None:
    path = tmp_path / "new.yaml"
    assert run(["new", str(path), *options, "--schema"]) == 0
    first, rest = path.read_text(encoding="utf-8").split("\n", 1)
    kind = "task-file" if "--task" in options else "robot-file"
    assert not complaints(rest, kind)
    named = first.removeprefix("# yaml-language-server: $schema=")
    assert json.loads((tmp_path / named).read_text(encoding="utf-8")) == json_schema(kind)
    Task.load(path) if "--task" in options else lw.load(path)


def test_broken_tasks_are_refused_by_reader_and_schema() -> None:
    good = "path: {points: [[0, 0, 0], {xyz: [1, 0, 0], dwell: 1 s}], velocity: [1 m/s, 2]}\n"
    assert not complaints(good, "task-file")
    Task.read(good)
    for bad in ("pth: {}", "mask: 4T1R", "payload: {mass: -1}", "space: {low: [0, 0]}", "search: {method: luck}", "limits: [1]",
                "structures: {families: scra}", "design: {motors: {a: {mass: 1}}}", "objectives: []"):  # fmt: skip
        assert complaints(good + bad, "task-file"), bad
        with pytest.raises(lw.LinkwrightError):
            Task.read(good + bad)


def test_constants_of_a_lagrangian_may_be_formulas_types_and_values(tmp_path: Path) -> None:
    text = """\
manifold: {x: R}
constants: {m: 2 kg, l: 0.5, J: m*l^2/12, k: scalar, a: [0, 0, 1], K: {type: symmetric, value: [1, 2, 3]}}
lagrangian: J*dx^2/2 - k*x^2/2
"""
    path = tmp_path / "swing.yaml"
    path.write_text(text)
    assert isinstance(lw.load(path), lw.Lagrangian)
    assert not complaints(text, "lagrangian-file")
    assert complaints(text.replace("lagrangian:", "lagrangien:"), "lagrangian-file")


BROKEN = {
    "a key that is not known": ("damper: 0.1", "dampr: 0.1"),
    "a type that is not known": ("type: revolute", "type: revolut"),
    "no version": ("linkwright: 1\n", ""),
    "another version": ("linkwright: 1", "linkwright: 2"),
    "no child": ("child: rod, ", ""),
    "a joint that is a list": (
        "{type: revolute, child: rod, limits: [-90 deg, 90 deg], damper: 0.1}",
        "[revolute, rod]",
    ),
    "a vector of two": ("xyz: [0, 0, -L]", "xyz: [0, -L]"),
    "a vector that is a word": ("xyz: [0, 0, -L]", "xyz: down"),
    "a number that is a list": ("mass: m", "mass: [m]"),
    "limits of three": ("[-90 deg, 90 deg]", "[-1, 0, 1]"),
    "two orientations": ("xyz: [0, 0, -L]", "rpy: [0, 0, 0], quaternion: [0, 0, 0, 1]"),
    "two forms of inertia": ("mass: m,", "mass: m, parameters: {m: 2},"),
    "a frame without a body": ("body: rod, ", ""),
    "a flag that is a word": ("damper: 0.1", "actuated: perhaps"),
    "a tensor of four": ("mass: m,", "mass: m, inertia: [1, 2, 3, 4],"),
    "a part that is a word": ("frames:\n  tip: {body: rod, xyz: [0, 0, -L]}", "frames: tip"),
    "a parameter with another key": ("doc: mass", "unit: kg"),
    "an elastic joint without stiffness": ("damper: 0.1", "elastic: {rotor_inertia: 1}"),
}


def test_the_file_that_is_broken_below_is_good(tmp_path: Path) -> None:
    path = tmp_path / "arm.yaml"
    path.write_text(PENDULUM)
    assert isinstance(lw.load(path), lw.OpenRobot)
    assert not complaints(PENDULUM)


@pytest.mark.parametrize("name", BROKEN)
def test_broken_files_are_refused_by_reader_and_schema(name: str, tmp_path: Path) -> None:
    good, bad = BROKEN[name]
    assert good in PENDULUM
    text = PENDULUM.replace(good, bad)
    assert complaints(text)
    path = tmp_path / "arm.yaml"
    path.write_text(text)
    with pytest.raises(lw.LinkwrightError) as told:
        lw.load(path)
    assert told.value.hint or "arm.yaml" in str(told.value)


def test_all_mistakes_are_told_at_once_with_their_lines(tmp_path: Path) -> None:
    text = PENDULUM
    for name in ("a key that is not known", "a vector of two", "a number that is a list"):
        text = text.replace(*BROKEN[name])
    path = tmp_path / "arm.yaml"
    path.write_text(text)
    with pytest.raises(lw.LinkwrightError) as told:
        lw.load(path)
    assert [e.where for e in told.value.errors] == ["arm.yaml:4", "arm.yaml:6", "arm.yaml:8"]  # type: ignore[attr-defined]
    assert "did you mean 'damper'?" in str(told.value)


def test_every_key_is_explained_once_per_section() -> None:
    for _, file in TABLES.values():
        for section in file.within():
            assert len(set(section.names)) == len(section.names), section.name
            assert all(key.doc and key.kind.example for key in section.keys), section.name
            shorthand = {name for row in section.rows for name in row} | {x for group in section.apart for x in group}
            assert shorthand | set(filter(None, [section.leaf])) <= set(section.names), section.name


def test_the_command_prints_and_writes_schemas(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema", "robot-file"]) == 0
    assert json.loads(capsys.readouterr().out) == json_schema("robot-file")
    assert run(["schema", "report", "-o", str(tmp_path / "report.json")]) == 0
    assert json.loads((tmp_path / "report.json").read_text(encoding="utf-8")) == json_schema("report")
    assert run(["schema", "robt"]) == 2
