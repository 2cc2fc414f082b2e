"""Whatever a file or an argument holds: the terminal gets text that it only shows, and a full disk is told, not thrown."""

from __future__ import annotations

import io
import json
import os
import sys
import tempfile
from pathlib import Path

import pytest

from tests.support.cli import run
from tests.support.emit import Comment
from tests.support.package import LinkwrightError, printable

NASTY = "\x1b[31mred\x1b[0m\u202eevil\u200b\r\x07\x9b2J"


def obeyed(text: str) -> list[str]:
    """Characters that a terminal acts on, but for line ends."""
    return [c for c in text.replace("\n", "") if printable(c) != c]


ROBOTS = {
    "robot.yaml": "linkwright: 1\nname: {x}\njoints: {{j: {{type: revolute, child: b}}}}\nbodies: {{b: {{mass: 1}}}}\n",
    "joint.yaml": "linkwright: 1\njoints: {{{x}: {{type: revolute, child: b}}}}\nbodies: {{b: {{mass: 1}}}}\n",
    "body.yaml": "linkwright: 1\njoints: {{j: {{type: revolute, child: {x}}}}}\nbodies: {{{x}: {{mass: 1}}}}\n",
    "frame.yaml": "linkwright: 1\njoints: {{j: {{type: revolute, child: b}}}}\nframes: {{{x}: {{body: b}}}}\n",
    "type.yaml": "linkwright: 1\njoints: {{j: {{type: {x}, child: b}}}}\n",
    "mass.yaml": "linkwright: 1\njoints: {{j: {{type: revolute, child: b}}}}\nbodies: {{b: {{mass: {x}}}}}\n",
    "key.yaml": "linkwright: 1\n{x}: 1\n",
    "lagrangian.yaml": "name: {x}\nmanifold: {{q: S2}}\nlagrangian: dot(dq, dq)/2\n",
    "constraint.yaml": "manifold: {{q: S2}}\nlagrangian: dot(dq, dq)/2\nconstraints: {{{x}: 'dot(q, e1)'}}\n",
    "symmetry.yaml": "manifold: {{q: S2}}\nlagrangian: dot(dq, dq)/2\nsymmetries: {{{x}: {{q: e3}}}}\n",
}


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("command", ["check", "equations"])
def test_hidden_characters_of_files_are_refused_and_shown(
    name: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    path.write_text(ROBOTS[name].format(x=json.dumps(NASTY)))
    assert run([command, str(path)]) == 2
    out, told = capsys.readouterr()
    assert not obeyed(out + told)
    assert name in told
    assert r"\x1b[31mred" in told


def test_hidden_characters_in_a_urdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "r.urdf"
    path.write_text(
        '<robot name="r"><link name="a&#13;"/><link name="b&#x202e;" odd&#x200b;=""/></robot>'.replace(
            "odd&#x200b;", "odd"
        )
    )
    assert run(["check", str(path)]) == 2
    out, told = capsys.readouterr()
    assert not obeyed(out + told)
    assert r"link 'a\r'" in told
    assert r"link 'b\u202e'" in told


@pytest.mark.parametrize(
    "words", [[NASTY], ["check", NASTY], ["check", "x.urdf", NASTY], ["check", f"--{NASTY}"], ["new", f"/{NASTY}/x"]]
)
def test_arguments_are_shown_as_they_are(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words) == 2
    out, told = capsys.readouterr()
    assert not obeyed(out + told)


def test_a_file_name_with_an_escape_reaches_neither_terminal_nor_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a\x1b[31m\udcff.yaml"
    path.write_text(
        "linkwright: 1\nname: r\njoints: {j: {type: revolute, child: b}}\nbodies: {b: {mass: 1, com: [1, 0, 0]}}\n"
    )
    for words in (
        ["check"],
        ["check", "--json"],
        ["equations"],
        ["build", "--to", "c", "--no-run", "--out", str(tmp_path / "out")],
    ):
        assert run([*words, str(path)]) == 0, capsys.readouterr()
        out, told = capsys.readouterr()
        assert not obeyed(out + told)
    written = [p for p in (tmp_path / "out").rglob("*") if p.is_file()]
    assert written
    assert not any(obeyed(p.read_text().replace("\t", "")) for p in written)


def test_json_stays_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "r.yaml"
    path.write_text(
        "linkwright: 1\nname: é 机械 'x'\njoints: {j: {type: revolute, child: b}}\nbodies: {b: {mass: 1}}\n"
    )
    assert run(["check", "--json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "é 机械 'x'"


def test_comments_of_generated_code_show_what_is_hidden() -> None:
    assert Comment("/*", " * ", " */", (("*/", "* /"),)).block([f"a {NASTY} */"]).count("\x1b") == 0


def test_errors_print_themselves_safely() -> None:
    assert not obeyed(str(LinkwrightError(NASTY, NASTY, NASTY)))


class Full(io.StringIO):
    """A terminal or file on a full disk."""

    def flush(self) -> None:
        raise OSError(28, os.strerror(28))


def test_a_full_disk_behind_the_output_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", Full())
    assert run(["conventions"]) == 2
    assert "cannot write: No space left on device" in capsys.readouterr().err


@pytest.mark.parametrize("number", [2, 28, 30])
def test_without_a_temporary_folder_code_is_written_and_said_not_to_be_tested(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(**_: object) -> None:
        raise OSError(number, os.strerror(number), "/tmp")

    path = tmp_path / "r.yaml"
    path.write_text(
        "linkwright: 1\nname: r\njoints: {j: {type: revolute, child: b}}\nbodies: {b: {mass: 1, com: [1, 0, 0]}}\n"
    )
    monkeypatch.setattr(tempfile, "TemporaryDirectory", refuse)
    assert run(["build", str(path), "--to", "numpy", "-Q", "gravity", "--out", str(tmp_path / "out")]) == 0
    assert "written, not run: no temporary folder" in capsys.readouterr().out
    assert (tmp_path / "out" / "numpy" / "README.md").is_file()
