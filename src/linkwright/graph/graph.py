"""The expression graph: an arena of hash-consed nodes, and the local rules applied when a node is made.

A node is an index. Its arguments have smaller indices: a loop over indices is an evaluation order, nothing recurses.
Constants are never negative: a negative number is `neg` of a positive one, so that one set of sign rules serves both.
The rules look at a node and its arguments only, cost constant time, and never make an expression longer:
signs move outward, zeros and ones vanish, numbers fold, like terms with numeric factors join.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from linkwright.graph import functions
from linkwright.graph.ops import OPS, NotFinite, Number

if TYPE_CHECKING:
    from numbers import Real

_LARGE = 1e150
"""Numbers beyond are not folded into one: products of two of them leave the floats."""


def tidy(value: Number | Real) -> Number:
    """The exact integer behind a number, where there is one (2.0 -> 2, Fraction(4, 2) -> 2); else the number."""
    if type(value) is int:
        return value
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else value
    value = float(value)
    if not math.isfinite(value):
        raise NotFinite(f"not a finite number: {value}", hint="check the size of the numbers")
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


class Graph:
    """An arena of nodes. `op[i]`, `args[i]` and `data[i]` (number or name of a leaf) describe node i."""

    __slots__ = ("_table", "args", "data", "notes", "op")

    def __init__(self) -> None:
        self.op: list[str] = []
        self.args: list[tuple[int, ...]] = []
        self.data: list[Any] = []  # what it is, `op` says: a Number, a name, or nothing
        self._table: dict[tuple[object, ...], int] = {}
        self.notes: list[tuple[tuple[str, str], object]] = []  # see notes.py

    def __len__(self) -> int:
        return len(self.op)

    # --- leaves -------------------------------------------------------------------------------------------------

    def number(self, value: Number) -> int:
        value = tidy(value)
        return self.neg(self._leaf("const", -value)) if value < 0 else self._leaf("const", value)

    def symbol(self, name: str) -> int:
        return self._leaf("sym", name)

    def pi(self) -> int:
        return self._leaf("pi", None)

    def value(self, i: int) -> Number | None:
        """The number a node stands for, or None if it is no number."""
        op = self.op[i]
        if op == "const":
            return self.data[i]
        if op == "neg":
            j = self.args[i][0]
            if self.op[j] == "const":
                return -self.data[j]
        return None

    def split(self, i: int) -> tuple[Number, int]:
        """A node as numeric factor times the rest; sign and factor are peeled off."""
        sign = 1
        if self.op[i] == "neg":
            sign = -1
            i = self.args[i][0]
        if self.op[i] == "mul":
            a, b = self.args[i]
            if self.op[a] == "const":
                return sign * self.data[a], b
            if self.op[b] == "const":
                return sign * self.data[b], a
        return sign, i

    # --- arithmetic -----------------------------------------------------------------------------------------------

    def neg(self, a: int) -> int:
        op = self.op[a]
        if op == "neg":
            return self.args[a][0]
        if op == "const" and self.data[a] == 0:
            return a
        return self.raw("neg", (a,))

    def add(self, a: int, b: int) -> int:
        op, args = self.op, self.args
        if op[a] == "neg":
            return self.neg(self.add(args[a][0], args[b][0])) if op[b] == "neg" else self.sub(b, args[a][0])
        if op[b] == "neg":
            return self.sub(a, args[b][0])
        if op[a] == "const":
            if self.data[a] == 0:
                return b
            if op[b] == "const":
                return self._fold("add", a, b)
        elif op[b] == "const" and self.data[b] == 0:
            return a
        if a == b:
            return self.mul(self.number(2), a)
        if op[a] == "sub" and args[a][1] == b:
            return args[a][0]
        if op[b] == "sub" and args[b][1] == a:
            return args[b][0]
        if op[a] == "select" == op[b] and args[a][0] == args[b][0]:
            chosen = self._complement(args[a], args[b])
            if chosen is not None:
                return chosen
        joined = self._join(a, b, 1)
        return joined if joined is not None else self.raw("add", (a, b) if a < b else (b, a))

    def sub(self, a: int, b: int) -> int:
        op, args = self.op, self.args
        if a == b:
            return self.number(0)
        if op[b] == "neg":
            return self.add(a, args[b][0])
        if op[a] == "neg":
            return self.neg(self.add(args[a][0], b))
        if op[b] == "const":
            if self.data[b] == 0:
                return a
            if op[a] == "const":
                return self._fold("sub", a, b)
        elif op[a] == "const" and self.data[a] == 0:
            return self.neg(b)
        if op[a] == "add" and b in args[a]:
            return args[a][1] if args[a][0] == b else args[a][0]
        if op[b] == "add" and a in args[b]:
            return self.neg(args[b][1] if args[b][0] == a else args[b][0])
        if op[b] == "sub" and args[b][0] == a:
            return args[b][1]
        if op[a] == "sub" and args[a][0] == b:
            return self.neg(args[a][1])
        joined = self._join(a, b, -1)
        if joined is not None:
            return joined
        return self.raw("sub", (a, b)) if a < b else self.neg(self.raw("sub", (b, a)))

    def _complement(self, a: tuple[int, ...], b: tuple[int, ...]) -> int | None:
        """select(c, x, 0) + select(c, 0, y) = select(c, x, y)."""
        for p, q in ((a, b), (b, a)):
            if self.value(p[2]) == 0 and self.value(q[1]) == 0:
                return self.call("select", (p[0], p[1], q[2]))
        return None

    def _join(self, a: int, b: int, sign: int) -> int | None:
        """a + sign b where both are numeric multiples of one node."""
        factor_a, rest_a = self.split(a)
        factor_b, rest_b = self.split(b)
        if rest_a != rest_b or abs(factor_a) > _LARGE or abs(factor_b) > _LARGE:
            return None
        return self.mul(self.number(factor_a + sign * factor_b), rest_a)

    def _fold(self, op: str, a: int, b: int) -> int:
        """The sum, difference or product of two numbers; a node where it is too large for a float."""
        try:
            return self.number(OPS[op].value(self.data[a], self.data[b]))
        except (ValueError, OverflowError):
            return self.raw(op, (a, b))

    def mul(self, a: int, b: int) -> int:
        op, args = self.op, self.args
        if op[a] == "neg":
            return self.mul(args[a][0], args[b][0]) if op[b] == "neg" else self.neg(self.mul(args[a][0], b))
        if op[b] == "neg":
            return self.neg(self.mul(a, args[b][0]))
        if op[b] == "const":
            a, b = b, a
        if op[a] == "const":
            x = self.data[a]
            if x == 0:
                return a
            if x == 1:
                return b
            if op[b] == "const":
                return self._fold("mul", a, b)
            factor, rest = self.split(b)
            if rest != b and abs(x) < _LARGE and abs(factor) < _LARGE:
                return self.mul(self.number(x * factor), rest)
        if op[a] == "div" and args[a][1] == b:
            return args[a][0]
        if op[b] == "div" and args[b][1] == a:
            return args[b][0]
        if a == b and op[a] == "sqrt":
            return args[a][0]
        return self.raw("mul", (a, b) if a < b else (b, a))

    def div(self, a: int, b: int) -> int:
        op, args = self.op, self.args
        if op[b] == "neg":
            return self.neg(self.div(a, args[b][0]))
        if op[a] == "neg":
            return self.neg(self.div(args[a][0], b))
        if op[b] == "const":
            x = self.data[b]
            if x == 0:
                raise ZeroDivisionError("division by the number zero in an expression")
            if not isinstance(x, float):
                return self.mul(self.number(Fraction(1) / x), a)
            if x * _LARGE > 1:  # else the reciprocal may be infinite
                return self.mul(self.number(1.0 / x), a)
        if op[a] == "const" and self.data[a] == 0:
            return a
        if a == b:
            return self.number(1)
        if op[a] == "mul" and b in args[a]:
            return args[a][1] if args[a][0] == b else args[a][0]
        factor, rest = self.split(a)
        if rest != a:
            return self.mul(self.number(factor), self.div(rest, b))
        return self.raw("div", (a, b))

    def pow(self, a: int, b: int) -> int:
        n = self.value(b)
        if n is None or (2 * n) % 1 != 0:
            return self.general("pow", (a, b))
        if n < 0:
            return self.div(self.number(1), self.pow(a, self.neg(b)))
        result = self.number(1)
        for bit in bin(int(n))[2:]:
            result = self.mul(result, result)
            if bit == "1":
                result = self.mul(result, a)
        return result if n == int(n) else self.mul(result, self.sqrt(a))

    def sqrt(self, a: int) -> int:
        x = self.value(a)
        if isinstance(x, int | Fraction) and x >= 0:
            x = Fraction(x)
            root = Fraction(math.isqrt(x.numerator), math.isqrt(x.denominator))
            if root * root == x:
                return self.number(root)
            return self.raw("sqrt", (a,))  # exact, stays exact: sqrt(2) is folded by the scheduler only
        return self.general("sqrt", (a,))

    # --- functions: their rules are in functions.py ----------------------------------------------------------------

    def sin(self, a: int) -> int:
        return functions.sine(self, a, 0)

    def cos(self, a: int) -> int:
        return functions.sine(self, a, 6)

    def call(self, op: str, args: tuple[int, ...]) -> int:
        """A node by the name of its operation, with all rules applied."""
        rule = _RULES.get(op)
        return rule(self, *args) if rule else self.general(op, args)

    def general(self, op: str, args: tuple[int, ...]) -> int:
        """A node with no rule of its own: numbers fold through floats."""
        values = [v for i in args if (v := self.value(i)) is not None]
        if len(values) == len(args):
            try:
                return self.number(OPS[op].value(*(float(v) for v in values)))
            except (ValueError, OverflowError, ZeroDivisionError):
                pass  # outside the domain or the floats: keep the node, evaluation will say NaN or infinity
        if OPS[op].commutative and args[0] > args[1]:
            args = (args[1], args[0])
        return self.raw(op, args)

    def raw(self, op: str, args: tuple[int, ...]) -> int:
        """A hash-consed node without rules, for those who have decided the form themselves."""
        key = (op, *args)
        found = self._table.get(key)
        return self._insert(key, op, args, None) if found is None else found

    def _leaf(self, op: str, data: Number | str | None) -> int:
        key = (op, isinstance(data, float), data)  # 0.5 was measured, 1/2 was not: they are equal, but not the same
        found = self._table.get(key)
        return self._insert(key, op, (), data) if found is None else found

    def _insert(self, key: tuple[object, ...], op: str, args: tuple[int, ...], data: Number | str | None) -> int:
        index = self._table[key] = len(self.op)
        self.op.append(op)
        self.args.append(args)
        self.data.append(data)
        return index


_RULES: dict[str, Callable[..., int]] = {
    "add": Graph.add, "sub": Graph.sub, "mul": Graph.mul, "div": Graph.div, "neg": Graph.neg, "pow": Graph.pow,
    "sqrt": Graph.sqrt, "sin": Graph.sin, "cos": Graph.cos, **functions.RULES,
}  # fmt: skip
