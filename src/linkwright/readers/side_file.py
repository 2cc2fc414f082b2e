"""Where the loops of a URDF are, and the start and values of a robot of SYMORO: NAME.loops.yaml beside the file; of a URDF also
NAME.yaml or robot.yaml with the key `closed_loop`, as in example-parallel-robots. Robots without one
do not load the YAML readers."""

from __future__ import annotations

import os
import re
from pathlib import Path

from linkwright.errors import FileError

SUFFIX = ".loops.yaml"
PAIRS = "robot.yaml"
"""What example-parallel-robots calls the file beside a URDF of any name."""
_READ = 100_000
"""Bytes of such a file that are looked at; larger ones are not read."""
_PAIRS = re.compile(rb"^(closed_loop|'closed_loop'|\"closed_loop\")\s*:", re.MULTILINE)


def side_file(path: Path) -> Path | None:
    """The side file of a robot's file; None where there is none."""
    stem = path.name.removesuffix(".xacro").removesuffix(".urdf").removesuffix(".par")
    own = path.with_name(stem + SUFFIX)
    names = dict.fromkeys((f"{stem}.yaml", PAIRS)) if path.suffix in (".urdf", ".xacro") else ()
    pairs = next((p for n in names if _has_pairs(p := path.with_name(n))), None)
    if not os.path.lexists(own):
        return None if pairs is None else _the_one(pairs, path, stem)
    if pairs is not None:
        hint = "keep one of them, under its name"
        raise FileError(f"'{own.name}' and '{pairs.name}' both say what closes '{path.name}'", own.name, hint)
    return _in_folder(own, path)


def _has_pairs(side: Path) -> bool:
    """Whether a YAML file has pairs of frames that close loops; other YAML files have nothing to do with the robot."""
    try:
        with side.open("rb") as file:
            return _PAIRS.search(file.read(_READ)) is not None
    except OSError:
        return False


def _the_one(side: Path, path: Path, stem: str) -> Path:
    """The file where it can belong to this robot only."""
    others = [] if side.stem == stem else [p.name for p in path.parent.glob("*.urdf") if p.name != path.name]
    if others:
        what = f"'{side.name}' may close '{path.name}' or '{others[0]}', which is beside it"
        raise FileError(what, side.name, f"rename it: '{stem}.yaml' closes '{path.name}'")
    return _in_folder(side, path)


def _in_folder(side: Path, path: Path) -> Path:
    where = side.name
    if side.is_symlink() and side.resolve().parent != path.parent.resolve():
        hint = f"copy the file to '{where}', or remove the link to read the robot without it"
        raise FileError(f"'{where}' is a link out of the robot's folder", where, hint)
    if not side.is_file():
        hint = "loops of a robot stand in a file of that name; rename whatever it is"
        raise FileError(f"'{where}' is not a file", where, hint)
    return side
