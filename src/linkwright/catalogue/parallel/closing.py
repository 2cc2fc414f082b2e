"""Newton's method for many legs at once: joints per pose, and constants that all poses of a problem share.

Levenberg-Marquardt with the damping |r|^2, which keeps quadratic convergence wherever the leg's Jacobian has full rank, also
with more equations than unknowns: a leg that has a motion satisfies all six equations with fewer joints.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linkwright.catalogue.parallel.kinematics import Array, Reached, Rows, difference, distance, forward

STEPS = 40
"""Of 4,000 random starts of the delta's leg 94.7 % close within 20, 96.5 % within 25, 96.7 % within 40."""
LARGEST_STEP = 0.7


@dataclass(frozen=True)
class Problems:
    """S problems of K poses each. rows: (S, n); q: (S, K, n); p: (S, K, 3); R: (S, K, 3, 3);
    unknown: (S, m) which of the 2 n constants (alphas, then thetas) may change, -1 where there is none."""

    rows: Rows
    q: Array
    p: Array
    R: Array
    unknown: Array

    def take(self, where: Array) -> Problems:
        """Some of them."""
        return Problems(
            self.rows.map(lambda v: v[where]), self.q[where], self.p[where], self.R[where], self.unknown[where]
        )

    def reached(self) -> Reached:
        """Where the legs end, (S, K)."""
        return forward(self.rows.spread(), self.q)

    def residual(self) -> Array:
        """(S,): largest distance of the poses of each."""
        return distance(self.reached(), self.p, self.R).max(axis=-1)


def close(problems: Problems, steps: int = STEPS, enough: float = 1e-13) -> tuple[Problems, Array]:
    """Problems with joints and unknown constants as near to closing as Newton's method gets, and what is left (S,)."""
    done, left = problems, np.full(len(problems.q), np.inf)
    open_ = np.arange(len(problems.q))
    current = problems
    for step in range(steps + 1):
        reached = current.reached()
        residual = distance(reached, current.p, current.R).max(axis=-1)
        finished = (residual < enough) | (step == steps) | _hopeless(residual, step)
        if finished.any():
            done = _put(done, open_[finished], current.take(finished))
            left[open_[finished]] = residual[finished]
            keep = ~finished
            if not keep.any():
                break
            current, open_ = current.take(keep), open_[keep]
            reached = Reached(
                *(v[keep] for v in (reached.p, reached.R, reached.joints, reached.alphas, reached.thetas))
            )
        current = _step(current, reached)
    return done, left


def turn_to(problems: Problems, steps: int = 12) -> Problems:
    """Joints with which the ends nearly have the orientations of the poses, wherever they are then."""
    for _ in range(steps):
        reached = problems.reached()
        problems = _step(replace(problems, p=reached.p), reached, slice(3, 6))
    return problems


def _hopeless(residual: Array, step: int) -> Array:
    """After twenty steps one that will close is near: Newton's method has converged, or stands still at a minimum."""
    return residual > 1e-3 if step == 20 else np.zeros(len(residual), dtype=bool)


def _put(whole: Problems, where: Array, part: Problems) -> Problems:
    q, alpha, theta = whole.q.copy(), whole.rows.alpha.copy(), whole.rows.theta.copy()
    q[where], alpha[where], theta[where] = part.q, part.rows.alpha, part.rows.theta
    return replace(whole, q=q, rows=replace(whole.rows, alpha=alpha, theta=theta))


def _step(current: Problems, reached: Reached, equations: slice = slice(0, 6)) -> Problems:
    r = difference(reached, current.p, current.R)[..., equations]
    n, m = current.q.shape[-1], current.unknown.shape[-1]
    damping = np.minimum((r * r).sum(axis=(-1, -2)), 0.3)[:, None, None]
    Jq = reached.joints[..., equations, :]
    A = np.swapaxes(Jq, -1, -2) @ Jq + (damping[..., None] + 1e-15) * np.eye(n)
    g = (np.swapaxes(Jq, -1, -2) @ r[..., None])[..., 0]
    if not m:
        return replace(current, q=current.q - _bounded(_solved(A, g[..., None])[..., 0]))
    columns = np.concatenate([reached.alphas, reached.thetas], axis=-1)
    at = np.maximum(current.unknown, 0)
    there = (current.unknown >= 0)[:, None, None, :]
    Jc = np.take_along_axis(columns, at[:, None, None, :], axis=-1) * there
    B = np.swapaxes(Jq, -1, -2) @ Jc
    solved = _solved(A, np.concatenate([B, g[..., None]], axis=-1))
    C = (np.swapaxes(Jc, -1, -2) @ Jc - np.swapaxes(B, -1, -2) @ solved[..., :-1]).sum(axis=1)
    firm = C + (damping + 1e-15) * np.eye(m) + np.eye(m) * ~there[:, 0]
    h = (np.swapaxes(Jc, -1, -2) @ r[..., None] - np.swapaxes(B, -1, -2) @ solved[..., -1:]).sum(axis=1)
    change = _bounded(_solved(firm, h)[..., 0]) * there[:, 0, 0]
    moved = solved[..., -1] - (solved[..., :-1] @ change[:, None, :, None])[..., 0]
    constants = np.concatenate([current.rows.alpha, current.rows.theta], axis=-1)
    np.subtract.at(constants, (np.arange(len(at))[:, None], at), change)
    rows = replace(current.rows, alpha=constants[:, :n], theta=constants[:, n:])
    return replace(current, rows=rows, q=current.q - _bounded(moved))


def _bounded(step: Array) -> Array:
    size = np.abs(step).max(axis=-1, keepdims=True)
    return step * np.minimum(1.0, LARGEST_STEP / np.maximum(size, 1e-300))


def _solved(A: Array, b: Array) -> Array:
    found: Any = np.linalg.solve(A, b)
    return found
