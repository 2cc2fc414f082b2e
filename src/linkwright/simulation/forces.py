"""Forces for a simulation from text: expressions in time, positions, rates and parameters; for robots compiled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.graph.expr import Expr, Scalar, lift
from linkwright.graph.function import Function, Port
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes, symbols_of
from linkwright.model.closed_robot import Robot

Torque = Callable[[float, Array, Array], Array]
"""(t, q, v) -> joint forces."""


@dataclass(frozen=True)
class Wanted:
    """How many forces there must be, what they are called and what they are for; known: parameters by name."""

    count: int
    name: str
    of: str
    hint: str
    nq: int
    nv: int
    known: Mapping[str, float]


def force_expressions(text: str, wanted: Wanted) -> list[Expr]:
    """Comma-separated expressions over the symbols t[0], q[k], v[k], with numbers for the parameters; all in one graph."""
    from linkwright.formula.scalar import parse

    parts = split_commas(text)
    if len(parts) != wanted.count:
        raise InputError(f"{len(parts)} {wanted.name} for {wanted.count} {wanted.of}", hint=wanted.hint)
    graph = Graph()
    names = {f"q{k + 1}": graph.symbol(f"q[{k}]") for k in range(wanted.nq)}
    names |= {f"v{k + 1}": graph.symbol(f"v[{k}]") for k in range(wanted.nv)}
    names |= {"t": graph.symbol("t[0]")}
    names |= {name: graph.number(value) for name, value in wanted.known.items() if name not in names}
    nodes = [_node(parse(part), graph, names) for part in parts]
    unknown = [n for n in symbols_of(graph, nodes) if "[" not in n]
    if unknown:
        what = f"{wanted.name} use unknown names: {', '.join(unknown)}"
        raise InputError(what, hint=f"known: {', '.join(list(names)[:24])}")
    return [Expr(graph, i) for i in nodes]


def torque_function(robot: Robot, text: str) -> Torque:
    """tau(t, q, v) of a robot, one per degree of freedom; empty text means no force."""
    nq, nv = robot.nq, robot.nv
    if not text.strip():
        zero = np.zeros(nv)
        return lambda t, q, v: zero
    known = {p.name: p.value for p in robot.parameters.values() if p.value is not None}
    hint = f"give {nv} expressions separated by commas"
    forces = force_expressions(text, Wanted(nv, "joint forces", "degrees of freedom", hint, nq, nv, known))
    call = native_function("torque", {"t": 1, "q": nq, "v": nv}, forces)
    return lambda t, q, v: call(np.array([t]), q, v)


def native_function(name: str, sizes: Mapping[str, int], outputs: list[Expr]) -> Any:
    """Expressions of one graph over elements name[k] of the inputs, as native code with one output."""
    from linkwright.passes.schedule import schedule
    from linkwright.runtime import native

    graph = outputs[0].graph
    inputs = [Port(n, (size,), tuple(graph.symbol(f"{n}[{k}]") for k in range(size))) for n, size in sizes.items()]
    port = Port("out", (len(outputs),), tuple(x.index for x in outputs))
    return native(schedule(Function.make(name, graph, inputs, [port])))


def _node(x: Scalar, graph: Graph, names: dict[str, int]) -> int:
    x = lift(Graph(), x)
    return copy_nodes(x.graph, graph, [x.index], names)[0]


def split_commas(text: str) -> list[str]:
    """Split at commas outside brackets."""
    parts: list[str] = []
    depth, current = 0, ""
    for c in text:
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            parts.append(current)
            current = ""
        else:
            current += c
    return [*parts, current]
