"""Jet: a value and its derivatives along one more direction, over numbers, arrays or series.

The rows of joints.py are written over any scalar that adds and multiplies. Given jets they say how a pose changes when its
coordinates do, whatever these coordinates are themselves: Taylor series along a motion, complex numbers, plain floats.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwright.referee.series import Series, waves


class Jet:
    """Coefficients of x(t) = x0 + x1 t + x2 t^2 + ...; arithmetic keeps their number, on which operands must agree."""

    __array_ufunc__ = None

    def __init__(self, coefficients: Sequence[Any]) -> None:
        self.c = list(coefficients)

    def __add__(self, other: Any) -> Jet:
        if isinstance(other, Jet):
            return Jet([a + b for a, b in zip(self.c, other.c, strict=True)])
        return Jet([self.c[0] + other, *self.c[1:]])

    __radd__ = __add__

    def __neg__(self) -> Jet:
        return Jet([-a for a in self.c])

    def __sub__(self, other: Any) -> Jet:
        return self + (-other)

    def __rsub__(self, other: Any) -> Jet:
        return -self + other

    def __mul__(self, other: Any) -> Jet:
        if not isinstance(other, Jet):
            return Jet([a * other for a in self.c])
        return Jet([_sum(self.c[j] * other.c[k - j] for j in range(k + 1)) for k in range(len(self.c))])

    __rmul__ = __mul__

    def __truediv__(self, other: float) -> Jet:
        return Jet([a / other for a in self.c])


def sin_cos(x: Any) -> tuple[Any, Any]:
    """Sine and cosine of a jet, a series or numbers: s' = x' c, c' = -x' s."""
    if isinstance(x, Series):
        return waves(x)
    if not isinstance(x, Jet):
        return np.sin(x), np.cos(x)
    first = sin_cos(x.c[0])
    s, c = [first[0]], [first[1]]
    for k in range(1, len(x.c)):
        s.append(_sum(x.c[j] * c[k - j] * (j / k) for j in range(1, k + 1)))
        c.append(-_sum(x.c[j] * s[k - j] * (j / k) for j in range(1, k + 1)))
    return Jet(s), Jet(c)


def coefficient(x: Any, k: int) -> Any:
    """The k-th coefficient; numbers are constant."""
    if isinstance(x, Jet):
        return x.c[k]
    return x if k == 0 else 0.0


def _sum(parts: Any) -> Any:
    first, *others = parts
    for x in others:
        first = first + x
    return first
