"""Truncated Taylor series of arrays: derivatives of plain NumPy computations, to the last digit.

Coefficients may be complex: an imaginary part of 1e-30 carries a derivative along a second direction (Squire & Trapp 1998).
A series holds the coefficients of x(t) = x0 + x1 t + x2 t^2 + ... in its first axis; then come any number of batch axes
and, for matrices, rows and columns. The recurrences are Griewank & Walther 2008, table 13.2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import factorial
from typing import Any, cast

import numpy as np

from linkwright.arrays import AnyArray as Array


class Series:
    """Coefficients along one motion; arithmetic keeps the order of its operands, which must agree."""

    __array_ufunc__ = None  # an array on the left lets the series compute

    def __init__(self, coefficients: Array) -> None:
        self.c = coefficients

    @property
    def order(self) -> int:
        return len(self.c) - 1

    @property
    def value(self) -> Array:
        return self.c[0]

    def rate(self, k: int = 1) -> Array:
        """The k-th time derivative at t = 0."""
        return self.c[k] * factorial(k)

    def __getitem__(self, index: Any) -> Series:
        """Elements of the trailing axes: x[..., i, j]."""
        return Series(self.c[index])

    def __add__(self, other: Any) -> Series:
        if isinstance(other, Series):
            return Series(self.c + other.c)
        shape = np.broadcast_shapes(self.c[0].shape, np.shape(other))
        kind = np.result_type(self.c, np.asarray(other))
        total = np.array(np.broadcast_to(self.c, (len(self.c), *shape)), dtype=kind)
        total[0] += other
        return Series(total)

    __radd__ = __add__

    def __neg__(self) -> Series:
        return Series(-self.c)

    def __sub__(self, other: Any) -> Series:
        return self + (-other)

    def __rsub__(self, other: Any) -> Series:
        return -self + other

    def __mul__(self, other: Any) -> Series:
        if not isinstance(other, Series):
            return Series(self.c * np.asarray(other))
        return convolved(np.multiply, self, other)

    def __rmul__(self, other: Any) -> Series:
        return Series(np.asarray(other) * self.c)

    def __truediv__(self, other: float) -> Series:
        return Series(self.c / other)

    def __matmul__(self, other: Any) -> Series:
        if not isinstance(other, Series):
            return Series(self.c @ other)
        return convolved(np.matmul, self, other)

    def __rmatmul__(self, other: Array) -> Series:
        return Series(other @ self.c)

    @property
    def T(self) -> Series:
        return Series(np.swapaxes(self.c, -1, -2))

    def derived(self) -> Series:
        """The series of dx/dt, one order shorter."""
        k = np.arange(1, len(self.c)).reshape(-1, *(1,) * (self.c.ndim - 1))
        return Series(self.c[1:] * k)

    def cut(self, order: int) -> Series:
        return Series(self.c[: order + 1])


def convolved(product: Callable[[Array, Array], Array], a: Series, b: Series) -> Series:
    """Coefficients of a product."""
    assert a.order == b.order
    sums = [sum(product(a.c[j], b.c[k - j]) for j in range(k + 1)) for k in range(len(a.c))]
    return Series(np.stack([np.asarray(x) for x in sums]))


def constant(x: Array, order: int) -> Series:
    """The series of something that does not change."""
    return Series(np.concatenate([x[None], np.zeros((order, *x.shape))]))


def polynomial(rates: Sequence[Array], order: int) -> Series:
    """The motion whose derivatives at t = 0 are x, dx/dt, d2x/dt2, ...; those not given are zero."""
    given = [x / factorial(k) for k, x in enumerate(rates[: order + 1])]
    return Series(np.stack([*given, *[np.zeros_like(given[0])] * (order + 1 - len(given))]))


def waves(x: Series) -> tuple[Series, Series]:
    """Sine and cosine together: s' = x' c, c' = -x' s."""
    s, c = np.zeros_like(x.c), np.zeros_like(x.c)
    s[0], c[0] = np.sin(x.c[0]), np.cos(x.c[0])
    for k in range(1, len(x.c)):
        s[k] = sum(j * x.c[j] * c[k - j] for j in range(1, k + 1)) / k
        c[k] = -sum(j * x.c[j] * s[k - j] for j in range(1, k + 1)) / k
    return Series(s), Series(c)


def inverse(A: Series) -> Series:
    """B with A B = 1, coefficient by coefficient."""
    first = cast("Array", np.linalg.inv(A.c[0]))  # NumPy's types take real or complex, not either
    found = [first]
    for k in range(1, len(A.c)):
        known = sum((A.c[j] @ found[k - j] for j in range(1, k + 1)), np.zeros_like(first))
        found.append(-first @ known)
    return Series(np.stack(found))


def integrated(start: Array, slope: Callable[[Series], Series], order: int) -> Series:
    """The solution of x' = slope(x) from x(0) = start: each pass makes one more coefficient right."""
    x = Series(start[None])
    for k in range(order):
        rate = slope(x)
        x = Series(np.concatenate([x.c, rate.c[k][None] / (k + 1)]))
    return x


def stacked(parts: Sequence[Any], order: int, batch: tuple[int, ...]) -> Series:
    """Scalars (series of batches, or numbers) as the last axis of one series."""
    columns = [p.c if isinstance(p, Series) else constant(np.full(batch, p), order).c for p in parts]
    return Series(np.stack(columns, axis=-1))


def root(x: Series) -> Series:
    """Square root, coefficient by coefficient."""
    found = [np.sqrt(x.c[0])]
    for k in range(1, len(x.c)):
        known = sum((found[j] * found[k - j] for j in range(1, k)), np.zeros_like(found[0]))
        found.append((x.c[k] - known) / (2 * found[0]))
    return Series(np.stack(found))


def quotient(a: Series, b: Series) -> Series:
    """a / b, coefficient by coefficient."""
    found: list[Array] = []
    for k in range(len(a.c)):
        known = sum((b.c[j] * found[k - j] for j in range(1, k + 1)), np.zeros_like(a.c[0]))
        found.append((a.c[k] - known) / b.c[0])
    return Series(np.stack(found))
