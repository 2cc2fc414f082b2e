"""Random expressions: a list of instructions, built with the graph's rules and without them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from linkwright.graph.domains import FLOAT, Domain, make_plan
from linkwright.graph.graph import Graph
from linkwright.graph.ops import OPS

NAMES = ("x", "y", "z")
NUMBERS = (0, 1, 2, -1, -3, Fraction(1, 3), Fraction(-5, 2), 0.3, -1.7, 0.5, 2.0, 1e-3)
SMOOTH = tuple(name for name in OPS if name not in ("abs", "min", "max", "sign", "select"))
ARITHMETIC = ("add", "sub", "mul", "div", "neg", "sin", "cos")

Instruction = tuple[str, tuple[int, ...]]


@dataclass(frozen=True)
class Recipe:
    """Instructions over the values: NAMES, NUMBERS, pi, then one value per instruction."""

    instructions: tuple[Instruction, ...]

    def build(self, rules: bool = True) -> tuple[Graph, int]:
        """The graph and its last value. Without rules every node is as written, numbers included."""
        graph = Graph()
        pool = [*map(graph.symbol, NAMES), *map(graph.number, NUMBERS), graph.pi()]
        for op, args in self.instructions:
            nodes = tuple(pool[k % len(pool)] for k in args)
            try:
                pool.append(graph.call(op, nodes) if rules else graph.raw(op, nodes))
            except ZeroDivisionError:  # by the number zero: the rules refuse it
                pool.append(graph.number(1))
        return graph, pool[-1]


@st.composite
def recipes(draw: st.DrawFn, ops: tuple[str, ...] = tuple(OPS), size: int = 12) -> Recipe:
    """Arguments prefer recent values, so that expressions are deep."""
    start = len(NAMES) + len(NUMBERS) + 1
    instructions: list[Instruction] = []
    for k in range(draw(st.integers(1, size))):
        op = draw(st.sampled_from(ops))
        recent = st.integers(max(0, start + k - 4), start + k - 1)
        args = tuple(draw(st.one_of(recent, st.integers(0, start + k - 1))) for _ in range(OPS[op].arity))
        instructions.append((op, args))
    return Recipe(tuple(instructions))


points = st.tuples(*(st.floats(0.01, 2) | st.floats(-2, -0.01) for _ in NAMES))


def value(graph: Graph, root: int, point: tuple[float, ...], domain: Domain = FLOAT) -> Any:
    """The value of one node at a point."""
    plan = make_plan(graph, [root], domain)
    at = dict(zip(NAMES, point, strict=True))
    return plan.run([domain.number(at[name]) for name in plan.symbols])[0]


def tame(x: Any) -> bool:
    """A number small enough that rounding is not the whole story."""
    return math.isfinite(x) and abs(x) < 1e8
