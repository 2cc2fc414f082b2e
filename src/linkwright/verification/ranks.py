"""Ranks of regressors, measured in floats and decided in a prime field; and what law 9 makes of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linkwright.graph.elimination import ranks_modulo
from linkwright.graph.field import evaluate_field
from linkwright.graph.function import Function
from linkwright.graph.graph import Graph
from linkwright.graph.modular import field
from linkwright.graph.rewrite import copy_nodes

Array = NDArray[np.float64]

_SMALL, _NOISE = 1e-8, 1e-16


@dataclass(frozen=True)
class BaseCount:
    """Base parameters of bodies with general inertia, and of a robot's own bodies, beside the ranks of regressors.

    columns:     all inertial parameters of the bodies
    least, most: rank of all columns. Two bounds: between the axes of a universal or cylindrical joint sits a piece without
                 mass, and what reaches it from outside may fill fewer dimensions than it has base parameters; and a float is
                 sometimes neither zero nor not
    base, own:   ranks of the columns of the base parameters
    """

    columns: int
    count: int
    least: int
    most: int
    base: int
    own_count: int
    own: int

    @property
    def misses(self) -> float:
        """How many base parameters there are too many or too few."""
        outside = max(0, self.count - self.most, self.least - self.count)
        return float(outside + (self.count - self.base) + (self.own_count - self.own))

    def __str__(self) -> str:
        rank = f"{self.most}" if self.least >= self.most else f"{self.least} to {self.most}, without a clear end"
        said = f"{self.count} base parameters of {self.columns}, rank {rank}"
        if self.base < self.count:
            said += f"; the columns of {self.count} base parameters have rank {self.base}"
        if self.own < self.own_count:
            said += f"; those of the {self.own_count} that this robot has, rank {self.own}"
        return said


def numeric_ranks(Y: Array) -> tuple[int, int]:
    """How many singular values of stacked regressors count: those that are not small, and those before the widest gap among the
    small ones. The two differ for robots whose axes are parallel but for the rounding of their file."""
    rows = Y.reshape(int(np.prod(Y.shape[:-1])), Y.shape[-1])
    size = np.linalg.norm(rows, axis=0)
    rows = rows[:, size > 1e-11 * np.max(size, initial=0.0)]
    if rows.size == 0:
        return 0, 0
    values = np.linalg.svd(rows / np.linalg.norm(rows, axis=0), compute_uv=False)
    sizes = np.maximum([*(values / values[0]), 0.0], _NOISE)
    ends = [k for k in range(len(values)) if sizes[k + 1] < _SMALL]
    return int(np.sum(sizes > _SMALL)), 1 + max(ends, key=lambda k: sizes[k] / sizes[k + 1])


def exact_rank(Y: Function, unit_groups: Iterable[Sequence[str]] = ()) -> int:
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
    values = evaluate_field(graph, roots, 0, groups)
    return int(ranks_modulo(np.array(values, object).reshape(1, -1, width), field(0).p)[0]) if width else 0
