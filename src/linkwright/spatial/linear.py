"""Square linear systems over any scalar: cut into the smallest blocks that can be solved one after the other, and solved.

Dulmage & Mendelsohn 1958: match rows with unknowns; strongly connected components of the matched graph are the blocks
(Tarjan 1972). Blocks up to three are inverted by cofactors, larger ones by elimination with pivots that numbers chose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.errors import ModelError
from linkwright.graph.expr import Scalar, is_zero
from linkwright.spatial.matrix import Rows, dot


def blocks(pattern: Sequence[set[int]]) -> list[tuple[list[int], list[int]]]:
    """(rows, columns) per block in the order of solution; pattern: per row the columns that it has."""
    owner = _matching(pattern)
    needs: dict[int, list[int]] = {owner[c]: [] for c in owner}
    for column, row in owner.items():
        needs[row] = [owner[c] for c in pattern[row] if c in owner and c != column]
    column_of = {row: column for column, row in owner.items()}
    return [(sorted(group), sorted(column_of[r] for r in group)) for group in _components(needs)]


def _matching(pattern: Sequence[set[int]]) -> dict[int, int]:
    """Column -> row: every row gets a column of its own (augmenting paths)."""
    owner: dict[int, int] = {}

    def place(row: int, tried: set[int]) -> bool:
        for column in sorted(pattern[row] - tried):
            tried.add(column)
            if column not in owner or place(owner[column], tried):
                owner[column] = row
                return True
        return False

    for row in sorted(range(len(pattern)), key=lambda r: len(pattern[r])):
        if not place(row, set()):
            raise ModelError(
                "the closure's equations do not determine the dependent rates: one of them has no unknown of its own",
                hint="check which joints are free; `linkwright check` tells the mobility",
            )
    return owner


def _components(needs: dict[int, list[int]]) -> list[list[int]]:
    """Strongly connected components, those that others need first (Tarjan); graphs here are small enough to recurse."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    found: list[list[int]] = []

    def visit(v: int) -> None:
        index[v] = low[v] = len(index)
        stack.append(v)
        for w in needs[v]:
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in stack:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            group: list[int] = []
            while not group or group[-1] != v:
                group.append(stack.pop())
            found.append(group)

    for v in needs:
        if v not in index:
            visit(v)
    return found


@dataclass(frozen=True)
class Inverse:
    """Solves A x = b and A' x = b."""

    A: Rows
    adjugate: Rows | None
    scale: Scalar
    lu: tuple[list[list[Scalar]], list[Scalar], list[int], list[int]] | None

    def solve(self, b: Sequence[Scalar]) -> list[Scalar]:
        if self.adjugate is not None:
            return [dot(row, b) * self.scale for row in self.adjugate]
        return self._eliminate(b)

    def solve_transposed(self, b: Sequence[Scalar]) -> list[Scalar]:
        if self.adjugate is not None:
            return [dot(column, b) * self.scale for column in zip(*self.adjugate, strict=True)]
        return self._eliminate_transposed(b)

    def _eliminate(self, b: Sequence[Scalar]) -> list[Scalar]:
        assert self.lu is not None
        F, pivots, rows, columns = self.lu
        n = len(F)
        y: list[Scalar] = []
        for i in range(n):
            y.append(b[rows[i]] - dot(F[i][:i], y))
        for i in reversed(range(n)):
            y[i] = (y[i] - dot(F[i][i + 1 :], y[i + 1 :])) * pivots[i]
        x: list[Scalar] = [0] * n
        for i, c in enumerate(columns):
            x[c] = y[i]
        return x

    def _eliminate_transposed(self, b: Sequence[Scalar]) -> list[Scalar]:
        assert self.lu is not None
        F, pivots, rows, columns = self.lu
        n = len(F)
        y: list[Scalar] = []
        for i in range(n):
            y.append((b[columns[i]] - dot([F[k][i] for k in range(i)], y)) * pivots[i])
        for i in reversed(range(n)):
            y[i] = y[i] - dot([F[k][i] for k in range(i + 1, n)], y[i + 1 :])
        x: list[Scalar] = [0] * n
        for i, r in enumerate(rows):
            x[r] = y[i]
        return x


