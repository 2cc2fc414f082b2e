"""Derivatives of a straight-line kernel as kernels: what automatic differentiation of it computes, to bound the rounding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linkwright.graph.calculus import directional, reverse
from linkwright.graph.function import Ops, Port
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import reachable
from linkwright.passes.kernel import Instr, Kernel

Place = tuple[str, int]


def along(kernel: Kernel, output: Port, directions: Mapping[str, Sequence[float]]) -> Kernel:
    """How an output changes where inputs change at constant rates: forward mode."""
    graph, roots, places = _graph(kernel, output)
    rates = {symbol: graph.number(directions[port][k]) for symbol, (port, k) in places.items() if port in directions}
    return _kernel(kernel, graph, directional(graph, roots, rates), places)


def gradient(kernel: Kernel, output: Port, weights: Sequence[float], wanted: Sequence[Place]) -> Kernel:
    """Derivatives of a weighted sum of an output's elements by elements of inputs: reverse mode."""
    graph, roots, places = _graph(kernel, output)
    total = graph.number(0)
    for weight, root in zip(weights, roots, strict=True):
        total = graph.add(total, graph.mul(graph.number(weight), root))
    symbols = {place: symbol for symbol, place in places.items()}
    (row,) = reverse(graph, [total], [symbols[place] for place in wanted if place in symbols])
    zero = graph.number(0)
    return _kernel(kernel, graph, [row.get(symbols.get(place, ""), zero) for place in wanted], places)


def _graph(kernel: Kernel, output: Port) -> tuple[Graph, list[int], dict[str, Place]]:
    """The code as a graph, its roots, and where each symbol of it comes from."""
    graph, made, places = Graph(), list[int](), dict[str, Place]()
    for instr in kernel.code:
        if instr.op == "input":
            name = f"{instr.value[0]}[{instr.value[1]}]"
            places[name] = instr.value
            made.append(graph.symbol(name))
        elif instr.op == "const":
            made.append(graph.number(instr.value))
        else:
            made.append(graph.call(instr.op, tuple(made[j] for j in instr.args)))
    return graph, [made[k] for k in output.nodes], places


def _kernel(kernel: Kernel, graph: Graph, roots: Sequence[int], places: Mapping[str, Place]) -> Kernel:
    """The roots as code with the kernel's inputs, and one output: `change`."""
    order = reachable(graph, roots)
    new = {node: k for k, node in enumerate(order)}
    code = [_instr(graph, node, new, places) for node in order]
    change = Port("change", (len(roots),), tuple(new[root] for root in roots))
    return Kernel(kernel.name, kernel.inputs, (change,), tuple(code), Ops())


def _instr(graph: Graph, node: int, new: Mapping[int, int], places: Mapping[str, Place]) -> Instr:
    value = graph.value(node)
    if value is not None:
        return Instr("const", (), float(value))
    if graph.op[node] == "sym":
        return Instr("input", (), places[graph.data[node]])
    return Instr(graph.op[node], tuple(new[j] for j in graph.args[node]))
