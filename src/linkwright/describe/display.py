"""How a formula stands on paper: its matrices as matrices, with elements that are too long for that below them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from linkwright.describe.formula import Formula, Line, Matrix

_WIDEST = 96
"""Letters of a row that still fit the width of a page."""
_LENGTHS = (96, 40, 24, 12, 4)
"""Letters up to which an element stands in the matrix, tried in this order until its rows fit."""
_MOST = 10
"""Columns: LaTeX has no more unless told, and nobody reads them."""


@dataclass(frozen=True)
class Shown:
    """A matrix by the LaTeX of its elements."""

    name: str
    rows: tuple[tuple[str, ...], ...]

    @property
    def latex(self) -> str:
        """name = pmatrix."""
        rows = " \\\\ ".join(" & ".join(row) for row in self.rows)
        return f"{self.name} = \\begin{{pmatrix}} {rows} \\end{{pmatrix}}"


def displayed(formula: Formula) -> Iterator[Line | Shown]:
    """The lines of a formula in their order. A matrix stands before its first line; lines that are in it are left out."""
    lines = {line.name: line for line in formula.lines}
    places = {name: m for m in formula.matrices if _fits(m) for row in m.rows for name in row}
    begun: set[int] = set()
    inside: set[str] = set()
    for line in formula.lines:
        own = places.get(line.name)
        if own is not None and id(own) not in begun:
            begun.add(id(own))
            shown, put = _put(own, lines)
            inside |= put
            yield shown
        if line.name not in inside:
            yield line


def _fits(matrix: Matrix) -> bool:
    """A single number is no matrix; one that is wider than a page is told by its elements."""
    size = len(matrix.rows) * len(matrix.rows[0]) if matrix.rows else 0
    return size > 1 and len(matrix.rows[0]) <= _MOST


def _put(matrix: Matrix, lines: dict[str, Line]) -> tuple[Shown, set[str]]:
    """The matrix with its short elements, and their names."""
    put = _short(matrix, lines)
    rows = [[_right(lines[n].latex) if n in put else _left(lines[n].latex) for n in row] for row in matrix.rows]
    return Shown(matrix.latex, tuple(map(tuple, rows))), put


def _short(matrix: Matrix, lines: dict[str, Line]) -> set[str]:
    """Elements with which the rows are not wider than a page; the others stand as symbols."""
    widths = {name: len(_right(lines[name].text)) for row in matrix.rows for name in row}
    symbols = {name: len(_left(lines[name].text)) for name in widths}
    for longest in _LENGTHS:
        put = {name for name, width in widths.items() if width <= longest}
        columns = zip(*matrix.rows, strict=True)
        if sum(max(widths[n] if n in put else symbols[n] for n in column) + 2 for column in columns) <= _WIDEST:
            return put
    return set()


def _left(line: str) -> str:
    return line.partition(" = ")[0]


def _right(line: str) -> str:
    return line.partition(" = ")[2]
