"""Determinants over any scalar, as the product that their zeros make of them; no division.

Rows and columns are put into block triangular form (linear.py): the determinants of the blocks are the factors. Neighbouring
columns are subtracted from each other where that makes them shorter, which is where parallel axes make blocks fall apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.errors import ModelError
from linkwright.graph.expr import Expr, Scalar, is_zero
from linkwright.graph.function import count_ops
from linkwright.spatial.linear import blocks
from linkwright.spatial.matrix import Matrix, Rows, transpose


@dataclass(frozen=True)
class Factor:
    """The determinant of a block: its rows and columns in the whole matrix, and its value."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    value: Scalar


def determinant(A: Rows) -> Scalar:
    """The determinant of a square matrix."""
    total: Scalar = 1
    for factor in factors(A):
        total = total * factor.value
    return total


def factors(A: Rows) -> list[Factor]:
    """Factors of the determinant, the sign in the first; one that is zero where the pattern alone says so."""
    return signed(unsigned_factors(A))


def unsigned_factors(A: Rows) -> list[Factor]:
    """The same without the sign of the order in which rows and columns come in them."""
    every = tuple(range(len(A)))
    found = _blocks(A, every, every)
    return [Factor(every, every, 0)] if found is None else found


def signed(found: list[Factor]) -> list[Factor]:
    """Factors that have all rows and columns among them, with the sign of the order of these in the first."""
    order = [r for f in found for r in f.rows], [c for f in found for c in f.columns]
    if found and _parity(order[0]) != _parity(order[1]):
        return [Factor(found[0].rows, found[0].columns, -found[0].value), *found[1:]]
    return found


def _blocks(A: Rows, rows: tuple[int, ...], columns: tuple[int, ...]) -> list[Factor] | None:
    """rows, columns: what those of A are in the whole matrix; None where a row has no column of its own."""
    pattern = [{c for c, x in enumerate(row) if not is_zero(x)} for row in A]
    try:
        groups = blocks(pattern)
    except ModelError:
        return None
    found: list[Factor] = []
    for r, c in groups:
        own = [[A[i][j] for j in c] for i in r]
        names = tuple(rows[i] for i in r), tuple(columns[j] for j in c)
        shorter = _differences(own) if len(r) > 1 else None
        inner = [Factor(*names, _expanded(own))] if shorter is None else _blocks(shorter, *names)
        if inner is None:
            return None
        found += inner
    return found


def _differences(A: Rows) -> Matrix | None:
    """The matrix with columns less (or plus) their neighbours, where that has more zeros; None where nowhere."""
    columns = transpose(A)
    changed = False
    for k in range(len(columns) - 1):
        own, next_one = columns[k], columns[k + 1]
        for other in (
            [x - y for x, y in zip(own, next_one, strict=True)],
            [x + y for x, y in zip(own, next_one, strict=True)],
        ):
            if _size(other) < _size(own):
                columns[k], changed = other, True
                break
    return transpose(columns) if changed else None


def _size(column: Sequence[Scalar]) -> tuple[int, int]:
    """Entries that are not zero, operations that they need."""
    nodes = [x for x in column if isinstance(x, Expr)]
    work = count_ops(nodes[0].graph, [x.index for x in nodes]).flops if nodes else 0
    return sum(not is_zero(x) for x in column), work


def _expanded(A: Rows) -> Scalar:
    """By minors, each computed once; rows with few entries first."""
    n = len(A)
    order = sorted(range(n), key=lambda i: sum(not is_zero(x) for x in A[i]))
    known: dict[tuple[int, ...], Scalar] = {(): 1}

    def minor(columns: tuple[int, ...]) -> Scalar:
        if columns not in known:
            row = A[order[n - len(columns)]]
            total: Scalar = 0
            for k, c in enumerate(columns):
                if is_zero(row[c]):
                    continue
                term = row[c] * minor(columns[:k] + columns[k + 1 :])
                total = total - term if k % 2 else total + term
            known[columns] = total
        return known[columns]

    value = minor(tuple(range(n)))
    return -value if _parity(order) else value


def _parity(order: Sequence[int]) -> int:
    """0 for an even permutation, 1 for an odd one."""
    return sum(a > b for k, a in enumerate(order) for b in order[k + 1 :]) % 2
