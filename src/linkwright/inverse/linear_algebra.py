"""Linear algebra of small matrices in the part of Python that procedures are written in: it runs, and it becomes C."""

from __future__ import annotations

from linkwright.passes.procedure_math import Floats, fabs, sqrt, zeros

ROUNDING = 2.220446049250313e-16
"""Distance from 1 to the next float."""


def null_rows(Q: Floats, N: Floats) -> None:
    """Orthonormal rows that every column of Q but the first is orthogonal to. Q (rows, columns + 1) is used up; Householder."""
    rows = len(Q)
    rank = rows - len(N)
    scale = zeros(14)
    for j in range(rank):
        size = 0.0
        for i in range(j, rows):
            size += Q[i, j + 1] * Q[i, j + 1]
        size = sqrt(size)
        if Q[j, j + 1] < 0.0:
            size = -size
        Q[j, j + 1] += size
        scale[j] = 1.0 / max(fabs(size * Q[j, j + 1]), 1e-300)
        for k in range(j + 1, rank):
            dot = 0.0
            for i in range(j, rows):
                dot += Q[i, j + 1] * Q[i, k + 1]
            dot *= scale[j]
            for i in range(j, rows):
                Q[i, k + 1] -= dot * Q[i, j + 1]
    N[:] = 0.0
    for r in range(len(N)):
        N[r, rank + r] = 1.0
        for j in range(rank - 1, -1, -1):
            dot = 0.0
            for i in range(j, rows):
                dot += Q[i, j + 1] * N[r, i]
            dot *= scale[j]
            for i in range(j, rows):
                N[r, i] -= dot * Q[i, j + 1]


def triangular(A: Floats) -> float:
    """Gaussian elimination with row exchanges: A becomes its upper triangle. The smallest pivot over the largest."""
    n = len(A)
    largest = 0.0
    smallest = 1e300
    for k in range(n):
        pivot = k
        for i in range(k + 1, n):
            if fabs(A[i, k]) > fabs(A[pivot, k]):
                pivot = i
        if pivot != k:
            for j in range(k, n):
                kept = A[k, j]
                A[k, j] = A[pivot, j]
                A[pivot, j] = kept
        size = fabs(A[k, k])
        largest = max(largest, size)
        smallest = min(smallest, size)
        if size > 0.0:
            for i in range(k + 1, n):
                factor = A[i, k] / A[k, k]
                for j in range(k + 1, n):
                    A[i, j] -= factor * A[k, j]
    return smallest / max(largest, 1e-300)


def null_vector(U: Floats, y: Floats) -> None:
    """The vector that an almost singular upper triangle makes smallest: inverse iteration, its first step."""
    n = len(U)
    size = 0.0
    for i in range(n):
        size = max(size, fabs(U[i, i]))
    least = max(ROUNDING * size, 1e-300)
    largest = 0.0
    for i in range(n - 1, -1, -1):
        rest = 1.0
        for j in range(i + 1, n):
            rest -= U[i, j] * y[j]
        pivot = U[i, i]
        if fabs(pivot) < least:
            pivot = least
        y[i] = rest / pivot
        largest = max(largest, fabs(y[i]))
    for i in range(n):
        y[i] /= largest


def solve(A: Floats, B: Floats, columns: int) -> None:
    """B := A^-1 B by Gaussian elimination with row exchanges; A is used up. No finite result where A is singular."""
    n = len(A)
    for k in range(n):
        pivot = k
        for i in range(k + 1, n):
            if fabs(A[i, k]) > fabs(A[pivot, k]):
                pivot = i
        if pivot != k:
            for j in range(k, n):
                kept = A[k, j]
                A[k, j] = A[pivot, j]
                A[pivot, j] = kept
            for j in range(columns):
                kept = B[k, j]
                B[k, j] = B[pivot, j]
                B[pivot, j] = kept
        for i in range(k + 1, n):
            factor = A[i, k] / A[k, k]
            for j in range(k + 1, n):
                A[i, j] -= factor * A[k, j]
            for j in range(columns):
                B[i, j] -= factor * B[k, j]
    for k in range(n - 1, -1, -1):
        for j in range(columns):
            B[k, j] /= A[k, k]
        for i in range(k):
            for j in range(columns):
                B[i, j] -= A[i, k] * B[k, j]
