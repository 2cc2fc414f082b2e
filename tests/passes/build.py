"""Small functions for tests: symbols by letter, outputs in a vector."""

from __future__ import annotations

from tests.support.graph import Expr, Function, Graph, Port


def symbols(names: str) -> list[Expr]:
    graph = Graph()
    return [Expr(graph, graph.symbol(name)) for name in names.split()]


def function(*outputs: Expr) -> Function:
    """A function of all symbols of the graph."""
    graph = outputs[0].graph
    inputs = tuple(i for i, op in enumerate(graph.op) if op == "sym")
    names = tuple(graph.data[i] for i in inputs)
    roots = tuple(e.index for e in outputs)
    port = Port("x", (len(inputs),), inputs, labels=names)
    return Function.make("f", graph, [port], [Port("y", (len(roots),), roots)])


def total(f: Function) -> int:
    """Additions and products."""
    return f.ops.add + f.ops.mul
