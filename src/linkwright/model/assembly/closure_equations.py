"""ClosureEquations: what closes a mechanism, in numbers: all equations of all loops and couplings, and their Jacobian.

Nothing is left out here: where equations repeat each other, least squares does not mind, and a configuration that satisfies
the ones kept for code but not the others is no closed one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from linkwright.arrays import Array, Indices
from linkwright.graph.calculus import gradient
from linkwright.graph.domains import Plan, make_plan
from linkwright.graph.evaluate import NUMPY
from linkwright.graph.expr import is_zero, lift, symbol
from linkwright.graph.graph import Graph
from linkwright.model.assembly.numeric_tree import NumericTree, cross_columns, to_matrix
from linkwright.model.closures import LOOP_KINDS
from linkwright.model.cut import Follower
from linkwright.model.tree import Place

ALIGNED = 1e-4
"""Axes that are parallel or perpendicular up to this (radians) are meant to be: files round their angles."""
SLIDES = 2e-3
"""A slider that leaves the plane of its loop by less (radians) is meant to stay in it: otherwise it could not move."""


_BLUR = 10.0
"""How much more rounding may do to directions than to places."""


@dataclass(frozen=True)
class Pair:
    """Two places that a loop of some kind holds together."""

    name: str
    kind: str
    first: Place
    second: Place


@dataclass(frozen=True, eq=False)
class ClosureEquations:
    """Equations of loops (in their order), then of couplings, divided by the length of the mechanism where they are lengths."""

    skeleton: NumericTree
    pairs: tuple[Pair, ...]
    followers: tuple[Follower, ...]
    normals: tuple[Array | None, ...] = ()
    """Of planar loops, in the axes of their first places: what leaves the plane is left out, so that axes which are parallel
    but for the rounding of a file do not lock the loop."""
    kept: tuple[tuple[Place, tuple[int, ...]], ...] | None = None
    """Per loop the axes and rows (see Closure) that count, where others repeat them but for rounding; None: all."""
    tolerance: float = 0.0
    """How far open (radians, shares of the length) rounded numbers may leave what does not count, or is yet to be chosen."""

    @property
    def blur(self) -> float:
        """Singular values below this share are zero but for rounding; 0 where all that is left counts."""
        return _BLUR * self.tolerance if self.kept is None else 0.0

    @cached_property
    def all(self) -> ClosureEquations:
        """The same with every equation."""
        return replace(self, kept=None)

    def opened(self, q: Array) -> Array:
        """How far each configuration is open: what counts, and the rest where it is beyond the tolerance: (count,)."""
        size: Array = np.linalg.norm(self(q)[0], axis=-1)
        if self.kept is None:
            return size
        whole: Array = np.linalg.norm(self.all(q)[0], axis=-1)
        return np.where(whole > self.tolerance, np.maximum(whole, size), size)

    @cached_property
    def spans(self) -> list[slice]:
        """Which rows belong to each loop."""
        found: list[slice] = []
        at = 0
        for pair in self.pairs:
            found.append(slice(at, at + sum(LOOP_KINDS[pair.kind])))
            at = found[-1].stop
        return found

    @property
    def count(self) -> int:
        return (self.spans[-1].stop if self.spans else 0) + len(self.followers)

    @cached_property
    def signs(self) -> Array:
        """How each degree of freedom moves the second place of a loop against the first: +1, -1, or 0 (on neither branch)."""
        tree, link = self.skeleton.tree, self.skeleton.columns[0]
        signs = np.zeros((len(self.pairs), len(link)))
        for k, pair in enumerate(self.pairs):
            first, second = set(tree.path(pair.first.link)), set(tree.path(pair.second.link))
            signs[k] = [(int(i) in second) - (int(i) in first) for i in link]
        return signs

    @cached_property
    def _groups(self) -> list[tuple[str, Indices, Indices, Array, Indices, Array, Indices]]:
        """Loops of the same kind are evaluated together: kind, loops, links and places of both sides, rows."""
        result: list[Any] = []
        for kind in dict.fromkeys(p.kind for p in self.pairs):
            index = [k for k, p in enumerate(self.pairs) if p.kind == kind]
            chosen = [self.pairs[k] for k in index]
            rows = np.array([range(s.start, s.stop) for s in (self.spans[k] for k in index)], dtype=np.intp)
            links = [np.array([getattr(p, side).link for p in chosen]) for side in ("first", "second")]
            places = [np.array([to_matrix(getattr(p, side).X) for p in chosen]) for side in ("first", "second")]
            result.append((kind, np.array(index), links[0], places[0], links[1], places[1], rows))
        return result

    def twists(self, world: Array) -> Array:
        """Velocity of each loop's second place against its first per rate, at the world's origin: (count, loops, 6, nv)."""
        screws = self.skeleton.screws(world).swapaxes(-1, -2)
        return (screws[:, None] * self.signs[:, None, :]) @ self.skeleton.columns[4]

    def __call__(self, q: Array) -> tuple[Array, Array]:
        """Residuals (count, rows) and Jacobian (count, rows, nv)."""
        world = self.skeleton.placements(q)
        h = np.zeros((len(q), self.count))
        J = np.zeros((len(q), self.count, self.skeleton.tree.nv))
        self.apply(world, self.twists(world), h, J)
        if self.followers:
            self._couple(q, h, J)
        return h, J

    def apply(self, world: Array, twists: Array, h: Array, J: Array) -> None:
        """Fill in what the loops say about given velocities of their second places against their first ones."""
        for kind, index, link1, X1, link2, X2, rows in self._groups:
            A, B = world[:, link1] @ X1, world[:, link2] @ X2
            Rt = A[..., :3, :3].swapaxes(-1, -2)
            p = B[..., :3, 3]
            w = twists[:, index, 3:]
            u = Rt @ (twists[:, index, :3] + cross_columns(w, p))
            way = (Rt @ (p - A[..., :3, 3])[..., None])[..., 0]
            moves = LOOP_KINDS[kind][0]
            h[:, rows[:, :moves]] = way[..., :moves] / self.skeleton.length
            J[:, rows[:, :moves]] = u[..., :moves, :] / self.skeleton.length
            if rows.shape[1] > moves:
                turn = _TURNS[kind](Rt @ B[..., :3, :3], Rt @ w)
                h[:, rows[:, moves:]], J[:, rows[:, moves:]] = turn
        if self._flat is not None:
            h[:] = h @ self._flat.T
            J[:] = self._flat @ J
        for k, (axes, rows) in enumerate(self.kept or ()):
            span = self.spans[k]
            C = _choice(self.pairs[k], axes, rows, world, self.normals[k])
            h[:, span] = (C @ h[:, span, None])[..., 0]
            J[:, span] = C @ J[:, span]

    @cached_property
    def _flat(self) -> Array | None:
        """What the equations of planar loops say about motions in their planes."""
        if not any(n is not None for n in self.normals):
            return None
        whole = np.eye(self.count)
        for pair, span, normal in zip(self.pairs, self.spans, self.normals, strict=True):
            if normal is not None:
                whole[span, span] = _in_plane(pair.kind, normal)
        return whole

    @cached_property
    def _coupled(self) -> tuple[Plan, tuple[tuple[int, int], ...]]:
        """Values of the followers and their derivatives: a plan, and (row, rate) per derivative."""
        graph, tree = Graph(), self.skeleton.tree
        values = [lift(graph, f.value) for f in self.followers]
        rates = {k.iq: k.iv for k in tree.links}
        names = [f"q[{iq}]" for iq in rates]
        for name in names:
            symbol(name, graph)
        roots = [v.index for v in values]
        places: list[tuple[int, int]] = []
        for row, value in enumerate(values):
            for iv, slope in zip(rates.values(), gradient(value, names), strict=True):
                if not is_zero(slope):
                    roots.append(slope.index)
                    places.append((row, iv))
        return make_plan(graph, roots, NUMPY), tuple(places)

    def _couple(self, q: Array, h: Array, J: Array) -> None:
        plan, places = self._coupled
        with np.errstate(all="ignore"):
            values = plan.run([q[:, int(name[2:-1])] for name in plan.symbols])
        base, n = self.count - len(self.followers), len(self.followers)
        for row, f in enumerate(self.followers):
            unit = self.skeleton.units[f.iv]
            h[:, base + row] = (q[:, f.iq] - values[row]) / unit
            J[:, base + row, f.iv] = 1.0 / unit
        for (row, iv), slope in zip(places, values[n:], strict=True):
            J[:, base + row, iv] -= slope / self.skeleton.units[self.followers[row].iv]

    def names(self) -> list[str]:
        """What each equation belongs to."""
        loops = [p.name for p, s in zip(self.pairs, self.spans, strict=True) for _ in range(s.stop - s.start)]
        return loops + [f.name for f in self.followers]


def _choice(pair: Pair, axes: Place, rows: tuple[int, ...], world: Array, normal: Array | None) -> Array:
    """Takes the equations of a loop, in the axes of its first place, to those of `rows` in `axes`, zeros for the others."""
    ways, turns = LOOP_KINDS[pair.kind]
    C = np.zeros((len(world), ways + turns, ways + turns))
    if ways == 3:
        A, B = (world[:, p.link, :3, :3] @ to_matrix(p.X)[:3, :3] for p in (axes, pair.first))
        chosen = [r for r in range(3) if r in rows]
        C[:, chosen, :3] = (A.swapaxes(-1, -2) @ B)[:, chosen]
    else:  # in the axes of the first place; of a slide in the loop's plane both are parts of one equation, across it
        across = normal is not None and abs(normal[2]) < SLIDES and 1 in rows
        C[:, range(2), range(2)] = [float(across or r in rows) for r in range(2)]
    turned = [r for r in range(turns) if 3 + r in rows or (normal is not None and 5 in rows)]
    C[:, [ways + r for r in turned], [ways + r for r in turned]] = 1.0
    return C


def _in_plane(kind: str, n: Array) -> Array:
    """Keeps of a loop's equations the parts that motions in the plane with normal n can change."""
    ways, turns = LOOP_KINDS[kind]
    P = np.eye(ways + turns)
    across = np.array([-n[1], n[0]])
    if ways == 3:
        P[:3, :3] -= np.outer(n, n)
    elif abs(n[2]) < SLIDES:
        P[:2, :2] = np.outer(across, across) / (across @ across)
    if turns == 3:
        P[ways:, ways:] = np.outer(n, n)
    elif turns == 2:
        upright = across @ across < ALIGNED**2
        P[ways:, ways:] = 0.0 if upright else np.outer(n[:2], n[:2]) / (n[:2] @ n[:2])
    return P


