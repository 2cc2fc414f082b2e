"""Skeleton: the motion of a tree in plain numbers, many configurations at a time.

Arrays have a leading dimension for the configurations, so that a search from a hundred starts costs little more than one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.graph.evaluate import evaluate
from linkwright.graph.expr import Expr, Scalar, number
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes, symbols_of
from linkwright.mechanics.tree.motion import axes
from linkwright.model.tree import BASE, Tree
from linkwright.spatial.transform import Transform

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Indices = NDArray[np.intp]

SPINNING = ("revolute", "helical")
ONE_AXIS = ("revolute", "helical", "prismatic")


def to_float(x: Scalar) -> float:
    """A constant as a float; constant expressions such as sin(pi/7) are evaluated."""
    value = number(x)
    if value is None and isinstance(x, Expr):
        return float(evaluate(x.graph, [x.index], {})[0])
    return float(value if value is not None else x)


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
class Skeleton:
    """A tree whose every constant is a number."""

    tree: Tree

    @cached_property
    def X(self) -> Array:
        return np.array([to_matrix(link.X) for link in self.tree.links]).reshape(-1, 4, 4)

    @cached_property
    def _one(self) -> dict[str, Any]:
        """Constants of the links with one axis, in arrays."""
        links = [(i, k) for i, k in self.tree.outward() if k.kind in ONE_AXIS]
        turns = np.array([k.kind in SPINNING for _, k in links], dtype=float)
        pitch = [1.0 if k.kind == "prismatic" else to_float(k.pitch) * (k.kind == "helical") for _, k in links]
        return {
            "link": np.array([i for i, _ in links], dtype=int),
            "iq": np.array([k.iq for _, k in links], dtype=int),
            "ratio": np.array([to_float(k.ratio) for _, k in links]),
            "offset": np.array([to_float(k.offset) for _, k in links]),
            "turn": np.array([to_float(k.turn) for _, k in links]) * turns,
            "slide": np.array([to_float(k.slide) for _, k in links]),
            "turns": turns,
            "slides": np.array(pitch),
        }

    @cached_property
    def columns(self) -> tuple[Indices, Indices, Array, Array, Array]:
        """Per degree of freedom of a link: link, axis of its frame, angular and linear factor; and the map from rates v."""
        rows: list[tuple[int, int, float, float]] = []
        index: list[int] = []
        for i, link in self.tree.outward():
            for k, linear, angular in axes(link):
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
            for k, _, angular in axes(link):
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
            if link.kind not in ONE_AXIS:
                _place(link.kind, q[:, link.iq :], local[:, k])
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
        one = [(k.iq, k.iv) for k in self.tree.links if k.kind in ONE_AXIS]
        for iq, iv in dict.fromkeys(one):
            result[:, iq] = q[:, iq] + step[:, iv]
        for link in self.tree.links:
            if link.kind not in ONE_AXIS:
                _move(link.kind, result[:, link.iq :], step[:, link.iv :])
        return result

    def neutral(self) -> Array:
        """The configuration with zeros and no rotation."""
        q = np.zeros(self.tree.nq)
        for link in self.tree.links:
            if link.kind in _UNIT:
                q[link.iq + _UNIT[link.kind]] = 1.0
        return q

    def normalised(self, q: Array) -> Array:
        """Quaternions, cosines and sines of unit length again."""
        q = q.copy()
        for link in self.tree.links:
            span = {"planar": (2, 4), "spherical": (0, 4), "floating": (3, 7)}.get(link.kind)
            if span:
                part = q[..., link.iq + span[0] : link.iq + span[1]]
                part /= np.maximum(np.linalg.norm(part, axis=-1, keepdims=True), 1e-300)
        return q

    def distance(self, a: Array, b: Array, only: Iterable[int] | None = None) -> Array:
        """How far configurations are apart per rate, turns counted modulo a full one, displacements over the length."""
        return np.abs(self.difference(a, b))[..., slice(None) if only is None else list(only)]

    def difference(self, a: Array, b: Array) -> Array:
        """The rates that lead from b to a in unit time, in the units of `units`."""
        a, b = np.broadcast_arrays(a, b)
        result = np.zeros((*a.shape[:-1], self.tree.nv))
        for link in self.tree.links:
            way, turn = a[..., link.iq :], b[..., link.iq :]
            if link.kind in SPINNING:
                gap = way[..., 0] - turn[..., 0]
                result[..., link.iv] = gap - 2 * math.pi * np.round(gap / (2 * math.pi)) * (link.kind == "revolute")
            elif link.kind == "prismatic":
                result[..., link.iv] = (way[..., 0] - turn[..., 0]) / self.length
            else:
                _differ(link.kind, way, turn, result[..., link.iv :], self.length)
        return result


_UNIT = {"planar": 2, "spherical": 3, "floating": 6}
"""Which coordinate of a joint is one at rest."""


_NEXT, _LAST = [1, 2, 0], [2, 0, 1]


def cross(a: Array, b: Array) -> Array:
    """Cross products along the last axis; NumPy's own is several times slower on small arrays."""
    return a[..., _NEXT] * b[..., _LAST] - a[..., _LAST] * b[..., _NEXT]


