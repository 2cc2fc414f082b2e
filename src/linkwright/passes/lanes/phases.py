"""A function of a mechanism with legs, cut into phases: what belongs to no leg, then one leg for all, and so on alternately.

A phase is a Function of its own. Its inputs are symbols of the whole function (of the first leg where it is a leg's phase) and
values of earlier phases; what it computes for later ones it gives as outputs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from linkwright.graph.columns import Columns
from linkwright.graph.function import Function
from linkwright.graph.graph import Graph
from linkwright.graph.port import Port
from linkwright.graph.rewrite import copy_nodes
from linkwright.passes.lanes.orbits import Orbits


@dataclass(frozen=True)
class Phase:
    """group: whose first leg it is of, -1 where of none; made: the node that each element of its output is."""

    group: int
    function: Function
    made: tuple[int, ...]


def value_name(node: int, leg: int = -1) -> str:
    """The symbol for a value of an earlier phase; leg: of which leg, where it is not the own one."""
    return f"value {node}" if leg < 0 else f"value {node} of {leg}"


def phases(orbits: Orbits, columns: Sequence[Columns] = ()) -> list[Phase] | None:
    """In their order; None where a leg's value needs what another leg makes of it, in a circle. Results of columns that are
    kept apart are known in phases after that of the last value which the columns need."""
    outputs = orbits.function.outputs
    cut = _Cut(orbits, {word: outputs[each.name].nodes for each in columns for word in each.symbols})
    if not cut.rank_all():
        return None
    used = cut.used()
    found: list[Phase] = []
    for rank in range(max(cut.rank.values(), default=0) + 1):
        for group in range(-1, len(orbits.groups)):
            made = [n for n in cut.order if n in used and cut.rank[n] == rank and cut.group(n) == group]
            if made:
                found.append(Phase(group, cut.function(made, group), tuple(made)))
    return found


def named_by_symbols(name: str, graph: Graph, nodes: Sequence[int]) -> Function:
    """A function of all symbols of a graph, which are the labels of its input."""
    names = tuple(graph.data[i] for i in range(len(graph)) if graph.op[i] == "sym")
    inputs = Port("x", (len(names),), tuple(graph.symbol(name) for name in names), labels=names)
    return Function.make(name, graph, [inputs], [Port("y", (len(nodes),), tuple(nodes))])


@dataclass
class _Cut:
    """rank: of a value of a leg the number of times that values went from legs to the rest before it; of others too.
    results: symbol -> the values that it is made of, outside of the function."""

    orbits: Orbits
    results: Mapping[str, Sequence[int]] = field(default_factory=dict[str, Sequence[int]])
    rank: dict[int, int] = field(default_factory=dict[int, int])
    order: list[int] = field(default_factory=list[int])

    def home(self, node: int) -> int:
        """The node that stands for it: that of the first leg for a member."""
        member = self.orbits.members.get(node)
        return node if member is None else member.first

    def group(self, node: int) -> int:
        """The group whose first leg a node is of, -1 for none."""
        member = self.orbits.members.get(node)
        return -1 if member is None else member.group

    def rank_all(self) -> bool:
        """Rank what the outputs need, arguments first; whether there is no circle."""
        graph = self.orbits.function.graph
        stack = [self.home(n) for n in self.orbits.function.roots]
        open_nodes: set[int] = set()
        while stack:
            n = stack[-1]
            outside = self.results.get(graph.data[n], ()) if graph.op[n] == "sym" else ()
            needed = [self.home(j) for j in (*graph.args[n], *outside)]
            if n in self.rank:
                stack.pop()
            elif waiting := [j for j in needed if j not in self.rank]:
                if n in open_nodes:
                    return False
                open_nodes.add(n)
                stack.extend(waiting)
            else:
                own = self.group(n)
                later = bool(outside)
                self.rank[n] = max((self.rank[j] + (later or own < 0 <= self.group(j)) for j in needed), default=0)
                self.order.append(n)
                stack.pop()
        return True

    def used(self) -> set[int]:
        """What a phase makes for others, or the caller."""
        graph = self.orbits.function.graph
        roots = [n for n in map(self.home, self.orbits.function.roots) if not self.plain(n)]
        given = ((j, n) for n in self.order for j in map(self.home, graph.args[n]) if not self.plain(j))
        return {*roots, *(j for j, n in given if self._phase(j) != self._phase(n))}

    def plain(self, node: int) -> bool:
        """Whether every phase can have a node for itself: numbers, symbols."""
        return not self.orbits.function.graph.args[node]

    def function(self, made: Sequence[int], group: int) -> Function:
        """The Function of a phase."""
        graph, place = Graph(), dict[int, int]()
        source, here = self.orbits.function.graph, self._phase(made[0])
        for n in self.order:
            if not self.plain(n) and self._phase(n) == here:
                place[n] = graph.call(
                    source.op[n], tuple(self._argument(graph, place, j, here) for j in source.args[n])
                )
        return named_by_symbols("phase", graph, [place[n] for n in made])

    def _phase(self, node: int) -> tuple[int, int]:
        return self.rank[node], self.group(node)

    def _argument(self, graph: Graph, place: dict[int, int], j: int, here: tuple[int, int]) -> int:
        """An argument in the graph of a phase."""
        if self.plain(j):
            return copy_nodes(self.orbits.function.graph, graph, [j])[0]
        first, member = self.home(j), self.orbits.members.get(j)
        leg = -1 if member is None or here[1] >= 0 else member.leg
        x = place[first] if self._phase(first) == here else graph.symbol(value_name(first, leg))
        return graph.neg(x) if member is not None and member.sign < 0 else x
