"""Scalars, vectors and matrices of integers modulo a prime."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any

from linkwright.errors import LinkwrightError

P = 2**61 - 1  # a prime that is 3 modulo 4: square roots are powers
Value = Any  # int, list[int], list[list[int]]


class NotAtThisPoint(LinkwrightError):
    """A square root that this point does not have, or a division by zero."""


def size(shape: Sequence[int]) -> int:
    """How many numbers a shape holds."""
    size = 1
    for n in shape:
        size *= n
    return size


def shaped(entries: list[int], shape: Sequence[int]) -> Value:
    """Entries in nested lists of a shape."""
    if len(shape) == 0:
        return entries[0]
    if len(shape) == 1:
        return entries
    return [entries[i * shape[1] : (i + 1) * shape[1]] for i in range(shape[0])]


def inverse(x: int) -> int:
    """The inverse in the field; zero has none."""
    if x % P == 0:
        raise NotAtThisPoint("division by zero")
    return pow(x, -1, P)


def power(x: int, exponent: Fraction) -> int:
    """A power in the field, roots included where there is one."""
    if exponent.denominator == 1:
        return pow(x, int(exponent), P) if exponent > 0 else pow(inverse(x), -int(exponent), P)
    if exponent.denominator != 2:
        raise NotAtThisPoint(f"a root of order {exponent.denominator}")
    root = pow(x, (P + 1) // 4, P)
    if root * root % P != x % P:
        raise NotAtThisPoint("no square root")
    return power(root, Fraction(exponent.numerator))


def total(values: Sequence[Value]) -> Value:
    """The sum of values of one shape."""
    if isinstance(values[0], int):
        return sum(values) % P
    return [total(parts) for parts in zip(*values, strict=True)]


def scaled(c: int, v: Value) -> Value:
    """A number of the field times a value."""
    return c * v % P if isinstance(v, int) else [scaled(c, x) for x in v]


def product(values: Sequence[Value]) -> Value:
    """The product of numbers and at most one value of another shape, which comes last."""
    c = 1
    for v in values[:-1]:
        c = c * v % P
    return scaled(c, values[-1])


def dot(a: list[int], b: list[int]) -> int:
    """Scalar product in the field."""
    return sum(x * y for x, y in zip(a, b, strict=True)) % P


def cross(a: list[int], b: list[int]) -> list[int]:
    """Vector product in the field."""
    return [(a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2]) % P for i in range(3)]


def leibniz(a: Sequence[list[int]], b: Sequence[list[int]], n: int) -> list[int]:
    """The n-th time derivative of a x b."""
    return total([scaled(comb(n, k), cross(a[k], b[n - k])) for k in range(n + 1)])


def matmul(a: list[list[int]], b: Value) -> Value:
    """A matrix times a matrix or a vector in the field."""
    if isinstance(b[0], int):
        return [dot(row, b) for row in a]
    columns = list(zip(*b, strict=True))
    return [[dot(row, list(c)) for c in columns] for row in a]


def transpose(a: list[list[int]]) -> list[list[int]]:
    """Rows as columns."""
    return [list(row) for row in zip(*a, strict=True)]


def hat(a: list[int]) -> list[list[int]]:
    """The matrix that multiplies as a does: hat(a) b = a x b."""
    x, y, z = a
    return [[0, -z % P, y], [z, 0, -x % P], [-y % P, x, 0]]


def outer(a: list[int], b: list[int]) -> list[list[int]]:
    """The matrix a b'."""
    return [[x * y % P for y in b] for x in a]


def matrix_inverse(a: list[list[int]]) -> list[list[int]]:
    """Gauss and Jordan."""
    n = len(a)
    rows = [[*row, *(int(i == j) for j in range(n))] for i, row in enumerate(a)]
    for i in range(n):
        pivot = next((k for k in range(i, n) if rows[k][i] % P), None)
        if pivot is None:
            raise NotAtThisPoint("a singular matrix")
        rows[i], rows[pivot] = rows[pivot], rows[i]
        scale = inverse(rows[i][i])
        rows[i] = [x * scale % P for x in rows[i]]
        for k in range(n):
            if k != i and rows[k][i]:
                f = rows[k][i]
                rows[k] = [(x - f * y) % P for x, y in zip(rows[k], rows[i], strict=True)]
    return [row[n:] for row in rows]


OPS: dict[str, Any] = {
    "dot": dot,
    "cross": cross,
    "matmul": matmul,
    "transpose": transpose,
    "hat": hat,
    "outer": outer,
    "inverse": matrix_inverse,
}
