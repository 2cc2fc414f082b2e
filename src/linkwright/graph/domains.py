"""Domains: what a graph can be computed over. A domain is a table of operations, a way to read numbers, and pi.

Nothing here needs a package: NumPy's table is in evaluate.py, intervals in interval.py, mpmath is loaded on use.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from linkwright.graph.graph import Graph
from linkwright.graph.ops import OPS, Number
from linkwright.graph.rewrite import reachable


@dataclass(frozen=True)
class Domain:
    """A set of values with every operation of the op table.

    number: the element behind an exact or measured number
    pi:     the element pi
    ops:    operation name -> function on elements
    """

    name: str
    number: Callable[[Number], Any]
    pi: Any
    ops: Mapping[str, Callable[..., Any]] = field(repr=False)


@dataclass(frozen=True)
class Plan:
    """A graph bound to a domain: values are those of the symbols, then the constants, then one per step.

    A step is (function, arity, first argument, second argument); a third argument rides with the second, as a pair.
    """

    symbols: tuple[str, ...]
    constants: tuple[Any, ...]
    steps: tuple[tuple[Callable[..., Any], int, int, Any], ...]
    roots: tuple[int, ...]

    def run(self, symbols: Sequence[Any]) -> list[Any]:
        """Values of the roots, from the values of `self.symbols` in order."""
        values = [*symbols, *self.constants]
        append = values.append
        for function, arity, a, b in self.steps:
            if arity == 2:
                append(function(values[a], values[b]))
            elif arity == 1:
                append(function(values[a]))
            else:
                append(function(values[a], values[b[0]], values[b[1]]))
        return [values[i] for i in self.roots]


def make_plan(graph: Graph, roots: Sequence[int], domain: Domain) -> Plan:
    """The steps that the roots need, each once."""
    nodes = reachable(graph, roots)
    op, args, data = graph.op, graph.args, graph.data
    symbols = [i for i in nodes if op[i] == "sym"]
    numbers = [i for i in nodes if op[i] in ("const", "pi")]
    slot = {i: k for k, i in enumerate((*symbols, *numbers))}
    steps: list[tuple[Callable[..., Any], int, int, Any]] = []
    for i in nodes:
        if not args[i]:
            continue
        slots = [slot[j] for j in args[i]]
        arity = len(slots)
        rest = None if arity == 1 else slots[1] if arity == 2 else (slots[1], slots[2])
        slot[i] = len(slot)
        steps.append((domain.ops[op[i]], arity, slots[0], rest))
    constants = tuple(domain.pi if op[i] == "pi" else domain.number(data[i]) for i in numbers)
    return Plan(tuple(data[i] for i in symbols), constants, tuple(steps), tuple(slot[i] for i in roots))


# --- floats: as NumPy, infinities and NaN instead of exceptions -------------------------------------------------------


def _div(a: float, b: float) -> float:
    if b != 0:
        return a / b
    return math.nan if a == 0 or a != a else math.copysign(math.inf, a) * math.copysign(1.0, b)


def _pow(a: float, b: float) -> float:
    try:
        return math.pow(a, b)
    except OverflowError:
        return -math.inf if a < 0 and b % 2 == 1 else math.inf
    except ValueError:
        return math.inf if a == 0 else math.nan


def _exp(a: float) -> float:
    try:
        return math.exp(a)
    except OverflowError:
        return math.inf


def _log(a: float) -> float:
    return math.log(a) if a > 0 else -math.inf if a == 0 else math.nan


def _or_nan(f: Callable[..., float]) -> Callable[..., float]:
    """f, with NaN outside its domain."""

    def total(*args: float) -> float:
        try:
            return f(*args)
        except ValueError:
            return math.nan

    return total


def _min(a: Any, b: Any) -> Any:
    return a if a < b or a != a else b


def _max(a: Any, b: Any) -> Any:
    return a if a > b or a != a else b


FLOAT = Domain(
    "float",
    float,
    math.pi,
    {
        **{name: OPS[name].value for name in ("atan2", "abs", "sign", "hypot", "select", "only_if")},
        **{name: _or_nan(OPS[name].value) for name in ("sqrt", "sin", "cos", "tan", "asin", "acos")},
        "add": operator.add, "sub": operator.sub, "mul": operator.mul, "neg": operator.neg,
        "div": _div, "pow": _pow, "exp": _exp, "log": _log, "min": _min, "max": _max,
    },
)  # fmt: skip


_MP_NAMES = ("sqrt", "sin", "cos", "tan", "asin", "acos", "atan2", "exp", "sign", "hypot")


def floats(graph: Graph, roots: Sequence[int], values: Mapping[str, float]) -> list[float]:
    """Values of the roots as numbers; every symbol has one. `evaluate` without NumPy, for the page without a server."""
    plan = make_plan(graph, roots, FLOAT)
    return plan.run([FLOAT.number(values[name]) for name in plan.symbols])


@cache
def mpmath_domain(digits: int = 50) -> Domain:
    """Decimal floating point of any precision, in a context of its own (mpmath's global precision is not touched)."""
    from mpmath.ctx_mp import MPContext

    mp: Any = MPContext()
    mp.dps = digits

    def number(x: Number) -> Any:
        return mp.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else mp.mpf(x)

    def real(f: Callable[..., Any]) -> Callable[..., Any]:
        """f, with NaN where it is complex or has a pole."""

        def total(*args: Any) -> Any:
            try:
                y = f(*args)
            except (ZeroDivisionError, ValueError):
                return mp.nan
            return y if isinstance(y, mp.mpf) else mp.nan

        return total

    def div(a: Any, b: Any) -> Any:
        return a / b if b != 0 else mp.nan if a == 0 else mp.inf * mp.sign(a)

    def log(a: Any) -> Any:
        return real(mp.log)(a) if a != 0 else -mp.inf

    def only_if(condition: Any, x: Any) -> Any:
        return x if condition > 0 else mp.nan

    ops: dict[str, Callable[..., Any]] = {
        "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": div, "neg": operator.neg,
        "log": log, "min": _min, "max": _max, "abs": abs, "select": OPS["select"].value,
        "only_if": only_if,
        "pow": real(mp.power), **{name: real(getattr(mp, name)) for name in _MP_NAMES},
    }  # fmt: skip
    return Domain(f"mpmath{digits}", number, +mp.pi, ops)
