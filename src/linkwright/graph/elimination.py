"""Ranks of many matrices at once in a prime field: Gauss without divisions, one column after the other in all of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Whole = NDArray[np.int64]


def ranks_modulo(matrices: NDArray[Any], p: int) -> Whole:
    """Ranks of matrices (N, rows, columns) of integers modulo p: int64 for primes below 2^31, objects for longer ones."""
    left = np.asarray(matrices % p)
    every = np.arange(len(left))
    unused = np.ones(left.shape[:2], bool)
    rank: Whole = np.zeros(len(left), np.int64)
    for _ in range(left.shape[2]):
        fits = (left[:, :, 0] != 0) & unused
        found, row = fits.any(axis=1), fits.argmax(axis=1)
        unused[every[found], row[found]] = False
        rank += found
        if left.shape[2] == 1 or not unused.any():
            break
        pivot = left[every, row][:, None, :]
        after = (pivot[:, :, :1] * left[:, :, 1:] - left[:, :, :1] * pivot[:, :, 1:]) % p
        left = np.where(found[:, None, None], after, left[:, :, 1:])
        open_rows = unused.any(axis=0)  # a single matrix loses the row of each pivot
        left, unused = left[:, open_rows], unused[:, open_rows]
    return rank
