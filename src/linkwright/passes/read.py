"""Function -> Network: sums used once join the sum that uses them, products join the cubes that use them."""

from __future__ import annotations

from linkwright.graph.function import Function
from linkwright.graph.rewrite import reachable, use_counts
from linkwright.passes.network import Network, Poly, exact

MAX_CUBE = 12  # longer products stay nested, so that a chain of squarings does not explode
MAX_SUM = 400


class _Reader:
    """Polynomials of the nodes of a graph, in order of evaluation."""

    def __init__(self, function: Function) -> None:
        self.graph = function.graph
        self.roots = function.roots
        self.net = Network()
        self.polys: dict[int, Poly] = {}
        self.uses = use_counts(self.graph, self.roots)
        for i in self.uses:  # a negation passes its uses on: it is no operation
            if self.graph.op[i] == "neg" and self.uses[i] > 1:
                self.uses[self.graph.args[i][0]] += self.uses[i] - 1

    def read(self) -> Network:
        for i in reachable(self.graph, self.roots):
            kind = self.graph.op[i]
            step = _STEPS.get(kind)
            self.polys[i] = step(self, i) if step else self._call(i)
        self.net.roots = [self._signed(i) for i in self.roots]
        return self.net

    def _variable(self, i: int) -> tuple[int, int]:
        """Node i as (sign, variable); from now on its users see the variable."""
        sign, v = self.net.variable(self.polys[i])
        self.net.age.setdefault(v, i)
        self.polys[i] = {(v,): sign}
        return sign, v

    def _signed(self, i: int) -> tuple[int, int]:
        """Node i as (sign, variable), numbers too."""
        poly = self.polys[i]
        if not poly:
            return 1, self.net.number(0)
        if len(poly) == 1 and () in poly:
            x = poly[()]
            return (1 if x > 0 else -1), self.net.number(abs(x))
        return self._variable(i)

    def const(self, i: int) -> Poly:
        x = exact(self.graph.data[i])
        return {(): x} if x else {}

    def leaf(self, i: int) -> Poly:
        v = self.net.named(self.graph.op[i], self.graph.data[i])
        self.net.age.setdefault(v, i)
        return {(v,): 1}

    def neg(self, i: int) -> Poly:
        return {c: -k for c, k in self.polys[self.graph.args[i][0]].items()}

    def add(self, i: int) -> Poly:
        return self._sum(i, 1)

    def sub(self, i: int) -> Poly:
        return self._sum(i, -1)

    def _sum(self, i: int, sign: int) -> Poly:
        polys, uses = self.polys, self.uses
        a, b = self.graph.args[i]
        for j in (a, b):
            if len(polys[j]) > 1 and (uses[j] > 1 or len(polys[j]) > MAX_SUM):
                self._variable(j)
        total, other = dict(polys[a]), polys[b]
        for cube, k in other.items():
            x = total.get(cube, 0) + sign * k
            if x:
                total[cube] = x
            else:
                del total[cube]
        return total

    def mul(self, i: int) -> Poly:
        polys = self.polys
        a, b = self.graph.args[i]
        for j in (a, b):
            if len(polys[j]) > 1 or any(len(cube) > MAX_CUBE for cube in polys[j]):
                self._variable(j)
        if not polys[a] or not polys[b]:
            return {}
        ((left, x),), ((right, y),) = polys[a].items(), polys[b].items()
        factor, cube = x * y, tuple(sorted(left + right))
        if self.uses[i] > 1 and cube and factor not in (1, -1):
            # (k x)(k y) would become k^2 x y: a new number, and k x no longer shared
            sign, v = self.net.variable({cube: factor})
            self.net.age.setdefault(v, i)
            return {(v,): sign}
        return {cube: factor}

    def _call(self, i: int) -> Poly:
        args = tuple(self._signed(j) for j in self.graph.args[i])
        v = self.net.call(self.graph.op[i], args)
        self.net.age.setdefault(v, i)
        return {(v,): 1}


_STEPS = {
    "const": _Reader.const, "sym": _Reader.leaf, "pi": _Reader.leaf, "neg": _Reader.neg,
    "add": _Reader.add, "sub": _Reader.sub, "mul": _Reader.mul,
}  # fmt: skip


def to_network(function: Function) -> Network:
    """Read a function: the sums and products its outputs need."""
    return _Reader(function).read()
