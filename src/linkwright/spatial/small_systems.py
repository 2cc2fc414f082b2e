"""Small sparse linear systems over any scalar, solved with as few products as their zeros allow."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.graph.expr import Scalar, is_zero
from linkwright.spatial.matrix import Rows, dot, transpose


def solve(A: Rows, b: Sequence[Scalar]) -> list[Scalar]:
    """x with A x = b. Rows and columns with one entry are solved first and last; what is left by determinants."""
    x: dict[int, Scalar] = {}
    _solve(A, list(b), list(range(len(b))), list(range(len(b))), x)
    return [x[k] for k in range(len(b))]


def solve_transposed(A: Rows, b: Sequence[Scalar]) -> list[Scalar]:
    """x with A' x = b."""
    return solve(transpose(A), b)


def _solve(A: Rows, b: list[Scalar], rows: list[int], columns: list[int], x: dict[int, Scalar]) -> None:
    if not rows:
        return
    for i in rows:
        entries = [j for j in columns if not is_zero(A[i][j])]
        if len(entries) == 1:  # this unknown is known: it leaves the other equations
            j = entries[0]
            x[j] = b[i] / A[i][j]
            others = [k for k in rows if k != i]
            for k in others:
                b[k] = b[k] - A[k][j] * x[j]
            _solve(A, b, others, [k for k in columns if k != j], x)
            return
    for j in columns:
        entries = [i for i in rows if not is_zero(A[i][j])]
        if len(entries) == 1:  # only one equation has this unknown: the others come first
            i = entries[0]
            others = [k for k in columns if k != j]
            _solve(A, b, [k for k in rows if k != i], others, x)
            x[j] = (b[i] - dot([A[i][k] for k in others], [x[k] for k in others])) / A[i][j]
            return
    _by_determinants([[A[i][j] for j in columns] for i in rows], [b[i] for i in rows], columns, x)


def _by_determinants(A: Rows, b: list[Scalar], columns: list[int], x: dict[int, Scalar]) -> None:
    n = len(b)
    if n > 3:
        raise ValueError("only systems of up to three coupled unknowns are solved here")
    C = cofactors(A)
    det = dot(A[0], C[0])
    for j, column in enumerate(columns):
        x[column] = dot([C[i][j] for i in range(n)], b) / det


def cofactors(A: Rows) -> list[list[Scalar]]:
    """C with A^-1 = C' / det A, for two or three rows."""
    if len(A) == 2:
        return [[A[1][1], -A[1][0]], [-A[0][1], A[0][0]]]
    result: list[list[Scalar]] = []
    for i in range(3):
        p, q = A[(i + 1) % 3], A[(i + 2) % 3]
        result.append([p[(j + 1) % 3] * q[(j + 2) % 3] - p[(j + 2) % 3] * q[(j + 1) % 3] for j in range(3)])
    return result
