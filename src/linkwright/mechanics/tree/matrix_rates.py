"""Time derivatives of mass and Coriolis matrix by recursion, with the rates of everything that moves inward carried along.

Mueller & Kumar 2021, on the recursions of mass_matrix.py and coriolis_matrix.py. A joint moves what it carries at its own rate
s: what is x in the link's axes changes, for its parent, by L_s x besides dx/dt (L: `_inertia_rate`, `_flow_rate`,
s x* of a force, linear in s and x). Twice:  e1 = dx + L_s x,  e2 = ddx + L_ds x + L_s (dx + e1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from math import comb
from operator import add
from typing import TypeVar

from linkwright.mechanics.tree.coriolis_matrix import Flow, body_flow, carried_flow
from linkwright.mechanics.tree.mass_matrix import Matrix, accumulate, carried, own_block
from linkwright.model.tree import BASE, Tree
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.motion import STILL, Force, Motion
from linkwright.spatial.pose import Pose
from linkwright.spatial.turn import symmetric
from linkwright.spatial.vector import IDENTITY, Scalars, outer, skew

T = TypeVar("T", Inertia, Flow, Force)


@dataclass(frozen=True)
class _Sweep:
    """A tree along a motion: per link its pose, the rates [s, ds/dt, ...] of its joint, and [V, dV/dt, ...] of its twist, in
    the link's axes."""

    tree: Tree
    at: list[Pose]
    own: list[list[Motion]]
    twists: list[list[Motion]]
    order: int

    @staticmethod
    def along(tree: Tree, q: Scalars, motion: Sequence[Scalars], order: int) -> _Sweep:
        at = tree.poses(q)
        own = [[link.rate(u) for u in motion] for link in tree.links]
        twists: list[list[Motion]] = []
        for i, link in tree.outward():
            parent = [STILL] * len(motion) if link.parent == BASE else twists[link.parent]
            carried_on = [at[i].to_link(V) for V in parent]
            twists.append([x + s for x, s in zip(_seen_moving(own[i], carried_on), own[i], strict=True)])
        return _Sweep(tree, at, own, twists, order)

    def passed(self, j: int, forces: list[Force]) -> list[Force]:
        """From link j to its parent."""
        return [self.at[j].to_parent(e) for e in _moved(Motion.cross, self.own[j], forces)]


def mass_matrix_rates(tree: Tree, q: Scalars, motion: Sequence[Scalars]) -> Matrix:
    """dM/dt for motion = [v], d2M/dt2 for [v, a]; symmetric: both halves hold the same expressions.

    Only the joints' own rates appear, which mostly have one component: no link's velocity is needed.
    """
    order = len(motion)
    at, own = tree.poses(q), [[link.rate(u) for u in motion] for link in tree.links]
    sweep = _Sweep(tree, at, own, [], order)
    composite = [[link.inertia, *[Inertia()] * order] for link in tree.links]
    M: Matrix = [[0] * tree.nv for _ in range(tree.nv)]
    for i, link in tree.inward():
        columns = [(k, [x @ S for x in composite[i]]) for k, S in link.axes]
        own_block(M, link, [(k, forces[order]) for k, forces in columns])
        j = i
        while (parent := tree.links[j].parent) != BASE:
            columns = [(k, sweep.passed(j, forces)) for k, forces in columns]
            j = parent
            for k, forces in columns:
                for row, S in tree.links[j].axes:
                    accumulate(M, row, k, S.dot(forces[order]))
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
        [body_flow(link.inertia, V) for V in twists] for link, twists in zip(tree.links, sweep.twists, strict=True)
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
    own = tree.links[i].axes
    every: list[tuple[int, list[Force], list[Force], list[Force]]] = []
    for k, S in own:
        changing = [V.cross(S) for V in sweep.twists[i]]
        forward = [
            reduce(add, [_times(inertias[j] @ changing[m - j], comb(m, j)) for j in range(m + 1)]) + flows[m] @ S
            for m in range(order + 1)
        ]
        every.append((k, forward, [x @ S for x in inertias], [x.transposed(S) for x in flows]))
    for row, axis in own:
        for k, forward, _, _ in every:
            C[row][k] = C[row][k] + axis.dot(forward[order])
    j = i
    while (parent := tree.links[j].parent) != BASE:
        every = [(k, sweep.passed(j, x), sweep.passed(j, y), sweep.passed(j, z)) for k, x, y, z in every]
        j = parent
        for row, axis in tree.links[j].axes:
            changing = [V.cross(axis) for V in sweep.twists[j]]
            for k, forward, plain, mixed in every:
                C[row][k] = C[row][k] + axis.dot(forward[order])
                value = axis.dot(mixed[order])
                for m in range(order + 1):
                    value = value + comb(order, m) * changing[m].dot(plain[order - m])
                C[k][row] = C[k][row] + value


def _moved(L: Callable[[Motion, T], T], s: Sequence[Motion], x: list[T]) -> list[T]:
    """[x, dx/dt, ...] in the link's axes, which move at the rate s -> as seen without moving, still in these axes."""
    found = [x[0]]
    if len(x) > 1:
        found.append(x[1] + L(s[0], x[0]))
    if len(x) > 2:
        found.append(x[2] + L(s[1], x[0]) + L(s[0], x[1] + found[1]))
    return found


def _seen_moving(s: Sequence[Motion], e: list[Motion]) -> list[Motion]:
    """The opposite for motions: rates of what a moving link sees of its parent's motion."""
    found = [e[0]]
    if len(e) > 1:
        found.append(e[1] - s[0].cross(e[0]))
    if len(e) > 2:
        found.append(e[2] - s[0].cross(e[1] + found[1]) - s[1].cross(e[0]))
    return found


def _inertia_rate(s: Motion, x: Inertia) -> Inertia:
    """dh = m l + w x h,  dI = [w] I - I [w] + 2 (l.h) 1 - l h' - h l'; the mass stays."""
    linear, angular = s
    turning = skew(angular) @ x.I
    mixed = outer(linear, x.h)
    tensor = turning + turning.T + IDENTITY * (2 * linear.dot(x.h)) - (mixed + mixed.T)
    return Inertia(0, linear * x.m + angular.cross(x.h), symmetric(tensor))


def _flow_rate(s: Motion, x: Flow) -> Flow:
    u, w = s
    turning = skew(w) @ x.K - x.K @ skew(w)
    return Flow(w.cross(x.p), turning + IDENTITY * u.dot(x.p) - outer(x.p, u))


def _times(x: Force, factor: int) -> Force:
    return x if factor == 1 else x * factor
