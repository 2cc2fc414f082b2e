"""Random expressions: a list of instructions, built with the graph's rules and without them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from tests.support.graph import FLOAT, OPS, Domain, Graph, make_plan

NAMES = ("x", "y", "z")
NUMBERS = (0, 1, 2, -1, -3, Fraction(1, 3), Fraction(-5, 2), 0.3, -1.7, 0.5, 2.0, 1e-3)
EXACT = tuple(Fraction(str(x)) for x in NUMBERS)
SMOOTH = tuple(name for name in OPS if name not in ("abs", "min", "max", "sign", "select", "only_if"))
ARITHMETIC = ("add", "sub", "mul", "div", "neg", "sin", "cos")

many = settings(max_examples=60)
"""For properties that are cheap to test."""

Instruction = tuple[str, tuple[int, ...]]


@dataclass(frozen=True)
class Recipe:
    """Instructions over the values: NAMES, NUMBERS, pi, then one value per instruction."""

    instructions: tuple[Instruction, ...]
    exact: bool = False
    """Whether measured numbers are replaced by fractions, which no rule rounds."""

    def build(self, rules: bool = True) -> tuple[Graph, int]:
        """The graph and its last value. Without rules every node is as written, numbers included."""
        graph, pool = self._start()
        for op, args in self.instructions:
            nodes = tuple(pool[k % len(pool)] for k in args)
            try:
                pool.append(graph.call(op, nodes) if rules else graph.raw(op, nodes))
            except ZeroDivisionError:  # by the number zero: the rules refuse it
                pool.append(graph.number(1))
        return graph, pool[-1]

    @property
    def refused(self) -> bool:
        """Whether the rules refuse a part of it: a division by the number zero."""
        graph, pool = self._start()
        try:
            for op, args in self.instructions:
                pool.append(graph.call(op, tuple(pool[k % len(pool)] for k in args)))
        except ZeroDivisionError:
            return True
        return False

    def _start(self) -> tuple[Graph, list[int]]:
        graph = Graph()
        return graph, [*map(graph.symbol, NAMES), *map(graph.number, EXACT if self.exact else NUMBERS), graph.pi()]


@st.composite
def recipes(draw: st.DrawFn, ops: tuple[str, ...] = tuple(OPS), size: int = 12, exact: bool = False) -> Recipe:
    """Arguments prefer recent values, so that expressions are deep."""
    start = len(NAMES) + len(NUMBERS) + 1
    instructions: list[Instruction] = []
    for k in range(draw(st.integers(1, size))):
        op = draw(st.sampled_from(ops))
        recent = st.integers(max(0, start + k - 4), start + k - 1)
        args = tuple(draw(st.one_of(recent, st.integers(0, start + k - 1))) for _ in range(OPS[op].arity))
        instructions.append((op, args))
    return Recipe(tuple(instructions), exact)


points = st.tuples(*(st.floats(0.01, 2) | st.floats(-2, -0.01) for _ in NAMES))


def value(graph: Graph, root: int, point: tuple[float, ...], domain: Domain = FLOAT) -> Any:
    """The value of one node at a point."""
    plan = make_plan(graph, [root], domain)
    at = dict(zip(NAMES, point, strict=True))
    return plan.run([domain.number(at[name]) for name in plan.symbols])[0]


def tame(x: Any) -> bool:
    """A number small enough that rounding is not the whole story."""
    return math.isfinite(x) and abs(x) < 1e8
