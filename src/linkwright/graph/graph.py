"""The expression graph: an arena of hash-consed nodes, and the local rules applied when a node is made.

A node is an index. Its arguments have smaller indices: a loop over indices is an evaluation order, nothing recurses.
Constants are never negative: a negative number is `neg` of a positive one, so that one set of sign rules serves both.
The rules look at a node and its arguments only, cost constant time, and never make an expression longer:
signs move outward, zeros and ones vanish, numbers fold, like terms with numeric factors join.
"""

from __future__ import annotations

import math
from fractions import Fraction

from linkwright.graph.ops import OPS, Number

_HALF_PI_TABLE: dict[int | Fraction, Number] = {  # sin(k pi / 12) for the angles whose sine is rational
    0: Fraction(0), 2: Fraction(1, 2), 6: Fraction(1), 10: Fraction(1, 2), 12: Fraction(0),
    14: Fraction(-1, 2), 18: Fraction(-1), 22: Fraction(-1, 2),
}  # fmt: skip


def tidy(value: Number) -> Number:
    """The exact integer behind a number, where there is one (2.0 -> 2, Fraction(4, 2) -> 2); else the number."""
    if type(value) is int:
        return value
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else value
    value = float(value)
    if not math.isfinite(value):
        raise ValueError(f"not a finite number: {value}")
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


