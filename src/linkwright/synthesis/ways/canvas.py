"""Functions put together: outputs of one as inputs of another, compiled in two stages.

What depends on a candidate's parameters alone (masses of tubes, squares of lengths, moments) is computed once per candidate,
and not at every sample of its path.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.graph.expr import Expr, Scalar, lift
from linkwright.graph.function import Function, Port
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes, reachable

Values = Sequence[Scalar]
Shape = tuple[int, ...]
_CONSTANTS = "constants"


@dataclass(frozen=True)
class Canvas:
    """A graph on which functions are called with expressions; symbols of the same name, as parameters are, are the same."""

    parameters: tuple[str, ...]
    graph: Graph = field(default_factory=Graph)

    def symbols(self, name: str, size: int) -> list[Scalar]:
        """An input."""
        return [Expr(self.graph, self.graph.symbol(f"{name}[{k}]")) for k in range(size)]

    def call(self, function: Function, **given: Values) -> dict[str, list[Scalar]]:
        """Outputs of a function at values of its inputs; those that are not given keep their symbols."""
        put = {
            function.graph.data[node]: lift(self.graph, value).index
            for name, values in given.items()
            for node, value in zip(function.inputs[name].nodes, values, strict=True)
        }
        found = iter(copy_nodes(function.graph, self.graph, function.roots, put))
        return {n: [Expr(self.graph, next(found)) for _ in p.nodes] for n, p in function.outputs.items()}

    def expressions(self, values: Values) -> list[Scalar]:
        """Expressions of other graphs in the same symbols."""
        return [lift(self.graph, x) for x in values]

    def staged(self, name: str, inputs: Mapping[str, Shape], outputs: Mapping[str, tuple[Shape, Values]]) -> Staged:
        """Compiled: a function of inputs in this order, and of the parameters."""
        roots = {n: [lift(self.graph, x).index for x in values] for n, (_, values) in outputs.items()}
        frontier = self._constants([i for nodes in roots.values() for i in nodes])
        known = Port("parameters", (len(self.parameters),), tuple(map(self.graph.symbol, self.parameters)))
        first = None
        if frontier:
            port = Port(_CONSTANTS, (len(frontier),), tuple(frontier))
            first = for_batches(Function.make(f"{name}_constants", self.graph, [known], [port]))
        second = Graph()
        symbols = {i: second.symbol(f"{_CONSTANTS}[{k}]") for k, i in enumerate(frontier)}
        taken = [_input(second, n, shape) for n, shape in inputs.items()]
        taken.append(Port(_CONSTANTS, (len(frontier),), tuple(symbols.values())))
        given = [
            Port(n, shape, tuple(copy_nodes(self.graph, second, roots[n], memo=symbols)))
            for n, (shape, _) in outputs.items()
        ]
        ports = [p for p in taken if p.size]
        return Staged(first, for_batches(Function.make(name, second, ports, given)), tuple(inputs))

    def _constants(self, roots: Sequence[int]) -> list[int]:
        """Nodes of parameters alone that others, or the outputs, are made of."""
        graph, names = self.graph, {*self.parameters}
        order = list(reachable(graph, roots))
        plain: set[int] = set()
        for i in order:
            if graph.data[i] in names if graph.op[i] == "sym" else all(j in plain for j in graph.args[i]):
                plain.add(i)
        used = {j for i in order if i not in plain for j in graph.args[i]} | {*roots}
        return [i for i in order if i in plain and i in used and graph.value(i) is None]


@dataclass(frozen=True)
class Staged:
    """A function of inputs and parameters. first: parameters -> constants (None: it has none); second: the rest."""

    first: Any
    second: Any
    inputs: tuple[str, ...]

    def rows(self, P: Array, samples: int, *inputs: Array) -> dict[str, Array]:
        """Outputs (rows, samples, ...) with parameters P (rows, p). inputs: (samples, ...), the same of all rows, or
        (rows, samples, ...)."""
        found = self.empty(len(P), samples)
        self.fill(found, range(len(P)), P, inputs)
        return found

    def empty(self, rows: int, samples: int) -> dict[str, Array]:
        """Room for the outputs."""
        return {n: np.empty((rows, samples, *port.shape)) for n, port in self.second.outputs.items()}

    def fill(self, found: dict[str, Array], places: Iterable[int], P: Array, inputs: Sequence[Array]) -> None:
        """Rows of outputs at places, of as many rows of P; the native function writes where they shall be."""
        ports: Mapping[str, Port] = self.second.inputs
        taken = [(x, x.ndim > 1 + len(ports[n].shape)) for n, x in zip(self.inputs, inputs, strict=True)]
        constants = self.constants(P)
        (only, *others) = found.values()
        for m, place in enumerate(places):
            given = [x[m] if own else x for x, own in taken]
            if constants is not None:
                given.append(constants[m])
            self.second(*given, out={n: x[place] for n, x in found.items()} if others else only[place])

    def constants(self, P: Array) -> Array | None:
        """What the second stage takes of parameters P (rows, p)."""
        return None if self.first is None else np.atleast_2d(self.first(np.ascontiguousarray(P)))

    def at(self, constants: Array | None, *inputs: Array) -> dict[str, Array]:
        """Outputs (rows, ...) at inputs (rows, ...), each row with its own constants."""
        found = self.second(*inputs) if constants is None else self.second(*inputs, constants)
        names = [*self.second.outputs]
        return {names[0]: found} if len(names) == 1 else found


def _input(graph: Graph, name: str, shape: Shape) -> Port:
    return Port(name, shape, tuple(graph.symbol(f"{name}[{k}]") for k in range(prod(shape))))


def for_batches(function: Function) -> Any:
    """Compiled when the first batch comes. Without the passes, which would take as long as all the rest (arm6: 1.4 of 3.4 s,
    and 2 % of the time per candidate)."""
    from linkwright.passes.schedule import schedule
    from linkwright.runtime import native

    return native(schedule(function), later=True)
