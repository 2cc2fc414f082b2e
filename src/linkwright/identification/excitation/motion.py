"""A motion at some instants, and functions of it with their derivatives: what costs and limits are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.graph.calculus import reverse
from linkwright.graph.function import Function
from linkwright.graph.graph import Graph
from linkwright.graph.port import Port
from linkwright.graph.rewrite import copy_nodes

WEIGHTS = "weights"


@dataclass(frozen=True, eq=False)
class Motion:
    """Positions, velocities, accelerations (K, n) of the coordinates that move.

    theta: of a closed robot whose closure has no closed form, the dependent positions (K, m)
    slope: their derivatives (K, m, n)
    """

    q: Array
    v: Array
    a: Array
    theta: Array | None = None
    slope: Array | None = None


@dataclass(frozen=True, eq=False)
class Gradient:
    """Derivatives of a number by the entries of a motion, dependent positions taken along: (K, n) each."""

    q: Array
    v: Array
    a: Array

    def __add__(self, other: Gradient) -> Gradient:
        return Gradient(self.q + other.q, self.v + other.v, self.a + other.a)


class Source(Protocol):
    """Numbers at every instant of a motion, (K, m)."""

    def __call__(self, motion: Motion) -> Array:
        """The numbers."""
        ...

    def pull(self, motion: Motion, weights: Array) -> Gradient:
        """The gradient of the sum of all numbers, each times its weight (K, m)."""
        ...


@dataclass(frozen=True)
class Coordinate:
    """Positions, velocities or accelerations themselves. name: q, v or a."""

    name: str

    def __call__(self, motion: Motion) -> Array:
        """(K, n)."""
        return getattr(motion, self.name)

    def pull(self, motion: Motion, weights: Array) -> Gradient:
        """The weights, at their place."""
        none = np.zeros_like(weights)
        return Gradient(*(weights if self.name == name else none for name in ("q", "v", "a")))


class Dependent:
    """Dependent positions of a closed robot that a motion knows."""

    def __call__(self, motion: Motion) -> Array:
        """(K, m)."""
        assert motion.theta is not None
        return motion.theta

    def pull(self, motion: Motion, weights: Array) -> Gradient:
        """By the positions that they depend on."""
        assert motion.slope is not None
        none = np.zeros_like(motion.q)
        return Gradient(np.einsum("kmn,km->kn", motion.slope, weights), none, none)


def adjoint(function: Function) -> Function:
    """(inputs, weights) -> d(sum of weights * output)/d(input), for every input: one sweep back over the graph, at a few
    times the cost of the function itself however many inputs there are (Griewank & Walther 2008, section 3.3).

    function: of one output"""
    (output,) = function.outputs.values()
    graph = Graph()
    roots = copy_nodes(function.graph, graph, output.nodes)
    weights = [graph.symbol(f"{WEIGHTS}[{k}]") for k in range(len(roots))]
    total = graph.number(0)
    for node, weight in zip(roots, weights, strict=True):
        if graph.value(node) is None:  # constants have no slope
            total = graph.add(total, graph.mul(node, weight))
    names = {port.name: [function.graph.data[i] for i in port.nodes] for port in function.inputs.values()}
    row = reverse(graph, [total], [name for own in names.values() for name in own])[0]
    zero = graph.number(0)
    slopes = [
        Port(f"d{port.name}", port.shape, tuple(row.get(name, zero) for name in names[port.name]))
        for port in function.inputs.values()
    ]
    taken = [
        replace(port, nodes=tuple(graph.symbol(name) for name in names[port.name])) for port in function.inputs.values()
    ]
    taken.append(Port(WEIGHTS, output.shape, tuple(weights)))
    return Function.make(f"{function.name}_adjoint", graph, taken, slopes)


class Field:
    """A function of q, theta, v, a with one output, native, and its adjoint; both in one thread."""

    def __init__(self, function: Function) -> None:
        from linkwright.passes import optimise
        from linkwright.passes.schedule import schedule
        from linkwright.runtime import native

        (self.port,) = function.outputs.values()
        self._value = native(schedule(optimise(function)), later=True)
        self._adjoint = native(
            schedule(adjoint(function)), later=True
        )  # the passes gain nothing on it (Panda: 2945 of 2947)

    def __call__(self, motion: Motion) -> Array:
        """(K, size of the output)."""
        found = self._value(**_inputs(self._value, motion), threads=1)
        return found.reshape(len(motion.q), -1)

    def pull(self, motion: Motion, weights: Array) -> Gradient:
        """The adjoint, with what it says of dependent positions handed on to those they depend on."""
        shaped = np.ascontiguousarray(weights).reshape(len(motion.q), *self.port.shape)
        found = self._adjoint(**_inputs(self._value, motion), **{WEIGHTS: shaped}, threads=1)
        named: Mapping[str, Array] = (
            found if len(self._adjoint.outputs) > 1 else {f"d{name}": found for name in self._value.inputs}
        )
        none = np.zeros_like(motion.q)
        q, v, a = (named.get(f"d{name}", none) for name in ("q", "v", "a"))
        if "dtheta" in named and motion.slope is not None:
            q = q + np.einsum("kmn,km->kn", motion.slope, named["dtheta"])
        return Gradient(q, v, a)


def _inputs(function: Any, motion: Motion) -> dict[str, Array]:
    return {name: getattr(motion, name) for name in function.inputs}
