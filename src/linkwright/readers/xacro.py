"""xacro -> URDF text -> Robot.  Macros are expanded by the `xacro` package through xacrodoc, an extra.

xacro evaluates expressions and reads the files it includes: expand only files you trust, as with any xacro tool.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

from linkwright.errors import FileError
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.robot import Note
from linkwright.readers.bounded import Bound, Failed, Unfinished, bounded
from linkwright.readers.options import MAX_BYTES, LoadOptions, read_bytes
from linkwright.readers.report import Report
from linkwright.readers.side_file import side_file
from linkwright.readers.urdf import urdf_robot
from linkwright.readers.xml import parse_xml

BOUND = Bound(seconds=5, megabytes=1000)


def read_xacro(path: Path, options: LoadOptions) -> Robot:
    """Lines in messages are lines of the expanded text, and are said to be."""
    report = Report(path.name)
    parse_xml(read_bytes(path), report)  # refuses what no XML reader of ours may see, before anybody expands it
    try:
        text = _expanded(path)
    except Failed as error:
        for note in report.notes:  # what we would repair, xacro may not
            raise FileError(note.what, note.where, "correct it there: xacro does not expand such a file") from None
        what = str(error).splitlines()[0]
        raise FileError(f"xacro could not expand the file: {what}", path.name, "check it with the xacro tool") from None
    robot = urdf_robot(text.encode(), f"{path.name} (expanded)", options, side_file(path))
    notes = (Note("assumed", "xacro macros were expanded", path.name), *report.notes, *robot.notes)
    tree = replace(robot.tree, source=path.name, notes=notes)
    return robot.with_tree(tree) if isinstance(robot, ClosedRobot) else tree


def _expanded(path: Path) -> str:
    """The URDF, by the package xacro in a process of its own: its expressions are Python, and may take for ever."""
    if not (_installed("xacro") and _installed("xacrodoc")):
        hint = "pip install 'linkwright[xacro]', or expand the file: xacro in.xacro > out.urdf"
        raise FileError("reading xacro needs the package xacrodoc", path.name, hint)
    try:
        text = bounded("xacro", str(path), BOUND)
    except Unfinished:
        what = f"xacro did not expand the file in {BOUND.seconds} s: an expression, or macros that call each other, without end"
        hint = f"look for large powers and products, and for recursion; {_suspect(path)}"
        raise FileError(what, path.name, hint) from None
    if len(text) > MAX_BYTES:
        raise FileError(f"the expanded file has {len(text) / 1e6:.0f} MB", path.name, "a robot needs less")
    return text


def _installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ValueError:  # it was taken out of the running Python
        return False


def _suspect(path: Path) -> str:
    """Where the file has a power or a recursion, if it does."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    found = [k for k, line in enumerate(lines, start=1) if "**" in line]
    return f"there is a power at {path.name}:{found[0]}" if found else "the xacro tool shows the place when interrupted"
