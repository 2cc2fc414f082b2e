"""Square systems of the closure's own rows: Jtheta x = b and Jtheta' x = b, block by block."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.graph.expr import Expr, Scalar, is_zero, symbol_name
from linkwright.mechanics.closure.residual import start_symbols
from linkwright.model.cut import Cut
from linkwright.spatial.linear import Inverse, blocks, inverse
from linkwright.spatial.matrix import dot


class System:
    """A x = b, where each row has some of the unknowns; pivots of large blocks are chosen by the numbers at the start.

    positions: symbols of all positions of the tree, in which A is written
    """

    def __init__(self, A: Sequence[Sequence[Scalar]], cut: Cut, positions: Sequence[Scalar]) -> None:
        self.A = A
        self.size = len(A)
        pattern = [{k for k, x in enumerate(row) if not is_zero(x)} for row in A]
        self._blocks: list[tuple[list[int], list[int], Inverse]] = []
        for rows, columns in blocks(pattern):
            part = [[A[r][c] for c in columns] for r in rows]
            self._blocks.append(
                (rows, columns, inverse(part, _numbers(part, cut, positions) if len(rows) > 3 else None))
            )

    def solve(self, b: Sequence[Scalar]) -> list[Scalar]:
        x: list[Scalar] = [0] * self.size
        known: list[int] = []
        for rows, columns, part in self._blocks:
            right = [b[r] - dot([self.A[r][k] for k in known], [x[k] for k in known]) for r in rows]
            for c, value in zip(columns, part.solve(right), strict=True):
                x[c] = value
            known += columns
        return x

    def solve_transposed(self, b: Sequence[Scalar]) -> list[Scalar]:
        """A' x = b: the last block first."""
        x: list[Scalar] = [0] * self.size
        known: list[int] = []
        for rows, columns, part in reversed(self._blocks):
            right = [b[c] - dot([self.A[r][c] for r in known], [x[r] for r in known]) for c in columns]
            for r, value in zip(rows, part.solve_transposed(right), strict=True):
                x[r] = value
            known += rows
        return x


def _numbers(A: Sequence[Sequence[Scalar]], cut: Cut, positions: Sequence[Scalar]) -> list[list[float]]:
    """The matrix at the start."""
    from linkwright.graph.evaluate import evaluate

    values = {n: x for n, x in start_symbols(cut).items() if not n.startswith("q[")}
    values |= {symbol_name(p): x for p, x in zip(positions, cut.start, strict=True)}
    return [
        [float(evaluate(x.graph, [x.index], values)[0]) if isinstance(x, Expr) else float(x) for x in row] for row in A
    ]
