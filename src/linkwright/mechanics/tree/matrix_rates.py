"""Time derivatives of mass and Coriolis matrix by recursion, with the rates of everything that moves inward carried along.

Mueller & Kumar 2021, on the recursions of mass_matrix.py and coriolis_matrix.py. A joint moves what it carries at its own rate
s: what is x in the link's axes changes, for its parent, by L_s x besides dx/dt (L: `_inertia_rate`, `_flow_rate`,
`_wrench_rate`, linear in s and x). Twice:  e1 = dx + L_s x,  e2 = ddx + L_ds x + L_s (dx + e1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb
from typing import TypeVar

from linkwright.graph.expr import Scalar
from linkwright.mechanics.tree.coriolis_matrix import Flow, body_flow, carried_flow, cross_motion
from linkwright.mechanics.tree.mass_matrix import Matrix, accumulate, carried, momentum, own_block
from linkwright.mechanics.tree.mass_matrix_rate import inertia_rate
from linkwright.mechanics.tree.motion import Pose, Scalars, axes, carried_outward, poses, rate, transmit
from linkwright.model.tree import BASE, Tree
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.vector import IDENTITY, ZERO, Vec, outer, skew

Spatial = tuple[Vec, Vec]
T = TypeVar("T", Inertia, Flow, "Wrench")


@dataclass(frozen=True)
class Wrench:
    f: Vec
    n: Vec

    def __add__(self, other: Wrench) -> Wrench:
        return Wrench(self.f + other.f, self.n + other.n)

    def __mul__(self, factor: int) -> Wrench:
        return self if factor == 1 else Wrench(self.f * factor, self.n * factor)


@dataclass(frozen=True)
class _Sweep:
    """A tree along a motion: per link its pose, the rates [s, ds/dt, ...] of its joint, and [V, dV/dt, ...] of its twist, in
    the link's axes."""

    tree: Tree
    at: list[Pose]
    own: list[list[Spatial]]
    twists: list[list[Spatial]]
    order: int

    @staticmethod
    def along(tree: Tree, q: Scalars, motion: Sequence[Scalars], order: int) -> _Sweep:
        at = poses(tree, q)
        own = [[rate(link, u) for u in motion] for link in tree.links]
        twists: list[list[Spatial]] = []
        for i, link in tree.outward():
            still = [(ZERO, ZERO)] * len(motion)
            carried_on = [carried_outward(at[i], *V) for V in (still if link.parent == BASE else twists[link.parent])]
            twists.append([_plus(x, s) for x, s in zip(_seen_moving(own[i], carried_on), own[i], strict=True)])
        return _Sweep(tree, at, own, twists, order)

    def passed(self, j: int, wrenches: list[Wrench]) -> list[Wrench]:
        """From link j to its parent."""
        return [Wrench(*transmit(self.at[j], e.f, e.n)) for e in _moved(_wrench_rate, self.own[j], wrenches)]


def mass_matrix_rate2(tree: Tree, q: Scalars, v: Scalars, a: Scalars) -> Matrix:
    """d2M/dt2, symmetric: both halves hold the same expressions."""
    at, own = poses(tree, q), [[rate(link, u) for u in (v, a)] for link in tree.links]
    sweep = _Sweep(tree, at, own, [], 2)
    composite = [[link.inertia, Inertia(), Inertia()] for link in tree.links]
    M: Matrix = [[0] * tree.nv for _ in range(tree.nv)]
    for i, link in tree.inward():
        columns = [(k, [Wrench(*momentum(x, u, w)) for x in composite[i]]) for k, u, w in axes(link)]
        own_block(M, link, [(k, wrenches[2].f, wrenches[2].n) for k, wrenches in columns])
        j = i
        while (parent := tree.links[j].parent) != BASE:
            columns = [(k, sweep.passed(j, wrenches)) for k, wrenches in columns]
            j = parent
            for k, wrenches in columns:
                for row, u, w in axes(tree.links[j]):
                    accumulate(M, row, k, _power((u, w), wrenches[2]))
        if link.parent != BASE:
            moved = [carried(x, at[i]) for x in _moved(_inertia_rate, own[i], composite[i])]
            composite[link.parent] = [x + y for x, y in zip(composite[link.parent], moved, strict=True)]
    return M


