"""Ranks of functions whose value is a matrix: of a regressor at as many states as it needs."""

from __future__ import annotations

import numpy as np

from linkwright.exact.elimination import ranks_modulo
from linkwright.exact.equality import evaluate_field
from linkwright.exact.point import Constraints
from linkwright.graph.function import Function
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes


def exact_rank(Y: Function, unit_groups: Constraints = ()) -> int:
    """Rank of a regressor at as many states as it needs, in a prime field: q, v and a differ from state to state, the symbols
    of the geometry are the same in all of them. unit_groups: coordinates whose squares sum to one."""
    graph = Graph()
    port = next(iter(Y.outputs.values()))
    moving = [Y.graph.data[i] for name in ("q", "v", "a") if name in Y.inputs for i in Y.inputs[name].nodes]
    given = [tuple(group) for group in unit_groups]
    roots: list[int] = []
    groups = list(given)
    height, width = port.shape
    copies = 3 + 3 * width // (2 * max(1, height))
    for k in range(copies):
        renamed = {name: graph.symbol(f"{name} {k}") for name in moving}
        roots += copy_nodes(Y.graph, graph, port.nodes, renamed)
        groups += [tuple(f"{name} {k}" for name in group) for group in given]
    if not width:
        return 0
    field, values = evaluate_field(graph, roots, 0, groups)
    return int(ranks_modulo(np.array(values, object).reshape(1, -1, width), field.p)[0])
