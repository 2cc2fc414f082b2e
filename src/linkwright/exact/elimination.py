"""Elimination in a prime field: ranks of many matrices at once, the reduced rows of one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwright.arrays import Whole


def ranks_modulo(matrices: NDArray[Any], p: int) -> Whole:
    """Ranks of matrices (N, rows, columns) of integers modulo p: int64 for primes below 2^31, objects for longer ones.

    Gauss without divisions, one column after the other in all of them.
    """
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


def reduced_rows(matrix: NDArray[Any], p: int) -> tuple[NDArray[Any], list[int]]:
    """The rows of the reduced echelon form modulo p (Gauss and Jordan) that are not zero, and the columns of their pivots."""
    left, used = matrix % p, 0
    pivots: list[int] = []
    for column in range(left.shape[1]):
        fits = np.flatnonzero(left[used:, column])
        if not len(fits):
            continue
        left[[used, used + fits[0]]] = left[[used + fits[0], used]]
        left[used] = left[used] * pow(int(left[used, column]), -1, p) % p
        factors = left[:, column].copy()
        factors[used] = 0
        left = (left - factors[:, None] * left[used] % p) % p
        pivots.append(column)
        used += 1
        if used == len(left):
            break
    return left[:used], pivots


def cross(u: Any, v: Any, p: int) -> list[Any]:
    """Vector products modulo p; u and v by components, which are integers or arrays of them."""
    return [(u[i - 2] * v[i - 1] - u[i - 1] * v[i - 2]) % p for i in range(3)]
