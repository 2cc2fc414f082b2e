"""Joint forces for a simulation from text, compiled; and the kinematics of quaternions, compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwright.errors import InputError
from linkwright.graph.expr import Expr, Scalar, lift
from linkwright.graph.function import Function, Port
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes, symbols_of
from linkwright.model.closed_robot import Robot

Array = np.ndarray[Any, Any]
Torque = Callable[[float, Array, Array], Array]


def torque_function(robot: Robot, text: str, nq: int | None = None, nv: int | None = None) -> Torque:
    """tau(t, q, v) from comma-separated expressions in t, q1.., v1.. and the robot's parameters; empty means no force.

    nq, nv: how many positions and rates there are, where they are not those of the tree
    """
    nq, nv = robot.nq if nq is None else nq, robot.nv if nv is None else nv
    if not text.strip():
        zero = np.zeros(nv)
        return lambda t, q, v: zero
    from linkwright.readers.expression import parse

    parts = split_commas(text)
    if len(parts) != nv:
        raise InputError(
            f"{len(parts)} joint forces for {nv} degrees of freedom",
            hint=f"give {nv} expressions separated by commas",
        )
    graph = Graph()
    names = {f"q{k + 1}": graph.symbol(f"q[{k}]") for k in range(nq)}
    names |= {f"v{k + 1}": graph.symbol(f"v[{k}]") for k in range(nv)}
    names |= {"t": graph.symbol("t[0]")}
    names |= {
        p.name: graph.number(p.value) for p in robot.parameters.values() if p.value is not None and p.name not in names
    }
    nodes = [_node(parse(part), graph, names) for part in parts]
    unknown = [n for n in symbols_of(graph, nodes) if "[" not in n]
    if unknown:
        raise InputError(
            f"joint forces use unknown names: {', '.join(unknown)}", hint=f"known: {', '.join(list(names)[:20])}"
        )
    call = _native("torque", graph, {"t": 1, "q": nq, "v": nv}, nodes)
    return lambda t, q, v: call(np.array([t]), q, v)


def native_rates(robot: Robot) -> Callable[[Array, Array], Array]:
    """dq/dt from q and v."""
    from linkwright.mechanics.tree.kinematics import coordinate_rates
    from linkwright.model.parameters import form_of

    graph = Graph()
    q = [Expr(graph, graph.symbol(f"q[{k}]")) for k in range(robot.nq)]
    v = [Expr(graph, graph.symbol(f"v[{k}]")) for k in range(robot.nv)]
    rates = coordinate_rates(form_of(robot).tree, q, v)
    return _native("rates", graph, {"q": robot.nq, "v": robot.nv}, [lift(graph, x).index for x in rates])


def _node(x: Scalar, graph: Graph, names: dict[str, int]) -> int:
    x = lift(Graph(), x)
    return copy_nodes(x.graph, graph, [x.index], names)[0]


def _native(name: str, graph: Graph, sizes: dict[str, int], nodes: list[int]) -> Any:
    from linkwright.passes.schedule import schedule
    from linkwright.runtime import native

    inputs = [Port(n, (size,), tuple(graph.symbol(f"{n}[{k}]") for k in range(size))) for n, size in sizes.items()]
    return native(schedule(Function.make(name, graph, inputs, [Port("out", (len(nodes),), tuple(nodes))])))


def split_commas(text: str) -> list[str]:
    """Split at commas outside brackets."""
    parts, depth, current = [], 0, ""
    for c in text:
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            parts.append(current)
            current = ""
        else:
            current += c
    return [*parts, current]
