"""Which values of a function belong to one of several legs that it treats alike, and which to none.

Legs may be exchanged: their symbols are renamed, and every node becomes another. Which one it becomes is decided by values at a
random point of a prime field, so that the order of sums and the place of signs do not matter. Square roots are any functions
there: the closed forms of a platform's legs have two each, and no point would have them all in the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from linkwright.exact.equality import field_values
from linkwright.graph.function import Function
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes, reachable

Group = tuple[tuple[str, ...], ...]
"""Of each leg the names of its symbols, in the same order."""

Leg = tuple[int, int]
"""Number of a group, and of a leg in it."""

_SEED = 22


@dataclass(frozen=True)
class Member:
    """A node as a leg's own copy of a node of the first leg: sign times what that one is with the symbols of this leg."""

    first: int
    group: int
    leg: int
    sign: int


@dataclass(frozen=True)
class Orbits:
    """members: the operations that every leg of a group has, as what they are of the first leg's."""

    function: Function
    groups: Sequence[Group]
    members: Mapping[int, Member]


def orbits(function: Function, groups: Sequence[Group]) -> Orbits:
    """The nodes that all legs have, each with its copies."""
    nodes = reachable(function.graph, function.roots)
    exchanges = [(g, k) for g, group in enumerate(groups) for k in range(1, len(group))]
    parts = [(function.graph, nodes)] + [_exchanged(function, nodes, groups[g], k) for g, k in exchanges]
    found = field_values(parts, _SEED, function.facts.get("unit_groups", ()), any_roots=True)
    own, *others = (dict(zip(nodes, each.values, strict=True)) for each in found)
    work = _Search(function, nodes, groups, own, dict(zip(exchanges, others, strict=True)), found[0].field.p)
    return Orbits(function, groups, work.members())


def _exchanged(function: Function, nodes: Sequence[int], group: Group, k: int) -> tuple[Graph, list[int]]:
    """What the nodes become where the first leg and the k-th are exchanged."""
    graph, place = Graph(), dict[int, int]()
    names = {**dict(zip(group[0], group[k], strict=True)), **dict(zip(group[k], group[0], strict=True))}
    symbols = {old: graph.symbol(new) for old, new in names.items()}
    return graph, copy_nodes(function.graph, graph, nodes, symbols, place)


@dataclass(frozen=True)
class _Search:
    """own: value of every node; swapped: its value where the first leg and another are exchanged; p: they are modulo p."""

    function: Function
    nodes: Sequence[int]
    groups: Sequence[Group]
    own: Mapping[int, int]
    swapped: Mapping[Leg, Mapping[int, int]]
    p: int

    def members(self) -> dict[int, Member]:
        args, members = self.function.graph.args, dict[int, Member]()
        legs = self._legs()
        homes = {n: next(iter(found)) for n, found in legs.items() if len(found) == 1 and args[n]}
        by_value: dict[tuple[Leg, int], int] = {}
        for n, leg in homes.items():
            by_value.setdefault((leg, self.own[n]), n)
        for n, (group, k) in homes.items():
            needed = (members.get(j) for j in args[n] if legs[j] and args[j])
            if k or any(member is None for member in needed):
                continue  # it is another leg's, or needs what only some legs have
            copies = [(n, 1)] + [self._find(by_value, (group, j), n) for j in range(1, len(self.groups[group]))]
            if all(sign for _, sign in copies):
                for j, (copy, sign) in enumerate(copies):
                    members.setdefault(copy, Member(n, group, j, sign))
        return members | self._turned(homes, by_value, members)

    def _find(self, by_value: Mapping[tuple[Leg, int], int], leg: Leg, n: int) -> tuple[int, int]:
        """A leg's copy of a node of the first leg, and its sign; 0 where there is none."""
        x = self.swapped[leg][n]
        for value, sign in ((x, 1), (self.p - x, -1)):
            if (leg, value) in by_value:
                return by_value[leg, value], sign
        return n, 0

    def _turned(
        self, homes: Mapping[int, Leg], by_value: Mapping[tuple[Leg, int], int], members: Mapping[int, Member]
    ) -> dict[int, Member]:
        """Nodes that are members but for their sign, or members once more."""
        found: dict[int, Member] = {}
        for n, leg in homes.items():
            for value, sign in ((self.own[n], 1), (self.p - self.own[n], -1)):
                other = members.get(by_value.get((leg, value), -1))
                if n not in members and other is not None:
                    found[n] = Member(other.first, other.group, other.leg, sign * other.sign)
                    break
        return found

    def _legs(self) -> dict[int, frozenset[Leg]]:
        """The legs that a node depends on other than through what is the same whichever legs are exchanged."""
        graph = self.function.graph
        owner = {
            name: frozenset({(g, k)})
            for g, group in enumerate(self.groups)
            for k, names in enumerate(group)
            for name in names
        }
        legs: dict[int, frozenset[Leg]] = {}
        for n in self.nodes:
            if all(values[n] == self.own[n] for values in self.swapped.values()):
                legs[n] = frozenset()
            elif graph.op[n] == "sym":
                legs[n] = owner[graph.data[n]]
            else:
                legs[n] = frozenset[Leg]().union(*(legs[j] for j in graph.args[n]))
        return legs
