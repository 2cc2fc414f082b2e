"""Rewriting of finished expressions: dependent coordinates give way to what a closed form says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from linkwright.graph.expr import Expr, Scalar, cos, lift, sin
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import reachable
from linkwright.mechanics.closure.explicit_state import State
from linkwright.mechanics.closure.forms import LinearForm, form, single, times
from linkwright.mechanics.closure.vec2 import Vec2


@dataclass
class Rewriter:
    """names: symbol -> index of the tree position it stands for; what is free is left as it is."""

    state: State
    names: Mapping[str, int]
    form: str

    def value(self, x: Expr) -> Expr | None:
        """One expression; None where it depends on what is not known yet."""
        used = [x.graph.data[i] for i in reachable(x.graph, [x.index]) if x.graph.op[i] == "sym"]
        if not all(self.state.knows(self.names[n]) for n in used if n in self.names):
            return None
        return Expr(x.graph, self.roots(x.graph, [x.index])[0])

    def roots(self, graph: Graph, roots: Sequence[int]) -> list[int]:
        """The roots, rebuilt in the same graph."""
        new = self.rebuilt(graph, roots)
        return [new.get(i, i) for i in roots]

    def rebuilt(self, graph: Graph, roots: Sequence[int]) -> dict[int, int]:
        """Node -> what takes its place, of all that the roots need and that changes."""
        dependent = self._dependent(graph, roots)
        arguments = self._arguments(graph, dependent) if self.form == "trigonometric" else {}
        needed = self._needed(graph, roots, dependent, arguments)
        new: dict[int, int] = {}
        inside = self._inside(graph, needed, dependent) if self.form == "direct" else {}
        for i in sorted(needed):
            new[i] = self._node(graph, i, new, arguments, inside)
        return new

    def _node(
        self,
        graph: Graph,
        i: int,
        new: dict[int, int],
        arguments: Mapping[int, tuple[LinearForm, Scalar]],
        inside: Mapping[int, int],
    ) -> int:
        op, args = graph.op[i], graph.args[i]
        if op == "sym":
            index = self.names[graph.data[i]]
            if index in self.state.free:
                return lift(graph, self.state.free[index]).index
            return lift(graph, self.state.value(index) + self.state.turns_missing(index)).index
        if op in ("sin", "cos") and args[0] in arguments:
            angle, rest = arguments[args[0]]
            turn = self.state.shifted.get((angle, rest))
            if turn is None:
                turn = self.state.turn(angle)
                turn = turn if isinstance(rest, int) and not rest else turn * Vec2(cos(rest), sin(rest))
            return lift(graph, turn.x if op == "cos" else turn.y).index
        if op in ("sin", "cos") and args[0] in inside:
            return graph.call(op, (inside[args[0]],))
        return graph.call(op, tuple(new.get(j, j) for j in args))

    def _dependent(self, graph: Graph, roots: Sequence[int]) -> set[int]:
        """Nodes that contain a coordinate that is to be replaced."""
        found: set[int] = set()
        for i in reachable(graph, roots):
            if graph.op[i] == "sym":
                index = self.names.get(graph.data[i])
                moved = index in self.state.free and self.state.free[index].index != i if index is not None else False
                if index is not None and (index not in self.state.free or moved):
                    found.add(i)
            elif any(j in found for j in graph.args[i]):
                found.add(i)
        return found

    def _needed(
        self, graph: Graph, roots: Sequence[int], dependent: set[int], arguments: Mapping[int, object]
    ) -> set[int]:
        """Dependent nodes whose value is needed: not those inside a sine that is replaced as a whole."""
        needed: set[int] = set()
        stack = [i for i in roots if i in dependent]
        while stack:
            i = stack.pop()
            if i in needed:
                continue
            needed.add(i)
            if graph.op[i] in ("sin", "cos") and graph.args[i][0] in arguments:
                continue
            stack += [j for j in graph.args[i] if j in dependent]
        return needed

    def _arguments(self, graph: Graph, dependent: set[int]) -> dict[int, tuple[LinearForm, Scalar]]:
        """Arguments of sines and cosines that are sums of coordinates and a rest: (sum, rest)."""
        wanted = sorted({graph.args[i][0] for i in dependent if graph.op[i] in ("sin", "cos")})
        sums: dict[int, tuple[LinearForm, Scalar] | None] = {}
        for i in reachable(graph, wanted):
            sums[i] = self._sum(graph, i, sums, i in dependent)
        return {i: s for i in wanted if (s := sums[i]) is not None and i in dependent}

    def _sum(
        self, graph: Graph, i: int, sums: Mapping[int, tuple[LinearForm, Scalar] | None], dependent: bool
    ) -> tuple[LinearForm, Scalar] | None:
        op, args = graph.op[i], graph.args[i]
        if op == "sym" and graph.data[i] in self.names:
            return single(self.names[graph.data[i]]), 0
        if not dependent and op not in ("add", "sub", "neg"):
            return (), Expr(graph, i)
        parts = [sums[j] for j in args]
        if op == "mul":
            factors = [graph.value(j) for j in args]
            for k, part in zip(factors, reversed(parts), strict=True):
                if k is not None and part is not None:
                    return times(part[0], k), part[1] * k
            return None
        if op not in ("add", "sub", "neg") or any(p is None for p in parts):
            return None
        signs = {"add": (1, 1), "sub": (1, -1), "neg": (-1,)}[op]
        total: dict[int, Scalar] = {}
        rest: Scalar = 0
        for sign, part in zip(signs, parts, strict=True):
            assert part is not None
            for k, c in part[0]:
                total[k] = total.get(k, 0) + sign * c
            rest = rest + sign * part[1]
        return form(total), rest

    def _inside(self, graph: Graph, needed: set[int], dependent: set[int]) -> dict[int, int]:
        """Arguments of sines and cosines by angles without their whole turns, which would only be added for nothing."""
        wanted = sorted({graph.args[i][0] for i in needed if graph.op[i] in ("sin", "cos")})
        found: dict[int, int] = {}
        for i in reachable(graph, wanted):
            if graph.op[i] == "sym" and i in dependent:
                found[i] = lift(graph, self.state.angle(self.names[graph.data[i]])).index
            elif all(j in found for j in graph.args[i] if j in dependent) and i in dependent:
                found[i] = graph.call(graph.op[i], tuple(found.get(j, j) for j in graph.args[i]))
        return {i: found[i] for i in wanted if i in found}
