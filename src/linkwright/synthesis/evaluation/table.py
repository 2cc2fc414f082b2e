"""Measure, Constraint, Bound: the rows of the tables of objectives and constraints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import AnyArray as Array

if TYPE_CHECKING:
    from linkwright.synthesis.evaluation.rows import Rows, Setting


@dataclass(frozen=True)
class Measure:
    """One number per row.

    needs: what must be known first: lengths, postures, corners, motion, solids, masses, forces
    sense: 1 where less is better, -1 where more is
    peak:  the largest over instants: what is beyond a limit on some samples is so on all
    """

    name: str
    unit: str
    needs: str
    doc: str
    value: Callable[[Rows], Array]
    sense: int = 1
    peak: bool = False


def _nothing(setting: Setting) -> None:
    return None


def _always(setting: Setting) -> bool:
    return True


@dataclass(frozen=True)
class Constraint(Measure):
    """A measure with a bound.

    limit:   where the task's `constraints` do not name it; None: it is not asked
    applies: whether there is something to ask
    """

    limit: Callable[[Setting], float | None] = _nothing
    applies: Callable[[Setting], bool] = _always


@dataclass(frozen=True)
class Bound:
    """A measure with its limit: at most that where less is better, else at least."""

    measure: Measure
    limit: float

    def excess(self, value: Array) -> Array:
        """How far beyond the limit, relative to it (to 1 where it is 0); 0 within it, inf where there is no value."""
        scale = abs(self.limit) if np.isfinite(self.limit) else 1.0
        amount = self.measure.sense * (value - self.limit) / (scale or 1.0)
        return np.where(np.isnan(amount), np.inf, np.maximum(amount, 0.0))
