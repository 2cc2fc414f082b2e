"""Formulas of numbers: text -> a number, or an expression of a graph.

What the text says exactly stays exact (2, 1/3, pi/2, sqrt(2), 30 deg); a decimal literal is a measured number. Nothing in a
file is ever executed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction

from linkwright.errors import InputError
from linkwright.formula.dimensions import check_unit
from linkwright.formula.evaluate import Evaluator
from linkwright.formula.functions import hyperbolic
from linkwright.formula.syntax import Node, parse_syntax
from linkwright.formula.text import Text
from linkwright.graph.expr import Expr, Scalar, lift
from linkwright.graph.graph import Graph
from linkwright.graph.ops import OPS, Number
from linkwright.graph.rewrite import reachable


def parse(
    text: str,
    graph: Graph | None = None,
    *,
    names: Mapping[str, Scalar] | None = None,
    where: str = "",
    unit: str = "",
) -> Scalar:
    """The value of `text`: an int, Fraction or float where it is a number, an Expr of `graph` otherwise.
    names: what a name may stand for; None lets every name be a symbol
    unit:  what it may be measured in, "rad, m"; of a text without units nothing is asked
    """
    source = Text(text, where)
    tree = parse_syntax(source, names if names is not None else ())
    check_unit(tree, unit, source)
    return _Scalars(source, graph if graph is not None else Graph(), names).whole(tree)


def constant(x: Scalar) -> float | None:
    """The value of a scalar as a float; None where it depends on a symbol. Not finite where it has no value."""
    if not isinstance(x, Expr):
        return float(x)
    graph, done = x.graph, dict[int, float]()
    try:
        for i in reachable(graph, [x.index]):
            op = graph.op[i]
            if op == "sym":
                return None
            if op in OPS:
                done[i] = OPS[op].value(*(done[j] for j in graph.args[i]))
            else:
                done[i] = math.pi if op == "pi" else float(graph.data[i])
    except (ValueError, ArithmeticError):
        return math.nan
    return done[x.index]


def number_list(text: str, what: str) -> list[float]:
    """Numbers that somebody types, between commas, or between spaces where there is no comma: "0.5, 30 deg"."""
    found: list[float] = []
    for part in text.split(",") if "," in text else text.split():
        value = constant(parse(part))
        if value is None or not math.isfinite(value):
            raise InputError(f"{what}: '{part.strip()}' is no number", hint="numbers such as 0.5, pi/2, 30 deg")
        found.append(value)
    return found


class _Scalars(Evaluator[int]):
    """Values are nodes of a graph."""

    def __init__(self, source: Text, graph: Graph, given: Mapping[str, Scalar] | None) -> None:
        super().__init__(source)
        self.graph, self.given = graph, given

    def whole(self, tree: Node) -> Scalar:
        """Numbers as numbers; a formula of measured numbers only is a measured number."""
        node = self.read(tree)
        value = self.graph.value(node)
        if value is not None:
            return value
        x = Expr(self.graph, node)
        measured = constant(x)
        if measured is not None and not math.isfinite(measured):
            raise self.source.error("the formula has no finite real value", 0, "stay below 1e308")
        rounded = any(isinstance(self.graph.data[i], float) for i in reachable(self.graph, [node]))
        return measured if rounded and measured is not None else x

    def literal(self, text: str) -> int:
        return self.graph.number(int(text) if text.isdigit() else float(text))

    def value_of(self, x: int) -> Number | None:
        return self.graph.value(x)

    def with_unit(self, x: int, factor: Fraction, turns: int) -> int:
        result, pi = self.graph.mul(x, self.graph.number(factor)), self.graph.pi()
        for _ in range(abs(turns)):
            result = self.graph.mul(result, pi) if turns > 0 else self.graph.div(result, pi)
        return result

    def operate(self, op: str, *args: int) -> int:
        if op == "atan":
            op, args = "atan2", (*args, self.graph.number(1))
        if op in ("asin", "acos", "atan2"):
            exact = self._exact_angle(op, args)
            return self.graph.call(op, args) if exact is None else exact
        if op in ("sinh", "cosh", "tanh"):
            return lift(self.graph, hyperbolic(op, Expr(self.graph, args[0]))).index
        return self.graph.call(op, args)

    def _exact_angle(self, op: str, args: tuple[int, ...]) -> int | None:
        """asin(1/2) is pi/6, exactly."""
        values = [self.graph.value(i) for i in args]
        if any(v is None or isinstance(v, float) for v in values):
            return None
        twelfths = OPS[op].value(*(float(v) for v in values if v is not None)) / math.pi * 12
        if abs(twelfths - round(twelfths)) >= 1e-14:
            return None
        return self.graph.mul(self.graph.number(Fraction(round(twelfths), 12)), self.graph.pi())

    def known(self, name: str) -> int | None:
        found = None if self.given is None else self.given.get(name)
        return None if found is None else lift(self.graph, found).index

    def unknown(self, node: Node) -> int:
        return self.graph.symbol(node.value) if self.given is None else super().unknown(node)

    def pi(self) -> int:
        return self.graph.pi()

    def names(self) -> Iterable[str]:
        return self.given or ()
