"""Workspace: what was found in each cell, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from linkwright.arrays import Array, Truth

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
    exists:    the same places: whether there is a posture if limits of joints do not count
    one:       a single orientation was asked for
    reached:   cells that are reached in some orientation that was not tried
    """

    grid: Grid
    postures: Array
    exists: Truth
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
        """Cells of the singular set: the best posture is nearly singular or, with one orientation, a branch is, ends or changes
        the sign of its determinant towards a neighbour."""
        found = self.conditioning < SINGULAR
        if self.one:
            there = np.isfinite(self.postures)
            size = np.where(there, np.abs(self.postures), np.inf)
            found |= (size < SINGULAR).any(axis=(2, 3))
            sign = np.sign(np.where(there, self.postures, 0.0))
            for axis in (0, 1):
                turned = np.asarray((sign * np.roll(sign, -1, axis) < 0).any(axis=(2, 3)))
                found |= _with_neighbour(turned, axis)
                for way in (-1, 1):  # where a branch ends, and no limit of a joint ends it, its discriminant vanishes
                    ends = (there & ~np.roll(self.exists, way, axis)).any(axis=(2, 3))
                    found |= _inside(np.asarray(ends), axis, way)
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


def _with_neighbour(cells: Truth, axis: int) -> Truth:
    """Cells and the next ones along an axis; the last has none."""
    own = np.array(cells)
    own[(-1,) if axis == 0 else (slice(None), -1)] = False
    return own | np.roll(own, 1, axis)


def _inside(cells: Truth, axis: int, way: int) -> Truth:
    """Cells that have a neighbour on that side: beyond the border of the box nothing is known."""
    own = np.array(cells)
    border = 0 if way > 0 else -1
    own[(border,) if axis == 0 else (slice(None), border)] = False
    return own
