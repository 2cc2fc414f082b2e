"""Network -> Function: sums and products become pairs again, in trees as shallow as their operands allow."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from fractions import Fraction
from math import isfinite

from linkwright.graph.function import Function
from linkwright.graph.graph import Graph
from linkwright.graph.ops import Number
from linkwright.passes.network import Network, Sum, topological


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
            data[i] = plain(data[i])
    return result


class _Writer:
    """Variables -> nodes of a new graph, each after those it needs."""

    def __init__(self, net: Network) -> None:
        self.net = net
        self.graph = Graph()
        self.node: dict[int, int] = {v: self.graph.number(x) for v, x in net.value.items()}
        self._depth: list[int] = []

    def write(self, v: int) -> None:
        net, graph = self.net, self.graph
        if v in net.leaf:
            op, data = net.leaf[v]
            self.node[v] = graph.pi() if op == "pi" else graph.symbol(data)
        elif v in net.calls:
            op, args = net.calls[v]
            self.node[v] = graph.call(op, tuple(self.signed(sign, w) for sign, w in args))
        elif v in net.sums:
            self.node[v] = self._sum(net.sums[v])

    def signed(self, sign: int, v: int) -> int:
        return self.graph.neg(self.node[v]) if sign < 0 else self.node[v]

    def _sum(self, terms: Sum) -> int:
        plus: list[int] = []
        minus: list[int] = []
        for cube, sign in terms.items():
            x = self._join([self.node[v] for v in cube], self.graph.mul) if cube else self.graph.number(1)
            (plus if sign > 0 else minus).append(x)
        if not minus:
            return self._join(plus, self.graph.add) if plus else self.graph.number(0)
        below = self._join(minus, self.graph.add)
        return self.graph.sub(self._join(plus, self.graph.add), below) if plus else self.graph.neg(below)

    def _join(self, nodes: list[int], op: Callable[[int, int], int]) -> int:
        """One node from several: those that are ready first are joined first, so that chains of operations stay short."""
        queue = sorted((self._level(i), i) for i in nodes)
        while len(queue) > 1:
            joined = op(queue[0][1], queue[1][1])
            del queue[:2]
            insort(queue, (self._level(joined), joined))
        return queue[0][1]

    def _level(self, i: int) -> int:
        """Length of the longest chain of operations below node i."""
        depth, args = self._depth, self.graph.args
        for j in range(len(depth), i + 1):
            depth.append(1 + max((depth[k] for k in args[j]), default=-1))
        return depth[i]


def plain(x: Number) -> Number:
    """An exact number as the float it is, where it is one that is no small fraction (measured, not meant exactly)."""
    if isinstance(x, Fraction) and x.denominator > 1 << 20 and x.denominator & (x.denominator - 1) == 0:
        rounded = float(x)
        if isfinite(rounded) and Fraction(rounded) == x:
            return rounded
    return x
