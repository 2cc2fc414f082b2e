"""Random linear problems with the shape of identification: rows that use some of the columns, noise of a size of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Problem:
    """Y (samples, rows, n), true values (n,), noise (rows,)."""

    Y: Array
    values: Array
    noise: Array

    @property
    def forces(self) -> Array:
        """Without noise."""
        return self.Y @ self.values

    def measured(self, rng: np.random.Generator) -> Array:
        """With noise."""
        return self.forces + self.noise * rng.normal(size=self.forces.shape)


def problem(rng: np.random.Generator, samples: int = 200, rows: int = 3, n: int = 8) -> Problem:
    """Row j does not use the first j columns; columns have sizes from 0.1 to 10."""
    Y = rng.normal(size=(samples, rows, n)) * 10 ** rng.uniform(-1, 1, n)
    for j in range(rows):
        Y[:, j, :j] = 0
    return Problem(Y, rng.normal(size=n), 10.0 ** np.linspace(-1, 0.5, rows))


def in_blocks(size: int, *arrays: Array) -> Iterator[tuple[Array, ...]]:
    """Arrays cut into blocks of samples."""
    for first in range(0, len(arrays[0]), size):
        yield tuple(array[first : first + size] for array in arrays)
