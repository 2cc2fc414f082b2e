"""How well a model explains forces, whichever of them, with whichever sign, belongs to which joint.

Sums over all samples, once: G_j = Y_j'Y_j of each row j, its products with every candidate force, and those of the forces among
each other. Then any order, sign or shift of the forces, as a combination of candidates, is judged without the samples:

    b_j = sum_k U_jk f_jk,     |b_j - Y_j p|^2 = b_j'b_j - 2 p'Y_j'b_j + p'G_j p

Rows have different noise, which is unknown: the likelihood of a hypothesis, with the best noise of each row put in, falls with
the product of the relative residuals, and the logarithm of that is the score by which hypotheses are compared. It has no units:
a wrist counts as a shoulder.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.arrays import Array

ROUNDED = 1e-6
"""Relative residual below which only rounding of the sums is left."""
FLOOR = 2e-3
"""Relative residual below which no difference counts: no sensor is that good."""
_SEEN = 1e-10
"""Eigenvalues of the products of columns of unit length, relative to the largest, below which a direction is left out."""
_SILENT = 1e-6
"""Force of a row beside the largest of all rows that counts as none."""
_ROUNDS = 5


@dataclass(frozen=True, eq=False)
class Explained:
    """The best fit of one hypothesis.

    values:   parameters in the model's columns
    relative: (rows,) norm of the residual by the norm of the force
    sigma:    (rows,) root mean square of the residual
    """

    values: Array
    relative: Array
    sigma: Array

    @property
    def score(self) -> float:
        """Sum of the logarithms of the relative residuals; less is better."""
        return float(np.sum(np.log(np.maximum(self.relative, FLOOR))))

    @property
    def whole(self) -> float:
        """Relative residual of all rows, each in units of its own force."""
        return float(np.sqrt(np.mean(self.relative**2)))

    @property
    def typical(self) -> float:
        """The same of most rows: a wrist that measures nothing but noise does not make a robot the wrong one."""
        return min(self.whole, float(np.median(self.relative)))


@dataclass(frozen=True, eq=False)
class Evidence:
    """Sums over samples: G (rows, m, m), C (rows, m, K) and S (rows, K, K) of columns with columns, columns with candidate
    forces and these with each other, in coordinates x of the parameters, p = T x, in which the columns are orthogonal."""

    G: Array
    C: Array
    S: Array
    T: Array
    count: int

    def explained(self, U: Array) -> Explained:
        """The fit of the forces that U (rows, K) combines; rows are weighted by the noise that the round before left."""
        c = (self.C @ U[:, :, None])[:, :, 0]
        square = np.sum((self.S @ U[:, :, None])[:, :, 0] * U, axis=1)
        size = _not_silent(square)
        weight = 1 / size
        rest, x = square, np.zeros(self.G.shape[1])
        for _ in range(_ROUNDS):
            A = np.tensordot(weight, self.G, 1)
            ridge = 1e-12 * np.trace(A) / max(len(A), 1)
            x = _solved(A + ridge * np.eye(len(A)), weight @ c)
            rest = np.maximum(square - 2 * c @ x + self.G @ x @ x, ROUNDED**2 * size)
            weight = 1 / np.maximum(rest, FLOOR**2 * size)
        return Explained(self.T @ x, np.sqrt(rest / size), np.sqrt(rest / self.count))

    def deviation(self, found: Explained, directions: Array) -> Array:
        """Standard deviation of directions @ p, (k, n) @ (n,), for samples that are independent of each other."""
        weight = 1 / np.maximum(found.sigma, FLOOR * found.sigma.max() + 1e-300) ** 2
        A = np.tensordot(weight, self.G, 1)
        ridge = 1e-12 * np.trace(A) / max(len(A), 1)
        own = directions @ self.T
        return np.sqrt(np.sum(own * _solved(A + ridge * np.eye(len(A)), own.T).T, axis=1))

    def alone(self) -> Array:
        """(rows, K): relative residual of each candidate force by the columns of one row, with parameters of its own."""
        found = np.ones(self.S.shape[:2])
        for j, (G, C) in enumerate(zip(self.G, self.C, strict=True)):
            values, vectors = np.linalg.eigh(G)
            kept = values > _SEEN * max(float(values[-1]), 1e-300)
            part = np.sum((vectors[:, kept].T @ C) ** 2 / values[kept, None], axis=0)
            square = np.maximum(np.diag(self.S[j]), 1e-300)
            found[j] = np.sqrt(np.clip(1 - part / square, 0.0, 1.0))
        return found


def _solved(A: Array, b: Array) -> Array:
    solve: Any = np.linalg.solve
    return solve(A, b)


def _not_silent(squares: Array) -> Array:
    """Squares of forces by which residuals are divided: a row without force (gravity at a vertical axis) must not count."""
    largest = max(float(np.max(squares, initial=0.0)), 1e-300)
    return np.where(squares > _SILENT**2 * largest, squares, largest)


def evidence(Y: Array, forces: Array) -> Evidence:
    """Y: (samples, rows, n); forces: (samples, rows, K) candidates for the force of each row."""
    columns, candidates = (np.ascontiguousarray(x.transpose(1, 0, 2)) for x in (Y, forces))
    turned = columns.transpose(0, 2, 1)
    G, C, S = turned @ columns, turned @ candidates, candidates.transpose(0, 2, 1) @ candidates
    sizes = _not_silent(np.trace(S, axis1=1, axis2=2))
    whole = np.tensordot(1 / sizes, G, 1)
    lengths = np.sqrt(np.diag(whole))
    scale = np.where(lengths > 0, lengths, 1.0)
    values, vectors = np.linalg.eigh(whole / np.outer(scale, scale))
    kept = values > _SEEN * max(float(values[-1]), 1e-300)
    T = vectors[:, kept] / np.sqrt(values[kept]) / scale[:, None]
    return Evidence(T.T @ G @ T, T.T @ C, S, T, len(Y))
