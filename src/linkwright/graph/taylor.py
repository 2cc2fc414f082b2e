"""Truncated Taylor series of graphs: the coefficients of every root along a curve, from those of the symbols.

The recurrences are Griewank & Walther 2008, table 13.2. A series is a list of nodes [x0, x1, ...] with
x(t) = x0 + x1 t + x2 t^2 + ...; trailing zeros are not stored, so a constant costs nothing. New nodes are added to the
graph. rates.py does this for whole functions: the derivatives of joint torques along a motion, say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import reachable

Series = list[int]


def taylor(graph: Graph, roots: Sequence[int], series: Mapping[str, Sequence[int]], order: int) -> list[Series]:
    """Coefficients 0..order of each root. `series` gives those of the symbols that move; the others stay where they are."""
    jets = Jets(graph, order)
    known: dict[int, Series] = {}
    for i in reachable(graph, roots):
        op = graph.op[i]
        if op == "sym" and graph.data[i] in series:
            known[i] = jets.trimmed(series[graph.data[i]])
        elif all(len(known[j]) <= 1 for j in graph.args[i]):
            values = tuple(known[j][0] if known[j] else graph.number(0) for j in graph.args[i])
            known[i] = [graph.call(op, values) if values else i]  # constant in time
        else:
            known[i] = jets.trimmed(RULES[op](jets, *(known[j] for j in graph.args[i])))
    zero = graph.number(0)
    return [(known[i] + [zero] * (order + 1))[: order + 1] for i in roots]


class Jets:
    """Arithmetic of truncated series over one graph."""

    def __init__(self, graph: Graph, order: int) -> None:
        self.graph, self.order = graph, order
        self.zero, self.one = graph.number(0), graph.number(1)
        self._waves: dict[tuple[int, ...], tuple[Series, Series]] = {}

    # --- series -----------------------------------------------------------------------------------------------------

    def trimmed(self, x: Sequence[int]) -> Series:
        """The coefficients up to the order, without trailing zeros."""
        kept = list(x[: self.order + 1])
        while kept and kept[-1] == self.zero:
            kept.pop()
        return kept

    def at(self, x: Series, k: int) -> int:
        return x[k] if k < len(x) else self.zero

    def dot(self, pairs: Sequence[tuple[int, int]]) -> int:
        """The sum of products."""
        total = self.zero
        for a, b in pairs:
            total = self.graph.add(total, self.graph.mul(a, b))
        return total

    def scaled(self, x: Series, factor: int | Fraction) -> Series:
        c = self.graph.number(factor)
        return [self.graph.mul(c, a) for a in x]

    def each(self, f: Callable[[int, int], int], a: Series, b: Series) -> Series:
        return [f(self.at(a, k), self.at(b, k)) for k in range(max(len(a), len(b)))]

    def choose(self, condition: int, yes: Series, no: Series) -> Series:
        """One of two series, whole."""
        return self.each(lambda x, y: self.graph.call("select", (condition, x, y)), yes, no)

    def derived(self, x: Series) -> Series:
        """The series of dx/dt."""
        return [self.graph.mul(self.graph.number(k), x[k]) for k in range(1, len(x))]

    def integrated(self, start: int, rate: Series) -> Series:
        """The series whose first coefficient is `start` and whose derivative is `rate`."""
        scaled = [self.graph.mul(self.graph.number(Fraction(1, k + 1)), x) for k, x in enumerate(rate[: self.order])]
        return [start, *scaled]

    # --- operations -------------------------------------------------------------------------------------------------

    def add(self, a: Series, b: Series) -> Series:
        return self.each(self.graph.add, a, b)

    def sub(self, a: Series, b: Series) -> Series:
        return self.each(self.graph.sub, a, b)

    def neg(self, a: Series) -> Series:
        return [self.graph.neg(x) for x in a]

    def mul(self, a: Series, b: Series) -> Series:
        if a == b:
            return self.square(a)
        top = min(self.order, len(a) + len(b) - 2)
        return [
            self.dot([(a[j], b[k - j]) for j in range(max(0, k - len(b) + 1), min(k, len(a) - 1) + 1)])
            for k in range(top + 1)
        ]

    def square(self, a: Series) -> Series:
        return [self.square_at(a, k) for k in range(min(self.order, 2 * len(a) - 2) + 1)]

    def square_at(self, a: Series, k: int, first: int = 0) -> int:
        """Coefficient k of the square of a, products with coefficients before `first` left out; each pair once."""
        g, low = self.graph, max(first, k - len(a) + 1)
        total = g.mul(g.number(2), self.dot([(a[j], a[k - j]) for j in range(low, (k + 1) // 2)]))
        middle = k % 2 == 0 and low <= k // 2
        return g.add(total, g.mul(a[k // 2], a[k // 2])) if middle else total

    def div(self, a: Series, b: Series) -> Series:
        """c b = a, coefficient by coefficient."""
        g, result = self.graph, list[int]()
        if len(b) == 1:
            return [g.div(x, b[0]) for x in a]
        for k in range(self.order + 1):
            known = self.dot([(b[j], result[k - j]) for j in range(1, min(k, len(b) - 1) + 1)])
            result.append(g.div(g.sub(self.at(a, k), known), b[0]))
        return result

    def sqrt(self, a: Series, start: int | None = None) -> Series:
        """c c = a; `start` is c0 where it is known under another name."""
        g = self.graph
        result = [start if start is not None else g.sqrt(self.at(a, 0))]
        for k in range(1, self.order + 1):
            half = g.mul(g.number(Fraction(1, 2)), g.sub(self.at(a, k), self.square_at(result, k, first=1)))
            result.append(g.div(half, result[0]))
        return result

    def exp(self, a: Series) -> Series:
        """c' = a' c."""
        return self._growth(a, lambda g, x: g.call("exp", (x,)))

    def _growth(self, a: Series, first: Callable[[Graph, int], int]) -> Series:
        result = [first(self.graph, self.at(a, 0))]
        rate = self.derived(a)
        for k in range(1, self.order + 1):
            total = self.dot([(rate[j], result[k - 1 - j]) for j in range(min(k, len(rate)))])
            result.append(self.graph.mul(self.graph.number(Fraction(1, k)), total))
        return result

    def log(self, a: Series) -> Series:
        """c' a = a'."""
        return self.integrated(self.graph.call("log", (self.at(a, 0),)), self.div(self.derived(a), a))

    def pow(self, a: Series, b: Series) -> Series:
        """a^b = exp(b log a), whose first coefficient is known."""
        return self._growth(self.mul(b, self.log(a)), lambda g, _: g.pow(self.at(a, 0), self.at(b, 0)))

    def waves(self, a: Series) -> tuple[Series, Series]:
        """Sine and cosine together: s' = a' c, c' = -a' s."""
        key = tuple(a)
        if key not in self._waves:
            g, first, rate = self.graph, self.at(a, 0), self.derived(a)
            sine, cosine = [g.sin(first)], [g.cos(first)]
            for k in range(1, self.order + 1):
                terms = range(min(k, len(rate)))
                up = self.dot([(rate[j], cosine[k - 1 - j]) for j in terms])
                down = self.dot([(rate[j], sine[k - 1 - j]) for j in terms])
                part = g.number(Fraction(1, k))
                sine.append(g.mul(part, up))
                cosine.append(g.neg(g.mul(part, down)))
            self._waves[key] = sine, cosine
        return self._waves[key]

    def tan(self, a: Series) -> Series:
        """c' = (1 + c^2) a'."""
        g, rate = self.graph, self.derived(a)
        result = [g.call("tan", (self.at(a, 0),))]
        slope: Series = []
        for k in range(1, self.order + 1):
            square = self.square_at(result, k - 1)
            slope.append(square if k > 1 else g.add(self.one, square))
            total = self.dot([(rate[j], slope[k - 1 - j]) for j in range(min(k, len(rate)))])
            result.append(g.mul(g.number(Fraction(1, k)), total))
        return result

    def asin(self, a: Series) -> Series:
        """c' = a' / sqrt(1 - a^2)."""
        slope = self.div(self.derived(a), self.sqrt(self.sub([self.one], self.square(a))))
        return self.integrated(self.graph.call("asin", (self.at(a, 0),)), slope)

    def acos(self, a: Series) -> Series:
        return [self.graph.call("acos", (self.at(a, 0),)), *self.neg(self.asin(a))[1:]]

    def atan2(self, y: Series, x: Series) -> Series:
        """c' = (x y' - y x') / (x^2 + y^2)."""
        turn = self.sub(self.mul(x, self.derived(y)), self.mul(y, self.derived(x)))
        slope = self.div(turn, self.add(self.square(x), self.square(y)))
        return self.integrated(self.graph.call("atan2", (self.at(y, 0), self.at(x, 0))), slope)

    def hypot(self, a: Series, b: Series) -> Series:
        first = self.graph.call("hypot", (self.at(a, 0), self.at(b, 0)))
        return self.sqrt(self.add(self.square(a), self.square(b)), first)

    def abs(self, a: Series) -> Series:
        sign = self.graph.call("sign", (self.at(a, 0),))
        return [self.graph.call("abs", (self.at(a, 0),)), *(self.graph.mul(sign, x) for x in a[1:])]

    def sign(self, a: Series) -> Series:
        return [self.graph.call("sign", (self.at(a, 0),))]

    def sin(self, a: Series) -> Series:
        return self.waves(a)[0]

    def cos(self, a: Series) -> Series:
        return self.waves(a)[1]

    def min(self, a: Series, b: Series) -> Series:
        return self.extreme("min", a, b)

    def max(self, a: Series, b: Series) -> Series:
        return self.extreme("max", a, b)

    def select(self, condition: Series, yes: Series, no: Series) -> Series:
        return self.choose(self.at(condition, 0), yes, no)

    def only_if(self, condition: Series, x: Series) -> Series:
        return [self.graph.call("only_if", (self.at(condition, 0), a)) for a in x]

    def extreme(self, op: str, a: Series, b: Series) -> Series:
        x, y = self.at(a, 0), self.at(b, 0)
        rest = self.choose(self.graph.sub(x, y) if op == "max" else self.graph.sub(y, x), a, b)
        return [self.graph.call(op, (x, y)), *rest[1:]]


RULES: Mapping[str, Callable[..., Series]] = {
    "add": Jets.add, "sub": Jets.sub, "mul": Jets.mul, "div": Jets.div, "neg": Jets.neg, "pow": Jets.pow,
    "sqrt": Jets.sqrt, "sin": Jets.sin, "cos": Jets.cos, "tan": Jets.tan,
    "asin": Jets.asin, "acos": Jets.acos, "atan2": Jets.atan2, "exp": Jets.exp, "log": Jets.log, "abs": Jets.abs,
    "min": Jets.min, "max": Jets.max, "sign": Jets.sign,
    "hypot": Jets.hypot, "select": Jets.select, "only_if": Jets.only_if,
}  # fmt: skip
