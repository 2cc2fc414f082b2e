"""Files on the disk: read back first, then all of them or none."""

from __future__ import annotations

import tempfile
from pathlib import Path

from linkwright.emit.source_tree import SourceTree, is_ours
from linkwright.errors import EmitError, Errors, LinkwrightError
from linkwright.lazy import target
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.robot import OpenRobot
from linkwright.readers import load
from linkwright.writers.format import Format


def write_files(format: Format, robot: Robot, path: Path) -> None:
    """The file, and those that belong to it: its name with their suffix."""
    first, *others = target(format.write)(robot).items()
    tree = SourceTree({path.name: first[1], **{path.stem + suffix: text for suffix, text in others}})
    if format.readable:
        with tempfile.TemporaryDirectory(prefix="linkwright-") as folder:
            tree.write(folder)
            _check(Path(folder) / path.name, robot)
    old = format.beside(path)
    if old is not None and not is_ours(old):
        hint = "move it away, or choose another name or folder"
        raise EmitError(f"'{old.name}' lies beside the file, and would be read with it", str(old), hint)
    tree.write(path.parent)
    if old is not None and old.name not in tree:
        old.unlink()  # of a robot that had this name before


def _check(path: Path, robot: Robot) -> None:
    """The file has the robot's joints, by name, in their order."""
    hint = "rename what the message names, or choose another format"
    try:
        read = load(path)
    except LinkwrightError as error:
        told = error.errors[0] if isinstance(error, Errors) else error
        raise EmitError(f"the file would not be read back: {told.what}", told.where or path.name, hint) from error
    assert isinstance(read, OpenRobot | ClosedRobot)  # no writer writes a Lagrangian
    if isinstance(robot, ClosedRobot) and not isinstance(read, ClosedRobot):
        raise EmitError("the file would be read back without what closes the robot", path.name, hint)
    wanted, found = ([j.name for j in x.joints.values() if j.type != "fixed"] for x in (robot, read))
    own = robot.tree.joint_names
    if set(wanted) != set(found) or [n for n in found if n in own] != list(own):
        raise EmitError(f"the file would be read back with other joints: {', '.join(found[:8])}", path.name, hint)