def cross_columns(columns: Array, b: Array) -> Array:
    """Cross products of each column of matrices (..., 3, n) with a vector (..., 3)."""
    return columns[..., _NEXT, :] * b[..., _LAST, None] - columns[..., _LAST, :] * b[..., _NEXT, None]


def quaternion_matrix(x: Array) -> Array:
    """Rotation matrices of unit quaternions x y z w."""
    a, b, c, d = np.moveaxis(x, -1, 0)
    rows = [
        [1 - 2 * (b * b + c * c), 2 * (a * b - c * d), 2 * (a * c + b * d)],
        [2 * (a * b + c * d), 1 - 2 * (a * a + c * c), 2 * (b * c - a * d)],
        [2 * (a * c - b * d), 2 * (b * c + a * d), 1 - 2 * (a * a + b * b)],
    ]
    return np.stack([np.stack(r, axis=-1) for r in rows], axis=-2)


def quaternion_product(p: Array, q: Array) -> Array:
    pv, pw, qv, qw = p[..., :3], p[..., 3:], q[..., :3], q[..., 3:]
    scalar = pw * qw - np.sum(pv * qv, axis=-1, keepdims=True)
    return np.concatenate([pw * qv + qw * pv + cross(pv, qv), scalar], axis=-1)


def _exponential(w: Array) -> Array:
    """The quaternion of a rotation vector."""
    half = np.linalg.norm(w, axis=-1, keepdims=True) / 2
    return np.concatenate([w * np.sinc(half / math.pi) / 2, np.cos(half)], axis=-1)


def _place(kind: str, q: Array, local: Array) -> None:
    if kind == "planar":
        c, s = q[:, 2], q[:, 3]
        local[:, 0, 0], local[:, 0, 1], local[:, 1, 0], local[:, 1, 1], local[:, 2, 2] = c, -s, s, c, 1.0
        local[:, :2, 3] = q[:, :2]
    elif kind == "spherical":
        local[:, :3, :3] = quaternion_matrix(q[:, :4])
    else:
        local[:, :3, :3] = quaternion_matrix(q[:, 3:7])
        local[:, :3, 3] = q[:, :3]


def _move(kind: str, q: Array, step: Array) -> None:
    """In place: a joint of several degrees of freedom moves by rates in its own moved frame."""
    if kind == "planar":
        c, s = q[:, 2].copy(), q[:, 3].copy()
        x, y, w = step[:, 0], step[:, 1], step[:, 2]
        q[:, 0] += c * x - s * y
        q[:, 1] += s * x + c * y
        q[:, 2], q[:, 3] = c * np.cos(w) - s * np.sin(w), s * np.cos(w) + c * np.sin(w)
        return
    at, wt = (0, 0) if kind == "spherical" else (3, 3)
    if kind == "floating":
        q[:, :3] += np.einsum("bij,bj->bi", quaternion_matrix(q[:, 3:7]), step[:, :3])
    turned = quaternion_product(q[:, at : at + 4], _exponential(step[:, wt : wt + 3]))
    q[:, at : at + 4] = turned / np.linalg.norm(turned, axis=-1, keepdims=True)


def _differ(kind: str, a: Array, b: Array, into: Array, length: float) -> None:
    if kind == "planar":
        into[..., :2] = (a[..., :2] - b[..., :2]) / length
        into[..., 2] = np.arctan2(
            a[..., 3] * b[..., 2] - a[..., 2] * b[..., 3], a[..., 2] * b[..., 2] + a[..., 3] * b[..., 3]
        )
        return
    at, wt = (0, 0) if kind == "spherical" else (3, 3)
    if kind == "floating":
        into[..., :3] = (a[..., :3] - b[..., :3]) / length
    back = b[..., at : at + 4] * np.array([-1.0, -1.0, -1.0, 1.0])
    turn = quaternion_product(back, a[..., at : at + 4])
    turn = turn * np.where(turn[..., 3:] < 0, -1.0, 1.0)
    sine = np.linalg.norm(turn[..., :3], axis=-1, keepdims=True)
    angle = 2 * np.arctan2(sine, turn[..., 3:])
    into[..., wt : wt + 3] = turn[..., :3] * np.where(sine > 1e-12, angle / np.maximum(sine, 1e-300), 2.0)
