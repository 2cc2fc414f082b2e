"""Random procedures: statements of every kind, which always end and never leave an array."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st

from linkwright.graph.function import Ops, Port
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedure import (
    Apply,
    Array,
    Break,
    Call,
    Compare,
    Condition,
    Copy,
    Count,
    Element,
    Fill,
    Finite,
    For,
    If,
    Logic,
    Name,
    Number,
    Procedure,
    Set,
    Statement,
    Store,
    ToFloat,
    Value,
    While,
)
from tests.support.procedures import TURN

_BOUNDED = ("add", "sub", "neg", "abs", "min", "max", "sin", "cos", "hypot", "select")
"""Operations that neither make small errors large nor numbers huge, within a statement or two."""
_FLOATS, _WHOLES = ("a", "b", "c"), ("m", "n")
_ARRAYS: Mapping[str, tuple[int, ...]] = {"u": (3,), "v": (2,), "w": (2, 3), "y": (3,)}
_READABLE = {**_ARRAYS, "x": (3,), "table": (2, 3)}


@dataclass(frozen=True)
class Program:
    """A random procedure and states to run it at."""

    kernel: Kernel
    states: tuple[Mapping[str, Any], ...]


@dataclass
class _Maker:
    draw: Any
    counters: list[str]

    def some(self, *choices: Any) -> Any:
        return self.draw(st.sampled_from(choices))

    def index(self, shape: tuple[int, ...]) -> tuple[Value, ...]:
        """Within bounds: numbers, or counters of loops, which stay below 2."""
        return tuple(
            Name(self.some(*self.counters), True)
            if self.counters and self.draw(st.booleans())
            else Number(self.draw(st.integers(0, size - 1)))
            for size in shape
        )

    def real(self, depth: int = 2) -> Value:
        kind = self.some("number", "name", "element", "element", *(("apply",) * 3 + ("whole",) if depth else ()))
        match kind:
            case "number":
                return Number(self.some(0.0, -0.5, 1.0, 2.25, -3.0))
            case "name":
                return Name(self.some(*_FLOATS, "given"))
            case "element":
                array = self.some(*_READABLE)
                return Element(array, self.index(_READABLE[array]))
            case "whole":
                return ToFloat(self.whole(1))
            case _:
                op = self.some(*_BOUNDED)
                arity = {"neg": 1, "abs": 1, "sin": 1, "cos": 1, "select": 3}.get(op, 2)
                args = [self.real(depth - 1) for _ in range(arity)]
                if op == "select":
                    args[0] = Element("x", self.index((3,)))  # exact: a rounding must not decide
                return Apply(op, tuple(args))

    def whole(self, depth: int = 2) -> Value:
        kind = self.some("number", "name", *(("counter",) if self.counters else ()), *(("count",) if depth else ()))
        match kind:
            case "number":
                return Number(self.draw(st.integers(-3, 3)))
            case "name":
                return Name(self.some(*_WHOLES), True)
            case "counter":
                return Name(self.some(*self.counters), True)
            case _:
                return Count(self.some("+", "-"), self.whole(depth - 1), self.whole(depth - 1))

    def condition(self, depth: int = 2) -> Condition:
        match self.some("real", "whole", "finite", *(("and", "or", "not") if depth else ())):
            case "real":  # of numbers that are exact in every language: a rounding must not decide
                left = Element(self.some("x", "table"), ())
                shape = _READABLE[left.array]
                return Compare(self.some("<", "<=", ">", ">=", "==", "!="), Element(left.array, self.index(shape)),
                               Number(self.some(0.0, 0.5, 1.0)))  # fmt: skip
            case "whole":
                return Compare(self.some("<", "<=", ">", ">=", "==", "!="), self.whole(1), self.whole(1))
            case "finite":
                return Finite(Element("x", self.index((3,))))
            case "not":
                return Logic("not", (self.condition(depth - 1),))
            case op:
                return Logic(op, tuple(self.condition(depth - 1) for _ in range(self.some(2, 3))))

    def block(self, depth: int, inside: bool = False) -> tuple[Statement, ...]:
        made = [self.statement(depth) for _ in range(self.draw(st.integers(1, 4)))]
        if inside and self.draw(st.integers(0, 3)) == 0:
            made.append(If(self.condition(1), (Break(),)))
        return tuple(made)

    def statement(self, depth: int) -> Statement:
        kinds = (
            "set",
            "whole",
            "store",
            "store",
            "fill",
            "copy",
            "call",
            *(("for", "while", "if", "if") if depth else ()),
        )
        match self.some(*kinds):
            case "set":
                return Set(self.some(*_FLOATS), self.real())
            case "whole":
                return Set(self.some(*_WHOLES), self.whole(1))
            case "store":
                array = self.some(*_ARRAYS)
                return Store(array, self.index(_ARRAYS[array]), self.real())
            case "fill":
                return Fill(self.some(*_ARRAYS), Number(self.some(0.0, 1.5)))
            case "copy":
                return Copy(*self.some(("u", "x"), ("y", "u"), ("w", "table"), ("u", "y")))
            case "call":
                return Call("turn", ("v", self.real(1)), ("turned", self.some(*_FLOATS)))
            case "if":
                no = self.block(depth - 1) if self.draw(st.booleans()) else ()
                return If(self.condition(), self.block(depth - 1), no)
            case "while":
                return self.loop_while(depth)
            case _:
                return self.loop_for(depth)

    def loop_for(self, depth: int) -> Statement:
        counter = f"k{len(self.counters)}"
        self.counters.append(counter)
        body = self.block(depth - 1, inside=True)
        self.counters.pop()
        start, stop, step = self.some((0, 2, 1), (1, -1, -1), (0, 1, 1), (1, 1, 1))
        return For(counter, Number(start), Number(stop), body, step)

    def loop_while(self, depth: int) -> Statement:
        """A scalar of its own counts the rounds."""
        rounds = Name("rounds", True)
        going = Compare("<", rounds, Number(40))
        step = Set("rounds", Count("+", rounds, Number(self.some(5, 9, 20))))
        return While(Logic("and", (going, self.condition(1))), (step, *self.block(depth - 1, inside=True)))


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Inputs x (3,) and a scalar, output y (3,)."""
    maker = _Maker(draw, [])
    first: list[Statement] = [Set(name, Number(0.25)) for name in _FLOATS]
    first += [Set(name, Number(1)) for name in (*_WHOLES, "rounds")]
    first += [Fill(name, Number(0.0)) for name in (*_ARRAYS, "turned")]
    body = (*first, *(s for _ in range(draw(st.integers(1, 3))) for s in maker.block(3)))
    table = Array("table", (2, 3), (0.5, -1.0, 2.0, 0.0, 1.0, -0.25))
    arrays = [Array(name, shape) for name, shape in _ARRAYS.items() if name != "y"]
    scalars = (*((name, False) for name in _FLOATS), *((name, True) for name in (*_WHOLES, "rounds")))
    procedure = Procedure(body, scalars, (table, *arrays, Array("turned", (2,))), (("turn", TURN),))
    ports = (Port("x", (3,), (-1,) * 3), Port("given", (), (-1,)))
    kernel = Kernel("random_program", ports, (Port("y", (3,), (-1,) * 3),), (), Ops(), procedure=procedure)
    states = ({"x": np.array([0.5, -1.25, 1.0]), "given": 0.75}, {"x": np.array([0.0, 3.0, -0.5]), "given": -1.5})
    return Program(kernel, states)
