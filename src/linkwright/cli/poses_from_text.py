"""Poses as they are typed or kept in files, as homogeneous matrices."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import FileError, InputError, LinkwrightError
from linkwright.formula.scalar import constant, parse
from linkwright.inverse.poses import as_poses
from linkwright.readers.positions import named_numbers
from linkwright.spatial.vector import rot_rpy

_TURN = 2 * np.pi
_HINT = "x y z roll pitch yaw (radians), x y z qx qy qz qw, or the 16 numbers of a homogeneous matrix, row by row"


def poses_of(text: str, path: Path | None, alone: bool = False) -> Array:
    """(n, 4, 4) of a text or of a file; one of them. alone: positions are enough."""
    if bool(text.strip()) == (path is not None):
        raise InputError("say which pose: one of --pose and --pose-file", hint=_HINT)
    rows = _file(path) if path is not None else np.array([_numbers(text)])
    if rows.ndim == 2 and rows.shape[1] == 3:
        if not alone:
            what = "a pose has 3 numbers, which are a position"
            raise InputError(what, hint=f"--mask position asks for no more; otherwise {_HINT}")
        rows = np.hstack([rows, np.zeros_like(rows)])
    return as_poses(_matrices(rows))


def pose_after(text: str, before: Array) -> Array:
    """The pose that a text says; a position alone keeps the orientation before it."""
    values = _numbers(text)
    if len(values) != 3:
        return poses_of(text, None)[0]
    X = before.copy()
    X[:3, 3] = values
    return X


def given_joints(text: str) -> dict[str, float]:
    """ "joint=value, ..." as numbers by name."""
    found: dict[str, float] = {}
    for name, value in named_numbers(text):
        if value is None:
            raise InputError(f"'{name}' gives no joint a value", hint="--given 'joint7=0.5'")
        found[name] = value
    return found


def _numbers(text: str) -> list[float]:
    return [_number(part) for part in (text.split(",") if "," in text else text.split())]


def _number(text: str) -> float:
    if text.strip().lower() in ("nan", "inf", "-inf"):
        return float(text)
    value = constant(parse(text))
    if value is None:
        raise InputError(f"'{text.strip()}' is no number", hint="numbers such as 0.5, pi/2, 30 deg")
    return float(value)


def _matrices(rows: Array) -> Array:
    """From rows of 6, 7 or 16 numbers, or matrices."""
    if rows.ndim == 3 or rows.shape == (4, 4):
        return rows.reshape(-1, *rows.shape[-2:])
    if rows.ndim == 1:
        rows = rows[None]
    if rows.ndim != 2 or rows.shape[1] not in (6, 7, 16):
        raise InputError(f"a pose has {rows.shape[-1] if rows.ndim else 1} numbers", hint=_HINT)
    if rows.shape[1] == 16:
        return rows.reshape(-1, 4, 4)
    if rows.shape[1] == 7:
        return rows
    far = rows[:, 3:][np.abs(rows[:, 3:]) > _TURN]
    if len(far):
        what = f"roll, pitch and yaw are in radians, and {far[0]:g} is more than a turn"
        raise InputError(what, hint="in degrees: commas between the numbers, and 'deg' after an angle: 0, 90 deg, 0")
    made = np.tile(np.eye(4), (len(rows), 1, 1))
    made[:, :3, 3] = rows[:, :3]
    made[:, :3, :3] = [np.array(rot_rpy(*(float(x) for x in row[3:])), dtype=float) for row in rows]
    return made


def _file(path: Path) -> Array:
    """Numbers of a file, by its ending."""
    try:
        match path.suffix.lower():
            case ".npy":
                return np.array(np.load(path), dtype=float)
            case ".json":
                import json

                return np.array(json.loads(path.read_text(encoding="utf-8")), dtype=float)
            case _:
                lines = path.read_text(encoding="utf-8").splitlines()
                return np.array([_numbers(line) for line in lines if line.strip() and not line.startswith("#")])
    except LinkwrightError:
        raise
    except (OSError, ValueError, TypeError, RecursionError) as error:
        raise FileError(f"cannot read poses from '{path}': {error}", hint=f"rows of numbers: {_HINT}") from None
