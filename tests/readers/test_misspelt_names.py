"""Names that nothing has: the message says which one, where, and which one was meant."""

from __future__ import annotations

from pathlib import Path

import pytest

import linkwright as lw

EXAMPLES = Path(__file__).parents[2] / "examples"
FINGERS = """
linkwright: 1
name: gripper
joints:
  l: {type: revolute, axis: [0, 0, 1], parent: world, child: left}
  r: {type: revolute, axis: [0, 0, 1], parent: world, child: right}
bodies: {left: {mass: 1}, right: {mass: 1}}
alike: [[left, rihgt]]
"""
ELASTIC = """
linkwright: 1
name: arm
joints:
  j: {type: revolute, axis: [0, 0, 1], parent: world, child: a, elastic: {stiffness: -900, rotor_inertia: 1}}
bodies: {a: {mass: 1}}
"""


def changed(name: str, old: str, new: str) -> str:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new)


@pytest.mark.parametrize(
    ("file", "text", "what", "where", "hint"),
    [
        ("a.yaml", changed("double_pendulum.yaml", "parent: upper", "parent: uper"), "'uper'", ":8", "'upper'?"),
        ("a.urdf", changed("elbow6.urdf", '<parent link="forearm"', '<parent link="forarm"'), "'forarm'", ":", "'forearm'?"),
        ("a.yaml", FINGERS, "'alike' names 'rihgt'", ":8", "'right'?"),
        ("a.yaml", ELASTIC, "has stiffness -900", ":5", "must be positive"),
        ("a.yaml", changed("formats/two_link.yaml", "joint_screw_coord:", "joint_screw_cord:"),
         "no 'joint_screw_coord', but 'joint_screw_cord'", ":", "joint_screw_coord"),
    ],
)  # fmt: skip
def test_in_files(file: str, text: str, what: str, where: str, hint: str, tmp_path: Path) -> None:
    path = tmp_path / file
    path.write_text(text, encoding="utf-8")
    with pytest.raises(lw.LinkwrightError) as told:
        lw.load(path)
    error = getattr(told.value, "errors", (told.value,))[0]
    assert what in error.what
    assert error.where.startswith(file + where)
    assert hint in error.hint


def test_a_joint_among_the_inputs() -> None:
    f = lw.derive(lw.load(EXAMPLES / "double_pendulum.yaml"), "gravity")
    with pytest.raises(lw.LinkwrightError, match="input 'q' has no element 'elbw'") as told:
        f(q={"shoulder": 1, "elbw": 2})
    assert told.value.hint == "did you mean 'elbow'? Otherwise it has: shoulder, elbow"


def test_a_side_file_that_closes_nothing_does_not_say_so(tmp_path: Path) -> None:
    (tmp_path / "rx90.par").write_text((EXAMPLES / "formats/rx90.par").read_text(encoding="utf-8"))
    (tmp_path / "rx90.loops.yaml").write_text("linkwright: 1\nparameters: {D3: 0.45}\n")
    said = [note.what for note in lw.load(tmp_path / "rx90.par").notes]
    assert "completed as 'rx90.loops.yaml' says, which lies beside the file" in said
