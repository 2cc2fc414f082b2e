"""Closing a robot from its free coordinates, as a function of a page's program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from linkwright.graph.expr import Expr, Scalar, lift
from linkwright.graph.function import Function, Port
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes
from linkwright.mechanism import derive
from linkwright.model.closed_robot import ClosedRobot
from linkwright.passes import optimise
from linkwright.passes.repeat import repeated
from linkwright.passes.schedule import schedule
from linkwright.view.symbols import Symbols

if TYPE_CHECKING:
    from linkwright.passes.kernel import Kernel


def closing(robot: ClosedRobot, symbols: Symbols) -> Kernel:
    """Newton's method with damping over all positions of the tree, of which the free ones are given."""
    where, size = robot.coordinates, robot.tree.nq
    x = replace(symbols, graph=Graph())
    graph = x.graph
    tree, direction = x.vector("tree", size), x.vector("direction", size)
    put = {f"theta[{n}]": tree[k] for n, k in enumerate(where.dependent_q)}
    put |= {f"direction[{n}]": direction[k] for n, k in enumerate(where.dependent_q)}
    found = derive(robot, "closure_step", parameters=parameters_of(robot))
    moved, ahead, error = (over(found, port, graph, put) for port in ("theta_next", "direction_next", "error"))
    following, then = x.vector("q", len(where.free_q)), list[Scalar]([0] * len(where.free_q))
    outputs = [
        Port("tree_next", (size,), _whole(robot, graph, following, moved)),
        Port("direction_next", (size,), _whole(robot, graph, then, ahead)),
        Port("error", (), (lift(graph, error[0]).index,)),
    ]
    ports = [x.port("q", len(where.free_q)), x.port("tree", size), x.port("direction", size)]
    ports += [Port("damping", (), (graph.symbol("damping[0]"),)), x.parameter_port()]
    solver = repeated(schedule(optimise(Function.make("close_step", graph, ports, outputs))), "close", "tree")
    free, known, guess = solver.inputs
    return replace(solver, inputs=(free, guess, known))


def parameters_of(robot: ClosedRobot) -> str:
    """How its functions are derived: parameters stay symbols, where there are any."""
    return "symbolic" if robot.parameters else "numeric"


def over(found: Function, port: str, graph: Graph, put: Mapping[str, Scalar]) -> list[Scalar]:
    """An output of a derived function over other symbols."""
    nodes = copy_nodes(found.graph, graph, found.outputs[port].nodes, {n: lift(graph, e).index for n, e in put.items()})
    return [Expr(graph, k) for k in nodes]


def _whole(robot: ClosedRobot, graph: Graph, free: Sequence[Scalar], dependent: Sequence[Scalar]) -> tuple[int, ...]:
    nodes = [0] * robot.tree.nq
    for indices, values in ((robot.coordinates.free_q, free), (robot.coordinates.dependent_q, dependent)):
        for k, e in zip(indices, values, strict=True):
            nodes[k] = lift(graph, e).index
    return tuple(nodes)
