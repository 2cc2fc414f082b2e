"""From the graph to polynomials: one pass over the nodes, each once, nothing recurses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import reachable
from linkwright.readable.ring import Budget, Poly, Ring, TooLarge


def _sub(ring: Ring, p: Poly, q: Poly) -> Poly:
    return ring.add(p, q, -1)


def _neg(ring: Ring, p: Poly) -> Poly:
    return ring.scale(p, -1)


def _sin(ring: Ring, p: Poly) -> Poly:
    return ring.sine(ring.unfold(p), 1)


def _cos(ring: Ring, p: Poly) -> Poly:
    return ring.sine(ring.unfold(p), 0)


_RULES: dict[str, Callable[..., Poly]] = {
    "add": Ring.add, "sub": _sub, "neg": _neg, "mul": Ring.mul, "div": Ring.divide, "sin": _sin, "cos": _cos,
}  # fmt: skip


def polynomials(graph: Graph, roots: Iterable[int], budget: Budget) -> tuple[Ring, dict[int, Poly | None]]:
    """Every node the roots need as a polynomial; None where it is too large, or an argument is."""
    ring = Ring(budget)
    found: dict[int, Poly | None] = {}
    nodes = reachable(graph, roots)
    _name_leaves(ring, graph, nodes)
    for i in nodes:
        args = [found[j] for j in graph.args[i]]
        found[i] = None
        known = [p for p in args if p is not None]
        if len(known) == len(args):
            with suppress(TooLarge):
                found[i] = _node(ring, graph, i, known)
    return ring, found


def _name_leaves(ring: Ring, graph: Graph, nodes: Sequence[int]) -> None:
    """Atoms and angles in the order of their names, so that the result does not depend on how the expression was built."""
    for name in sorted(graph.data[i] for i in nodes if graph.op[i] == "sym"):
        ring.atom("symbol", name)
    turned = reachable(graph, [j for i in nodes if graph.op[i] in ("sin", "cos") for j in graph.args[i]])
    for name in sorted(graph.data[i] for i in turned if graph.op[i] == "sym"):
        ring.sine(ring.atom("symbol", name), 1)


def _node(ring: Ring, graph: Graph, i: int, args: Sequence[Poly]) -> Poly:
    """The polynomial of one node, given those of its arguments."""
    op = graph.op[i]
    if op == "const":
        return Poly({(0, 0): graph.data[i]} if graph.data[i] else {})
    if op == "pi":
        return ring.pi
    if op == "sym":
        return ring.atom("symbol", graph.data[i])
    rule = _RULES.get(op)
    return rule(ring, *args) if rule else ring.atom("call", op, tuple(ring.unfold(p) for p in args))
