"""Where the loops of a URDF are, and the start and values of a robot of SYMORO: NAME.loops.yaml beside the file. Robots without
one do not load the YAML readers."""

from __future__ import annotations

import os
from pathlib import Path

from linkwright.errors import FileError

SUFFIX = ".loops.yaml"


def side_file(path: Path) -> Path | None:
    """The side file of a robot's file; None where there is none."""
    stem = path.name.removesuffix(".xacro").removesuffix(".urdf").removesuffix(".par")
    side = path.with_name(stem + SUFFIX)
    if not os.path.lexists(side):
        return None
    where = side.name
    if side.is_symlink() and side.resolve().parent != path.parent.resolve():
        hint = f"copy the file to '{where}', or remove the link to read the robot without it"
        raise FileError(f"'{where}' is a link out of the robot's folder", where, hint)
    if not side.is_file():
        hint = "loops of a robot stand in a file of that name; rename whatever it is"
        raise FileError(f"'{where}' is not a file", where, hint)
    return side
