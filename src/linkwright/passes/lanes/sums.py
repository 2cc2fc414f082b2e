"""Sums over all legs, leg by leg: what each leg adds is summed within it, where that is done for all legs at once.

Forward dynamics of a quadruped takes the share of three joints of four legs from each element of the base's inertia: of eleven
sums there are two left in lanes and three between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from linkwright.graph.function import Function
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes, reachable, use_counts

_SUMS = ("add", "sub", "neg")


def leg_by_leg(function: Function, groups: Sequence[Sequence[Iterable[str]]]) -> Function:
    """The same function with such sums regrouped."""
    graph, target = function.graph, Graph()
    legs = _legs(function, groups)
    uses = use_counts(graph, function.roots)
    inner = {
        j for n in uses if graph.op[n] in _SUMS for j in graph.args[n] if graph.op[j] in _SUMS and uses[j] == 1
    }  # fmt: skip
    place: dict[int, int] = {}
    for n in reachable(graph, function.roots):
        if n in inner:
            continue
        terms = _terms(graph, n, inner) if graph.op[n] in _SUMS else []
        shares: dict[int, list[tuple[int, int]]] = {}
        for sign, j in terms:
            shares.setdefault(legs[j] if legs[j].bit_count() == 1 else 0, []).append((sign, j))
        if len(shares) > 2 and any(leg and len(share) > 1 for leg, share in shares.items()):
            parts = [_sum(target, [(sign, place[j]) for sign, j in shares[leg]]) for leg in sorted(shares)]
            place[n] = _sum(target, [(1, part) for part in parts])
        else:
            place[n] = copy_nodes(graph, target, [n], memo=place)[0]
    return function.with_outputs(target, [place[n] for n in function.roots])


def _legs(function: Function, groups: Sequence[Sequence[Iterable[str]]]) -> dict[int, int]:
    """The legs whose symbols a node depends on, as bits."""
    graph, owner = function.graph, dict[str, int]()
    for names in (names for group in groups for names in group):
        owner.update(dict.fromkeys(names, 1 << len({*owner.values()})))
    legs: dict[int, int] = {}
    for n in reachable(graph, function.roots):
        legs[n] = owner.get(graph.data[n], 0) if graph.op[n] == "sym" else 0
        for j in graph.args[n]:
            legs[n] |= legs[j]
    return legs


def _terms(graph: Graph, top: int, inner: set[int]) -> list[tuple[int, int]]:
    """Sign and node of everything that a sum adds, in its order."""
    found: list[tuple[int, int]] = []
    stack = [(1, top)]
    while stack:
        sign, n = stack.pop()
        if n != top and n not in inner:
            found.append((sign, n))
            continue
        args, op = graph.args[n], graph.op[n]
        last = sign if op == "add" else -sign
        stack.append((last, args[-1]))
        if len(args) > 1:
            stack.append((sign, args[0]))
    return found


def _sum(graph: Graph, terms: Sequence[tuple[int, int]]) -> int:
    total = graph.number(0)
    for sign, n in terms:
        total = graph.add(total, n) if sign > 0 else graph.sub(total, n)
    return total
