"""Network -> Function: sums and products become pairs again, in an order that makes fused and short chains."""

from __future__ import annotations

from bisect import insort
from fractions import Fraction
from math import isfinite

from linkwright.graph.function import Function
from linkwright.graph.graph import Graph
from linkwright.graph.ops import Number
from linkwright.passes.network import Cube, Network, Sum, topological


def to_function(net: Network, function: Function) -> Function:
    """Write a network back as a function with the ports of `function`."""
    writer = _Writer(net)
    for v in topological(net):
        writer.write(v)
    result = function.with_outputs(writer.graph, [writer.signed(sign, v) for sign, v in net.roots])
    data = (
        result.graph.data
    )  # no other name for this graph exists yet; equal numbers have equal hashes, whatever their type
    for i, op in enumerate(result.graph.op):
        if op == "const":
            data[i] = measured_float(data[i])
    return result


class _Writer:
    """Variables -> nodes of a new graph, each after those it needs.

    `ready` is the time at which a node's value is there, in units of one multiply-add: processors fuse a product into the
    addition that uses it, so a product that is added costs no time of its own.
    """

    def __init__(self, net: Network) -> None:
        self.net = net
        self.graph = Graph()
        self.node: dict[int, int] = {v: self.graph.number(x) for v, x in net.value.items()}
        self.ready: dict[int, int] = {}

    def write(self, v: int) -> None:
        net, graph = self.net, self.graph
        if v in net.leaf:
            name = net.leaf[v][1]
            self.node[v] = graph.pi() if name is None else graph.symbol(name)
        elif v in net.calls:
            op, args = net.calls[v]
            self.node[v] = graph.call(op, tuple(self.signed(sign, w) for sign, w in args))
            start = max((self._time(self.node[w]) for _, w in args), default=0)
            self._note(self.node[v], start + _TIMES.get(op, _CALL))
        elif v in net.sums:
            self.node[v] = self._sum(net.sums[v])

    def signed(self, sign: int, v: int) -> int:
        return self.graph.neg(self.node[v]) if sign < 0 else self.node[v]

    def _time(self, i: int) -> int:
        return self.ready.get(self.graph.args[i][0] if self.graph.op[i] == "neg" else i, 0)

    def _note(self, i: int, time: int) -> None:
        self.ready.setdefault(self.graph.args[i][0] if self.graph.op[i] == "neg" else i, time)

    def _sum(self, terms: Sum) -> int:
        """One term after the other, those that are ready first going first; plus and minus travel along.

        A chain, not a tree: every product but one is then fused into an addition. It is hardly ever longer, because the
        terms of a sum seldom come at the same time.
        """
        if not terms:
            return self.graph.number(0)
        queue = sorted(self._term(cube, sign) for cube, sign in terms.items())
        total = queue[0]
        for part in queue[1:]:
            total = self._joined(total, part)
        _, _, sign, node = total
        return self.graph.neg(node) if sign < 0 else node

    def _term(self, cube: Cube, sign: int) -> _Part:
        """A product; its time is that of its last factor, as long as the last multiplication is open to fusion."""
        factors = sorted((self._time(self.node[v]), self.node[v]) for v in cube)
        if not factors:
            return 0, 0, sign, self.graph.number(1)
        while len(factors) > 1:
            (_, a), (last, b) = factors[0], factors[1]
            del factors[:2]
            product = self.graph.mul(a, b)
            self._note(product, last + 1)
            insort(factors, (self._time(product), product))
        time, node = factors[0]
        if self.graph.op[node] == "neg":
            sign, node = -sign, self.graph.args[node][0]
        fusible = int(len(cube) > 1)
        return time - fusible, fusible, sign, node

    def _joined(self, a: _Part, b: _Part) -> _Part:
        graph = self.graph
        (s, fuse_a, sign_a, i), (t, fuse_b, sign_b, j) = a, b
        start = max(s + 1, t) if fuse_a and fuse_b else max(s, t)
        if sign_a == sign_b:
            sign, node = sign_a, graph.add(i, j)
        else:
            sign, node = 1, graph.sub(i, j) if sign_a > 0 else graph.sub(j, i)
        if graph.op[node] == "neg":
            sign, node = -sign, graph.args[node][0]
        self._note(node, start + 1)
        return self._time(node), 0, sign, node


_Part = tuple[int, int, int, int]
"""Time, whether it is a product that an addition can take in, sign, node."""

_TIMES = {"div": 4, "sqrt": 5, "abs": 1, "min": 1, "max": 1, "select": 1, "only_if": 1}
_CALL = 10


def measured_float(x: Number) -> Number:
    """An exact number as the float it is, where it is one that is no small fraction (measured, not meant exactly)."""
    if isinstance(x, Fraction) and x.denominator > 1 << 20 and x.denominator & (x.denominator - 1) == 0:
        rounded = float(x)
        if isfinite(rounded) and Fraction(rounded) == x:
            return rounded
    return x
