"""Samples of a linear model, tau = Y p, compressed to one triangle per measured force: memory does not grow with samples.

Row j of all samples stacked, [Y_j | tau_j] = Q R_j, has the same sums of squares as its triangle R_j, for every p:
|tau_j - Y_j p| = |R_j [p; -1]|. Estimation, selection of parameters, physical consistency and hold-out work on R_j alone.
Samples enter by blocks (Golub & Van Loan 2013, section 5.2; the update of a triangle is LAPACK's tpqrt).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.arrays import Array, Indices, Truth
from linkwright.errors import InputError

Block = tuple[Any, ...]
"""(Y, tau) or (Y, tau, weights) of some samples: (samples, rows, n), (samples, rows) and, of robust fits, (samples, rows)."""
_PIECE = 1024
"""Samples per update: 65536 x 70 numbers took 0.031 s so, 0.041 s by 8192 and 0.061 s by one factorisation of all."""
_PANEL = 16
"""Columns that tpqrt takes at once: 8 and 16 are equal, 32 is 20 % slower."""


@dataclass(frozen=True, eq=False)
class Compressed:
    """What all samples say about n parameters.

    R:      (rows, n + 1, n + 1), the upper triangle of [Y_j | tau_j] of each measured force j
    counts: (rows,), samples behind each
    """

    R: Array
    counts: Array

    @property
    def rows(self) -> int:
        """Measured forces."""
        return len(self.R)

    @property
    def size(self) -> int:
        """Parameters n."""
        return self.R.shape[1] - 1

    @property
    def norms(self) -> Array:
        """Norm of the measured force of each row, over all samples."""
        return np.linalg.norm(self.R[:, :, -1], axis=1)

    def errors(self, values: Array) -> Array:
        """Norm of measured less predicted force of each row, over all samples."""
        return np.linalg.norm(self.R @ np.append(values, -1.0), axis=1)

    def residuals(self, values: Array) -> Array:
        """Root mean square of measured less predicted force of each row."""
        return self.errors(values) / np.sqrt(np.maximum(self.counts, 1))

    def relative(self, values: Array) -> float:
        """|tau - Y p| / |tau| over all rows together: of forces in different units the larger numbers count."""
        whole = float(np.linalg.norm(self.norms))
        return float(np.linalg.norm(self.errors(values))) / whole if whole > 0 else np.inf

    def weighted(self, weights: Array | None = None) -> Array:
        """(n + 1, n + 1): the one triangle of all rows, each times its weight (one unless given)."""
        factors = np.ones(self.rows) if weights is None else np.asarray(weights, dtype=float)
        return triangle(np.concatenate([w * R for w, R in zip(factors, self.R, strict=True)]))

    def projected(self, T: Array) -> Compressed:
        """The same samples for parameters x with p = T x, T (n, m): Y becomes Y T."""
        if T.shape[0] != self.size:
            raise InputError(f"a change of parameters has {len(T)} rows instead of {self.size}", hint="p = T x")
        whole = np.zeros((self.size + 1, T.shape[1] + 1))
        whole[:-1, :-1], whole[-1, -1] = T, 1.0
        return Compressed(np.array([triangle(R @ whole) for R in self.R]), self.counts)

    def without(self, columns: Sequence[int]) -> Compressed:
        """The same samples with some parameters held at zero."""
        kept = np.setdiff1d(np.arange(self.size), columns)
        return self.projected(np.eye(self.size)[:, kept])

    def __add__(self, other: Compressed) -> Compressed:
        if self.R.shape != other.R.shape:
            sizes = [f"{c.rows} rows of {c.size} parameters" for c in (self, other)]
            raise InputError(f"{sizes[0]} and {sizes[1]} cannot be merged", hint="compress both with one model")
        merged = [triangle(np.concatenate(pair)) for pair in zip(self.R, other.R, strict=True)]
        return Compressed(np.array(merged), self.counts + other.counts)


def compressed(blocks: Iterable[Block]) -> Compressed:
    """All blocks of samples, each seen once.

    A row that does not use a column (the torque of a wrist and the links below it) does not pay for it: columns that have been
    zero in all samples so far are left out of its triangle.
    """
    sums: Compressed | None = None
    used: list[Truth] = []
    for Y, tau, weights in _checked(blocks):
        rows, n = Y.shape[1:]
        if sums is None:
            sums = _empty(rows, n)
            used = [np.append(np.zeros(n, dtype=bool), True) for _ in range(rows)]
        for j in range(rows):
            used[j][:-1] |= np.any(Y[:, j], axis=0)
            columns = np.flatnonzero(used[j])
            place = np.ix_(columns, columns)
            sums.R[j][place] = _updated(sums.R[j][place], _stacked(Y[:, j], tau[:, j], columns, weights[:, j]))
        sums.counts[:] += len(tau)
    if sums is None:
        raise InputError("there are no samples to compress", hint="give at least one block (Y, tau)")
    return sums


def _empty(rows: int, n: int) -> Compressed:
    return Compressed(np.zeros((rows, n + 1, n + 1)), np.zeros(rows))


def triangle(A: Array) -> Array:
    """The square upper triangle R with R'R = A'A, with zero rows where A has fewer rows than columns."""
    factor: Any = np.linalg.qr
    square = np.zeros((A.shape[1], A.shape[1]))
    square[: len(A)] = factor(A, mode="r")
    return square


def _stacked(Y: Array, tau: Array, columns: Indices, weights: Array) -> Array:
    """[Y_j | tau_j] of the columns in use, weighted, in the order that LAPACK reads."""
    stack = np.empty((len(tau), len(columns)), order="F")
    stack[:, :-1], stack[:, -1] = Y[:, columns[:-1]], tau
    if np.any(weights != 1):
        stack *= np.sqrt(weights)[:, None]
    return stack


def _updated(R: Array, stack: Array) -> Array:
    """The triangle of [R; stack]."""
    from scipy.linalg import lapack

    update: Any = lapack.dtpqrt
    factor = np.asfortranarray(R)
    for first in range(0, len(stack), _PIECE):
        piece = np.asfortranarray(stack[first : first + _PIECE])
        factor, _, _, info = update(0, min(_PANEL, len(R)), factor, piece, overwrite_b=1)
        assert info == 0
    return np.triu(factor)


def _checked(blocks: Iterable[Block]) -> Iterator[tuple[Array, Array, Array]]:
    """Blocks as arrays of one shape, with weights, and not one number that is not finite."""
    shape: tuple[int, ...] | None = None
    seen = 0
    for block in blocks:
        Y, tau = (np.asarray(part, dtype=float) for part in block[:2])
        weights = np.asarray(block[2], dtype=float) if len(block) > 2 else np.broadcast_to(1.0, tau.shape)
        if Y.ndim != 3 or Y.shape[:2] != tau.shape or weights.shape != tau.shape:
            what = f"a block has columns of shape {Y.shape} and forces of shape {tau.shape}"
            raise InputError(what, hint="they must be (samples, rows, parameters) and (samples, rows)")
        if shape is not None and Y.shape[1:] != shape:
            what = f"a block has {Y.shape[1]} rows of {Y.shape[2]} parameters, those before it {shape[0]} of {shape[1]}"
            raise InputError(what, hint="compress blocks of one model")
        shape = Y.shape[1:]
        good = np.isfinite(tau) & np.isfinite(weights) & np.isfinite(Y.sum(axis=2))
        if not np.all(good):
            sample, row = np.argwhere(~good)[0]
            what = f"sample {seen + sample} of force {row} is not a number"
            raise InputError(what, hint="leave samples out where anything is missing or infinite")
        seen += len(tau)
        yield Y, tau, weights
