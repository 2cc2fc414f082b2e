"""The file that the studio was started with, as a document: a YAML file as it is, another one imported with its meshes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from linkwright.view.files import below, package_of


def open_file(payload: Mapping[str, Any]) -> dict[str, Any]:
    """path: of a robot's file. Its meshes are looked for below its folder, and below that of its package if it is in one."""
    from linkwright.studio.desk.importing import imported

    path = Path(payload["path"])
    folder = package_of(path)
    names = [p.relative_to(folder).as_posix() for p in below(folder)]
    return imported(path, folder, names)
