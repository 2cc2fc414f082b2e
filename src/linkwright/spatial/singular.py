"""Singular values over any scalar, as straight-line code: turn pairs of columns until all are orthogonal (Hestenes 1958).

The number of rounds is fixed. Each one squares what is left to do once columns are near; as many as the table below has leave
errors of 1e-10 of the condition number, of random matrices and of nearly singular ones.
"""

from __future__ import annotations

from linkwright.graph.expr import Scalar, apply, is_zero, sqrt
from linkwright.spatial.matrix import Rows, dot, transpose

_ROUNDS = (0, 0, 1, 4, 5, 6, 6)
_TINY = 1e-300


def condition_number(A: Rows) -> Scalar:
    """The largest over the smallest singular value."""
    columns = [list(row) for row in A] if len(A) < len(A[0]) else transpose(A)
    n = len(columns)
    for _ in range(_ROUNDS[n] if n < len(_ROUNDS) else _ROUNDS[-1] + 1):
        for p in range(n - 1):
            for q in range(p + 1, n):
                columns[p], columns[q] = _turned(columns[p], columns[q])
    most = least = dot(columns[0], columns[0])
    for column in columns[1:]:
        square = dot(column, column)
        most, least = apply("max", most, square), apply("min", least, square)
    return sqrt(most / least)


def _turned(x: list[Scalar], y: list[Scalar]) -> tuple[list[Scalar], list[Scalar]]:
    """Two vectors turned in their plane until they are orthogonal."""
    product = dot(x, y)
    if is_zero(product):
        return x, y
    ahead, twice = dot(y, y) - dot(x, x), 2 * product
    slope = twice / (abs(ahead) + sqrt(ahead * ahead + twice * twice) + _TINY)
    t = apply("select", ahead, slope, -slope)
    c = 1 / sqrt(1 + t * t)
    s = c * t
    first = [c * a - s * b for a, b in zip(x, y, strict=True)]
    return first, [s * a + c * b for a, b in zip(x, y, strict=True)]
