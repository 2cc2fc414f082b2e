"""Products that were made to be read as such, as determinants are: written factor by factor, each in its own shortest form."""

from __future__ import annotations

from collections.abc import Mapping

from linkwright.graph.graph import Graph
from linkwright.graph.ops import Number
from linkwright.readable.ring import Poly, TooLarge
from linkwright.readable.tree import Base, Sum, make_term
from linkwright.readable.write import Writer


def factor_nodes(graph: Graph, i: int) -> list[int]:
    """The factors of a product, signs left out; none where a node is no product with a sum."""
    found: list[int] = []
    waiting = [i]
    while waiting:
        j = waiting.pop()
        if graph.op[j] in ("neg", "mul"):
            waiting += graph.args[j]
        else:
            found.append(j)
    return found if len(found) > 1 and any(graph.op[j] in ("add", "sub") for j in found) else []


def written_as_product(writer: Writer, graph: Graph, i: int, found: Mapping[int, Poly | None]) -> Sum | None:
    """The product of the written factors; None where one of them is too large, or it is no product of sums."""
    nodes = factor_nodes(graph, i)
    coefficient: Number = _sign(graph, i)
    bases: list[tuple[Base, int]] = []
    for j in nodes:
        p = found[j]
        try:
            form = writer.write(p) if p is not None else None
        except TooLarge:
            form = None
        if form is None:
            return None
        if len(form.terms) == 1:
            coefficient *= form.terms[0].coefficient
            bases += form.terms[0].factors
        else:
            bases.append((form, 1))
    return Sum((make_term(coefficient, bases),)) if nodes else None


def _sign(graph: Graph, i: int) -> int:
    """Signs move outward when nodes are made: only the first may be one."""
    return -1 if graph.op[i] == "neg" else 1
