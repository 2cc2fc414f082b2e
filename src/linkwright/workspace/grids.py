"""Cells: a grid over a box, and boxes around what was reached."""

from __future__ import annotations

import numpy as np

from linkwright.arrays import Array
from linkwright.workspace.result import Grid
from linkwright.workspace.view import AXES, View

_MARGIN = 0.04
"""Of the longer side, around what was reached."""


def grid_of(names: tuple[str, str], box: tuple[float, ...], cells: int, others: dict[str, float]) -> Grid:
    """Square cells over a box (from, to, from, to), `cells` along its longer side."""
    wide, high = box[1] - box[0], box[3] - box[2]
    side = max(wide, high) / cells
    columns, rows = max(2, round(wide / side)), max(2, round(high / side))
    x = box[0] + (np.arange(columns) + 0.5) * wide / columns
    y = box[2] + (np.arange(rows) + 0.5) * high / rows
    return Grid(names, x, y, tuple(others.items()))


def around(points: Array) -> tuple[float, float, float, float]:
    """The box around points (n, 2), with a margin."""
    low, high = points.min(axis=0), points.max(axis=0)
    room = max(_MARGIN * float(np.max(high - low)), 1e-9)
    return float(low[0] - room), float(high[0] + room), float(low[1] - room), float(high[1] + room)


def plane_of(points: Array, view: View, flat: bool) -> tuple[tuple[int, int], int]:
    """The two axes of the plane that is looked at, and the third. flat: by default the one in which points (n, 3) spread."""
    if view.plane:
        chosen = AXES.index(view.plane[0]), AXES.index(view.plane[1])
        return chosen, 3 - sum(chosen)
    third = int(np.argmin(np.ptp(points, axis=0))) if flat else 1
    first, second = (k for k in range(3) if k != third)
    return (first, second), third
