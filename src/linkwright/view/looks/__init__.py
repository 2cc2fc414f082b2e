"""How the bodies of a robot look, from its file: URDF and SDF visuals, MJCF geoms -> `studio.shapes` of the document.

Nothing of this reaches the equations; a mesh is named, never opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from linkwright.lazy import target
from linkwright.mechanism import Mechanism
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.view.looks.found import MeshFinder
from linkwright.view.looks.shape import Looks

_FORMATS: Mapping[str, str] = {
    ".urdf": "linkwright.view.looks.urdf:urdf_looks",
    ".sdf": "linkwright.view.looks.sdf:sdf_looks",
    ".xml": "linkwright.view.looks.mjcf:mjcf_looks",
    ".mjcf": "linkwright.view.looks.mjcf:mjcf_looks",
}
"""Suffix -> path, robot, finder of meshes -> its looks."""


def looks_of(path: Path, robot: Mechanism, folder: Path, names: Sequence[str]) -> Looks:
    """Of the robot that was read from `path`, which lies below `folder`; names: files below it, sent or not."""
    if path.suffix.lower() not in _FORMATS or not isinstance(robot, OpenRobot | ClosedRobot):
        return Looks()
    beside = path.relative_to(folder).parent.as_posix()
    return target(_FORMATS[path.suffix.lower()])(path, robot, MeshFinder(names, beside))
