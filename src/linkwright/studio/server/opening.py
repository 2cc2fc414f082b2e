"""The file that the studio was started with, as a document: a YAML file as it is, another one imported with its meshes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

FILES = 5000
"""Below the folder of a robot's file that are looked at for its meshes."""


def open_file(payload: Mapping[str, Any]) -> dict[str, Any]:
    """path: of a robot's file. Its meshes are looked for below its folder, and below that of its package if it is in one."""
    from linkwright.studio.desk.importing import imported

    path = Path(payload["path"])
    folder = package_of(path)
    names = [p.relative_to(folder).as_posix() for p in _below(folder)]
    return imported(path, folder, names)


_MESHES = ("meshes", "mesh", "assets")
_UP = 3
"""Folders above a robot's file in which its package may begin."""


def package_of(path: Path) -> Path:
    """The folder of the package around a file: it has a package.xml, or a folder of meshes; else the file's own."""
    near = path.resolve().parents[:_UP]
    marked = [p for p in near if (p / "package.xml").is_file()]
    drawn = [p for p in near if any((p / name).is_dir() for name in _MESHES)]
    return next(iter([*marked, *drawn]), near[0])


def _below(folder: Path) -> Iterator[Path]:
    left = FILES
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(x for x in folders if not x.startswith("."))
        for name in sorted(files):
            if (left := left - 1) < 0:
                return
            yield Path(here) / name
