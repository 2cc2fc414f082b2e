"""Workspace: what was found in each cell, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Truth = NDArray[np.bool_]

SINGULAR = 0.01
"""Smallest over largest singular value of a Jacobian (lengths in parts of the robot's size) below which a cell counts as
singular, whatever the signs of its determinant are."""


@dataclass(frozen=True)
class Grid:
    """Cells in a plane. names: the two axes; x, y: the cells' centres; others: coordinates that stay, by name."""

    names: tuple[str, str]
    x: Array
    y: Array
    others: tuple[tuple[str, float], ...] = ()

    @property
    def shape(self) -> tuple[int, int]:
        """Rows (cells of the second axis) and columns."""
        return len(self.y), len(self.x)

    @property
    def points(self) -> Array:
        """Centres of all cells, row by row, (n, 2)."""
        x, y = np.meshgrid(self.x, self.y)
        return np.stack([x.ravel(), y.ravel()], axis=-1)

    @property
    def cell(self) -> float:
        """Area of a cell."""
        return float((self.x[1] - self.x[0]) * (self.y[1] - self.y[0]))


@dataclass(frozen=True)
class Workspace:
    """What was found.

    postures:  per row, column, orientation and branch the conditioning of a posture there, NaN where there is none: smallest
               over largest singular value of its Jacobian, with the sign of the determinant where that is square
    one:       a single orientation was asked for
    reached:   cells that are reached in some orientation that was not tried
    """

    grid: Grid
    postures: Array
    one: bool
    reached: Truth
    method: str

    @cached_property
    def reachable(self) -> Truth:
        """Cells that are reached in some orientation (or in the one that was asked for)."""
        return self.reached | (self.dexterity > 0)

    @cached_property
    def dexterity(self) -> Array:
        """Share of the orientations in which a cell is reached."""
        return np.isfinite(self.postures).any(axis=3).mean(axis=2)

    @cached_property
    def dexterous(self) -> Truth:
        """Cells that are reached in every orientation that was tried."""
        return self.dexterity == 1.0

    @cached_property
    def conditioning(self) -> Array:
        """Of the best posture, 0 (singular) to 1 (isotropic); NaN where there is none."""
        best = np.max(np.abs(self.postures), axis=(2, 3), initial=-1.0, where=np.isfinite(self.postures))
        return np.where(best < 0, np.nan, best)

    @cached_property
    def singular(self) -> Truth:
        """Cells of the singular set: the best posture is nearly singular or, with one orientation, the determinant of a branch
        changes its sign towards a neighbour."""
        found = self.conditioning < SINGULAR
        if self.one:
            found |= (
                np.nanmin(np.abs(np.where(np.isfinite(self.postures), self.postures, np.inf)), axis=(2, 3)) < SINGULAR
            )
            sign = np.sign(np.where(np.isfinite(self.postures), self.postures, 0.0))
            for axis in (0, 1):
                turned = np.asarray((sign * np.roll(sign, -1, axis) < 0).any(axis=(2, 3)))
                turned[(-1,) if axis == 0 else (slice(None), -1)] = False  # the last has no neighbour
                found |= turned | np.roll(turned, 1, axis)
        return found

    @property
    def area(self) -> float:
        """Of the reachable cells."""
        return self.grid.cell * int(self.reachable.sum())

    def facts(self) -> dict[str, Any]:
        """Figures, as data."""
        inside = self.conditioning[np.isfinite(self.conditioning)]
        return {
            "axes": list(self.grid.names),
            "from": [float(self.grid.x[0]), float(self.grid.y[0])],
            "to": [float(self.grid.x[-1]), float(self.grid.y[-1])],
            "cells": [len(self.grid.x), len(self.grid.y)],
            "others": dict(self.grid.others),
            "orientations": int(self.postures.shape[2]),
            "method": self.method,
            "reachable_area": self.area,
            "dexterous_area": self.grid.cell * int(self.dexterous.sum()),
            "singular_cells": int((self.singular & self.reachable).sum()),
            "conditioning_median": float(np.median(inside)) if inside.size else None,
            "conditioning_best": float(inside.max()) if inside.size else None,
        }

    @property
    def heads(self) -> list[str]:
        """Names of the columns of `rows`."""
        return [*self.grid.names, "reachable", "dexterity", "conditioning", "singular"]

    def rows(self) -> Iterator[tuple[float, ...]]:
        """A row per cell: its centre and what was found there."""
        columns = (self.reachable, self.dexterity, self.conditioning, self.singular & self.reachable)
        table = np.column_stack([self.grid.points, *(np.asarray(c, dtype=float).ravel() for c in columns)])
        return map(tuple, table.tolist())
