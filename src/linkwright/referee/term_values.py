"""Terms in numbers, straight from their operations: floats or many digits. Nothing of the room under test computes here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.manifold.terms import Term
from linkwright.manifold.walk import postorder

Leaves = Callable[[Any], Array]
"""The value of a symbol: an array of its shape."""


def value(term: Term, leaves: Leaves) -> Any:
    """The value of a term; entries may be floats or mpmath numbers."""
    done: dict[Term, Any] = {}
    for t in postorder([term]):
        done[t] = _step(t, [done[a] for a in t.args], leaves)
    return done[term]


def _step(t: Term, args: list[Any], leaves: Leaves) -> Any:
    if t.op == "number":
        return mpmath.mpf(t.data.numerator) / t.data.denominator
    if t.op == "pi":
        return +mpmath.pi
    if t.op == "zero":
        return np.zeros(t.shape, dtype=object)
    if t.op == "identity":
        return np.eye(t.shape[0], dtype=object)
    if not t.args:
        found = leaves(t.data)
        return found if t.shape else np.ravel(found)[0]
    if t.op in ("add", "mul"):
        total = args[0]
        for x in args[1:]:
            total = total + x if t.op == "add" else total * x
        return total
    return _OPERATIONS[t.op](*args) if t.op in _OPERATIONS else _function(t, *args)


def _cross(a: Array, b: Array) -> Array:
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]], dtype=object)


def _norm(a: Array) -> Any:
    return mpmath.sqrt(np.dot(a, a))


def hat(a: Array) -> Array:
    """The matrix that multiplies as a does: hat(a) b = a x b."""
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]], dtype=object)


def _function(t: Term, x: Any, *more: Any) -> Any:
    if t.op == "power":
        return (
            mpmath.mpf(x) ** (mpmath.mpf(t.data.numerator) / t.data.denominator)
            if t.data.denominator > 1
            else x ** int(t.data)
        )
    return getattr(mpmath, _NAMES.get(t.op, t.op))(x, *more)


_OPERATIONS: dict[str, Callable[..., Any]] = {
    "dot": np.dot,
    "cross": _cross,
    "outer": np.outer,
    "hat": hat,
    "transpose": np.transpose,
    "matmul": np.dot,
    "norm": _norm,
    "min": min,
    "max": max,
}
_NAMES = {"abs": "fabs", "pow": "power"}
"""Functions that mpmath calls otherwise."""
