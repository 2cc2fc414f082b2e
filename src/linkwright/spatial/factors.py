"""Symmetric matrices factored as M = L' D L, with as few entries as the caller knows to be needed (LTDL)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from linkwright.errors import QuantityError
from linkwright.graph.columns import WIDEST, each_column, is_keeping
from linkwright.graph.expr import Scalar, is_zero
from linkwright.spatial.matrix import Matrix, transpose, unit_vectors
from linkwright.spatial.vector import Scalars


@dataclass(frozen=True)
class Factors:
    """M = L' D L, L unit lower triangular with rows supported on `before`; `inverse[k]` = 1 / D[k]."""

    L: list[dict[int, Scalar]]
    inverse: list[Scalar]
    before: list[list[int]]

    def _half(self, b: Scalars) -> list[Scalar]:
        """y with L' y = b."""
        y = list(b)
        for k in reversed(range(len(y))):
            for j in self.before[k]:
                y[j] = y[j] - self.L[k][j] * y[k]
        return y

    def between(self, rows: Matrix) -> Matrix:
        """J M^-1 J' of rows J, without M^-1: with L' y = a row of J for each, y' D^-1 y of every pair."""
        halves = [self._half(row) for row in rows]
        scaled = [[value * d for value, d in zip(y, self.inverse, strict=True)] for y in halves]
        result: Matrix = [[0] * len(rows) for _ in rows]
        for r, y in enumerate(scaled):
            for c in range(r + 1):
                result[r][c] = result[c][r] = sum((a * b for a, b in zip(y, halves[c], strict=True)), 0)
        return result

    def solve(self, b: Scalars) -> list[Scalar]:
        """x with M x = b."""
        x = self._half(b)
        x = [value * d for value, d in zip(x, self.inverse, strict=True)]
        for k in range(len(x)):  # L x = y
            for j in self.before[k]:
                x[k] = x[k] - self.L[k][j] * x[j]
        return x

    def solve_all(self, *sides: Matrix) -> list[Matrix]:
        """X with M X = B, of several B. The same columns of all of them are neighbours: they meet the same entry of L."""
        n = len(self.inverse)
        columns = [column for B in sides for column in transpose(B)]
        places = [(c // WIDEST, WIDEST * k + c % WIDEST) for k in range(len(sides)) for c in range(n)]
        solved = each_column(self.solve, columns, places)
        return [transpose(solved[k * n : (k + 1) * n]) for k in range(len(sides))]

    def negative(self) -> Factors:
        """The factors of -M."""
        return replace(self, inverse=[-d for d in self.inverse])

    def inverse_matrix(self) -> Matrix:
        """M^-1, built from the base outward: with N = L^-1, M^-1 = N D^-1 N'. Column by column that is longer, but alike."""
        n = len(self.inverse)
        if is_keeping():
            return self.solve_all(unit_vectors(n))[0]
        N: list[dict[int, Scalar]] = []
        for k in range(n):
            row: dict[int, Scalar] = {k: 1}
            for j in self.before[k]:
                factor = self.L[k][j]
                for i, value in N[j].items():
                    row[i] = row.get(i, 0) - factor * value
            N.append(row)
        scaled = [{i: value * self.inverse[i] for i, value in row.items()} for row in N]
        result: Matrix = [[0] * n for _ in range(n)]
        for r in range(n):
            for c in range(r + 1):
                total: Scalar = 0
                for i, value in scaled[r].items():
                    if i in N[c]:
                        total = total + value * N[c][i]
                result[r][c] = result[c][r] = total
        return result


def symmetric_factors(
    M: Matrix, before: list[list[int]], complaint: Callable[[int], QuantityError], dense: bool = False
) -> Factors:
    """M = L' D L from the last row inward. before: per row, the columns that it may couple with; complaint: what to say of a
    row whose pivot vanishes; dense: rows couple with all before them."""
    H = [list(row) for row in M]
    L: list[dict[int, Scalar]] = [{} for _ in H]
    inverse: list[Scalar] = [0] * len(H)
    for k in reversed(range(len(H))):
        if is_zero(H[k][k]):
            raise complaint(k)
        inverse[k] = 1 / H[k][k]
        for i in before[k]:
            if is_zero(H[k][i]):
                L[k][i] = 0
                continue
            factor = L[k][i] = H[k][i] * inverse[k]
            for j in reversed(before[k]) if dense else before[k]:
                if j <= i:
                    H[i][j] = H[i][j] - factor * H[k][j]
    return Factors(L, inverse, before)
