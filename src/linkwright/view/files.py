"""Files around a robot's own: its package, and the meshes in it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

FILES = 5000
"""Below the folder of a robot's file that are looked at for its meshes."""
_LONGEST = 1000
_MESHES = ("meshes", "mesh", "assets")
_UP = 3
"""Folders above a robot's file in which its package may begin."""


def package_of(path: Path) -> Path:
    """The folder of the package around a file: it has a package.xml, or a folder of meshes; else the file's own."""
    near = path.resolve().parents[:_UP]
    marked = [p for p in near if (p / "package.xml").is_file()]
    drawn = [p for p in near if any((p / name).is_dir() for name in _MESHES)]
    return next(iter([*marked, *drawn]), near[0])


def below(folder: Path) -> Iterator[Path]:
    """Files below a folder, in order; no more than FILES."""
    left = FILES
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(x for x in folders if not x.startswith("."))
        for name in sorted(files):
            if (left := left - 1) < 0:
                return
            yield Path(here) / name


def file_inside(folder: Path, wanted: str) -> Path | None:
    """The file `wanted` below a folder; none where it is not there, or leads out of it, by itself or by a link."""
    if len(wanted) > _LONGEST or wanted.startswith("/") or any(c in wanted for c in "\0\\:"):
        return None
    try:
        found = (folder / wanted).resolve()
        return found if found.is_relative_to(folder.resolve()) and found.is_file() else None
    except (OSError, ValueError, RuntimeError):  # names that no file can have, links in a circle
        return None
