"""Directions in a link's axes whose entries may be formulas: what of them is zero, and what they may be divided by."""

from __future__ import annotations

from collections.abc import Mapping

from linkwright.graph.domains import FLOAT, make_plan
from linkwright.graph.expr import Expr, Scalar, is_zero, number
from linkwright.graph.rewrite import reachable
from linkwright.spatial.vector import Vec

_TINY = 1e-12
"""What is left of 1 - 1 after a few products of measured rotations."""
_SEEN = 1e-6
"""No rounding makes a number as large as this out of zero."""
_FAIR = 0.1
"""A constant that is smaller is divided by only where nothing else can be."""


def vanishes(x: Scalar, rounding: float = _TINY) -> bool:
    """Whether x is zero whatever its symbols are, the rounding of measured numbers apart."""
    value = number(x)
    if value is not None:
        return abs(value) < rounding
    assert isinstance(x, Expr)
    if _somewhere(x, 1) > _SEEN:  # most do not, and this takes microseconds
        return False
    from linkwright.exact.equality import is_zero as vanishes_identically

    return vanishes_identically([x]) or (_has_floats(x) and all(_somewhere(x, k) < rounding for k in (1, 2)))


def parallel_to_z(u: Vec) -> bool:
    """Whether nothing of it is across z."""
    return vanishes(u[0]) and vanishes(u[1])


def with_unit_entry(u: Vec, values: Mapping[str, float] | None = None) -> Vec:
    """A vector along u, which is not zero, with one entry that is the number 1.

    Divided is by a constant entry; given the values of symbols (of some, or none), by one that is not zero there, or is not
    zero for most values of the others. Where there is nothing to divide by, u itself. Entries that vanish are the number 0.
    """
    u = Vec(*(0 if vanishes(x) else x for x in u))
    left = [k for k in range(3) if not is_zero(u[k])]
    if len(left) == 1:
        return Vec(*(int(k == left[0]) for k in range(3)))
    one = divisor(u, values)
    return u if one is None else Vec(*(1 if k == one else 0 if is_zero(x) else x / u[one] for k, x in enumerate(u)))


def divisor(u: Vec, values: Mapping[str, float] | None) -> int | None:
    """Which entry to divide by, if any; of equal ones z before y before x, as in the literature."""
    fit = {k: fitness for k in (2, 1, 0) if not vanishes(u[k]) and (fitness := _as_divisor(u[k], values)) is not None}
    return max(fit, key=fit.__getitem__, default=None)


def _as_divisor(x: Scalar, values: Mapping[str, float] | None) -> tuple[int, float] | None:
    """How well x may be divided by: (kind, size), the larger the better; None where it may not."""
    value = number(x)
    unknown: list[str] = []
    size, constant = (abs(float(value)), True) if value is not None else (0.0, False)
    if isinstance(x, Expr) and value is None:
        known = values or {}
        plan = make_plan(x.graph, [x.index], FLOAT)
        constant = not plan.symbols
        unknown = [name for name in plan.symbols if name not in known]
        size = abs(plan.run([float(known.get(name, 0.0)) for name in plan.symbols])[0])
    if constant and size > _FAIR:
        return 2, size
    if values is None:
        return None
    return (0, 1.0) if unknown else (1, size) if size > _TINY else None


def _somewhere(x: Expr, k: int) -> float:
    """Its size at the k-th of some points."""
    plan = make_plan(x.graph, [x.index], FLOAT)
    return abs(plan.run([0.3 + (0.618 * (n + 1) * k) % 1 for n in range(len(plan.symbols))])[0])


def _has_floats(x: Expr) -> bool:
    return any(isinstance(x.graph.value(i), float) for i in reachable(x.graph, [x.index]))
