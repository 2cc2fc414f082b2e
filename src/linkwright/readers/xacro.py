"""xacro -> URDF text -> Robot.  Macros are expanded by the `xacro` package through xacrodoc, an extra.

xacro evaluates expressions and reads the files it includes: expand only files you trust, as with any xacro tool.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from linkwright.errors import FileError
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.robot import Note
from linkwright.readers.options import LoadOptions, read_bytes
from linkwright.readers.report import Report
from linkwright.readers.side_file import side_file
from linkwright.readers.urdf import urdf_robot
from linkwright.readers.xml import parse_xml


def read_xacro(path: Path, options: LoadOptions) -> Robot:
    """Lines in messages are lines of the expanded text, and are said to be."""
    report = Report(path.name)
    parse_xml(read_bytes(path), report)  # refuses what no XML reader of ours may see, before anybody expands it
    try:
        import xacro  # this module's namesake: imports here are absolute
        from xacrodoc import packages  # importing it teaches xacro to find packages without ROS
    except ImportError:
        hint = "pip install 'linkwright[xacro]', or expand the file: xacro in.xacro > out.urdf"
        raise FileError("reading xacro needs the package xacrodoc", path.name, hint) from None
    try:
        packages.walk_up_from(str(path))
        # process_file, not XacroDoc: it finds includes beside the including file, and wants no package:// mesh installed
        document: Any = xacro.process_file(str(path))
        text: str = document.toprettyxml(indent="  ")
    except Exception as error:  # xacro's errors have no common base
        for note in report.notes:  # what we would repair, xacro may not
            raise FileError(note.what, note.where, "correct it there: xacro does not expand such a file") from None
        what = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise FileError(f"xacro could not expand the file: {what}", path.name, "check it with the xacro tool") from None
    robot = urdf_robot(text.encode(), f"{path.name} (expanded)", options, side_file(path))
    notes = (Note("assumed", "xacro macros were expanded", path.name), *report.notes, *robot.notes)
    tree = replace(robot.tree, source=path.name, notes=notes)
    return robot.with_tree(tree) if isinstance(robot, ClosedRobot) else tree
