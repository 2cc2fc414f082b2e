"""The document's robot as a file of another format, with what that format cannot say."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from linkwright.errors import FileError, InputError, suggestion
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.readers import load
from linkwright.studio.desk.absent import needing_packages
from linkwright.studio.desk.reading import mechanism_of
from linkwright.studio.desk.visuals import with_visuals
from linkwright.view.shapes import shapes_of
from linkwright.writers import save

FORMATS: Mapping[str, str] = {"yaml": ".yaml", "urdf": ".urdf", "mjcf": ".xml", "sdf": ".sdf"}


def export(payload: Mapping[str, Any]) -> dict[str, Any]:
    """Text, a name for the file, notes of what it cannot say, and files that belong beside it."""
    format = str(payload.get("format"))
    if format not in FORMATS:
        raise InputError(
            f"there is no format '{format}'", hint=suggestion(format, FORMATS, f"one of: {', '.join(FORMATS)}")
        )
    robot = mechanism_of(payload)
    stem = re.sub(r"[^A-Za-z0-9_.-]+", "_", robot.name).strip("._") or "robot"
    with needing_packages(format.upper()), tempfile.TemporaryDirectory(prefix="linkwright-") as folder:
        path = Path(folder) / f"{stem}{FORMATS[format]}"
        notes = [str(loss) for loss in save(robot, path)]
        text = path.read_text(encoding="utf-8")
        if format == "yaml":
            notes.append("looks, probes and settings of the studio are left out: Save keeps them")
        elif isinstance(robot, OpenRobot | ClosedRobot):
            values = {p.name: p.value for p in robot.parameters.values() if isinstance(p.value, int | float)}
            shapes, wrong = shapes_of(payload["document"], values)
            drawn, more = with_visuals(text, shapes, format)
            notes += wrong + more
            text = _readable(path, text, drawn, notes)
        beside = {p.name: p.read_text(encoding="utf-8") for p in Path(folder).iterdir() if p.name != path.name}
    return {"text": text, "name": path.name, "notes": notes, "beside": beside}


def _readable(path: Path, plain: str, drawn: str, notes: list[str]) -> str:
    """The file with its looks where it reads back with them, else without."""
    if drawn == plain:
        return plain
    path.write_text(drawn, encoding="utf-8")
    try:
        load(path)
    except FileError as error:
        if "needs" in error.what:  # MuJoCo is not installed: nothing could be read back
            return drawn
        notes.append(f"shapes are left out: {error.what}")
        return plain
    return drawn
