"""Which of several files is the robot."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

from linkwright.errors import FileError, InputError

_ROOTS = {".urdf": b"<robot", ".sdf": b"<sdf", ".xml": b"<mujoco", ".mjcf": b"<mujoco"}
"""Suffix -> what an XML file of a robot has near its beginning; package.xml and launch files have it not."""
_KEYS = re.compile(rb"(?m)^[\"']?(linkwright|joints|dh|khalil|screws|legs|manifold|joint_screw_coord)[\"']?\s*:")
_TABLES = (".par", ".csv", ".json")
"""Robots where there is nothing better: such files are often something else."""
_INCLUDE = re.compile(rb"<(?:include|model)\b[^>]*?\bfile\s*=\s*[\"']([^\"']+)[\"']")
_SIDE = ".loops.yaml"
XACRO = ".xacro"


def robots_among(files: Mapping[str, bytes], main: str | None) -> list[str]:
    """Paths of robots: the one that was asked for, or all that may be meant, those first that nothing includes."""
    if main is not None:
        if main not in files:
            raise InputError(f"'{main[:80]}' is not among the files", hint=f"one of: {', '.join(sorted(files)[:10])}")
        return [main]
    if len(files) == 1:
        return list(files)
    found = sorted(name for name, content in files.items() if _is_robot(name, content))
    found = found or sorted(name for name in files if _suffix(name) in _TABLES)
    parts = {
        posixpath.basename(written.decode("utf-8", "replace"))
        for name in found
        for written in _INCLUDE.findall(files[name])
    }
    whole = [name for name in found if posixpath.basename(name) not in parts]
    if not found:
        if macros := sorted(name for name in files if _suffix(name) == XACRO):
            raise xacro_refused(macros[0])
        hint = "a robot is a .urdf, .xml (MJCF), .sdf, .yaml, .par, .csv or .json file"
        raise FileError(f"there is no robot among the {len(files)} files", hint=hint)
    return found if len(whole) > 1 or not whole else whole


def xacro_refused(name: str) -> FileError:
    """Its expressions are Python: a page must not run those of a stranger's file."""
    hint = f"expand it where you trust it, and open the URDF: xacro {posixpath.basename(name)} > robot.urdf"
    return FileError("xacro files run code of their own, so they are not opened here", posixpath.basename(name), hint)


def _is_robot(name: str, content: bytes) -> bool:
    suffix = _suffix(name)
    if suffix in (".yaml", ".yml"):
        return not name.endswith(_SIDE) and _KEYS.search(content) is not None
    return suffix in _ROOTS and _ROOTS[suffix] in content[:20_000]


def _suffix(name: str) -> str:
    return posixpath.splitext(name)[1].lower()
