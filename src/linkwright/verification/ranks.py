"""Ranks of regressors, measured in floats, and what law 9 makes of them and of the exact ones (`exact.rank`)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwright.arrays import Array

_SMALL, _NOISE = 1e-8, 1e-16


@dataclass(frozen=True)
class BaseCount:
    """Base parameters of bodies with general inertia, and of a robot's own bodies, beside the ranks of regressors.

    columns:     all inertial parameters of the bodies
    least, most: rank of all columns. Two bounds: between the axes of a universal or cylindrical joint sits a piece without
                 mass, and what reaches it from outside may fill fewer dimensions than it has base parameters; and a float is
                 sometimes neither zero nor not
    base, own:   ranks of the columns of the base parameters
    """

    columns: int
    count: int
    least: int
    most: int
    base: int
    own_count: int
    own: int

    @property
    def misses(self) -> float:
        """How many base parameters there are too many or too few."""
        outside = max(0, self.count - self.most, self.least - self.count)
        return float(outside + (self.count - self.base) + (self.own_count - self.own))

    def __str__(self) -> str:
        rank = f"{self.most}" if self.least >= self.most else f"{self.least} to {self.most}, without a clear end"
        said = f"{self.count} base parameters of {self.columns}, rank {rank}"
        if self.base < self.count:
            said += f"; the columns of {self.count} base parameters have rank {self.base}"
        if self.own < self.own_count:
            said += f"; those of the {self.own_count} that this robot has, rank {self.own}"
        return said


def numeric_ranks(Y: Array) -> tuple[int, int]:
    """How many singular values of stacked regressors count: those that are not small, and those before the widest gap among the
    small ones. The two differ for robots whose axes are parallel but for the rounding of their file."""
    rows = Y.reshape(int(np.prod(Y.shape[:-1])), Y.shape[-1])
    size = np.linalg.norm(rows, axis=0)
    rows = rows[:, size > 1e-11 * np.max(size, initial=0.0)]
    if rows.size == 0:
        return 0, 0
    values = np.linalg.svd(rows / np.linalg.norm(rows, axis=0), compute_uv=False)
    sizes = np.maximum([*(values / values[0]), 0.0], _NOISE)
    ends = [k for k in range(len(values)) if sizes[k + 1] < _SMALL]
    return int(np.sum(sizes > _SMALL)), 1 + max(ends, key=lambda k: sizes[k] / sizes[k + 1])
