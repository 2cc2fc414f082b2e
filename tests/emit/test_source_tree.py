"""SourceTree: all files or none, inside the folder only, nobody else's files touched."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.emit import SourceTree
from tests.support.package import EmitError, LinkwrightError
from tests.support.systems import needs_links

OURS = "/* Written by Linkwright */\n"


def listing(folder: Path) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): p.read_text() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_writes_every_file_with_exact_bytes(tmp_path: Path) -> None:
    tree = SourceTree({"b/c.h": OURS + "ä\n", "a.c": OURS})
    written = tree.write(tmp_path / "new" / "out")
    assert listing(tmp_path) == {"new/out/a.c": OURS, "new/out/b/c.h": OURS + "ä\n"}
    assert [p.name for p in written] == ["a.c", "c.h"]
    assert (tmp_path / "new/out/b/c.h").read_bytes() == (OURS + "ä\n").encode()
    assert os.listdir(tmp_path / "new") == ["out"]


def test_writes_again_over_its_own_files_and_keeps_others(tmp_path: Path) -> None:
    SourceTree({"a.c": OURS + "1", "old.c": OURS}).write(tmp_path)
    (tmp_path / "notes.txt").write_text("mine")
    SourceTree({"a.c": OURS + "2"}).write(tmp_path)
    assert listing(tmp_path) == {"a.c": OURS + "2", "old.c": OURS, "notes.txt": "mine"}


def test_a_foreign_file_in_the_way_stops_everything(tmp_path: Path) -> None:
    (tmp_path / "b.c").write_text("int mine;")
    with pytest.raises(EmitError, match=r"'b\.c' exists and was not written by Linkwright"):
        SourceTree({"a.c": OURS, "b.c": OURS}).write(tmp_path)
    assert listing(tmp_path) == {"b.c": "int mine;"}


def test_all_obstacles_are_named_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.c").mkdir()
    (tmp_path / "b.c").write_text("int mine;")
    (tmp_path / "d").write_text("a file")
    with pytest.raises(LinkwrightError) as caught:
        SourceTree({"a.c": OURS, "b.c": OURS, "d/e.c": OURS}).write(tmp_path)
    assert all(name in str(caught.value) for name in ("a.c", "b.c", "d/e.c"))


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("x")
    with pytest.raises(EmitError, match="is a file"):
        SourceTree({"a.c": OURS}).write(tmp_path / "out")


@pytest.mark.parametrize(
    "path",
    [
        "../a.c", "/etc/a.c", "a/../../b.c", "", ".", "a//b.c", "a/./b.c", "C:/a.c", "C:a.c", "a\\b.c", "..\\a.c",
        "a\nb.c", "a\0.c",
    ],
)  # fmt: skip
def test_paths_that_leave_the_folder_are_refused(path: str) -> None:
    with pytest.raises(EmitError, match="no path inside the output folder"):
        SourceTree({path: OURS})


@needs_links
def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "sub").symlink_to(tmp_path / "outside")
    with pytest.raises(EmitError, match="leads out of the folder"):
        SourceTree({"sub/a.c": OURS}).write(tmp_path / "out")
    assert listing(tmp_path / "outside") == {}


def test_names_that_some_disks_cannot_tell_apart_are_refused() -> None:
    with pytest.raises(EmitError, match="both called"):
        SourceTree({"a.c": OURS, "A.c": OURS})
    with pytest.raises(EmitError, match="also a generated file"):
        SourceTree({"a": OURS, "a/b.c": OURS})


def test_a_file_without_our_mark_is_our_mistake() -> None:
    with pytest.raises(EmitError, match="does not say that it is generated"):
        SourceTree({"a.c": "int x;"})


def test_a_failure_half_way_leaves_the_folder_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    SourceTree({"a.c": OURS + "1", "z.c": OURS + "1"}).write(tmp_path / "out")
    real = Path.replace

    def breaks(self: Path, target: Path) -> Path:
        if target.name == "z.c" and ".kept" not in self.parts:
            raise OSError(28, "No space left on device")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", breaks)
    with pytest.raises(EmitError, match="No space left"):
        SourceTree({"a.c": OURS + "2", "b.c": OURS, "z.c": OURS + "2"}).write(tmp_path / "out")
    assert listing(tmp_path) == {"out/a.c": OURS + "1", "out/z.c": OURS + "1"}


def test_a_failure_while_staging_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(self: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", breaks)
    with pytest.raises(EmitError, match="No space left"):
        SourceTree({"a.c": OURS}).write(tmp_path / "out")
    assert os.listdir(tmp_path) == []


def test_trees_join_and_move() -> None:
    one, two = SourceTree({"a.c": OURS}).under("c"), SourceTree({"a.py": OURS})
    assert list(one | two) == ["a.py", "c/a.c"]
    with pytest.raises(EmitError, match="both called"):
        _ = two | SourceTree({"a.py": OURS + "other"})
