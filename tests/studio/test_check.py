"""What `check` says of coordinates, and where its messages point."""

from __future__ import annotations

from typing import Any

import pytest

from linkwright.studio.desk import answer
from tests.support.source import ROOT

EXAMPLES = ROOT / "examples"


def checked(path: str) -> dict[str, Any]:
    found = answer("check", {"document": (EXAMPLES / f"{path}.yaml").read_text()})
    assert found["ok"], found
    return found


def test_coordinates_of_a_tree_have_names_units_and_limits() -> None:
    rows = checked("quadruped")["coordinates"]
    base = [(r["name"].partition(".")[2], r["unit"], r["start"]) for r in rows[:7]]
    assert base == [
        ("x", "m", 0),
        ("y", "m", 0),
        ("z", "m", 0),
        ("qx", "", 0),
        ("qy", "", 0),
        ("qz", "", 0),
        ("qw", "", 1),
    ]
    assert all(r["free"] and r["unit"] == "rad" for r in rows[7:])
    assert [r["index"] for r in rows] == list(range(len(rows)))


def test_a_four_bar_says_what_is_free_and_what_follows() -> None:
    rows = {r["name"]: r for r in checked("loops/fourbar")["coordinates"]}
    free = [n for n, r in rows.items() if r["free"]]
    assert len(free) == 1
    assert "motor" in rows[free[0]]["why"]
    assert all("loop '" in r["why"] for n, r in rows.items() if n not in free)


@pytest.mark.parametrize(
    "path",
    sorted(
        p.relative_to(EXAMPLES).with_suffix("").as_posix() for p in EXAMPLES.rglob("*.yaml") if "formats" not in p.parts
    ),
)
def test_every_example_has_a_reason_per_coordinate(path: str) -> None:
    found = checked(path)
    rows = found["coordinates"]
    whole = found["report"]["tree"] or found["report"]
    assert len(rows) == whole["nq"]
    assert sum(r["free"] for r in rows) == found["report"]["nq"]
    assert all(r["why"] for r in rows)


BLOCK = """\
linkwright: 1
joints:
  hip: {type: revolute, parent: world, child: thigh}
  knee:
    type: revolut
    parent: thigh
    child: shank
bodies: {thigh: {mass: 1}, shank: {mass: oops}}
"""


def test_messages_name_the_part_of_the_document() -> None:
    found = answer("check", {"document": BLOCK})
    paths = {m["line"]: m["path"] for m in found["messages"]}
    assert paths[5] == ["joints", "knee", "type"] or paths.get(4) == ["joints", "knee"]
    assert paths[8] == ["bodies"]


def test_a_document_that_is_no_yaml_has_lines_and_no_parts() -> None:
    (message,) = answer("check", {"document": "name: [1\njoints: }"})["messages"]
    assert message["line"]
    assert message["path"] is None
