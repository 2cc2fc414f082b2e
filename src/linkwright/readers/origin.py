"""Which file a robot was loaded from: its shapes and meshes lie beside it. Forgotten with the robot."""

from __future__ import annotations

from pathlib import Path
from weakref import WeakKeyDictionary

from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.robot import OpenRobot

_FILES: WeakKeyDictionary[OpenRobot, Path] = WeakKeyDictionary()
"""Tree of a robot -> its file. Not a field of the robot: it is no part of what a robot is, and none of its documents."""


def remember(robot: Robot, path: Path | None) -> None:
    """The robot, and its tree, came from this file."""
    if path is not None:
        _FILES[robot.tree] = path.absolute()


def file_of(robot: Robot) -> Path | None:
    """Where it came from, if it is known."""
    return _FILES.get(robot.tree)


def from_same_file(robot: Robot, changed: OpenRobot | ClosedRobot) -> None:
    """The changed robot wears what the first one wears."""
    remember(changed, file_of(robot))