class Graph:
    """An arena of nodes. `op[i]`, `args[i]` and `data[i]` (number or name of a leaf) describe node i."""

    __slots__ = ("_table", "args", "data", "op")

    def __init__(self) -> None:
        self.op: list[str] = []
        self.args: list[tuple[int, ...]] = []
        self.data: list[Number] = []
        self._table: dict[tuple[object, ...], int] = {}

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

    def value(self, i: int) -> Number:
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
        return self._node("neg", (a,))

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
                return self.number(self.data[a] + self.data[b])
        elif op[b] == "const" and self.data[b] == 0:
            return a
        if a == b:
            return self.mul(self.number(2), a)
        if op[a] == "sub" and args[a][1] == b:
            return args[a][0]
        if op[b] == "sub" and args[b][1] == a:
            return args[b][0]
        joined = self._join(a, b, 1)
        return joined if joined is not None else self._node("add", (a, b) if a < b else (b, a))

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
                return self.number(self.data[a] - self.data[b])
        elif op[a] == "const" and self.data[a] == 0:
            return self.neg(b)
        if op[a] == "add" and b in args[a]:
            return args[a][1] if args[a][0] == b else args[a][0]
        if op[b] == "add" and a in args[b]:
            return self.neg(args[b][1] if args[b][0] == a else args[b][0])
        joined = self._join(a, b, -1)
        if joined is not None:
            return joined
        return self._node("sub", (a, b)) if a < b else self.neg(self._node("sub", (b, a)))

    def _join(self, a: int, b: int, sign: int) -> int | None:
        """a + sign b where both are numeric multiples of one node."""
        factor_a, rest_a = self.split(a)
        factor_b, rest_b = self.split(b)
        if rest_a != rest_b:
            return None
        return self.mul(self.number(factor_a + sign * factor_b), rest_a)

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
                return self.number(x * self.data[b])
            factor, rest = self.split(b)
            if rest != b:
                return self.mul(self.number(x * factor), rest)
        if op[a] == "div" and args[a][1] == b:
            return args[a][0]
        if op[b] == "div" and args[b][1] == a:
            return args[b][0]
        if a == b and op[a] == "sqrt":
            return args[a][0]
        return self._node("mul", (a, b) if a < b else (b, a))

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
            return self.mul(self.number(Fraction(1) / x if not isinstance(x, float) else 1.0 / x), a)
        if op[a] == "const" and self.data[a] == 0:
            return a
        if a == b:
            return self.number(1)
        if op[a] == "mul" and b in args[a]:
            return args[a][1] if args[a][0] == b else args[a][0]
        factor, rest = self.split(a)
        if rest != a:
            return self.mul(self.number(factor), self.div(rest, b))
        return self._node("div", (a, b))

    def pow(self, a: int, b: int) -> int:
        n = self.value(b)
        if isinstance(n, int):
            if n < 0:
                return self.div(self.number(1), self.pow(a, self.number(-n)))
            result = self.number(1)
            for bit in bin(n)[2:]:
                result = self.mul(result, result)
                if bit == "1":
                    result = self.mul(result, a)
            return result
        if n is not None and n == Fraction(1, 2):
            return self.sqrt(a)
        return self._general("pow", (a, b))

    def sqrt(self, a: int) -> int:
        x = self.value(a)
        if isinstance(x, int | Fraction) and x >= 0:
            x = Fraction(x)
            root = Fraction(math.isqrt(x.numerator), math.isqrt(x.denominator))
            if root * root == x:
                return self.number(root)
            return self._node("sqrt", (a,))  # exact, stays exact: sqrt(2) is folded by the scheduler only
        return self._general("sqrt", (a,))

    # --- sine and cosine --------------------------------------------------------------------------------------------

    def sin(self, a: int) -> int:
        return self._sine(a, 0)

    def cos(self, a: int) -> int:
        return self._sine(a, 6)

    def _sine(self, a: int, shift: int) -> int:
        """sin(a + shift pi/12), shift 0 or 6; multiples of pi/2 leave the argument, those of pi/6 may be numbers."""
        if self.op[a] == "neg":
            positive = self._sine(self.args[a][0], shift)
            return positive if shift == 6 else self.neg(positive)
        turns, rest = self._turns(a)
        if turns is not None:
            if rest is None:
                k = (12 * turns + shift) % 24
                if k in _HALF_PI_TABLE:
                    return self.number(_HALF_PI_TABLE[k])
            elif (quarter := 2 * turns) == int(quarter) and quarter != 0:
                k = (int(quarter) + shift // 6) % 4
                result = self._sine(rest, 6 if k % 2 else 0)
                return self.neg(result) if k >= 2 else result
        return self._general("cos" if shift else "sin", (a,))

    def _turns(self, a: int) -> tuple[Fraction | None, int | None]:
        """a = turns * pi + rest, as far as the top of the node shows it; (None, None) where no pi is visible."""
        factor, rest = self.split(a)
        if self.op[rest] == "pi" and not isinstance(factor, float):
            return Fraction(factor), None
        if self.value(a) == 0:
            return Fraction(0), None
        op = self.op[a]
        if op in ("add", "sub"):
            left, right = self.args[a]
            factor, pi = self.split(right)
            if self.op[pi] == "pi" and not isinstance(factor, float):
                return Fraction(factor if op == "add" else -factor), left
            factor, pi = self.split(left)
            if self.op[pi] == "pi" and not isinstance(factor, float):
                return Fraction(factor), right if op == "add" else self.neg(right)
        return None, None

    # --- everything else ----------------------------------------------------------------------------------------------

    def call(self, op: str, args: tuple[int, ...]) -> int:
        """A node by the name of its operation, with all rules applied."""
        rule = _RULES.get(op)
        return rule(self, *args) if rule else self._general(op, args)

    def _abs(self, a: int) -> int:
        if self.op[a] in ("abs", "sqrt", "exp", "hypot"):
            return a
        return self._general("abs", (self.args[a][0] if self.op[a] == "neg" else a,))

    def _odd(self, op: str, a: int) -> int:
        if self.op[a] == "neg":
            return self.neg(self.call(op, self.args[a]))
        return self._general(op, (a,))

    def _select(self, condition: int, yes: int, no: int) -> int:
        if yes == no:
            return yes
        x = self.value(condition)
        if x is not None:
            return yes if x > 0 else no
        return self._node("select", (condition, yes, no))

    def _extreme(self, op: str, a: int, b: int) -> int:
        return a if a == b else self._general(op, (a, b))

    def _general(self, op: str, args: tuple[int, ...]) -> int:
        """A node with no rule of its own: numbers fold through floats."""
        values = [self.value(i) for i in args]
        if all(v is not None for v in values):
            try:
                return self.number(OPS[op].value(*(float(v) for v in values)))
            except (ValueError, OverflowError):
                pass  # outside the domain: keep the node, evaluation will say NaN
        if OPS[op].commutative and args[0] > args[1]:
            args = (args[1], args[0])
        return self._node(op, args)

    def _node(self, op: str, args: tuple[int, ...]) -> int:
        key = (op, *args)
        found = self._table.get(key)
        if found is not None:
            return found
        index = len(self.op)
        self._table[key] = index
        self.op.append(op)
        self.args.append(args)
        self.data.append(None)
        return index

    def _leaf(self, op: str, data: Number) -> int:
        key = (op, "", data)
        found = self._table.get(key)
        if found is not None:
            return found
        index = len(self.op)
        self._table[key] = index
        self.op.append(op)
        self.args.append(())
        self.data.append(data)
        return index

    def raw(self, op: str, args: tuple[int, ...]) -> int:
        """A hash-consed node without rules, for passes that have decided the form themselves."""
        return self._node(op, args)


_RULES = {
    "add": Graph.add, "sub": Graph.sub, "mul": Graph.mul, "div": Graph.div, "neg": Graph.neg, "pow": Graph.pow,
    "sqrt": Graph.sqrt, "sin": Graph.sin, "cos": Graph.cos, "select": Graph._select, "abs": Graph._abs,
    "tan": lambda g, a: g._odd("tan", a), "asin": lambda g, a: g._odd("asin", a),
    "sign": lambda g, a: g._odd("sign", a),
    "min": lambda g, a, b: g._extreme("min", a, b), "max": lambda g, a, b: g._extreme("max", a, b),
}  # fmt: skip
