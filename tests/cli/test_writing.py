"""Where a command writes is tried before it works: no robot is read for a file that cannot be written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from tests.support.cli import app, run
from tests.support.package import LinkwrightError
from tests.support.terminal import FILE, FOLDER, Place, try_place

WRITES = ("write", "draw", "file to write", "folder")
"""How the help of an option begins whose value is written to."""


def outputs(entry: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command with every option or argument of it that is written to."""
    for p in getattr(entry, "params", ()):
        if (getattr(p, "help", None) or "").startswith(WRITES) and not getattr(p, "hidden", False):
            yield words, p
    for name, own in getattr(entry, "commands", {}).items():
        yield from outputs(own, (*words, name))


EVERY = list(outputs(typer.main.get_command(app)))


def test_there_are_many() -> None:
    names = {" ".join(words) for words, _ in EVERY}
    assert {
        "new",
        "convert",
        "build",
        "simulate",
        "picture",
        "excite",
        "identify",
        "calibrate",
        "catalog build",
    } <= names
    assert len(EVERY) > 20


@pytest.mark.parametrize(("words", "parameter"), EVERY, ids=lambda x: " ".join(x) if isinstance(x, tuple) else x.name)
def test_a_place_that_cannot_be_is_told_before_any_file_is_read(
    words: tuple[str, ...], parameter: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    suffix = {"picture": ".svg", "model": ".yaml"}.get(parameter.name, "")
    suffix = suffix or {"picture": ".svg", "catalog show": ".yaml"}.get(" ".join(words), ".csv")
    bad = str(tmp_path / "file" / f"x{suffix}")
    entry: Any = typer.main.get_command(app)
    for word in words:
        entry = entry.commands[word]
    arguments = [
        p for p in entry.params if p.param_type_name == "argument" and (p.required or p.name == parameter.name)
    ]
    given = [bad if p.name == parameter.name else "nowhere.urdf" for p in arguments]
    if parameter.param_type_name == "option":
        given += [parameter.opts[0], bad]
    assert run([*words, *given]) == 2
    told = capsys.readouterr().err
    assert "cannot write" in told
    assert "file" in told
    assert "nowhere" not in told


def test_pictures_are_svg(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["picture", "nowhere.urdf", "-o", str(tmp_path / "x.bmp")]) == 2
    told = capsys.readouterr().err
    assert "x.bmp" in told
    assert "a file ending in .svg" in told
    assert list(tmp_path.iterdir()) == []


def test_a_place_is_tried_and_left_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("old")
    try_place(tmp_path / "x.csv", FILE)
    try_place(tmp_path / "new.csv", Place((".txt", ".csv")))
    try_place(tmp_path / "a" / "b" / "x.urdf", Place(makes_folder=True))
    try_place(tmp_path / "a" / "b", FOLDER)
    assert [p.name for p in tmp_path.iterdir()] == ["x.csv"]
    assert (tmp_path / "x.csv").read_text() == "old"


def test_what_is_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path, place, told in (
        (tmp_path, FILE, "is a folder"),
        (tmp_path / "file", FOLDER, "cannot make the folder"),
        (tmp_path / "none" / "x.csv", FILE, "cannot write"),
        (tmp_path / "x.bmp", Place((".svg", ".png")), "cannot write"),
    ):
        with pytest.raises(LinkwrightError, match=told):
            try_place(path, place)


def test_no_right_to_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked of a real attempt: rights do not tell of read-only disks, and tests may run as root."""
    import tempfile

    def refuse(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    with pytest.raises(LinkwrightError, match="Permission denied"):
        try_place(tmp_path / "x.csv", FILE)
