"""Deliberately wrong derivations: a law that does not notice them is no law."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tests.support.graph import Expr, Function, Graph, copy_nodes
from tests.support.model import Robot
from tests.support.package import derive


def perturbed(f: Function, size: Fraction, element: int = 0) -> Function:
    """f with `size` times a polynomial of its inputs added to one element of its output."""
    graph = Graph()
    nodes = copy_nodes(f.graph, graph, f.roots)
    total = Expr(graph, graph.number(1))
    for port in f.inputs.values():
        if port.nodes:
            total = total + Expr(graph, graph.symbol(f.graph.data[port.nodes[0]]))
    nodes[element] = (Expr(graph, nodes[element]) + total * total * size).index
    return f.with_outputs(graph, nodes)


def wrong_derive(quantity: str, size: Fraction, method: str | None = None) -> Callable[..., Function]:
    """A `derive` that is wrong in one quantity, or in one method of it."""

    def derived(robot: Robot, name: str, **choices: Any) -> Function:
        f = derive(robot, name, **choices)
        mine = name == quantity and (method is None or choices.get("method") == method)
        return perturbed(f, size) if mine else f

    return derived


def with_dependent_parameter(robot: Robot, name: str, **choices: Any) -> Function:
    """A `derive` with one base parameter too many: its column is the sum of two others."""
    f = derive(robot, name, **choices)
    if name != "regressor" or choices.get("parameters") != "base":
        return f
    port = f.outputs["Y"]
    rows, width = port.shape
    nodes: list[int] = []
    for r in range(rows):
        row = port.nodes[r * width : (r + 1) * width]
        nodes += [*row, f.graph.add(row[0], row[1])]
    wider = replace(port, shape=(rows, width + 1), nodes=tuple(nodes), labels=(*port.labels, "extra"))
    return f.with_ports(f.graph, [wider])


def with_dependent_symbol(robot: Robot, name: str, **choices: Any) -> Function:
    """The same, of robots with symbols only."""
    derived = with_dependent_parameter if robot.parameters else derive
    return derived(robot, name, **choices)
