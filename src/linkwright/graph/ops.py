"""The op table: every operation of the graph, once.

A row says how many arguments an operation takes and how floats compute it. Derivative rules, printers, the runtime and the
domains have tables of their own keyed by the same names; `tests/graph/test_ops.py` checks that they are total.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from linkwright.errors import ExpressionError

Number = int | float | Fraction
"""What a constant node may hold."""


@dataclass(frozen=True)
class Op:
    """One operation: name, number of arguments, its value on floats."""

    name: str
    arity: int
    value: Callable[..., float]
    commutative: bool = False


def _neg(a: float) -> float:
    return -a


def _div(a: float, b: float) -> float:
    return a / b


def _sign(x: float) -> float:
    return 1.0 if x > 0 else -1.0 if x < 0 else x * 0.0  # NaN stays NaN


def _select(condition: float, yes: float, no: float) -> float:
    return yes if condition > 0 else no


def _only_if(condition: float, x: float) -> float:
    return x if condition > 0 else math.nan


_TABLE = (
    Op("add", 2, operator.add, commutative=True),
    Op("sub", 2, operator.sub),
    Op("mul", 2, operator.mul, commutative=True),
    Op("div", 2, _div),
    Op("neg", 1, _neg),
    Op("pow", 2, math.pow),
    Op("sqrt", 1, math.sqrt),
    Op("sin", 1, math.sin),
    Op("cos", 1, math.cos),
    Op("tan", 1, math.tan),
    Op("asin", 1, math.asin),
    Op("acos", 1, math.acos),
    Op("atan2", 2, math.atan2),
    Op("exp", 1, math.exp),
    Op("log", 1, math.log),
    Op("abs", 1, math.fabs),
    Op("min", 2, min, commutative=True),
    Op("max", 2, max, commutative=True),
    Op("sign", 1, _sign),
    Op("hypot", 2, math.hypot, commutative=True),
    Op("select", 3, _select),
    Op("only_if", 2, _only_if),
)

OPS: Mapping[str, Op] = MappingProxyType({op.name: op for op in _TABLE})

LEAVES = ("const", "pi", "sym")
"""Nodes without arguments: an exact or measured number (never negative), pi, a named symbol."""


class NotFinite(ExpressionError, ValueError):
    """A number that came out of others and is none: where those came from a file, the user can mend it."""
