"""Closed mechanisms by brute force: loops and couplings straight from the robot's file, along Taylor series of a motion.

An independent root of everything that is said of loops: six equations per weld and fewer for other closures, all of them kept
(those that follow from others do no harm to least squares), the closure by Newton's method, W by a pseudo-inverse. Nothing
here knows which rows `loops/` keeps, nor how it solves them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from linkwright.errors import ModelError
from linkwright.graph.domains import Domain
from linkwright.graph.evaluate import evaluate
from linkwright.graph.expr import Expr
from linkwright.model.closed_robot import COORDINATE, ClosedRobot
from linkwright.verification.movement import Movement
from linkwright.verification.series import Series, constant, integrated, polynomial, stacked, waves
from linkwright.verification.skeleton import Skeleton, skeleton
from linkwright.verification.states import rates, unit_groups

Array = np.ndarray[Any, Any]
_ITERATIONS = 60
_NEAR = 10
"""Iterations that suffice after a small step; who needs more is leaving."""
_CLOSED = 1e-13
_SMALL = 1e-9
_SAME = 1e-8
"""Equations that add less than this share to others say the same: parallel axes of a file are so up to its rounding."""


@dataclass(frozen=True)
class Closed:
    """A robot in numbers with its loops. Positions and rates are those of the whole tree, (states, nq) and (states, nv).

    free: indices in v of the coordinates that are given; the others follow
    """

    robot: ClosedRobot
    free: tuple[int, ...]

    @cached_property
    def tree(self) -> Skeleton:
        return skeleton(self.robot.tree)

    @property
    def dependent(self) -> list[int]:
        return [k for k in range(self.robot.tree.nv) if k not in self.free]

    # --- equations ---------------------------------------------------------------------------------------------------

    def motion(self, q: Array, v: Array, a: Array, order: int) -> Movement:
        """The tree along dq/dt = N(q) v, dv/dt = a."""
        robot = self.robot
        rate = polynomial([v, a], order)

        def slope(x: Series) -> Series:
            u = rate.cut(x.order)
            found = rates(
                robot.tree, [x[..., k] for k in range(robot.tree.nq)], [u[..., k] for k in range(robot.tree.nv)]
            )
            return stacked(found, x.order, (len(q),))

        return Movement(self.tree, integrated(q, slope, order), rate, constant(a, order))

    def residual(self, m: Movement) -> Series:
        """h along a motion, (states, equations)."""
        rows: list[Series] = []
        for loop in self.robot.loops:
            rows += _closure(loop.kind, self._frame(m, loop.first), self._frame(m, loop.second))
        offsets = self.robot.tree.offsets
        symbols = {COORDINATE.format(n): m.q[..., iq] for n, (iq, _) in offsets.items()}
        for coupling in self.robot.couplings:
            own = m.q[..., offsets[coupling.joint][0]]
            rows.append(own - _value(coupling.value, symbols))
        return Series(np.stack([r.c for r in rows], axis=-1))

    def _frame(self, m: Movement, name: str) -> tuple[Series, Series]:
        k, X = self.tree.frame(name)
        if k < 0:
            still = np.broadcast_to(X, (*m.batch, 4, 4))
            return constant(still[..., :3, :3], m.order), constant(still[..., :3, 3], m.order)
        R, p = m.poses[k]
        return R @ X[:3, :3], R @ X[:3, 3] + p

    def gaps(self, q: Array) -> Array:
        """h at positions, (states, equations)."""
        still = np.zeros((len(q), self.robot.tree.nv))
        return self.residual(self.motion(q, still, still, 0)).value

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
            busy, h, J = busy[open_], h[open_], J[open_]
            if not len(busy):
                break
            steps = -(_inverse(J[:, :, self.dependent]) @ h[..., None])[..., 0]
            steps *= np.minimum(1.0, 0.5 / np.maximum(np.max(np.abs(steps), axis=1, initial=0.0), 1e-300))[:, None]
            whole = np.zeros((len(busy), self.robot.tree.nv))
            whole[:, self.dependent] = steps
            x[busy] = self.moved(x[busy], whole)
        return x, worst < _SMALL

    def moved(self, q: Array, step: Array) -> Array:
        """q after a small step of the rates, (..., nq) and (..., nv); quaternions keep their length."""
        change = rates(self.robot.tree, np.moveaxis(q, -1, 0), np.moveaxis(step, -1, 0))  # type: ignore[arg-type]
        x = q + np.stack(change, axis=-1)
        for group in unit_groups(self.robot.tree):
            k = [int(name[2:-1]) for name in group]
            x[..., k] /= np.linalg.norm(x[..., k], axis=-1, keepdims=True)
        return x

    def spread(self, q: Array) -> Array:
        """W: rates of the tree = W times free rates, (states, nv, free)."""
        J, dependent, free = self.jacobian(q), self.dependent, list(self.free)
        W = np.zeros((len(q), self.robot.tree.nv, len(free)))
        W[:, free] = np.eye(len(free))
        W[:, dependent] = -_inverse(J[:, :, dependent]) @ J[:, :, free]
        return W

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
    return np.linalg.pinv(J / size, rcond=_SAME) / np.swapaxes(size, -1, -2)


# --- closures ------------------------------------------------------------------------------------------------------------

_ACROSS = {
    "point": (0, 1, 2),
    "universal": (0, 1, 2),
    "pin": (0, 1, 2),
    "slider": (0, 1),
    "cylinder": (0, 1),
    "weld": (0, 1, 2),
}


def _closure(kind: str, first: tuple[Series, Series], second: tuple[Series, Series]) -> list[Series]:
    """The equations of one loop, in the axes of its first frame."""
    (R1, p1), (R2, p2) = first, second
    apart = (R1.T @ (p2 - p1)[..., None])[..., 0]
    E = R1.T @ R2
    rows = [apart[..., k] for k in _ACROSS[kind]]
    if kind == "universal":
        rows.append(E[..., 2, 0])
    elif kind in ("pin", "cylinder"):
        rows += [E[..., 0, 2], E[..., 1, 2]]
    elif kind in ("slider", "weld"):
        rows += [(E[..., i, j] - E[..., j, i]) / 2 for i, j in ((2, 1), (0, 2), (1, 0))]
    return rows


def _value(x: Any, symbols: dict[str, Series]) -> Any:
    return evaluate(x.graph, [x.index], symbols, _SERIES)[0] if isinstance(x, Expr) else float(x)


def _wave(k: int) -> Any:
    plain = (math.sin, math.cos)[k]
    return lambda x: waves(x)[k] if isinstance(x, Series) else plain(x)


def _quotient(a: Any, b: Any) -> Any:
    if not isinstance(b, Series):
        return a / b
    found = np.zeros_like(b.c)
    found[0] = 1 / b.c[0]
    for k in range(1, len(b.c)):
        found[k] = -sum(b.c[j] * found[k - j] for j in range(1, k + 1)) / b.c[0]
    return Series(found) * a


def _power(a: Any, b: Any) -> Any:
    if not isinstance(a, Series) or not float(b).is_integer() or b < 1:
        return a**b
    total = a
    for _ in range(int(b) - 1):
        total = total * a
    return total


_SERIES = Domain(
    "series", float, math.pi,
    {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "neg": lambda a: -a,
     "sin": _wave(0), "cos": _wave(1), "div": _quotient, "pow": _power},
)  # fmt: skip
