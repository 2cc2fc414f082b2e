"""The README's snippets run, and print what it says they print."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from ruamel.yaml import YAML
from typer.testing import CliRunner

from tests.support.cli import app

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("clone")
def test_python_snippets() -> None:
    names: dict[str, object] = {}
    assert blocks("python")
    for block in blocks("python"):
        exec(compile(block, "README.md", "exec"), names)


@pytest.mark.usefixtures("clone")
def test_console_snippets() -> None:
    commands = 0
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            words = shlex.split(command)
            assert words[0] == "linkwright"
            done = CliRunner().invoke(app, words[1:], catch_exceptions=False)
            assert done.exit_code == 0, done.output
            assert shown.strip() in done.stdout
            commands += 1
    assert commands == 31


def test_yaml_is_the_example() -> None:
    shown = YAML(typ="safe").load(blocks("yaml")[0])
    shipped = YAML(typ="safe").load((ROOT / "examples/double_pendulum.yaml").read_text(encoding="utf-8"))
    assert shown == shipped


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert (ROOT / target).exists(), target
