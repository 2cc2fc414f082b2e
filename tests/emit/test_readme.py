"""The page of a generated folder: complete, harmless, the same for the same input."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

import linkwright as lw
from tests.emit.kernels import tiny
from tests.support.draw import kinematic_tree
from tests.support.emit import (
    MARK,
    TARGETS,
    BuildContext,
    Commands,
    Parameter,
    command,
    emit,
    program,
    unknown_language,
)

EXAMPLES = Path(__file__).parents[2] / "examples"
ODD = 'x|y <b> `q` </svg> -- & "z" [a](b)'


def page(language: str, about: BuildContext) -> str:
    return emit([tiny()], language, about)["README.md"]


@pytest.mark.parametrize("language", TARGETS)
def test_page_tells_everything(language: str) -> None:
    about = BuildContext(
        "Tiny arm", "M(q) a = tau", (Parameter("m1", 1.5, "kg", "mass of the upper link"),), "0123", "9.9",
        picture=f"<svg><!-- {MARK} --></svg>", joints=(("shoulder", "revolute", "world", "upper", "q, v [0]"),),
        form="Numbers are folded in.", left_out=(("gravity", "there is none"),),
    )  # fmt: skip
    files = emit([tiny()], language, about)
    text = files["README.md"]
    kernel = tiny()
    for fact in (
        "Tiny arm", "M(q) a = tau", "mass of the upper link", "0123", "9.9", "(tree.svg)", "shoulder", "Numbers are folded in.",
        "there is none", kernel.name, kernel.equation, str(kernel.ops), kernel.reference, "joint positions",
    ):  # fmt: skip
        assert fact in text, fact
    target = TARGETS[language]
    made = program([kernel], target, about)
    assert target.signature(made, made.kernels[0]) in text
    head, star, _ = command(target.commands).partition("*")
    assert f"```sh\n{head}" in text
    assert not star or f"```sh\n{head}*" not in text  # spelled out: another robot may be beside this one
    assert bool(target.commands.example) == any("example" in path.lower() for path in files)
    assert f"```sh\n{target.commands.example.partition('*')[0]}" in text
    assert target.guard in text
    assert bool(target.guard) == bool(target.signature(made, made.kernels[0]))  # what is called checks its inputs
    assert all(f"`{path}`" in text for path in files if path not in ("README.md", "tree.svg"))
    assert text == page(language, about)


@pytest.mark.parametrize(
    ("name", "near"),
    [("C", "c"), ("c++", "cpp"), ("octave", "matlab"), ("python", "numpy or jax or torch"), ("cobol", "")],
)
def test_unknown_language_names_the_near_ones(name: str, near: str) -> None:
    hint = unknown_language(name).hint
    assert hint.startswith(f"did you mean {near}?" if near else "there are: c,"), hint


def test_without_a_picture_there_is_no_page() -> None:
    assert "README.md" not in emit([tiny()], "c", BuildContext("Tiny arm"))


def test_names_from_files_do_no_harm() -> None:
    about = BuildContext(
        ODD,
        "",
        (Parameter(ODD, 1.0, ODD, ODD),),
        picture=f"<svg><!-- {MARK} --></svg>",
        joints=((ODD, ODD, ODD, ODD, ODD),),
        form=ODD,
    )
    text = page("c", about)
    assert "<b>" not in text
    assert "</svg>" not in text
    rows = [line for line in text.splitlines() if line.startswith("| x")]
    assert rows
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 6 for row in rows)


def test_command_is_what_a_person_types() -> None:
    commands = Commands(
        needs=(("gcc", "cc"), ("make",), ("python:numpy",)), run=(("{1}", "test", "CC={0}"), ("{2}", "t_*.py"))
    )
    assert command(commands) == "make test && python t_*.py"


# --- the picture ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["double_pendulum.yaml", "quadruped.yaml", "spherical_pendulum.yaml", "elbow6.urdf", "scara.yaml"]
)
def test_picture_shows_every_joint_body_and_coordinate(name: str) -> None:
    robot = lw.load(EXAMPLES / name)
    text = kinematic_tree(robot, "mark")
    root = ElementTree.fromstring(text)
    words = [e.text for e in root.iter() if e.tag.endswith("text")]
    moving = [j for j in robot.joints.values() if j.type != "fixed"]
    for joint in moving:
        assert joint.name in words
        assert joint.child in words
        assert joint.type in words  # in the legend
    symbols = [e for e in root.iter() if e.tag.endswith("}g") and e.find(".//*[@class='j']") is not None]
    assert len(symbols) == len(moving) + len({j.type for j in moving})
    assert text == kinematic_tree(lw.load(EXAMPLES / name), "mark")


def test_picture_survives_odd_names() -> None:
    robot = lw.load(EXAMPLES / "double_pendulum.yaml")
    text = kinematic_tree(replace(robot, name=ODD), f"{MARK} --> {ODD}")
    root = ElementTree.fromstring(text)
    assert any(e.text and ODD in e.text for e in root.iter() if isinstance(e.tag, str))


def test_boxes_do_not_overlap() -> None:
    root = ElementTree.fromstring(kinematic_tree(lw.load(EXAMPLES / "quadruped.yaml")))
    boxes = [
        tuple(float(e.get(k, "0")) for k in ("x", "y", "width", "height"))
        for e in root.iter() if e.tag.endswith("rect") and e.get("class") in ("body", "ground")
    ]  # fmt: skip
    assert len(boxes) > 12
    for i, (x, y, w, h) in enumerate(boxes):
        assert x >= 0
        assert x + w <= float(root.get("width", "0"))
        for x2, y2, w2, h2 in boxes[:i]:
            assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y
