"""The path of a task file: points, pick and place, or a table of poses."""

from __future__ import annotations

import csv
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from linkwright.errors import InputError, LinkwrightError
from linkwright.readers.options import read_bytes
from linkwright.readers.report import Report
from linkwright.readers.yaml_tree import Map, Node, Seq
from linkwright.synthesis.task.paths import Motion, Recorded, Stop, Way, through_stops
from linkwright.synthesis.task.read_structures import inside
from linkwright.synthesis.task.section import Section

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

MOTION = tuple(f.name for f in fields(Motion))
POINT = ("xyz", "yaw", "rpy", "dwell", "stop")
WAYS = ("points", "pick_and_place", "file")
FARTHEST = 1e6
"""Metres from the origin, of a point."""
COLUMNS = ("t", "x", "y", "z", "qx", "qy", "qz", "qw")


def read_path(top: Section, folder: Path, report: Report) -> Way | None:
    """The way of the tool; None where it is told what is wrong."""
    section = top.section("path", (*WAYS, *MOTION, "cycle"))
    kinds = [k for k in WAYS if k in section.given]
    if len(kinds) != 1:
        section.error(
            "the path needs one of points, pick_and_place and file", hint="write points: [[0.3, 0, 0.1], ...]"
        )
        return None
    rate = section.number("rate", 0.0, 1e-12)
    if kinds == ["file"]:
        return _recorded(section, folder, rate)
    usual = Motion()
    motion = Motion(
        section.pair("velocity", usual.velocity),
        section.pair("acceleration", usual.acceleration),
        section.pair("jerk", usual.jerk),
        section.number("time", None, 1e-12),
        section.number("blend", 0.0, 0),
        rate,
    )
    stops = _gate(section) if kinds == ["pick_and_place"] else _points(section)
    if len(stops) < 2 or report.errors:
        if not report.errors:
            section.error("the path has less than two points", hint="write where it starts and where it goes")
        return None
    if max(float(np.abs(stop.pose).max()) for stop in stops) > FARTHEST:
        section.error(
            f"a point of the path is more than {FARTHEST:.0e} m away", hint="lengths are in metres, or write 25 mm"
        )
        return None
    try:
        return through_stops(stops, motion)
    except LinkwrightError as error:
        section.error(error.what, hint=error.hint)
        return None


def _points(section: Section) -> list[Stop]:
    node = section.node.entries["points"]
    stops = [_stop(section, x) for x in node.items] if isinstance(node, Seq) else []
    if section.parts.flag(section.node, "cycle", "the path") and stops:
        stops.append(Stop(stops[0].pose))
    return stops


def _stop(section: Section, node: Node) -> Stop:
    """[x, y, z], [x, y, z, yaw], or a mapping."""
    if not isinstance(node, Map):
        row = section.row(node, "a point of the path", (3, 4)) or (0.0, 0.0, 0.0)
        return Stop(_pose(row[:3], (0.0, 0.0, row[3] if len(row) > 3 else 0.0)))
    point = Section(section.parts, node, "a point of the path", POINT)
    if "xyz" not in point.given or {"yaw", "rpy"} <= set(point.given):
        point.error("a point has xyz, and yaw or rpy", hint="write {xyz: [0.3, 0, 0.1], yaw: 90 deg}")
    rpy = point.numbers("rpy", (0.0, 0.0, point.number("yaw", 0.0)), (3,))
    pose = _pose(point.numbers("xyz", (0.0, 0.0, 0.0), (3,)), rpy)
    return Stop(pose, point.number("dwell", 0.0, 0), point.parts.flag(node, "stop", "a point of the path"))


def _gate(section: Section) -> list[Stop]:
    """Up, across, down, and back the same way."""
    gate = section.section("pick_and_place", ("start", "end", "lift", "dwell"))
    for key in ("start", "end"):
        if key not in gate.given:
            gate.error(f"'pick_and_place' has no {key}", hint=f"write {key}: [x, y, z, yaw]")
            return []
    lift, dwell = gate.number("lift", 0.025, 1e-12), gate.number("dwell", 0.0, 0)
    start, end = (_stop(gate, gate.node.entries[key]).pose for key in ("start", "end"))
    over, beyond = start.copy(), end.copy()
    over[2, 3] += lift
    beyond[2, 3] += lift
    there = [Stop(start, dwell), Stop(over), Stop(beyond), Stop(end, dwell, stop=True)]
    return [*there, Stop(beyond), Stop(over), Stop(start)]


def _pose(xyz: tuple[float, ...], rpy: tuple[float, ...]) -> Array:
    from scipy.spatial.transform import Rotation

    X = np.eye(4)
    X[:3, :3], X[:3, 3] = Rotation.from_euler("xyz", rpy).as_matrix(), xyz
    return X


def _recorded(section: Section, folder: Path, rate: float) -> Way | None:
    name = section.word("file", "")
    node = section.node.entries["file"]
    path = inside(section, folder, name)
    if path is None:
        return None
    try:
        rows = _table(path)
    except LinkwrightError as error:
        section.error(error.what, node, error.hint)
        return None
    return Recorded(rows[:, 0], rows[:, 1:4], rows[:, 4:], rate)


def _table(path: Path) -> Array:
    """Columns t, x, y, z, qx, qy, qz, qw of a table, as a trajectory of the tool writes it."""
    lines = csv.DictReader(read_bytes(path).decode("utf-8-sig", "replace").splitlines())
    missing = [c for c in COLUMNS if c not in (lines.fieldnames or ())]
    if missing:
        hint = f"a table of poses has the columns {', '.join(COLUMNS)}: TaskTrajectory.to_csv writes one"
        raise InputError(f"'{path.name}' has no column {', '.join(missing)}", hint=hint)
    try:
        rows = np.array([[float(line[c]) for c in COLUMNS] for line in lines])
    except (TypeError, ValueError):
        raise InputError(f"'{path.name}' has cells that are no numbers", hint="write one number per cell") from None
    if len(rows) < 2 or not np.all(np.isfinite(rows)) or not np.all(np.diff(rows[:, 0]) > 0):
        raise InputError(f"the times of '{path.name}' do not increase", hint="at least two rows, in the order of time")
    if np.any(np.abs(np.linalg.norm(rows[:, 4:], axis=1) - 1) > 1e-6):
        raise InputError(
            f"'{path.name}' has quaternions that are not of length one", hint="divide them by their length"
        )
    return rows
