"""Intervals of floats that enclose the true value: the INTERVAL domain.

Sums, products, quotients and square roots are rounded one unit outward, which is rigorous for IEEE arithmetic; values
of the mathematical library three units, which covers the libraries in use (their errors are below two units). A function
is taken over the part of its argument where it is defined; what is defined nowhere gives EVERYTHING.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import NamedTuple

from linkwright.graph.domains import FLOAT, Domain
from linkwright.graph.ops import Number

_INF = math.inf
_LIBRARY = 3


class Interval(NamedTuple):
    """All numbers x with lo <= x <= hi."""

    lo: float
    hi: float

    def encloses(self, x: Number) -> bool:
        return self.lo <= x <= self.hi


EVERYTHING = Interval(-_INF, _INF)


def interval(x: Number) -> Interval:
    """The tightest enclosure of a number; an Interval stays what it is."""
    if isinstance(x, Interval):
        return x
    y = float(x)
    exact = isinstance(x, float) or Fraction(y) == x
    return Interval(y, y) if exact else _hull((y,))


def _hull(values: Iterable[float], units: int = 1) -> Interval:
    """From the smallest to the largest value, each moved outward by some units in the last place."""
    found = list(values)
    if not found or any(x != x for x in found):
        return EVERYTHING
    lo, hi = min(found), max(found)
    for _ in range(units):
        lo, hi = math.nextafter(lo, -_INF), math.nextafter(hi, _INF)
    return Interval(lo, hi)


def _product(x: float, y: float) -> float:
    return 0.0 if x == 0 or y == 0 else x * y  # 0 * inf: an unbounded end is a limit, not a value


def _add(a: Interval, b: Interval) -> Interval:
    return _hull((a.lo + b.lo, a.hi + b.hi))


def _sub(a: Interval, b: Interval) -> Interval:
    return _hull((a.lo - b.hi, a.hi - b.lo))


def _mul(a: Interval, b: Interval) -> Interval:
    return _hull(_product(x, y) for x in a for y in b)


def _div(a: Interval, b: Interval) -> Interval:
    if b.lo <= 0 <= b.hi:
        return EVERYTHING
    return _hull(_product(x, 1 / y) if math.isinf(x) or math.isinf(y) else x / y for x in a for y in b)


def _neg(a: Interval) -> Interval:
    return Interval(-a.hi, -a.lo)


def _monotone(name: str, lo: float = -_INF, hi: float = _INF, units: int = _LIBRARY) -> Callable[[Interval], Interval]:
    """An operation that rises or falls throughout its domain [lo, hi]."""
    f = FLOAT.ops[name]

    def on_interval(a: Interval) -> Interval:
        if a.hi < lo or a.lo > hi:
            return EVERYTHING
        return _hull((f(max(a.lo, lo)), f(min(a.hi, hi))), units)

    return on_interval


def _meets(a: Interval, offset: float, period: float) -> bool:
    """Whether offset + k period may lie in the interval for an integer k."""
    slack = 1e-15 * (1 + max(abs(a.lo), abs(a.hi)) / period)
    return math.floor((a.hi - offset) / period + slack) >= math.ceil((a.lo - offset) / period - slack)


def _wave(f: Callable[[float], float], top: float) -> Callable[[Interval], Interval]:
    """Sine or cosine: 1 at top + 2 k pi, -1 half a turn later."""

    def on_interval(a: Interval) -> Interval:
        if not a.hi - a.lo < math.tau:
            return Interval(-1.0, 1.0)
        ends = _hull((f(a.lo), f(a.hi)), _LIBRARY)
        lo = -1.0 if _meets(a, top + math.pi, math.tau) else max(ends.lo, -1.0)
        hi = 1.0 if _meets(a, top, math.tau) else min(ends.hi, 1.0)
        return Interval(lo, hi)

    return on_interval


def _tan(a: Interval) -> Interval:
    if not a.hi - a.lo < math.pi or _meets(a, math.pi / 2, math.pi):
        return EVERYTHING
    return _hull((math.tan(a.lo), math.tan(a.hi)), _LIBRARY)


def _pow(a: Interval, b: Interval) -> Interval:
    """For a >= 0: monotone in each argument while the other is fixed, so the corners are the extremes."""
    if a.hi < 0 or (a.lo <= 0 and b.lo <= 0):
        return EVERYTHING
    return _hull((FLOAT.ops["pow"](x, y) for x in (max(a.lo, 0.0), a.hi) for y in b), _LIBRARY)


def _abs(a: Interval) -> Interval:
    ends = (abs(a.lo), abs(a.hi))
    return Interval(0.0 if a.lo <= 0 <= a.hi else min(ends), max(ends))


def _hypot(a: Interval, b: Interval) -> Interval:
    x, y = _abs(a), _abs(b)
    found = _hull((math.hypot(x.lo, y.lo), math.hypot(x.hi, y.hi)), _LIBRARY)
    return Interval(max(found.lo, 0.0), found.hi)


def _atan2(y: Interval, x: Interval) -> Interval:
    if x.lo <= 0 and y.lo <= 0 <= y.hi:  # the cut along the negative axis, or the origin
        return _hull((-math.pi, math.pi))
    return _hull((math.atan2(v, u) for v in y for u in x), _LIBRARY)


def _min(a: Interval, b: Interval) -> Interval:
    return Interval(min(a.lo, b.lo), min(a.hi, b.hi))


def _max(a: Interval, b: Interval) -> Interval:
    return Interval(max(a.lo, b.lo), max(a.hi, b.hi))


def _sign(a: Interval) -> Interval:
    sign = FLOAT.ops["sign"]
    return Interval(sign(a.lo), sign(a.hi))


def _select(condition: Interval, yes: Interval, no: Interval) -> Interval:
    if condition.lo > 0:
        return yes
    return no if condition.hi <= 0 else Interval(min(yes.lo, no.lo), max(yes.hi, no.hi))


def _only_if(condition: Interval, x: Interval) -> Interval:
    return x if condition.hi > 0 else EVERYTHING


INTERVAL = Domain(
    "interval",
    interval,
    _hull((math.pi,)),
    {
        "add": _add, "sub": _sub, "mul": _mul, "div": _div, "neg": _neg, "pow": _pow,
        "sin": _wave(math.sin, math.pi / 2), "cos": _wave(math.cos, 0.0), "tan": _tan,
        "asin": _monotone("asin", -1.0, 1.0), "acos": _monotone("acos", -1.0, 1.0), "atan2": _atan2,
        "sqrt": _monotone("sqrt", 0.0, units=1), "exp": _monotone("exp"), "log": _monotone("log", 0.0),
        "abs": _abs, "min": _min, "max": _max, "sign": _sign, "hypot": _hypot, "select": _select,
        "only_if": _only_if,
    },
)  # fmt: skip