def coriolis_matrix_rates(tree: Tree, q: Scalars, motion: Sequence[Scalars]) -> Matrix:
    """dC/dt for motion = [v, a], d2C/dt2 for [v, a, jerk]."""
    order = len(motion) - 1
    sweep = _Sweep.along(tree, q, motion, order)
    composite = [[link.inertia, *[Inertia()] * order] for link in tree.links]
    flows = [
        [body_flow(link.inertia, *V) for V in twists] for link, twists in zip(tree.links, sweep.twists, strict=True)
    ]
    C: Matrix = [[0] * tree.nv for _ in range(tree.nv)]
    for i, link in tree.inward():
        _add_link(C, sweep, i, composite[i], flows[i])
        p = link.parent
        if p != BASE:
            moved = [carried(x, sweep.at[i]) for x in _moved(_inertia_rate, sweep.own[i], composite[i])]
            composite[p] = [x + y for x, y in zip(composite[p], moved, strict=True)]
            flow = [carried_flow(x, sweep.at[i]) for x in _moved(_flow_rate, sweep.own[i], flows[i])]
            flows[p] = [x + y for x, y in zip(flows[p], flow, strict=True)]
    return C


def _add_link(C: Matrix, sweep: _Sweep, i: int, inertias: list[Inertia], flows: list[Flow]) -> None:
    """Rows and columns of link i's joint against its own and all joints further in; see coriolis_matrix.py."""
    tree, order = sweep.tree, sweep.order
    own = axes(tree.links[i])
    every: list[tuple[int, list[Wrench], list[Wrench], list[Wrench]]] = []
    for k, u, w in own:
        changing = [cross_motion(*V, u, w) for V in sweep.twists[i]]
        forward = [
            _sum([Wrench(*momentum(inertias[j], *changing[m - j])) * comb(m, j) for j in range(m + 1)])
            + Wrench(w.cross(flows[m].p), flows[m].K.apply(w))
            for m in range(order + 1)
        ]
        plain = [Wrench(*momentum(x, u, w)) for x in inertias]
        mixed = [Wrench(ZERO, x.p.cross(u) + x.K.apply_T(w)) for x in flows]
        every.append((k, forward, plain, mixed))
    for row, u, w in own:
        for k, forward, _, _ in every:
            C[row][k] = C[row][k] + _power((u, w), forward[order])
    j = i
    while (parent := tree.links[j].parent) != BASE:
        every = [(k, sweep.passed(j, x), sweep.passed(j, y), sweep.passed(j, z)) for k, x, y, z in every]
        j = parent
        for row, u, w in axes(tree.links[j]):
            changing = [cross_motion(*V, u, w) for V in sweep.twists[j]]
            for k, forward, plain, mixed in every:
                C[row][k] = C[row][k] + _power((u, w), forward[order])
                value = _power((u, w), mixed[order])
                for m in range(order + 1):
                    value = value + comb(order, m) * _power(changing[m], plain[order - m])
                C[k][row] = C[k][row] + value


def _moved(L: Callable[[Spatial, T], T], s: Sequence[Spatial], x: list[T]) -> list[T]:
    """[x, dx/dt, ...] in the link's axes, which move at the rate s -> as seen without moving, still in these axes."""
    found = [x[0]]
    if len(x) > 1:
        found.append(x[1] + L(s[0], x[0]))
    if len(x) > 2:
        found.append(x[2] + L(s[1], x[0]) + L(s[0], x[1] + found[1]))
    return found


def _seen_moving(s: Sequence[Spatial], e: list[Spatial]) -> list[Spatial]:
    """The opposite for motions: rates of what a moving link sees of its parent's motion."""
    found = [e[0]]
    if len(e) > 1:
        found.append(_minus(e[1], cross_motion(*s[0], *e[0])))
    if len(e) > 2:
        turned = cross_motion(*s[0], *_plus(e[1], found[1]))
        found.append(_minus(_minus(e[2], turned), cross_motion(*s[1], *e[0])))
    return found


def _inertia_rate(s: Spatial, x: Inertia) -> Inertia:
    return inertia_rate(x, *s)


def _wrench_rate(s: Spatial, x: Wrench) -> Wrench:
    u, w = s
    return Wrench(w.cross(x.f), w.cross(x.n) + u.cross(x.f))


def _flow_rate(s: Spatial, x: Flow) -> Flow:
    u, w = s
    turning = skew(w) @ x.K - x.K @ skew(w)
    return Flow(w.cross(x.p), turning + IDENTITY * u.dot(x.p) - outer(x.p, u))


def _sum(parts: list[Wrench]) -> Wrench:
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


def _plus(x: Spatial, y: Spatial) -> Spatial:
    return x[0] + y[0], x[1] + y[1]


def _minus(x: Spatial, y: Spatial) -> Spatial:
    return x[0] - y[0], x[1] - y[1]


def _power(motion: Spatial, wrench: Wrench) -> Scalar:
    return motion[0].dot(wrench.f) + motion[1].dot(wrench.n)
