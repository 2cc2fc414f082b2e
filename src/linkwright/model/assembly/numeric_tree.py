"""NumericTree: the motion of a tree in plain numbers, many configurations at a time.

Arrays have a leading dimension for the configurations, so that a search from a hundred starts costs little more than one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from linkwright.arrays import Array, Indices
from linkwright.graph.evaluate import evaluate
from linkwright.graph.expr import Expr, Scalar, as_number, number
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes, symbols_of
from linkwright.model.joint_displacement import cross
from linkwright.model.tree import BASE, Link, Tree
from linkwright.spatial.transform import Transform

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def to_float(x: Scalar) -> float:
    """A constant as a float; constant expressions such as sin(pi/7) are evaluated."""
    if isinstance(x, Expr) and number(x) is None:
        return float(evaluate(x.graph, [x.index], {})[0])
    return float(as_number(x))


def with_values(x: Scalar, values: Mapping[str, float]) -> Scalar:
    """An expression with numbers in place of some symbols."""
    if not isinstance(x, Expr):
        return x
    graph = Graph()
    symbols = {n: graph.number(values[n]) for n in symbols_of(x.graph, [x.index]) if n in values}
    return Expr(graph, copy_nodes(x.graph, graph, [x.index], symbols)[0])


def to_matrix(X: Transform) -> Array:
    """A rigid transform as a homogeneous matrix."""
    return np.array([[to_float(x) for x in row] for row in X.matrix()])


@dataclass(frozen=True, eq=False)
class NumericTree:
    """A tree whose every constant is a number."""

    tree: Tree

    @cached_property
    def X(self) -> Array:
        return np.array([to_matrix(link.X) for link in self.tree.links]).reshape(-1, 4, 4)

    @cached_property
    def _one(self) -> dict[str, Any]:
        """Constants of the links with one axis, in arrays."""
        links = [(i, k) for i, k in self.tree.outward() if k.joint_type.single]
        turns = np.array([k.joint_type.spins for _, k in links], dtype=float)
        slides = [to_float(k.joint_type.rate(k, [1]).linear[2]) for _, k in links]
        return {
            "link": np.array([i for i, _ in links], dtype=int),
            "iq": np.array([k.iq for _, k in links], dtype=int),
            "ratio": np.array([to_float(k.ratio) for _, k in links]),
            "offset": np.array([to_float(k.offset) for _, k in links]),
            "turn": np.array([to_float(k.turn) for _, k in links]) * turns,
            "slide": np.array([to_float(k.slide) for _, k in links]),
            "turns": turns,
            "slides": np.array(slides),
        }

    @cached_property
    def columns(self) -> tuple[Indices, Indices, Array, Array, Array]:
        """Per degree of freedom of a link: link, axis of its frame, angular and linear factor; and the map from rates v."""
        rows: list[tuple[int, int, float, float]] = []
        index: list[int] = []
        for i, link in self.tree.outward():
            for k, (linear, angular) in link.axes:
                parts = [(a, to_float(angular[a]), to_float(linear[a])) for a in range(3)]
                rows += [(i, a, w, u) for a, w, u in parts if w or u]
                index += [k for _, w, u in parts if w or u]
        spread = np.zeros((len(rows), self.tree.nv))
        spread[np.arange(len(rows)), index] = 1.0
        table = np.array(rows).reshape(-1, 4)
        return table[:, 0].astype(np.intp), table[:, 1].astype(np.intp), table[:, 2], table[:, 3], spread

    @cached_property
    def length(self) -> float:
        """A typical length of the mechanism, to compare displacements with angles."""
        found = [abs(to_float(link.slide)) for link in self.tree.links]
        found += list(np.linalg.norm(self.X[:, :3, 3], axis=1))
        found += [float(np.linalg.norm(to_matrix(p.X)[:3, 3])) for p in self.tree.frames.values()]
        sizes = [x for x in found if x > 1e-9]
        return float(np.median(sizes)) if sizes else 1.0

    @cached_property
    def units(self) -> Array:
        """What a rate of one means beside one radian: the length of the mechanism for displacements, 1 for angles."""
        result = np.ones(self.tree.nv)
        for link in self.tree.links:
            for k, (_, angular) in link.axes:
                if all(to_float(x) == 0 for x in angular):
                    result[k] = self.length
        return result

    def placements(self, q: Array) -> Array:
        """Frames of all links in the world, the world's own last: (count, links + 1, 4, 4)."""
        local = np.zeros((len(q), len(self.tree.links), 4, 4))
        local[..., 3, 3] = 1.0
        one = self._one
        i = one["link"]
        way = one["ratio"] * q[:, one["iq"]] + one["offset"]
        angle = way * one["turns"] + one["turn"]
        c, s = np.cos(angle), np.sin(angle)
        local[:, i, 0, 0], local[:, i, 0, 1] = c, -s
        local[:, i, 1, 0], local[:, i, 1, 1] = s, c
        local[:, i, 2, 2] = 1.0
        local[:, i, 2, 3] = one["slide"] + way * one["slides"]
        for k, link in self.tree.outward():
            if not link.joint_type.single:
                _place(link, q, local[:, k])
        local = self.X @ local
        world = np.empty((len(q), len(self.tree.links) + 1, 4, 4))
        world[:, BASE] = np.eye(4)
        for k, link in self.tree.outward():
            np.matmul(world[:, link.parent], local[:, k], out=world[:, k])
        return world

    def screws(self, world: Array) -> Array:
        """(linear velocity of the world's origin, angular velocity) per degree of freedom of a link: (count, columns, 6)."""
        link, axis, angular, linear, _ = self.columns
        turned = world.swapaxes(-1, -2)
        way = turned[:, link, axis, :3]
        w = way * angular[:, None]
        return np.concatenate([way * linear[:, None] + cross(turned[:, link, 3, :3], w), w], axis=-1)

    def moved(self, q: Array, step: Array) -> Array:
        """Positions after a small motion with rates `step`, along the joints' own manifolds."""
        result = q.copy()
        for iq, iv, row in dict.fromkeys((k.iq, k.iv, k.joint_type) for k in self.tree.links):
            result[:, iq : iq + row.nq] = row.integrate(q[:, iq : iq + row.nq], step[:, iv : iv + row.nv])
        return result

    def neutral(self) -> Array:
        """The configuration with zeros and no rotation."""
        q = np.zeros(self.tree.nq)
        for link in self.tree.links:
            q[link.iq : link.iq + link.joint_type.nq] = link.joint_type.rest
        return q

    def normalised(self, q: Array) -> Array:
        """Quaternions, cosines and sines of unit length again."""
        q = q.copy()
        for own in self.tree.unit_spans:
            q[..., own] /= np.maximum(np.linalg.norm(q[..., own], axis=-1, keepdims=True), 1e-300)
        return q

    def distance(self, a: Array, b: Array, only: Iterable[int] | None = None) -> Array:
        """How far configurations are apart per rate, turns counted modulo a full one, displacements over the length."""
        return np.abs(self.difference(a, b))[..., slice(None) if only is None else list(only)]

    def difference(self, a: Array, b: Array) -> Array:
        """The rates that lead from b to a in unit time, in the units of `units`."""
        a, b = np.broadcast_arrays(a, b)
        result = np.zeros((*a.shape[:-1], self.tree.nv))
        for link in self.tree.links:
            row, own = link.joint_type, slice(link.iq, link.iq + link.joint_type.nq)
            result[..., link.iv : link.iv + row.nv] = row.difference(a[..., own], b[..., own])
        return result / self.units


_NEXT, _LAST = [1, 2, 0], [2, 0, 1]


def cross_columns(columns: Array, b: Array) -> Array:
    """Cross products of each column of matrices (..., 3, n) with a vector (..., 3)."""
    return columns[..., _NEXT, :] * b[..., _LAST, None] - columns[..., _LAST, :] * b[..., _NEXT, None]


def _place(link: Link, q: Array, local: Array) -> None:
    """The rotation and displacement of a joint of several degrees of freedom, into homogeneous matrices."""
    own = list(q[:, link.iq : link.iq + link.joint_type.nq].T)
    # the formulas of joints hold over whole columns as over scalars, which their type does not say
    p, R, _ = cast(
        "tuple[Sequence[ArrayLike], Sequence[Sequence[ArrayLike]], object]", link.joint_type.place(link, own)
    )
    for r in range(3):
        local[:, r, 3] = p[r]
        for c in range(3):
            local[:, r, c] = R[r][c]
