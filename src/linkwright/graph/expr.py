"""Expr: a node with operators, so that formulas read as formulas; and functions over Expr and numbers alike."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import overload

from linkwright.graph.graph import Graph
from linkwright.graph.ops import OPS, Number
from linkwright.lazy import provided


class Expr:
    """A handle on node `index` of `graph`. Mixing graphs copies the other operand over."""

    __slots__ = ("graph", "index")

    def __init__(self, graph: Graph, index: int) -> None:
        self.graph = graph
        self.index = index

    def peer(self, other: Scalar) -> int:
        """The node of another operand in this graph."""
        if isinstance(other, Expr):
            return other.index if other.graph is self.graph else lift(self.graph, other).index
        return self.graph.number(other)

    def __add__(self, other: Scalar) -> Expr:
        return Expr(self.graph, self.graph.add(self.index, self.peer(other)))

    __radd__ = __add__

    def __sub__(self, other: Scalar) -> Expr:
        return Expr(self.graph, self.graph.sub(self.index, self.peer(other)))

    def __rsub__(self, other: Scalar) -> Expr:
        return Expr(self.graph, self.graph.sub(self.peer(other), self.index))

    def __mul__(self, other: Scalar) -> Expr:
        return Expr(self.graph, self.graph.mul(self.index, self.peer(other)))

    __rmul__ = __mul__

    def __truediv__(self, other: Scalar) -> Expr:
        return Expr(self.graph, self.graph.div(self.index, self.peer(other)))

    def __rtruediv__(self, other: Scalar) -> Expr:
        return Expr(self.graph, self.graph.div(self.peer(other), self.index))

    def __pow__(self, other: Scalar) -> Expr:
        return Expr(self.graph, self.graph.pow(self.index, self.peer(other)))

    def __rpow__(self, other: Scalar) -> Expr:
        return Expr(self.graph, self.graph.pow(self.peer(other), self.index))

    def __abs__(self) -> Expr:
        return Expr(self.graph, self.graph.call("abs", (self.index,)))

    def __neg__(self) -> Expr:
        return Expr(self.graph, self.graph.neg(self.index))

    def __pos__(self) -> Expr:
        return self

    def __eq__(self, other: object) -> bool:
        """Same node: structural equality after the graph's local rules."""
        if isinstance(other, Expr):
            return self.index == (other.index if other.graph is self.graph else lift(self.graph, other).index)
        value = self.graph.value(self.index)
        return value is not None and value == other

    def __hash__(self) -> int:
        value = self.graph.value(self.index)
        return hash((id(self.graph), self.index)) if value is None else hash(value)

    def __bool__(self) -> bool:
        return self.graph.value(self.index) != 0

    def __repr__(self) -> str:
        return provided("expr.text")(self)

    def _repr_latex_(self) -> str:
        return f"${provided('expr.latex')(self)}$"


Scalar = Number | Expr
"""A number (int, Fraction, float, NumPy float) or an Expr: whatever mechanics may be computed over."""


def lift(graph: Graph, x: Scalar) -> Expr:
    """A number or an Expr of any graph as an Expr of this graph."""
    if not isinstance(x, Expr):
        return Expr(graph, graph.number(x))
    if x.graph is graph:
        return x
    from linkwright.graph.rewrite import copy_nodes

    return Expr(graph, copy_nodes(x.graph, graph, [x.index])[0])


def lifter(graph: Graph) -> Callable[[Scalar], Scalar]:
    """A function that takes Exprs of any graphs into this graph, and leaves numbers as they are.

    What several of them share is copied once: moments of inertia of a chain of 60 links, each a long expression over those
    further out, took a quarter of the profiled time of `equations` one by one.
    """
    from linkwright.graph.rewrite import copy_nodes

    known: dict[Graph, dict[int, int]] = {}

    def lifted(x: Scalar) -> Scalar:
        if not isinstance(x, Expr) or x.graph is graph:
            return x
        memo = known.setdefault(x.graph, {})
        return Expr(graph, copy_nodes(x.graph, graph, [x.index], memo=memo)[0])

    return lifted


def symbol(name: str, graph: Graph | None = None) -> Expr:
    """A named symbol, in its own small graph unless one is given."""
    graph = graph if graph is not None else Graph()
    return Expr(graph, graph.symbol(name))


def symbol_name(x: Scalar) -> str:
    """The name of a symbol, where nothing else will do: a derivative is by a symbol, not by a number."""
    if not isinstance(x, Expr) or x.graph.op[x.index] != "sym":
        raise TypeError(f"{x} is not a symbol")
    return x.graph.data[x.index]


def is_zero(x: Scalar) -> bool:
    """Whether x is the number zero (not: whether an expression happens to vanish)."""
    return x.graph.value(x.index) == 0 if isinstance(x, Expr) else x == 0


def number(x: Scalar) -> Number | None:
    """The number x is, or None where it is an expression."""
    return x.graph.value(x.index) if isinstance(x, Expr) else x


def as_number(x: Scalar) -> Number:
    """The number x is, where it must be one: of a robot in numbers, say."""
    value = number(x)
    if value is None:
        raise TypeError(f"{x} is not a number")
    return value


def floats(values: Iterable[Scalar]) -> list[float]:
    """Numbers as floats, where all of them must be numbers."""
    return [float(as_number(x)) for x in values]


@overload
def apply(op: str, x: Expr, /, *args: Scalar) -> Expr: ...
@overload
def apply(op: str, *args: Scalar) -> Scalar: ...
def apply(op: str, *args: Scalar) -> Scalar:
    """An operation by name, over Expr where one argument is an Expr, over floats otherwise."""
    for x in args:
        if isinstance(x, Expr):
            return Expr(x.graph, x.graph.call(op, tuple(x.peer(y) for y in args)))
    return OPS[op].value(*args)


@overload
def sin(x: Expr) -> Expr: ...
@overload
def sin(x: Number) -> float: ...
@overload
def sin(x: Scalar) -> Scalar: ...
def sin(x: Scalar) -> Scalar:
    """Sine of a number or an expression."""
    return apply("sin", x) if isinstance(x, Expr) else math.sin(x)


@overload
def cos(x: Expr) -> Expr: ...
@overload
def cos(x: Number) -> float: ...
@overload
def cos(x: Scalar) -> Scalar: ...
def cos(x: Scalar) -> Scalar:
    """Cosine of a number or an expression."""
    return apply("cos", x) if isinstance(x, Expr) else math.cos(x)


@overload
def sqrt(x: Expr) -> Expr: ...
@overload
def sqrt(x: Number) -> float: ...
@overload
def sqrt(x: Scalar) -> Scalar: ...
def sqrt(x: Scalar) -> Scalar:
    """Square root of a number or an expression."""
    return apply("sqrt", x) if isinstance(x, Expr) else math.sqrt(x)


@overload
def sign(x: Expr) -> Expr: ...
@overload
def sign(x: Number) -> float: ...
@overload
def sign(x: Scalar) -> Scalar: ...
def sign(x: Scalar) -> Scalar:
    """-1, 0 or 1: the sign of a number or an expression."""
    return apply("sign", x)
