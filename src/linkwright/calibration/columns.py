"""Columns of a table as postures and what was measured at them.

Joints by their names, or q1, q2, ...; x y z; qx qy qz qw, roll pitch yaw, rx ry rz (a rotation vector), or a matrix t11 ... t34
(also m00 ... m23, or r11 ... r33 beside x y z); distance. Metres and radians, or what a head says: "x [mm]", "elbow_deg".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.calibration.measured import KINDS
from linkwright.errors import InputError, counted, suggestion
from linkwright.measurements.column_names import parted, unit_factor
from linkwright.measurements.table import Table
from linkwright.model.configuration import neutral
from linkwright.model.robot import OpenRobot

_UNITS = ("m", "cm", "mm", "um", "rad", "deg", "degrees", "°")
_POSITION = (("x", "y", "z"), ("px", "py", "pz"), ("tx", "ty", "tz"), ("t14", "t24", "t34"), ("m03", "m13", "m23"))
_MATRIX = tuple(
    tuple(f"{letter}{i + first}{j + first}" for i in range(3) for j in range(3))
    for letter, first in (("t", 1), ("m", 0), ("r", 1))
)
_TURNS = {
    "quaternion": ("qx", "qy", "qz", "qw"),
    "rpy": ("roll", "pitch", "yaw"),
    "vector": ("rx", "ry", "rz"),
}
_LARGEST = 1e7
"""Positions and lengths beyond are no measurement, whatever their unit."""
_LOOSE = 1e-2
"""How far from a rotation a written matrix, or from length one a quaternion, may be: four digits are enough."""
_HINT = "x y z with qx qy qz qw, roll pitch yaw, rx ry rz or r11 ... r33; t11 ... t34; x y z alone; or distance"


@dataclass(frozen=True, eq=False)
class Measured:
    """Rows of a table. kind: of KINDS; q: (N, nq); values: as the kind has them; places: where each row stands;
    quaternion: four numbers as they were written."""

    kind: str
    q: Array
    values: Array
    places: tuple[str, ...]
    notes: tuple[str, ...] = ()
    quaternion: Array | None = None

    def take(self, rows: Array) -> Measured:
        """Some of the rows."""
        quaternion = None if self.quaternion is None else self.quaternion[rows]
        places = tuple(self.places[int(k)] for k in rows)
        return replace(self, q=self.q[rows], values=self.values[rows], places=places, quaternion=quaternion)


@dataclass(frozen=True, eq=False)
class _Heads:
    """Columns by their names in small letters without units, in metres and radians."""

    table: Table
    found: dict[str, tuple[str, float]]

    def has(self, names: tuple[str, ...]) -> bool:
        return all(n in self.found for n in names)

    def values(self, names: tuple[str, ...]) -> Array:
        return np.column_stack([self.table.column(self.found[n][0]) * self.found[n][1] for n in names])


def measured_in(
    table: Table, robot: OpenRobot, needed: set[int], kind: str = "", columns: Mapping[str, str] = {}
) -> Measured:
    """Postures of the robot and what was measured.

    needed: positions on the way to the frame; others may be missing, and rest; kind: of KINDS, found by the columns where it is
    empty; columns: name here -> head in the table.
    """
    if kind and kind not in KINDS:
        raise InputError(
            f"nothing measured is called '{kind}'", hint=suggestion(kind, KINDS, f"one of: {', '.join(KINDS)}")
        )
    heads = _heads(table, columns)
    notes: list[str] = []
    q = _positions(heads, robot, needed)
    found = kind or _kind(heads)
    wanted = KINDS[found].columns
    values, quaternion = _values(heads, wanted, len(table.values), table)
    whole = np.isfinite(q).all(axis=1) & np.isfinite(values.reshape(len(values), -1)).all(axis=1)
    if not whole.all():
        missing = [table.place(int(k)) for k in np.flatnonzero(~whole)]
        notes.append(f"{counted(len(missing), 'row')} with empty cells left out: {', '.join(missing[:5])}")
    rows = np.flatnonzero(whole)
    if not all(np.all(np.abs(x[whole]) < _LARGEST) for x in (values, q)):
        raise InputError(
            "a number of the table is too large", table.source, f"positions and lengths are below {_LARGEST:g}"
        )
    if not len(rows):
        raise InputError(
            "no row of the table is complete", table.source, "every joint and what was measured needs a number"
        )
    places = tuple(table.place(k) for k in range(len(table.values)))
    return Measured(found, q, values, places, tuple(notes), quaternion).take(rows)


def legs_in(table: Table, motors: Sequence[str]) -> tuple[Array, Array]:
    """Poses of a platform (N, 4, 4), and a column for each of its motors; rows with empty cells are an error."""
    heads = _heads(table, {})
    T, _ = _values(heads, "pose", len(table.values), table)
    missing = [n for n in motors if _plain(n) not in heads.found]
    if missing:
        hint = suggestion(missing[0], table.names, f"it has: {', '.join(table.names[:20])}")
        raise InputError(f"the table has no column for motor '{missing[0]}'", table.source, hint)
    lengths = heads.values(tuple(_plain(n) for n in motors))
    empty = np.flatnonzero(~np.isfinite(np.column_stack([T.reshape(len(T), -1), lengths])).all(axis=1))
    if len(empty):
        raise InputError("a row with an empty cell", table.place(int(empty[0])), "fill it, or remove the row")
    return T, lengths


def _heads(table: Table, columns: Mapping[str, str]) -> _Heads:
    found: dict[str, tuple[str, float]] = {}
    for head in table.names:
        name, unit = _split(head)
        found.setdefault(name, (head, unit))
        found[_plain(head)] = found.get(_plain(head), (head, 1.0))
    for name, head in columns.items():
        table.column(head)  # complains
        found[_plain(name)] = head, _split(head)[1]
    return _Heads(table, found)


def _plain(name: str) -> str:
    return name.strip().lower()


def _split(head: str) -> tuple[str, float]:
    """The name and the unit of a head."""
    name, unit = parted(_plain(head), _UNITS)
    return (name, unit_factor(unit) or 1.0) if unit in _UNITS else (_plain(head), 1.0)


def _positions(heads: _Heads, robot: OpenRobot, needed: set[int]) -> Array:
    """(N, nq): columns of all joints on the way."""
    names = [_plain(n) for n in robot.position_names]
    q = np.tile(neutral(robot), (len(heads.table.values), 1))
    for k, name in enumerate(names):
        spelled = (name, f"q_{name}", f"{name}.position", f"q{k + 1}")
        own = next((s for s in spelled if s in heads.found), None)
        if own is not None:
            q[:, k] = heads.values((own,))[:, 0]
        elif k in needed:
            what = f"the table has no column for joint '{robot.position_names[k]}'"
            hint = suggestion(
                name, heads.table.names, f"name it so, or q{k + 1}; it has: {', '.join(heads.table.names[:20])}"
            )
            raise InputError(what, heads.table.source, hint)
    return q


def _kind(heads: _Heads) -> str:
    position = any(heads.has(p) for p in _POSITION)
    turned = any(heads.has(t) for t in (*_TURNS.values(), *_MATRIX))
    if position:
        return "pose" if turned else "position"
    if "distance" in heads.found:
        return "distance"
    hint = f"{_HINT}; or say --measured point or plane where the tool only touched something"
    raise InputError("the table has nothing measured", heads.table.source, hint)


def _values(heads: _Heads, wanted: str, count: int, table: Table) -> tuple[Array, Array | None]:
    """What was measured; and quaternions as they were written."""
    if wanted == "":
        return np.zeros((count, 0)), None
    if wanted == "distance":
        if "distance" not in heads.found:
            raise InputError(
                "the table has no column 'distance'", table.source, f"it has: {', '.join(table.names[:20])}"
            )
        return heads.values(("distance",))[:, 0], None
    place = next((p for p in _POSITION if heads.has(p)), None)
    if place is None:
        raise InputError(
            "the table has no columns x y z", table.source, f"it has: {', '.join(table.names[:20])}; {_HINT}"
        )
    if wanted == "position":
        return heads.values(place), None
    T = np.tile(np.eye(4), (count, 1, 1))
    T[:, :3, 3] = heads.values(place)
    T[:, :3, :3], quaternion = _rotations(heads, table)
    return T, quaternion


def _rotations(heads: _Heads, table: Table) -> tuple[Array, Array | None]:
    """(N, 3, 3), nan where a cell is empty."""
    from scipy.spatial.transform import Rotation

    how = next((k for k, names in _TURNS.items() if heads.has(names)), None)
    matrix = next((names for names in _MATRIX if heads.has(names)), None)
    if how is None and matrix is None:
        raise InputError(
            "the table has positions and no rotations", table.source, f"--measured position, or columns {_HINT}"
        )
    numbers = heads.values(_TURNS[how] if how else matrix or ())
    whole: Array = np.all(np.isfinite(numbers), axis=1)
    R = np.full((len(numbers), 3, 3), np.nan)
    rows = numbers[whole]
    if how == "quaternion":
        _refuse(np.abs(np.linalg.norm(rows, axis=1) - 1), whole, table, "a quaternion whose length is not 1")
        R[whole] = Rotation.from_quat(rows).as_matrix()
        return R, numbers
    if how and np.abs(rows).max(initial=0.0) > 2 * np.pi + 0.1:
        far = f"'{' '.join(_TURNS[how])}' are radians, and {float(np.abs(rows).max()):g} is more than a turn"
        raise InputError(far, table.source, "if they are degrees, say so in their heads: 'roll [deg]'")
    if how == "rpy":
        R[whole] = Rotation.from_euler("xyz", rows).as_matrix()
    elif how == "vector":
        R[whole] = Rotation.from_rotvec(rows).as_matrix()
    else:
        M = rows.reshape(-1, 3, 3)
        off = np.abs(np.swapaxes(M, 1, 2) @ M - np.eye(3)).max(axis=(1, 2)) + (np.linalg.det(M) < 0)
        _refuse(off, whole, table, "a matrix that is no rotation")
        U, _, Vt = np.linalg.svd(M)
        R[whole] = U @ Vt
    return R, None


def _refuse(off: Array, whole: Array, table: Table, what: str) -> None:
    bad = np.flatnonzero(off > _LOOSE)
    if len(bad):
        row = int(np.flatnonzero(whole)[bad[0]])
        said = f"{what}: off by {off[bad[0]]:.3g} ({counted(len(bad), 'row')} in all)"
        raise InputError(said, table.place(row), "check the order of its columns and the digits that were written")
