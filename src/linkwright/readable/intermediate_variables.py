"""Equations too long for a closed form: intermediate variables, numbered, each a short sum, shared subexpressions once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import compress
from typing import Any

from linkwright.graph.graph import Graph
from linkwright.graph.ops import LEAVES, Number
from linkwright.graph.rewrite import symbols_of, use_counts
from linkwright.readable.expand import polynomials
from linkwright.readable.ring import Budget, TooLarge
from linkwright.readable.tree import Base, Call, Sum, Symbol, Term, cost, make_term, to_node
from linkwright.readable.write import Writer

_STEP_TERMS = 60  # of a single step in closed form
_LONG = 24  # printed length above which an expression gets a name even if it is used once
_SHORT = 3  # and up to which it gets none even if it is used often


class IntermediateVariables:
    """The roots of a graph as printed sums over named steps."""

    def __init__(self, graph: Graph, roots: Sequence[int], budget: Budget | None = None) -> None:
        """With a budget each step is written in its short closed form, without one as it stands in the graph."""
        self._graph = graph
        self._budget = Budget(budget.left, _STEP_TERMS) if budget is not None else None
        self._name = _free_name(symbols_of(graph, roots))
        self._sums: dict[int, Sum] = {}
        self.steps: dict[str, Sum] = {}
        """Every step by name, in an order in which each needs only earlier ones."""
        self._below: dict[str, int] = {}
        """Per step the steps that it needs, itself among them: bit k is the k-th step. With sets walked anew for every root
        a third of the profiled time of `equations` of 60 links went here."""
        uses = use_counts(graph, roots)
        ends = Counter(roots)
        for i, n in uses.items():
            x = self._node(i)
            inner = n - ends[i]  # uses by other nodes; a root that only the reader uses needs no name
            if not inner:
                self._sums[i] = self._shorter(x)
            elif cost(x) > (_SHORT if n > 1 else _LONG):
                self._sums[i] = self._step(self._shorter(x))
            else:
                self._sums[i] = x
        self.roots = {i: self._sums[i] for i in roots}

    def _step(self, x: Sum) -> Sum:
        """The symbol of a new step, unless x is short now."""
        if cost(x) <= _SHORT:
            return x
        name = f"{self._name}{len(self.steps) + 1}"
        self._below[name] = self._bits(x) | 1 << len(self.steps)
        self.steps[name] = x
        return Sum((Term(1, ((Symbol(name), 1),)),))

    def _shorter(self, x: Sum) -> Sum:
        """x in closed form over earlier steps, where that is shorter."""
        if self._budget is None or self._budget.over:
            return x
        graph = Graph()
        root = to_node(x, graph, {})
        ring, found = polynomials(graph, [root], self._budget)
        try:
            p = found[root]
            written = Writer(ring).write(p) if p is not None else x
        except TooLarge:
            return x
        return written if cost(written) < cost(x) else x

    def _node(self, i: int) -> Sum:
        graph = self._graph
        op = graph.op[i]
        if op in LEAVES:
            return leaf(op, graph.data[i])
        args = [self._sums[j] for j in graph.args[i]]
        if op in ("add", "sub"):
            return Sum(args[0].terms + (args[1] if op == "add" else negative(args[1])).terms)
        if op == "neg":
            return negative(args[0])
        if op in ("mul", "div"):
            return product(args[0], args[1], 1 if op == "mul" else -1)
        return Sum((Term(1, ((Call(op, tuple(args)), 1),)),))

    def needed(self, x: Sum) -> tuple[tuple[str, Sum], ...]:
        """The steps that x needs, in order."""
        wanted = f"{self._bits(x):b}"
        return tuple(compress(self.steps.items(), map("1".__eq__, reversed(wanted))))

    def _bits(self, x: Sum) -> int:
        """The steps that x needs, as in `_below`."""
        wanted = 0
        queue: list[Base | Term] = [x]
        while queue:
            part = queue.pop()
            if isinstance(part, Symbol):
                wanted |= self._below.get(part.name, 0)
            elif isinstance(part, Call):
                queue.extend(part.args)
            elif isinstance(part, Sum):
                queue.extend(part.terms)
            else:
                queue.extend(base for base, _ in part.factors)
        return wanted


def _free_name(taken: Sequence[str]) -> str:
    for name in ("x", "y", "z", "w", "k", "step"):
        if not any(t.startswith(name) and t[len(name) :].isdigit() for t in taken):
            return name
    return "step_"


def leaf(op: str, data: Any) -> Sum:
    """A number, a symbol or pi as a sum of one term; zero as the sum of none."""
    if op == "const":
        return Sum((Term(data),)) if data else Sum()
    return Sum((Term(1, ((Symbol(str(data)) if op == "sym" else Call("pi"), 1),)),))


def negative(x: Sum) -> Sum:
    """-x, term by term."""
    return Sum(tuple(Term(-t.coefficient, t.factors) for t in x.terms))


def product(x: Sum, y: Sum, exponent: int) -> Sum:
    """x * y or x / y as one term; single terms merge, sums stay in brackets."""
    if not x.terms or (not y.terms and exponent > 0):
        return Sum()
    powers: dict[Base, int] = {}
    coefficient: Number = 1
    for part, sign in ((x, 1), (y, exponent)):
        if len(part.terms) == 1:
            only = part.terms[0]
            coefficient = coefficient * only.coefficient if sign > 0 else coefficient * (Fraction(1) / only.coefficient)
            for base, e in only.factors:
                powers[base] = powers.get(base, 0) + sign * e
        else:
            powers[part] = powers.get(part, 0) + sign
    return Sum((make_term(coefficient, [(b, e) for b, e in powers.items() if e]),))
