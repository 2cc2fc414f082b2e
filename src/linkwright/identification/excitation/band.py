"""Band: numbers along a motion that stay between two ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import AnyArray as Array

if TYPE_CHECKING:
    from linkwright.identification.excitation.motion import Motion, Source


@dataclass(frozen=True, eq=False)
class Band:
    """low <= source(motion) <= high, (m,) each; ends may be infinite.

    kind:  "position", "velocity", "acceleration", "torque", "box", "floor", "clearance"
    names: of the m numbers
    unit:  a size (m,) to which an excess is compared where only one end is finite; half the band otherwise
    """

    kind: str
    names: tuple[str, ...]
    source: Source
    low: Array
    high: Array
    unit: Array

    @staticmethod
    def of(kind: str, names: tuple[str, ...], source: Source, ends: tuple[Array, Array], unit: float = 1.0) -> Band:
        """With half the band as unit where both ends are finite."""
        low, high = ends
        both = np.isfinite(low) & np.isfinite(high)
        half = (np.where(both, high, 0) - np.where(both, low, 0)) / 2
        return Band(kind, names, source, low, high, np.where(both, half, unit))

    def excess(self, values: Array) -> Array:
        """(K, m): how far numbers are beyond their ends, in units; below zero within."""
        return np.maximum(values - self.high, self.low - values) / self.unit

    def side(self, values: Array) -> Array:
        """Derivatives of the excess by the numbers."""
        return np.where(values - self.high >= self.low - values, 1.0, -1.0) / self.unit

    def used(self, values: Array) -> Array:
        """(m,): part of each band that a motion uses: 1 where it touches an end; nan where there is none or only one."""
        both = np.isfinite(self.low) & np.isfinite(self.high)
        part = 1 + self.excess(values).max(axis=0)
        return np.where(both, part, np.nan)

    def told(self, values: Array) -> tuple[float, str]:
        """The largest excess, and whose it is, in words."""
        beyond = self.excess(values)
        k = int(np.argmax(beyond.max(axis=0)))
        at = values[int(np.argmax(beyond[:, k])), k]
        ends = " to ".join(f"{x:.4g}" for x in (self.low[k], self.high[k]))
        return float(beyond.max()), f"{self.kind} of {self.names[k]}: {at:.4g}, allowed {ends}"

    def at(self, motion: Motion) -> Array:
        """The numbers (K, m)."""
        return self.source(motion)
