"""What the terminal offers by itself: -h everywhere, names at the Tab key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from tests.support.cli import app

ARM = str(Path(__file__).parents[2] / "examples" / "elbow6.urdf")


def commands(entry: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield words
    for name, own in getattr(entry, "commands", {}).items():
        yield from commands(own, (*words, name))


@pytest.mark.parametrize("words", list(commands(typer.main.get_command(app))), ids=" ".join)
def test_h_is_help(words: tuple[str, ...]) -> None:
    long, short = (CliRunner().invoke(app, [*words, flag], prog_name="linkwright") for flag in ("--help", "-h"))
    assert (long.exit_code, short.exit_code) == (0, 0)
    assert short.stdout == long.stdout
    assert "Usage: linkwright" in short.stdout


def offered(line: str) -> list[str]:
    """What bash would show at the Tab key at the end of a line."""
    words = line.split(" ")
    told = {"_LINKWRIGHT_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    done = CliRunner().invoke(app, [], env=told, prog_name="linkwright")
    assert done.exit_code == 0, done.output
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("linkwright equ", ["equations"]),
        ("linkwright catalog s", ["show"]),
        ("linkwright equations --fra", ["--frame"]),
        ("linkwright build x.urdf --to c,fo", ["c,fortran"]),
        ("linkwright equations --parameters i", ["inertial"]),
        ("linkwright new --loop f", ["fourbar", "five-bar"]),
        ("linkwright verify --against m", ["mujoco"]),
        (f"linkwright equations {ARM} --frame wr", ["wrist_roll", "wrist_pitch"]),
        (f"linkwright ik {ARM} --frame to", ["tool"]),
        (f"linkwright build {ARM} --symbolic mass_f", ["mass_forearm", "mass_flange"]),
        ("linkwright ik nowhere.urdf --frame to", []),
        ("linkwright check exa", []),  # files are the shell's own
        ("linkwright trajectory x.urdf --to ", []),  # positions, no language
    ],
)
def test_names_at_the_tab_key(line: str, found: list[str]) -> None:
    assert offered(line) == found


def test_quantities_after_a_comma() -> None:
    names = offered("linkwright equations --quantity M,gravity")
    assert "M,gravity" in names
    assert "M,gravity_regressor" in names
    assert all(name.startswith("M,gravity") for name in names)


@pytest.mark.parametrize(
    ("shell", "word"), [("bash", "complete -o default -F"), ("zsh", "compdef"), ("fish", "complete")]
)
def test_the_script_for_a_shell(shell: str, word: str) -> None:
    done = CliRunner().invoke(app, [], env={"_LINKWRIGHT_COMPLETE": f"source_{shell}"}, prog_name="linkwright")
    assert done.exit_code == 0
    assert word in done.stdout
    assert "linkwright" in done.stdout
