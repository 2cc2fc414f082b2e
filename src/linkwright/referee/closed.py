"""Closed mechanisms by brute force: loops and couplings straight from the robot's file, along Taylor series of a motion.

An independent root of everything that is said of loops: six equations per weld and fewer for other closures, all of them kept
(those that follow from others do no harm to least squares), the closure by Newton's method, W by a pseudo-inverse. Nothing
here knows which rows the derivations keep, nor how they solve them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import ModelError
from linkwright.model.closures import COORDINATE, LOOP_KINDS, Counting
from linkwright.referee.closure_rows import coupling_value, loop_rows
from linkwright.referee.joints import rates, unit_spans
from linkwright.referee.movement import Movement
from linkwright.referee.series import Series, constant, integrated, polynomial, stacked
from linkwright.referee.tree import ReferenceTree, reference_tree

if TYPE_CHECKING:  # a closed robot finds its coordinates by closing itself; the referee is told them
    from linkwright.model.closed_robot import ClosedRobot

Place = tuple[Series, Series]
"""Rotation and origin of a frame along a motion."""
_ITERATIONS = 60
_NEAR = 10
"""Iterations that suffice after a small step; who needs more is leaving."""
STEP = 1e-30
"""Of a complex step."""
_CLOSED = 1e-13
_SMALL = 1e-9
_SAME = 1e-8
"""Equations that add less than this share to others say the same: parallel axes of a file are so up to its rounding."""


@dataclass(frozen=True)
class Closed:
    """A robot in numbers with its loops. Positions and rates are those of the whole tree, (states, nq) and (states, nv).

    free: indices in v of the coordinates that are given; the others follow
    values: of parameters that couplings speak of

    Where a position or a rate may be complex its imaginary part, 1e-30 times a direction, is carried to first order: the
    mechanism stays closed along it.
    """

    robot: ClosedRobot
    free: tuple[int, ...]
    values: Mapping[str, Any] = field(default_factory=dict[str, Any])
    counting: tuple[Counting, ...] = ()
    """Where a file's rounding makes equations contradict each other: which of each loop count; empty: all."""

    @cached_property
    def tree(self) -> ReferenceTree:
        return reference_tree(self.robot.tree)

    @property
    def dependent(self) -> list[int]:
        return [k for k in range(self.robot.tree.nv) if k not in self.free]

    # --- equations ---------------------------------------------------------------------------------------------------

    def positions(self, q: Array, v: Series) -> Series:
        """q(t) from q along dq/dt = N(q) v, one order longer than v."""
        tree = self.robot.tree

        def slope(x: Series) -> Series:
            u = v.cut(x.order)
            found = rates(tree, [x[..., k] for k in range(tree.nq)], [u[..., k] for k in range(tree.nv)])
            return stacked(found, x.order, (len(q),))

        return integrated(q, slope, v.order + 1)

    def motion(self, q: Array, v: Array, a: Array, order: int) -> Movement:
        """The tree along dq/dt = N(q) v, dv/dt = a, closed or not."""
        rate = polynomial([v, a], order)
        return Movement(self.tree, self.positions(q, rate).cut(order), rate, constant(a, order))

    def along(self, q: Array, chain: Sequence[Array], order: int) -> Movement:
        """The closed motion on which the free rates and their time derivatives at t = 0 are those of `chain`.

        The rates of the dependent joints are those at which dh/dt = 0: with the inverse of J at t = 0 every pass makes one
        more coefficient right, and one more makes the imaginary part right.
        """
        given = polynomial(chain, order + 1)
        P = self.inverse(q)
        v = np.zeros((order + 2, len(q), self.robot.tree.nv), dtype=np.result_type(q, given.c))
        v[..., list(self.free)] = given.c
        for _ in range(order + 2 + np.iscomplexobj(v)):
            x = self.positions(q, Series(v))
            pulled = self.residual(self._at(x)).derived()
            v[..., self.dependent] -= (P @ pulled.c[..., None])[..., 0]
        rate = Series(v)
        return Movement(self.tree, self.positions(q, rate).cut(order), rate.cut(order), rate.derived())

    def _at(self, q: Series) -> Movement:
        """Positions alone."""
        still = Series(np.zeros((q.order + 1, *q.c.shape[1:-1], self.robot.tree.nv)))
        return Movement(self.tree, q, still, still)

    def residual(self, m: Movement) -> Series:
        """h along a motion, (states, equations)."""
        rows: list[Series] = []
        for k, loop in enumerate(self.robot.loops):
            ends = self._frame(m, loop.first), self._frame(m, loop.second)
            counts = self.counting[k] if self.counting else None
            rows += loop_rows(loop.kind, *ends) if counts is None else self._counted(m, loop.kind, ends, counts)
        offsets = self.robot.tree.offsets
        symbols = {COORDINATE.format(n): m.q[..., iq] for n, (iq, _) in offsets.items()}
        for coupling in self.robot.couplings:
            own = m.q[..., offsets[coupling.joint][0]]
            rows.append(own - coupling_value(coupling.value, {**symbols, **self.values}))
        return Series(np.stack([r.c for r in rows], axis=-1))

    def _counted(self, m: Movement, kind: str, ends: tuple[Place, Place], counts: Counting) -> list[Series]:
        """The equations that count of a loop whose others repeat them but for rounding."""
        apart = (self._frame(m, counts.body)[0] @ np.array(counts.axes)).T @ (ends[1][1] - ends[0][1])[..., None]
        turns = loop_rows(kind, *ends)[LOOP_KINDS[kind][0] :]
        return [apart[..., i, 0] for i in counts.ways] + [turns[i] for i in counts.turns]

    def _frame(self, m: Movement, name: str) -> Place:
        k, X = self.tree.frame(name)
        if k < 0:
            still = np.broadcast_to(X, (*m.batch, 4, 4))
            return constant(still[..., :3, :3], m.order), constant(still[..., :3, 3], m.order)
        R, p = m.poses[k]
        return R @ X[:3, :3], R @ X[:3, 3] + p

    def gaps(self, q: Array) -> Array:
        """h at positions, (states, equations)."""
        return self.residual(self._at(Series(q[None]))).value

    def jacobian(self, q: Array) -> Array:
        """dh/dt = J v, (states, equations, nv)."""
        return self._linear(q)[1]

    def _linear(self, q: Array) -> tuple[Array, Array]:
        """h and J."""
        n, count = self.robot.tree.nv, len(q)
        units = np.tile(np.eye(n), (count, 1))
        h = self.residual(self.motion(np.repeat(q, n, axis=0), units, np.zeros_like(units), 1))
        return h.value[::n], np.swapaxes(h.rate(1).reshape(count, n, -1), 1, 2)

    # --- solutions ---------------------------------------------------------------------------------------------------

    def close(self, q: Array) -> Array | None:
        """Positions with the free coordinates of q at which everything is closed, near q; None where Newton finds none."""
        x, found = self.close_all(np.array(q, dtype=float)[None])
        return x[0] if found[0] else None

    def close_all(self, q: Array, iterations: int = _ITERATIONS) -> tuple[Array, Array]:
        """The same for many states at once, (states, nq): positions, and whether each is closed."""
        x = np.array(q, dtype=float)
        worst = np.full(len(x), np.inf)
        busy = np.arange(len(x))
        for _ in range(iterations):
            h, J = self._linear(x[busy])
            now = np.max(np.abs(h), axis=1, initial=0.0)
            # rounding of the file may keep loops from closing better than this
            open_ = (now >= _CLOSED) & ~((now < _SMALL) & (now > 0.5 * worst[busy]))
            worst[busy] = now
            busy, h, slopes = busy[open_], h[open_], J[open_]
            if not len(busy):
                break
            steps = -(_inverse(slopes[:, :, self.dependent]) @ h[..., None])[..., 0]
            steps *= np.minimum(1.0, 0.5 / np.maximum(np.max(np.abs(steps), axis=1, initial=0.0), 1e-300))[:, None]
            whole = np.zeros((len(busy), self.robot.tree.nv))
            whole[:, self.dependent] = steps
            x[busy] = self.moved(x[busy], whole)
        return x, worst < _SMALL

    def moved(self, q: Array, step: Array) -> Array:
        """q after a small step of the rates, (..., nq) and (..., nv); quaternions keep their length."""
        change = rates(self.robot.tree, np.moveaxis(q, -1, 0), np.moveaxis(step, -1, 0))
        x = q + np.stack(change, axis=-1)
        for span in unit_spans(self.robot.tree):
            k = list(span)
            x[..., k] /= np.linalg.norm(x[..., k], axis=-1, keepdims=True)
        return x

    def inverse(self, q: Array) -> Array:
        """The pseudo-inverse of J of the dependent rates, at the real part of positions: (states, dependent, equations)."""
        return _inverse(np.real(self.jacobian(np.real(q)))[:, :, self.dependent])

    def spread(self, q: Array) -> Array:
        """W: rates of the tree = W times free rates, (states, nv, free)."""
        J, dependent, free = self.jacobian(q), self.dependent, list(self.free)
        P = _inverse(np.real(J[:, :, dependent]))
        own = -P @ J[:, :, free]
        if np.iscomplexobj(J):
            own = own - P @ (1j * np.imag(J[:, :, dependent]) @ np.real(own))
        W = np.zeros((len(q), self.robot.tree.nv, len(free)), dtype=own.dtype)
        W[:, free] = np.eye(len(free))
        W[:, dependent] = own
        return W

    def spread_along(self, q: Series) -> Series:
        """W along a closed motion, from J by a complex step along every rate of the tree."""
        J, dependent, free = self._jacobian_along(q), self.dependent, list(self.free)
        P = _inverse(J[0][:, :, dependent])
        W = np.zeros((len(J), len(J[0]), self.robot.tree.nv, len(free)))
        W[0][:, free] = np.eye(len(free))
        for k in range(len(J)):
            known = J[k][:, :, free]
            for i in range(1, k + 1):
                known = known + J[i][:, :, dependent] @ W[k - i][:, dependent]
            W[k][:, dependent] = -P @ known
        return Series(W)

    def _jacobian_along(self, q: Series) -> Array:
        """Coefficients of J, (order + 1, states, equations, nv)."""
        n, (length, count, width) = self.robot.tree.nv, q.c.shape
        x = [Series(np.repeat(q.c[..., k], n, axis=1)) for k in range(width)]
        units = np.tile(np.eye(n), (count, 1))
        step = stacked(rates(self.robot.tree, x, [units[:, k] for k in range(n)]), q.order, (count * n,))
        h = self.residual(self._at(Series(np.stack([y.c for y in x], axis=-1) + 1j * STEP * step.c)))
        return np.swapaxes(h.c.imag.reshape(length, count, n, -1) / STEP, 2, 3)

    def drift(self, q: Array, v: Array) -> Array:
        """Accelerations of the tree at rates v (of the tree) where the free ones have none, (states, nv)."""
        still = np.zeros_like(v)
        pulled = self.residual(self.motion(q, v, still, 2)).rate(2)
        J = self.jacobian(q)[:, :, self.dependent]
        a = np.zeros_like(v)
        a[:, self.dependent] = -(_inverse(J) @ pulled[..., None])[..., 0]
        return a

    def condition(self, q: Array) -> float:
        """Largest over smallest singular value of the Jacobian of the dependent rates: large near a singular position."""
        return float(self.conditions(q[None])[0])

    def conditions(self, q: Array) -> Array:
        J = self.jacobian(q)[:, :, self.dependent]
        if not J.size:
            return np.ones(len(q))
        values = np.linalg.svd(J, compute_uv=False)
        return values[:, 0] / np.maximum(values[:, -1], 1e-300)

    def sample(self, start: Sequence[float] | Array, count: int, seed: int = 0, reach: float = 0.35) -> Array:
        """Closed positions near `start`, (count, nq): random free coordinates, followed from there in small steps."""
        rng = np.random.default_rng(seed)
        home = self.close(np.array(start, dtype=float))
        if home is None:
            raise ModelError(f"'{self.robot.name}' does not close at its start", self.robot.source)
        found: list[Array] = []
        allowed = max(100.0, 5 * self.condition(home))
        sizes = reach * self._sizes(home)
        for n in range(12):
            steps = rng.uniform(-1, 1, (count + 1, len(self.free))) * sizes / (1 + n)
            found += list(self.followed(home, steps, allowed))
            if len(found) >= count:
                return np.array(found[:count]).reshape(count, self.robot.tree.nq)
        raise ModelError(f"no closed positions of '{self.robot.name}' were found near its start", self.robot.source)

    def followed(self, q: Array, steps: Array, allowed: float = 1e6, pieces: int = 4) -> Array:
        """Where q goes when the free coordinates move by each of the steps, (steps, free); ways that lead through a singular
        position are left out."""
        x = np.repeat(q[None], len(steps), axis=0)
        for _ in range(pieces):
            ways = (self.spread(x) @ steps[..., None])[..., 0] / pieces
            x, closed = self.close_all(self.moved(x, ways), _NEAR)
            good = closed & (self.conditions(x) < allowed)
            x, steps = x[good], steps[good]
            if not len(x):
                break
        return x

    def _sizes(self, q: Array) -> Array:
        """Steps of free coordinates after which no rate of the tree is larger than one; lengths move less than angles."""
        W = self.spread(q[None])[0]
        return 1.0 / np.maximum(1.0, np.max(np.abs(W), axis=0, initial=0.0))


def _inverse(J: Array) -> Array:
    """Pseudo-inverses; gears have large rows, beside which others would look like nothing."""
    size = np.maximum(1.0, np.linalg.norm(J, axis=-1, keepdims=True))
    found = cast("Array", np.linalg.pinv(J / size, rcond=_SAME))  # NumPy's types take real or complex, not either
    return found / np.swapaxes(size, -1, -2)
