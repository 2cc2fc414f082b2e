"""Assembly: closing a mechanism numerically. Newton on the joints' manifolds, damped (Levenberg 1944, Marquardt 1963).

All searches start from many configurations at once where that helps, and always from the same ones: results repeat.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwright.arrays import Array, Indices, Truth
from linkwright.model.assembly.closure_equations import ClosureEquations

CLOSED = 1e-9
"""Residuals (radians, or shares of the mechanism's length) below this count as closed."""
_EXACT = 1e-13
_SEED = 20190630


@dataclass(frozen=True)
class Closed:
    """What a search ended with: configurations and their residuals (norm over all equations)."""

    q: Array
    residual: Array
    limit: float = CLOSED

    @property
    def found(self) -> Truth:
        return self.residual < self.limit


def close(conditions: ClosureEquations, q: Array, moving: Indices, iterations: int = 60) -> Closed:
    """Nearby configurations that satisfy all conditions, by motions of the given rates alone. q: (count, nq)."""
    skeleton, units = conditions.skeleton, conditions.skeleton.units[moving]
    q = skeleton.normalised(np.array(q, dtype=float))
    h, J = conditions(q)
    norm = np.linalg.norm(h, axis=-1)
    damping = np.full(len(q), 0.1)
    stale = np.zeros(len(q), dtype=int)
    limit, exact = limits(conditions)
    for _ in range(iterations if len(moving) else 0):
        busy = np.flatnonzero((norm > exact) & (stale < 2))
        if not len(busy):
            break
        A = J[busy][:, :, moving] * units
        At = A.swapaxes(-1, -2)
        # damping in proportion to the residual keeps Newton's rate near the solution, also where equations repeat each other
        weight = damping[busy] * np.minimum(norm[busy], 1.0) + 1e-13
        normal: Array = At @ A + weight[:, None, None] * np.eye(len(moving))
        wanted: Array = At @ h[busy][..., None]
        step = -_solved(normal, wanted)[..., 0]
        full = np.zeros((len(busy), skeleton.tree.nv))
        full[:, moving] = step / np.maximum(1.0, np.max(np.abs(step), axis=-1, keepdims=True)) * units
        trial = skeleton.moved(q[busy], full)
        h_new, J_new = conditions(trial)
        before: Array = norm[busy]
        after: Array = np.linalg.norm(h_new, axis=-1)
        better = after < before
        idle = np.where(better, (before < CLOSED) & (after > 0.5 * before), (before < CLOSED) | (damping[busy] > 1e8))
        stale[busy] = np.where(idle, stale[busy] + 1, 0)
        damping[busy] *= np.where(better, 0.2, 8.0)
        np.clip(damping, 1e-6, 1e9, out=damping)
        won = busy[better]
        q[won], h[won], J[won], norm[won] = trial[better], h_new[better], J_new[better], after[better]
    return Closed(q, norm if conditions.kept is None else conditions.opened(q), limit)


def limits(conditions: ClosureEquations) -> tuple[float, float]:
    """Residuals that count as closed, and at which a search may end: where rounded equations contradict each other, going on
    would follow their contradictions."""
    loose = conditions.tolerance if conditions.kept is None else 0.0
    return max(CLOSED, loose), max(_EXACT, loose)


def _solved(A: Array, b: Array) -> Array:
    """Solutions of symmetric systems; the shortest ones where damping is lost beside entries of very different size."""
    try:
        return np.asarray(np.linalg.solve(A, b), dtype=np.float64)
    except np.linalg.LinAlgError:
        return np.asarray(np.linalg.pinv(A, hermitian=True) @ b, dtype=np.float64)


def random_starts(conditions: ClosureEquations, q: Array, moving: Indices, count: int) -> Array:
    """Copies of a configuration in which the given rates have moved it anywhere: turns by any angle, slides by two lengths."""
    draw = np.random.default_rng(_SEED)
    skeleton = conditions.skeleton
    step = np.zeros((count, skeleton.tree.nv))
    reach = np.where(skeleton.units == 1.0, np.pi, 2 * skeleton.units)
    step[:, moving] = draw.uniform(-1, 1, (count, len(moving))) * reach[moving]
    return skeleton.moved(np.repeat(q[None], count, axis=0), step)


def search(conditions: ClosureEquations, q: Array, moving: Indices, count: int = 96) -> Closed:
    """Distinct closed configurations that can be reached by the given rates, nearest to q first; none: the best attempt."""
    starts = np.concatenate([q[None], random_starts(conditions, q, moving, count)])
    ended = close(conditions, starts, moving, 80)
    if not ended.found.any():
        best = int(np.argmin(ended.residual))
        return Closed(ended.q[best : best + 1], ended.residual[best : best + 1], ended.limit)
    good = np.flatnonzero(ended.found)
    distance: Array = np.linalg.norm(conditions.skeleton.difference(ended.q[good], q), axis=-1)
    order = good[np.argsort(np.round(distance, 6), kind="stable")]
    return Closed(ended.q[order], ended.residual[order], ended.limit)


def wander(conditions: ClosureEquations, q: Array, moving: Indices, count: int = 12, steps: int = 5) -> Array:
    """Closed configurations on the same motion: random steps along it from q, each closed again: (found, nq)."""
    draw = np.random.default_rng(_SEED)
    skeleton = conditions.skeleton
    units = skeleton.units[moving]
    at = np.repeat(q[None], count, axis=0)
    kept: list[Array] = []
    for _ in range(steps):
        _, J = conditions(at)
        way = draw.normal(size=(len(at), len(moving)))
        way -= (
            np.linalg.pinv(J[:, :, moving] * units, max(1e-8, conditions.blur))
            @ (J[:, :, moving] @ (way * units)[..., None])
        )[..., 0]
        size = np.linalg.norm(way, axis=-1, keepdims=True)
        full = np.zeros((len(at), skeleton.tree.nv))
        full[:, moving] = np.where(size > 1e-9, way / np.maximum(size, 1e-9), 0.0) * draw.uniform(0.1, 0.5) * units
        ended = close(conditions, skeleton.moved(at, full), moving, 40)
        at = np.where(ended.found[:, None], ended.q, at)
        kept.append(ended.q[ended.found])
    return np.concatenate(kept)
