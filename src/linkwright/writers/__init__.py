"""Writers: mechanism -> a file of one format.  A new format is one file here and one entry in `_FORMATS`.

A format says as data what it can say (`format.py`); `express.py` changes a robot to one that it can say all of, and lists what
it changed; the writer writes all of that robot.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from linkwright.errors import EmitError, InputError
from linkwright.lazy import target
from linkwright.mechanism import Mechanism, require_mechanism
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.robot import OpenRobot

if TYPE_CHECKING:
    from linkwright.writers.format import Format, Loss

__all__ = ["express_in", "format_of", "save"]

_FORMATS: Mapping[str, str] = MappingProxyType(
    {
        ".urdf": "linkwright.writers.urdf:URDF",
        ".xml": "linkwright.writers.mjcf:MJCF",
        ".mjcf": "linkwright.writers.mjcf:MJCF",
        ".sdf": "linkwright.writers.sdf:SDF",
        ".yaml": "linkwright.writers.yaml:YAML",
        ".yml": "linkwright.writers.yaml:YAML",
    }
)
"""Suffix -> format. A module is imported when a file needs it."""


def save(robot: Mechanism, path: str | Path) -> tuple[Loss, ...]:
    """Write a robot as .urdf, .xml (MJCF), .sdf or .yaml; what the format could not say, empty where it said everything.

    The file is read back before it takes its name: it has the same joints, or there is no file. MJCF is read back where MuJoCo
    is installed. A file that exists is replaced only if Linkwright wrote it. What closes a robot stands beside a URDF, in
    NAME.loops.yaml.
    """
    path = Path(path)
    require_mechanism(robot, "save")
    format = format_of(path)
    made, losses = express_in(robot, format)
    from linkwright.writers.file import write_files

    write_files(format, made, path)
    return losses


def format_of(path: Path) -> Format:
    """The format of a file by its suffix."""
    suffix = path.suffix.lower()
    if suffix not in _FORMATS:
        raise EmitError(f"files ending in '{suffix}' cannot be written", str(path), f"one of: {' '.join(_FORMATS)}")
    return target(_FORMATS[suffix])


def express_in(robot: Mechanism, format: Format) -> tuple[Robot, tuple[Loss, ...]]:
    """The robot that a format can say all of, and what of the given one it cannot say."""
    match robot:
        case OpenRobot() | ClosedRobot():
            from linkwright.writers.express import express

            return express(robot, format)
        case _:
            hint = "keep its YAML file, or write its document: linkwright.schema"
            raise InputError("a Lagrangian cannot be written in another format", robot.source, hint)
