"""Files of a robot -> a document: its YAML, with the looks of its bodies as `studio.shapes`."""

from __future__ import annotations

import posixpath
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from linkwright.mechanism import Mechanism
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import Note, OpenRobot
from linkwright.narrowing import is_sequence
from linkwright.readers import load
from linkwright.readers.report import Report
from linkwright.readers.yaml_tree import MAX_BYTES, MAX_NODES, parse_yaml
from linkwright.studio.desk.absent import needing_packages
from linkwright.studio.desk.bundle import bundle_of, safe_path, write_bundle
from linkwright.studio.desk.robots import XACRO, robots_among, xacro_refused
from linkwright.view.looks import looks_of
from linkwright.view.looks.shape import Looks
from linkwright.view.shapes import meshes_of
from linkwright.writers import express_in, format_of
from linkwright.writers.yaml import write_yaml
from linkwright.writers.yaml_text import Tree, block

_ROOM = 600
"""Values of a document that are left for what the studio itself adds to it: places in the diagram, probes."""

_DRAWN = ("mesh files", "<visual>", "<material>")
"""Beginnings of readers' notes of what the dynamics do not need, and the page draws."""


def import_files(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The document of the robot among the files; where several may be meant, their names as candidates and no document."""
    files = bundle_of(payload)
    others = payload.get("others")
    absent = [safe_path(str(x)) for x in others] if is_sequence(others) and not isinstance(others, str) else []
    main = payload.get("main")
    robots = robots_among(files, None if main is None else safe_path(str(main)))
    if len(robots) > 1:
        return {"document": "", "name": "", "missing": [], "messages": [], "candidates": robots}
    with tempfile.TemporaryDirectory(prefix="linkwright-") as folder:
        write_bundle(files, Path(folder))
        return imported(Path(folder) / robots[0], Path(folder), [*files, *absent])


def imported(path: Path, folder: Path, names: Sequence[str]) -> dict[str, Any]:
    """The document of one robot's file. folder: holds it and its meshes; names: the files below it that may be meshes."""
    path, folder = path.resolve(), folder.resolve()
    if path.suffix.lower() == XACRO:
        raise xacro_refused(path.name)
    with needing_packages(path.name):
        robot = load(path)
    if _is_document(path, robot):
        text = path.read_text(encoding="utf-8-sig")
        looks = Looks(missing=_missing(text, path, folder, names))
    else:
        text, looks = _document(path, robot, folder, names)
    notes = [n for n in robot.notes if not (looks.shapes and isinstance(n, Note) and n.what.startswith(_DRAWN))]
    messages = [
        *(
            _message("missing", f"mesh '{m}' is not among the files", "drop the folder that holds it")
            for m in looks.missing
        ),
        *(_message("looks", what, "") for what in looks.notes),
        *(_of_note(n) for n in notes),
    ]
    name = f"{path.name.removesuffix(path.suffix)}.yaml"
    return {"document": text, "name": name, "missing": looks.missing, "messages": messages, "candidates": []}


def _is_document(path: Path, robot: Mechanism) -> bool:
    """Whether the page can work with the text as it is, comments and all."""
    if not isinstance(robot, OpenRobot | ClosedRobot):
        return True
    ours = path.suffix.lower() in (".yaml", ".yml")
    return ours and "joint_screw_coord" not in path.read_text(encoding="utf-8-sig")


def _document(path: Path, robot: Mechanism, folder: Path, names: Sequence[str]) -> tuple[str, Looks]:
    made, _ = express_in(robot, format_of(Path("document.yaml")))  # YAML says everything
    text = write_yaml(made)[".yaml"].partition("\n")[2]  # without the mark of generated files: this one is edited
    looks = looks_of(path, robot, folder, names)
    left = MAX_NODES - _ROOM - parse_yaml(text.encode(), Report(path.name)).size
    shapes: dict[str, list[Tree]] = {}
    drawn = 0
    size = len(text)
    for shape in looks.shapes:
        tree = shape.tree()
        left -= sum(2 if isinstance(x, str) else 2 + len(x) for x in tree.values()) + 2
        size += sum(len(str(x)) + len(key) + 4 for key, x in tree.items())
        if left < 0 or size > 0.9 * MAX_BYTES:
            break
        shapes.setdefault(shape.body, []).append(tree)
        drawn += 1
    if drawn < len(looks.shapes):
        what = f"{len(looks.shapes) - drawn} of {len(looks.shapes)} shapes are left out: a document holds no more"
        looks.notes.append(what)
    return text + "".join(f"{line}\n" for line in block({"studio": {"shapes": shapes}}) if shapes), looks


def _missing(text: str, path: Path, folder: Path, names: Sequence[str]) -> list[str]:
    """Meshes of a document's own shapes that are not there; they are named from the document's folder, or the dropped one."""
    beside = path.relative_to(folder).parent.as_posix()
    known = set(names)
    wanted = meshes_of(text)
    return [m for m in wanted if not {m, posixpath.normpath(posixpath.join(beside, m))} & known]


def _of_note(note: Note | str) -> dict[str, Any]:
    if isinstance(note, str):
        return _message("note", note, "")
    where = f" ({note.where})" if note.where else ""
    return _message(note.kind, f"{note.what}{where}", "")


def _message(code: str, what: str, hint: str) -> dict[str, Any]:
    return {"severity": "note", "code": code, "what": what, "hint": hint, "line": None, "path": None}
