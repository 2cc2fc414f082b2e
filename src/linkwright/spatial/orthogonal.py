"""Linear systems of any shape over any scalar, by orthogonal columns: straight-line code that needs no choice of pivots.

Modified Gram-Schmidt with the right side taken along is as stable as Householder's reflections (Bjorck 1996, section 2.4): of
equations too many the least squares, of unknowns too many the least norm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.graph.expr import Scalar, sqrt
from linkwright.spatial.matrix import Matrix, Rows, add, dot, subtract, transpose


@dataclass(frozen=True)
class Orthogonal:
    """A = Q R, or of a wide A its transpose. columns: of Q; R: rows, 1 over the diagonal in its place."""

    columns: Matrix
    R: Matrix
    wide: bool

    def solve(self, b: Sequence[Scalar]) -> list[Scalar]:
        """x with A x = b, as well and as short as can be."""
        return self._least_norm(b) if self.wide else self._least_squares(b)

    def _least_squares(self, b: Sequence[Scalar]) -> list[Scalar]:
        y: list[Scalar] = []
        rest = list(b)
        for column in self.columns:
            y.append(dot(column, rest))
            rest = subtract(rest, _scaled(column, y[-1]))
        for i in reversed(range(len(y))):
            y[i] = (y[i] - dot(self.R[i][i + 1 :], y[i + 1 :])) * self.R[i][i]
        return y

    def _least_norm(self, b: Sequence[Scalar]) -> list[Scalar]:
        y: list[Scalar] = []
        for i in range(len(b)):
            y.append((b[i] - dot([self.R[k][i] for k in range(i)], y)) * self.R[i][i])
        x: list[Scalar] = [0] * len(self.columns[0])
        for column, part in zip(reversed(self.columns), reversed(y), strict=True):
            x = add(x, _scaled(column, part - dot(column, x)))
        return x


def orthogonal(A: Rows) -> Orthogonal:
    """A with a column that depends on others for all values of the symbols is our own mistake."""
    wide = len(A) < len(A[0])
    left = [list(row) for row in A] if wide else transpose(A)
    n = len(left)
    columns: Matrix = []
    R: Matrix = [[0] * n for _ in range(n)]
    for k in range(n):
        R[k][k] = 1 / sqrt(dot(left[k], left[k]))
        columns.append(_scaled(left[k], R[k][k]))
        for j in range(k + 1, n):
            R[k][j] = dot(columns[k], left[j])
            left[j] = subtract(left[j], _scaled(columns[k], R[k][j]))
    return Orthogonal(columns, R, wide)


def _scaled(x: Sequence[Scalar], k: Scalar) -> list[Scalar]:
    return [e * k for e in x]
