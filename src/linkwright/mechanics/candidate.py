"""One way to derive a quantity: a tree, a method, symbols for the inputs; and the choice among several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.graph.expr import Expr, Scalar, lift, number
from linkwright.graph.function import count_ops
from linkwright.graph.graph import Graph
from linkwright.graph.quantity import Nested, Quantity
from linkwright.graph.rewrite import symbols_of
from linkwright.mechanics.state import Inputs
from linkwright.model.tree import Tree


@dataclass(frozen=True)
class Candidate:
    """What a method made of a tree (regrouped or not), and how many operations it needs."""

    graph: Graph
    inputs: Inputs
    result: Nested
    cost: int
    method: str

    @property
    def symbols(self) -> list[str]:
        """Names that the result depends on."""
        return symbols_of(self.graph, [lift(self.graph, x).index for x in flatten(self.result)])


def cheapest(entry: Quantity, method: str | None, trees: Sequence[Tree], options: Mapping[str, Any]) -> Candidate:
    """Derive by every candidate and keep the one with the fewest operations."""
    methods = [method] if method is not None else default_methods(entry, trees[0])
    found = [derive_by(entry, name, tree, options) for tree in trees for name in methods]
    return min(found, key=lambda c: c.cost)


def default_methods(entry: Quantity, tree: Tree) -> list[str]:
    """Methods worth trying when the user names none: the first of the table, and others where they may win."""
    first, *others = entry.methods
    if "settled" in entry.methods:  # parameters that are symbols may cost more to move than the moving saves
        return [first, *others]
    if entry.name == "forward_dynamics" and tree.nv > _SHORT and not _has_mimic(tree):
        return [first, *others]
    competing = entry.name == "inverse_dynamics_derivatives" or entry.columns or entry.symbols
    if competing and tree.nv <= _SHORT:
        return [first, *others]
    return [first]


_SHORT = 10
"""Degrees of freedom up to which a method that grows faster may still be the cheaper one."""


def _has_mimic(tree: Tree) -> bool:
    return len({link.iv for link in tree.links}) < len(tree.links) or any(number(k.ratio) != 1 for k in tree.links)


def derive_by(entry: Quantity, method: str, tree: Tree, options: Mapping[str, Any]) -> Candidate:
    """Apply one method to one tree, over symbols q[0], v[0] ... of a fresh graph."""
    graph = Graph()
    tree = tree.map(lambda x: lift(graph, x) if isinstance(x, Expr) else x)
    sizes = {"q": tree.nq, **dict.fromkeys(("v", "a", "j", "s", "tau"), tree.nv), "wrench": 6 * len(tree.wrenches)}
    symbols = {name: [Expr(graph, graph.symbol(f"{name}[{k}]")) for k in range(size)] for name, size in sizes.items()}
    inputs = Inputs(tree, **symbols, options=options)
    result = entry.methods[method](inputs)
    roots = [lift(graph, x).index for x in flatten(result)]
    return Candidate(graph, inputs, result, count_ops(graph, roots).flops, method)


def flatten(x: Nested) -> list[Scalar]:
    """Elements of nested lists, row-major."""
    if not isinstance(x, list):
        return [x]
    return [e for part in x for e in flatten(part)]


def shape_of(x: Nested) -> tuple[int, ...]:
    return (len(x), *shape_of(x[0])) if isinstance(x, list) and x else (0,) if isinstance(x, list) else ()
