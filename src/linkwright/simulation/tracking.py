"""Joints that follow a trajectory: positions, velocities and accelerations from a table, and the forces that keep to them.

Computed torque (Luh, Walker & Paul 1980): the inverse dynamics of the wanted acceleration, corrected by what position and
velocity lack. Without other forces joints stay on the trajectory to the integrator's tolerance; pushed off, they come back.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import FileError, InputError
from linkwright.narrowing import is_mapping
from linkwright.simulation.integrable import Flow
from linkwright.simulation.run import Run

if TYPE_CHECKING:
    from linkwright.mechanism import Mechanism

BANDWIDTH = 20.0
"""How fast joints come back to the trajectory, in 1/s; critically damped."""


@dataclass(frozen=True)
class Reference:
    """A trajectory of joints: between the rows of its table a polynomial of fifth degree, after the last one at rest."""

    t: Array
    curve: Callable[[float, int], Array]
    rows: Array

    @property
    def duration(self) -> float:
        """Seconds."""
        return float(self.t[-1])

    @property
    def start(self) -> tuple[Array, Array]:
        """Positions and velocities at t = 0."""
        return self.curve(0.0, 0), self.curve(0.0, 1)

    def at(self, t: float) -> tuple[Array, Array, Array]:
        """Positions, velocities, accelerations."""
        if t > self.duration:
            still = np.zeros_like(self.rows[-1])
            return self.rows[-1], still, still
        return self.curve(t, 0), self.curve(t, 1), self.curve(t, 2)

    def error(self, t: Array, q: Array) -> float:
        """How far positions are from the trajectory, at most."""
        return max(float(np.max(np.abs(self.at(float(s))[0] - x), initial=0.0)) for s, x in zip(t, q, strict=True))

    def wanted(self, t: float, q: Array, v: Array) -> Array:
        """Accelerations that follow it, corrected by what positions and velocities lack."""
        q_wanted, v_wanted, a_wanted = self.at(t)
        return a_wanted + BANDWIDTH**2 * (q_wanted - q) + 2 * BANDWIDTH * (v_wanted - v)


def read_reference(path: str | Path, nq: int) -> Reference:
    """From a table with columns t, q1.., and velocities v1.. and accelerations a1.. where it has them, as trajectories have."""
    heads, rows = _table(Path(path))
    wanted = [f"q{k + 1}" for k in range(nq)]
    missing = [name for name in ("t", *wanted) if name not in heads]
    if missing or f"q{nq + 1}" in heads:
        said = f"has no column {missing[0]}" if missing else f"has more than {nq} positions"
        raise InputError(
            f"'{path}' {said}", hint=f"columns t, {', '.join(wanted)}, then v1.. and a1.. where they are known"
        )
    known = [rows[:, [heads.index(f"{x}{k + 1}") for k in range(nq)]] for x in "qva" if f"{x}{nq}" in heads]
    return _reference(rows[:, heads.index("t")], known, f"'{path}'")


def reference_of(given: Any, nq: int) -> Reference:
    """From a table's path; or from arrays t (N,), q (N, nq) and, where they are known, v and a: by name, or as attributes of a
    trajectory's samples."""
    if isinstance(given, str | Path):
        return read_reference(given, nq)
    found = {x: given.get(x) if is_mapping(given) else getattr(given, x, None) for x in "tqva"}
    try:
        arrays = {x: np.asarray(value, dtype=float) for x, value in found.items() if value is not None}
    except (TypeError, ValueError):
        arrays = {}
    if not {"t", "q"} <= {*arrays} or arrays["t"].ndim != 1:
        hint = "the path of a table (.csv), or arrays by name: t (N,), q (N, positions), v, a"
        raise InputError(f"there is no trajectory to follow in {type(given).__name__}", hint=hint)
    t = arrays.pop("t")
    for name, x in arrays.items():
        if x.shape != (len(t), nq):
            raise InputError(f"{name} of the trajectory has the shape {x.shape}", hint=f"({len(t)}, {nq})")
    return _reference(t, [arrays[x] for x in ("q", "v", "a")[: len(arrays)] if x in arrays], "the trajectory")


def _reference(t: Array, known: list[Array], what: str) -> Reference:
    finite = all(np.all(np.isfinite(x)) for x in (t, *known))
    if len(t) < 2 or t[0] != 0 or not np.all(np.diff(t) > 0) or not finite:
        raise InputError(f"the times of {what} must grow from 0, with finite numbers", hint="two rows or more")
    return Reference(t, _curve(t, known), known[0])


def following(mechanism: Mechanism, field: Flow, run: Run, reference: Reference) -> tuple[Run, list[int]]:
    """Let joints follow a trajectory: the run that starts and ends with it, and the columns of q that follow."""
    columns = field.follow(reference)
    if mechanism.nq != mechanism.nv:
        hint = "follow a trajectory with a robot whose joints turn about or slide along an axis"
        raise InputError(f"positions of '{mechanism.name}' have no velocities of their own", mechanism.source, hint)
    q0, v0 = (", ".join(repr(float(x)) for x in part) for part in reference.start)
    return replace(run, time=min(run.time, reference.duration), q0=run.q0 or q0, v0=run.v0 or v0), columns


def _curve(t: Array, known: list[Array]) -> Callable[[float, int], Array]:
    """Through all that is known at the rows: positions alone, or with their derivatives."""
    from scipy.interpolate import BPoly, CubicSpline

    made: Any = CubicSpline(t, known[0], bc_type="clamped")
    if len(known) > 1:
        made = BPoly.from_derivatives(t, np.stack(known, axis=1))
    orders = [made, made.derivative(), made.derivative(2)]
    return lambda s, order: np.asarray(orders[order](s), dtype=float)


def _table(path: Path) -> tuple[list[str], Array]:
    try:
        with path.open(newline="", encoding="utf-8") as file:
            heads, *rows = list(csv.reader(file))
        return [name.strip() for name in heads], np.array([[float(x) for x in row] for row in rows]).reshape(
            -1, len(heads)
        )
    except OSError as error:
        raise FileError(f"cannot read '{path}': {error.strerror or error}", hint="name a table (.csv)") from None
    except (ValueError, UnicodeDecodeError, csv.Error):
        raise FileError(
            f"'{path}' is no table of numbers with names in its first row", hint="linkwright trajectory writes one"
        ) from None
