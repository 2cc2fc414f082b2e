"""Matrices as lists of rows, of numbers or expressions; terms that vanish are not written."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.graph.expr import Scalar, is_zero, sqrt

Matrix = list[list[Scalar]]
Rows = Sequence[Sequence[Scalar]]


def dot(x: Sequence[Scalar], y: Sequence[Scalar]) -> Scalar:
    """x . y without the terms that vanish."""
    total: Scalar = 0
    for a, b in zip(x, y, strict=True):
        if not is_zero(a) and not is_zero(b):
            total = total + a * b
    return total


def unit_length(x: Sequence[Scalar]) -> list[Scalar]:
    """x / |x|."""
    size = sqrt(dot(x, x))
    return [e / size for e in x]


def product(A: Rows, x: Sequence[Scalar]) -> list[Scalar]:
    """A x."""
    return [dot(row, x) for row in A]


def matrix_product(A: Rows, B: Rows) -> Matrix:
    """A B."""
    return transpose([product(A, column) for column in transpose(B)])


def transpose(A: Rows) -> Matrix:
    """A', row after row."""
    return [list(column) for column in zip(*A, strict=True)]


def add(x: Sequence[Scalar], y: Sequence[Scalar]) -> list[Scalar]:
    """x + y, element by element."""
    return [a + b for a, b in zip(x, y, strict=True)]


def subtract(x: Sequence[Scalar], y: Sequence[Scalar]) -> list[Scalar]:
    """x - y, element by element."""
    return [a - b for a, b in zip(x, y, strict=True)]


def mirrored(M: Rows) -> Matrix:
    """The matrix with its lower half copied from the upper."""
    return [[M[min(r, c)][max(r, c)] for c in range(len(M))] for r in range(len(M))]


def symmetric_product(W: Rows, M: Rows) -> Matrix:
    """W' M W, both halves the same expressions."""
    columns = transpose(W)
    inner = [product(M, column) for column in columns]
    return mirrored([[dot(a, b) for b in inner] for a in columns])


def unit_vectors(n: int) -> Matrix:
    """The n columns (or rows) of the identity."""
    return [[int(r == c) for c in range(n)] for r in range(n)]
