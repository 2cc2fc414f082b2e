"""Derivatives of inverse and forward dynamics in the tangent space, as Pinocchio defines them: d/dq along q + N(q) dv.

Put together here from public parts; a quantity of that name in `derive` is used instead as soon as there is one.
"""

from __future__ import annotations

from collections.abc import Sequence

import linkwright as lw
from linkwright.derive.kinematics import coordinate_rates
from linkwright.graph.calculus import forward
from linkwright.graph.expr import Expr, lift
from linkwright.graph.function import Function, Port
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes
from linkwright.model.parameters import form_of

Rows = list[list[int]]


def inverse_dynamics_derivatives(robot: lw.Robot) -> Function:
    """dtau_dq, dtau_dv by forward differentiation of Newton-Euler."""
    function = lw.derive(robot, "inverse_dynamics")
    graph = Graph()
    roots = copy_nodes(function.graph, graph, function.outputs["tau"].nodes)
    by_q, by_v = _tangents(robot, graph, roots)
    return _function("inverse_dynamics_derivatives", graph, function.inputs.values(), dtau_dq=by_q, dtau_dv=by_v)


def forward_dynamics_derivatives(robot: lw.Robot) -> Function:
    """da_dq = -M^-1 dtau_dq at a = FD(q, v, tau), and the same for v (Carpentier & Mansard 2018)."""
    motion = lw.derive(robot, "forward_dynamics")
    inverse = lw.derive(robot, "mass_matrix_inverse")
    partial = inverse_dynamics_derivatives(robot)
    graph = Graph()
    a = copy_nodes(motion.graph, graph, motion.outputs["a"].nodes)
    Minv = _matrix(copy_nodes(inverse.graph, graph, inverse.outputs["Minv"].nodes), robot.nv)
    known = {f"a[{k}]": node for k, node in enumerate(a)}
    results: dict[str, Rows] = {}
    for port in partial.outputs.values():
        D = _matrix(copy_nodes(partial.graph, graph, port.nodes, known), robot.nv)
        results[port.name.replace("dtau", "da")] = _negative_product(graph, Minv, D)
    return _function("forward_dynamics_derivatives", graph, motion.inputs.values(), **results)


def _tangents(robot: lw.Robot, graph: Graph, roots: Sequence[int]) -> tuple[Rows, Rows]:
    tree = form_of(robot, "numeric", "").tree
    q = [Expr(graph, graph.symbol(f"q[{k}]")) for k in range(robot.nq)]
    seeds: dict[str, dict[object, int]] = {f"q[{k}]": {} for k in range(robot.nq)}
    for k in range(robot.nv):
        unit = [1 if j == k else 0 for j in range(robot.nv)]
        for j, rate in enumerate(coordinate_rates(tree, q, unit)):
            node = lift(graph, rate).index
            if graph.value(node) != 0:
                seeds[f"q[{j}]"]["q", k] = node
        seeds[f"v[{k}]"] = {("v", k): graph.number(1)}
    found = forward(graph, roots, seeds)
    zero = graph.number(0)
    by_q = [[row.get(("q", k), zero) for k in range(robot.nv)] for row in found]
    by_v = [[row.get(("v", k), zero) for k in range(robot.nv)] for row in found]
    return by_q, by_v


def _negative_product(graph: Graph, A: Rows, B: Rows) -> Rows:
    def entry(i: int, j: int) -> int:
        total = graph.number(0)
        for k in range(len(B)):
            total = graph.add(total, graph.mul(A[i][k], B[k][j]))
        return graph.neg(total)

    return [[entry(i, j) for j in range(len(B[0]))] for i in range(len(A))]


def _matrix(nodes: Sequence[int], n: int) -> Rows:
    return [list(nodes[i * n : (i + 1) * n]) for i in range(n)]


def _function(name: str, graph: Graph, inputs: Sequence[Port], **outputs: Rows) -> Function:
    ports = [
        Port(port.name, port.shape, tuple(graph.symbol(f"{port.name}[{k}]") for k in range(port.size)))
        for port in inputs
    ]
    results = [
        Port(key, (len(rows), len(rows[0])), tuple(x for row in rows for x in row)) for key, rows in outputs.items()
    ]
    return Function.make(name, graph, ports, results)
