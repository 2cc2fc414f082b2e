"""What a release is asked: versions that agree, archives with all of the package and nothing else. `make release-check` builds
and uses real ones."""

from __future__ import annotations

import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from tests.support.source import ROOT
from tools import release

needs_git = pytest.mark.skipif(
    not (ROOT / ".git").exists() or shutil.which("git") is None, reason="no repository to compare with"
)


def test_every_text_names_the_same_version() -> None:
    table = release.Table()
    release.texts(table, final=False)
    assert table.failures == 0


def wheel(folder: Path, without: str = "", extra: str = "") -> Path:
    """All that the repository has of the package, as hatchling would put it, less a file, with another."""
    path = folder / "linkwright-0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for file in release._git("ls-files", "src/linkwright", "examples"):
            name = f"linkwright/studio/{file}" if file.startswith("examples/") else file.removeprefix("src/")
            if name != without:
                archive.writestr(name, "")
        if extra:
            archive.writestr(extra, "")
    return path


@needs_git
@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({}, ""),
        ({"without": "linkwright/py.typed"}, "linkwright/py.typed"),
        ({"without": "linkwright/studio/page/index.html"}, "linkwright/studio/page/index.html"),
        ({"extra": "linkwright/__pycache__/door.cpython-311.pyc"}, "door.cpython-311.pyc"),
        ({"extra": "tests/conftest.py"}, "tests/conftest.py"),
        ({"extra": "linkwright/recording.csv.gz"}, "recording.csv.gz"),
    ],
)
def test_what_is_missing_or_too_much_is_named(
    changed: dict[str, str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = release.Table()
    release.contents(table, wheel(tmp_path, **changed))
    failed = [line for line in capsys.readouterr().out.splitlines() if line.startswith("FAIL")]
    assert table.failures == len(failed) == bool(told)
    assert all(told in line for line in failed)


def test_a_command_that_fails_or_says_something_else_is_a_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = release.Table()
    assert table.run("says", [sys.executable, "-c", "print('one two')"], tmp_path, release._having("two"))
    assert not table.run("says not", [sys.executable, "-c", "print('one')"], tmp_path, release._having("two"))
    assert not table.run(
        "ends", [sys.executable, "-c", "print('two'); raise SystemExit(3)"], tmp_path, release._having("two")
    )
    assert table.failures == 2
    assert "ended with code 3" in capsys.readouterr().out
