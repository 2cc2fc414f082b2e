"""Joints that follow a trajectory: positions, velocities and accelerations from a table, and the forces that keep to them.

Computed torque (Luh, Walker & Paul 1980): the inverse dynamics of the wanted acceleration, corrected by what position and
velocity lack. Without other forces joints stay on the trajectory to the integrator's tolerance; pushed off, they come back.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from linkwright.errors import FileError, InputError

Array = np.ndarray[Any, Any]
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
    t = rows[:, heads.index("t")]
    if len(t) < 2 or t[0] != 0 or not np.all(np.diff(t) > 0) or not np.all(np.isfinite(rows)):
        raise InputError(f"the times of '{path}' must grow from 0, with finite numbers", hint="two rows or more")
    known = [rows[:, [heads.index(f"{x}{k + 1}") for k in range(nq)]] for x in "qva" if f"{x}{nq}" in heads]
    return Reference(t, _curve(t, known), known[0])


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
