"""Scalars as text of the expression language: what is read back is the same expression, number for number.

What is long, or deep, becomes a step: an abbreviation under `parameters:`, written once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from linkwright.errors import EmitError
from linkwright.formula.functions import FUNCTIONS, is_name
from linkwright.graph.expr import Expr, Scalar, number
from linkwright.graph.graph import Graph
from linkwright.graph.ops import Number
from linkwright.graph.rewrite import reachable, use_counts
from linkwright.model.rooting import fresh

_SUM, _PRODUCT, _UNARY, _POWER, _ATOM = range(1, 6)
_SIGNS = {"add": (" + ", _SUM), "sub": (" - ", _SUM), "mul": ("*", _PRODUCT), "div": ("/", _PRODUCT)}
_LONG, _SHARED, _DEEP = 300, 40, 20
"""Characters from which on a part becomes a step, where it is used once or more often; and nested brackets."""


@dataclass(frozen=True)
class _Piece:
    """Text, how tightly it binds, and how deep its brackets are."""

    text: str
    binds: int
    depth: int = 0

    def within(self, floor: int) -> str:
        """The text where at least this binding is asked for."""
        return self.text if self.binds >= floor else f"({self.text})"


@dataclass
class Formulas:
    """Text of scalars; `steps` are the abbreviations that it uses, in order.

    taken: names that mean something already; steps are not called so
    """

    taken: set[str]
    steps: dict[str, str] = field(default_factory=dict[str, str])
    _known: dict[str, str] = field(default_factory=dict[str, str])

    def text(self, x: Scalar) -> str:
        """A scalar over parameters."""
        value = number(x)
        if value is not None:
            return number_text(value)
        assert isinstance(x, Expr)
        return self._spell(x, {}, in_steps=True)

    def of_coordinates(self, x: Scalar, names: Mapping[str, str]) -> str:
        """A scalar with symbols that have other names in the text: no step of it may use them, so it has none."""
        return self._spell(x, names, in_steps=False) if isinstance(x, Expr) else number_text(x)

    def _spell(self, x: Expr, names: Mapping[str, str], in_steps: bool) -> str:
        graph, root = x.graph, x.index
        uses = use_counts(graph, [root])
        pieces: dict[int, _Piece] = {}
        for i in reachable(graph, [root]):
            made = _piece(graph, i, [pieces[j] for j in graph.args[i]], names)
            long = len(made.text) > (_SHARED if uses.get(i, 0) > 1 else _LONG) or made.depth > _DEEP
            pieces[i] = self._step(made.text) if in_steps and long and graph.args[i] else made
        return pieces[root].text

    def _step(self, text: str) -> _Piece:
        if text not in self._known:
            name = fresh(f"t{len(self.steps) + 1}", self.taken)
            self.steps[name] = text
            self._known[text] = name
        return _Piece(self._known[text], _ATOM)


def number_text(value: Number) -> str:
    """A number as the language reads it: 2, 1/3, 0.1 are an integer, a fraction and a measured number."""
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}" if value.denominator != 1 else str(value.numerator)
    return repr(value)


def _piece(graph: Graph, i: int, args: list[_Piece], names: Mapping[str, str]) -> _Piece:
    op, depth = graph.op[i], max((a.depth for a in args), default=0) + 1
    if op == "sym":
        name = names.get(graph.data[i], graph.data[i])
        if not is_name(name):
            raise EmitError(f"the parameter '{name}' cannot be named in a formula", hint="letters, digits and _")
        return _Piece(name, _ATOM)
    if op == "pi":
        return _Piece("pi", _ATOM)
    if op == "const":
        value = graph.data[i]
        return _Piece(number_text(value), _PRODUCT if isinstance(value, Fraction) else _ATOM)
    if op in _SIGNS:
        sign, binds = _SIGNS[op]
        return _Piece(f"{args[0].within(binds)}{sign}{args[1].within(binds + 1)}", binds, depth)
    if op == "neg":
        return _Piece(f"-{args[0].within(_POWER)}", _UNARY, depth)
    if op == "pow":
        return _Piece(f"{args[0].within(_ATOM)}**{args[1].within(_ATOM)}", _POWER, depth)
    if op not in FUNCTIONS:
        raise EmitError(f"formulas of files have no operation '{op}'", hint=f"they have {', '.join(FUNCTIONS)}")
    return _Piece(f"{op}({', '.join(a.text for a in args)})", _ATOM, depth)
