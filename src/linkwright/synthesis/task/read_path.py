"""The path of a task file: points, pick and place, or a table of poses."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError, LinkwrightError
from linkwright.readers.keys import Record
from linkwright.readers.options import read_bytes
from linkwright.readers.report import Report
from linkwright.synthesis.task.paths import Motion, Recorded, Stop, Way, through_stops

FARTHEST = 1e6
"""Metres from the origin, of a point."""
COLUMNS = ("t", "x", "y", "z", "qx", "qy", "qz", "qw")


def read_path(said: Record, folder: Path, report: Report) -> Way | None:
    """The way of the tool; None where it is told what is wrong."""
    try:
        if "file" in said:
            path = inside(folder, said["file"], report)
            return path and _recorded(path, said["rate"])
        if "points" not in said and "pick_and_place" not in said:
            hint = "write points: [[0.3, 0, 0.1], ...]"
            raise InputError("the path needs one of points, pick_and_place and file", hint=hint)
        stops = _gate(said["pick_and_place"]) if "pick_and_place" in said else _points(said)
        if len(stops) < 2:
            raise InputError("the path has less than two points", hint="write where it starts and where it goes")
        if max(float(np.abs(stop.pose).max()) for stop in stops) > FARTHEST:
            hint = "lengths are in metres, or write 25 mm"
            raise InputError(f"a point of the path is more than {FARTHEST:.0e} m away", hint=hint)
        velocity, acceleration, jerk = (both(said[key]) for key in ("velocity", "acceleration", "jerk"))
        return through_stops(stops, Motion(velocity, acceleration, jerk, said["time"], said["blend"], said["rate"]))
    except LinkwrightError as error:
        report.error(error.what, said.line_of("file"), error.hint)
        return None


def both(x: float | tuple[float, float]) -> tuple[float, float]:
    """Two numbers, or one for both."""
    return x if isinstance(x, tuple) else (x, x)


def inside(folder: Path, name: str, report: Report) -> Path | None:
    """A file that a task names, which lies in the task's folder or below."""
    found = (folder / name).resolve()
    if not Path(name).is_absolute() and found.is_relative_to(folder.resolve()):
        return found
    hint = "put it beside the task file, or in a folder below"
    return report.error(f"the file '{name}' is not in the folder of the task", hint=hint)


def _points(said: Record) -> list[Stop]:
    stops = [_stop(point) for point in said["points"]]
    return [*stops, Stop(stops[0].pose)] if said["cycle"] and stops else stops


def _stop(point: tuple[float, ...] | Record) -> Stop:
    """[x, y, z], [x, y, z, yaw], or a mapping."""
    if isinstance(point, tuple):
        return Stop(_pose(point[:3], (0.0, 0.0, *(point[3:] or (0.0,)))))
    rpy = point["rpy"] or (0.0, 0.0, point["yaw"])
    return Stop(_pose(point["xyz"], rpy), point["dwell"], point["stop"])


def _gate(said: Record) -> list[Stop]:
    """Up, across, down, and back the same way."""
    start, end, dwell = _stop(said["start"]).pose, _stop(said["end"]).pose, said["dwell"]
    over, beyond = start.copy(), end.copy()
    over[2, 3] += said["lift"]
    beyond[2, 3] += said["lift"]
    there = [Stop(start, dwell), Stop(over), Stop(beyond), Stop(end, dwell, stop=True)]
    return [*there, Stop(beyond), Stop(over), Stop(start)]


def _pose(xyz: tuple[float, ...], rpy: tuple[float, ...]) -> Array:
    from scipy.spatial.transform import Rotation

    X = np.eye(4)
    X[:3, :3], X[:3, 3] = Rotation.from_euler("xyz", rpy).as_matrix(), xyz
    return X


def _recorded(path: Path, rate: float) -> Recorded:
    rows = _table(path)
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
