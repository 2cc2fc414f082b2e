"""Documents on a disk, and the schema files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import linkwright as lw
from tests.schema.support import ROOT, differences
from tests.support.graph import OPS
from tests.support.manifold import FUNCTIONS
from tests.support.model import JOINT_SIZES, LOOP_KINDS
from tests.support.schema import KINDS, json_schema, read, save

FOURBAR = ROOT / "examples/loops/fourbar.yaml"


def test_save_and_read(tmp_path: Path) -> None:
    robot = lw.load(FOURBAR)
    file = save(robot, tmp_path / "fourbar.json")
    assert not list(differences(robot, read(file)))
    assert [p.name for p in tmp_path.iterdir()] == ["fourbar.json"]
    save(robot.tree, file)  # replaces
    assert not list(differences(robot.tree, read(file)))


def test_a_file_is_complete_or_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "thing.json"
    file.write_text("before")
    with pytest.raises(lw.LinkwrightError, match="object cannot be written"):
        save(object(), file)  # type: ignore[arg-type]
    with pytest.raises(lw.LinkwrightError, match="a folder"):
        save({"name": "arm"}, tmp_path)
    with pytest.raises(lw.LinkwrightError, match="cannot write"):
        save({"name": "arm"}, tmp_path / "missing" / "arm.json")
    assert file.read_text() == "before"
    assert [p.name for p in tmp_path.iterdir()] == ["thing.json"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"linkwright": 1, "kind": "report", "report": ' + b'{"a": ' * 500 + b"1" + b"}" * 500 + b"}", "with a name"),
        (b'{"linkwright": NaN}', "NaN is no number"),
        (b'{"linkwright": 1, "linkwright": 2}', "stands twice"),
        (b'{"linkwright": ' + b"9" * 5000 + b"}", "not JSON"),
        (b"[]", "no document of Linkwright"),
        (b'{"linkwright": 2, "kind": "robot"}', "unknown version 2"),
        (b'{"linkwright": true, "kind": "robot"}', "unknown version True"),
        (b'{"linkwright": 1, "kind": "plan"}', "'plan' is not known"),
    ],
)
def test_files_that_are_no_documents(tmp_path: Path, text: bytes, message: str) -> None:
    file = tmp_path / "x.json"
    file.write_bytes(text)
    with pytest.raises(lw.LinkwrightError, match=message) as caught:
        read(file)
    assert caught.value.where.startswith("x.json")


def test_errors_say_where(tmp_path: Path) -> None:
    file = save(lw.load(FOURBAR), tmp_path / "fourbar.json")
    document = json.loads(file.read_text())
    document["joints"][1]["parent"] = "nobody"
    file.write_text(json.dumps(document))
    with pytest.raises(lw.LinkwrightError, match="unknown parent body 'nobody'") as caught:
        read(file)
    assert caught.value.where == "fourbar.json#/joints/1"
    with pytest.raises(lw.LinkwrightError, match="there is no file"):
        read(tmp_path / "other.json")


def test_schemas_are_schemas_and_agree() -> None:
    shared: dict[str, object] = {}
    for kind in KINDS:
        schema = json_schema(kind)
        Draft202012Validator.check_schema(schema)
        for name, definition in schema["$defs"].items():
            assert shared.setdefault(name, definition) == definition, f"{name} of {kind}"


def test_schemas_know_what_the_tables_know() -> None:
    robot, lagrangian = json_schema("robot"), json_schema("lagrangian")
    joint = robot["properties"]["joints"]["items"]["properties"]
    assert set(joint["type"]["enum"]) == set(JOINT_SIZES), "joint types in src/linkwright/schema/robot.schema.json"
    assert robot["properties"]["loops"]["items"]["properties"]["kind"]["enum"] == list(LOOP_KINDS)
    by_arity: dict[int, set[str]] = {}
    for row in robot["$defs"]["graph"]["items"]["anyOf"][3:]:
        operation, arguments = row["prefixItems"]
        by_arity[arguments["minItems"]] = set(operation["enum"])
    assert by_arity == {n: {op.name for op in OPS.values() if op.arity == n} for n in (1, 2, 3)}
    two, one = (set(row["prefixItems"][0]["enum"]) for row in lagrangian["$defs"]["terms"]["items"]["anyOf"][-2:])
    assert two > {name for name, arity in FUNCTIONS.items() if arity == 2}
    assert one > {name for name, arity in FUNCTIONS.items() if arity == 1}


def test_the_longest_document_is_read_and_one_byte_more_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot = lw.load(ROOT / "examples/double_pendulum.yaml")
    path = tmp_path / "robot.json"
    save(robot, path)
    size = path.stat().st_size
    monkeypatch.setattr("linkwright.schema.files.MAX_BYTES", size)
    assert isinstance(read(path), type(robot))
    monkeypatch.setattr("linkwright.schema.files.MAX_BYTES", size - 1)
    with pytest.raises(lw.LinkwrightError, match="longer than"):
        read(path)