# --- rotations: R of the second frame in the first, w the angular velocities per rate in the first frame's axes ----------


def _no_tilt(R: Array, w: Array) -> tuple[Array, Array]:
    """z axes agree: z1 x z2 over 1 + z1 . z2, twice the tangent of half the angle; it never vanishes at the opposite."""
    z = R[..., 2]
    dz = cross_columns(w, z)
    below = np.maximum(1 + z[..., 2], 1e-9)[..., None]
    h = 2 * np.stack([-z[..., 1], z[..., 0]], axis=-1) / below
    dh = 2 * np.stack([-dz[..., 1, :], dz[..., 0, :]], axis=-2)
    return h, (dh - h[..., None] * dz[..., 2:3, :]) / below[..., None]


def _no_turn(R: Array, w: Array) -> tuple[Array, Array]:
    """All axes agree: the rotation vector, and its rate (the inverse of the left Jacobian of SO(3))."""
    vee = np.stack([R[..., 2, 1] - R[..., 1, 2], R[..., 0, 2] - R[..., 2, 0], R[..., 1, 0] - R[..., 0, 1]], axis=-1)
    sine = np.linalg.norm(vee, axis=-1) / 2
    cosine = (np.trace(R, axis1=-2, axis2=-1) - 1) / 2
    angle = np.arctan2(sine, cosine)
    h = vee / 2 * (np.where(sine > 1e-9, angle / np.maximum(sine, 1e-9), 1.0))[..., None]
    half = np.maximum(angle / 2, 1e-5)
    factor = ((1 - half / np.tan(half)) / (4 * half * half))[..., None, None]
    first = -cross_columns(w, h)
    return h, w - first / 2 + factor * -cross_columns(first, h)


def _one_square(R: Array, w: Array) -> tuple[Array, Array]:
    """z1 perpendicular to x2."""
    x = R[..., 0]
    dx = cross_columns(w, x)
    return x[..., 2:3], dx[..., 2:3, :]


_TURNS = {"universal": _one_square, "pin": _no_tilt, "cylinder": _no_tilt, "slider": _no_turn, "weld": _no_turn}


def worst(conditions: ClosureEquations, h: Sequence[float] | Array) -> tuple[str, float]:
    """The loop or coupling with the largest residual, and that residual."""
    names = conditions.names()
    k = int(np.argmax(np.abs(h)))
    return names[k], float(np.abs(h)[k])