def inverse(A: Rows, numbers: Sequence[Sequence[float]] | None = None) -> Inverse:
    """numbers: A at a typical point, by which pivots are chosen; none: as the order comes."""
    n = len(A)
    if n == 1:
        return Inverse(A, [[1]], 1 / A[0][0], None)
    if n <= 3:
        adjugate = [[_cofactor(A, j, i) for j in range(n)] for i in range(n)]
        return Inverse(A, adjugate, 1 / dot(A[0], [row[0] for row in adjugate]), None)
    rows, columns = _pivots(numbers) if numbers is not None else (list(range(n)), list(range(n)))
    return Inverse(A, None, 1, _factor(A, rows, columns))


def _cofactor(A: Rows, i: int, j: int) -> Scalar:
    rest = [[x for c, x in enumerate(row) if c != j] for r, row in enumerate(A) if r != i]
    minor = rest[0][0] if len(rest) == 1 else rest[0][0] * rest[1][1] - rest[0][1] * rest[1][0]
    return minor if (i + j) % 2 == 0 else -minor


def _factor(
    A: Rows, rows: list[int], columns: list[int]
) -> tuple[list[list[Scalar]], list[Scalar], list[int], list[int]]:
    """L (unit) and U in one matrix, and the reciprocals of the pivots."""
    F = [[A[r][c] for c in columns] for r in rows]
    n, pivots = len(F), list[Scalar]()
    for k in range(n):
        pivots.append(1 / F[k][k])
        for i in range(k + 1, n):
            if is_zero(F[i][k]):
                continue
            F[i][k] = F[i][k] * pivots[k]
            for j in range(k + 1, n):
                if not is_zero(F[k][j]):
                    F[i][j] = F[i][j] - F[i][k] * F[k][j]
    return F, pivots, rows, columns


def _pivots(numbers: Sequence[Sequence[float]]) -> tuple[list[int], list[int]]:
    """An order of rows and columns in which elimination stays far from zero pivots and makes few new entries."""
    A = [list(map(float, row)) for row in numbers]
    n = len(A)
    rows, columns = list(range(n)), list(range(n))
    for k in range(n):
        best = max(abs(A[i][j]) for i in range(k, n) for j in range(k, n))
        good = [(i, j) for i in range(k, n) for j in range(k, n) if abs(A[i][j]) > 0.1 * best]
        i, j = min(good, key=lambda at: (_fill(A, k, *at), -abs(A[at[0]][at[1]])))
        A[k], A[i] = A[i], A[k]
        rows[k], rows[i] = rows[i], rows[k]
        columns[k], columns[j] = columns[j], columns[k]
        for row in A:
            row[k], row[j] = row[j], row[k]
        for i in range(k + 1, n):
            factor = A[i][k] / A[k][k]
            A[i] = [x - factor * y for x, y in zip(A[i], A[k], strict=True)]
    return rows, columns


def _fill(A: list[list[float]], k: int, i: int, j: int) -> int:
    """Markowitz count: entries that a pivot may make."""
    n = len(A)
    return (sum(A[i][c] != 0 for c in range(k, n)) - 1) * (sum(A[r][j] != 0 for r in range(k, n)) - 1)


def solve_positive(A: Rows, b: Sequence[Scalar]) -> list[Scalar]:
    """A^-1 b by elimination without pivoting, which is right for the positive matrices that mechanics inverts."""
    rows = [[*row, x] for row, x in zip(A, b, strict=True)]
    n = len(rows)
    for k in range(n):
        for i in range(k + 1, n):
            if not is_zero(rows[i][k]):
                factor = rows[i][k] / rows[k][k]
                rows[i] = [x if is_zero(y) else x - factor * y for x, y in zip(rows[i], rows[k], strict=True)]
    x: list[Scalar] = [0] * n
    for k in reversed(range(n)):
        x[k] = (rows[k][n] - dot(rows[k][k + 1 : n], x[k + 1 :])) / rows[k][k]
    return x
