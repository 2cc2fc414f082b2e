"""Sets of solutions beside each other: which are true, which are the same, which somebody lacks.

Every solution is judged by products of exponentials in NumPy, which share nothing with what found it, and polished by Newton
steps before it is compared: what is left between two of one branch is then rounding.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tests.inverse.brute_force import Arm, Array, pose_error

TRUE = 1e-6
"""The largest error of a pose's entry (metres, radians) at which a solution counts as one."""
APART = 1e-4
"""Branches nearer than this count as one: they are counted apart."""
SINGULAR = 1e6
"""Poses with a branch of a larger condition are counted apart."""
_CHUNK = 500


@dataclass(frozen=True)
class Verdict:
    """What one solver found of all that exist.

    found, wrong:  solutions per pose on the average; rows that do not reach their pose
    lost:          branches of regular poses that it lacks; lost_singular: of the others
    """

    found: float
    wrong: int
    lost: int
    lost_singular: int
    worst: float


@dataclass(frozen=True)
class Missing:
    """A branch that exists and that a solver lacks."""

    pose: int
    who: str
    known_to: str
    residual: float
    condition: float
    gap: float
    q: tuple[float, ...]


@dataclass(frozen=True)
class Comparison:
    """existing: branches per pose; near: pairs of branches nearer than APART; singular: poses counted apart."""

    poses: int
    existing: float
    near: int
    singular: int
    verdicts: Mapping[str, Verdict]
    missing: tuple[Missing, ...]


def residuals(arm: Arm, q: Array, poses: Array) -> Array:
    """Largest error of the entries of the pose at every solution (poses, rows, joints); NaN where there is none."""
    n, rows, joints = q.shape
    flat = np.nan_to_num(q.reshape(-1, joints))
    error = np.abs(arm.pose(flat) - np.repeat(poses, rows, axis=0)).max(axis=(1, 2)).reshape(n, rows)
    return np.where(np.isfinite(q).all(axis=-1), error, np.nan)


def polished(arm: Arm, q: Array, poses: Array, steps: int = 2) -> Array:
    """Newton's steps from solutions that are nearly right; NaN stays."""
    rows, joints = q.shape[1:]
    there = np.isfinite(q).all(axis=-1).reshape(-1)
    found, goal = q.reshape(-1, joints).copy(), np.repeat(poses, rows, axis=0)[there]
    x = found[there]
    for _ in range(steps):
        J, e = arm.jacobian(x), pose_error(arm.pose(x), goal)
        step = (np.linalg.pinv(J, rcond=1e-9) @ e[..., None])[..., 0]
        x = x + np.where(np.abs(step).max(axis=1, keepdims=True) < 1e-3, step, 0.0)
    found[there] = x
    return found.reshape(q.shape)


def compared(arm: Arm, poses: Array, found: Mapping[str, Array]) -> Comparison:
    """All solvers at all poses; an array (poses, rows, joints) each, of as many first poses as it was asked."""
    parts = [_compared(arm, poses[k : k + _CHUNK], _cut(found, k), k) for k in range(0, len(poses), _CHUNK)]
    total = sum(p.poses for p in parts)

    def joined(who: str) -> Verdict:
        own = [(p.poses, p.verdicts[who]) for p in parts if who in p.verdicts]
        mean = sum(n * v.found for n, v in own) / max(1, sum(n for n, _ in own))
        sums = (sum(getattr(v, name) for _, v in own) for name in ("wrong", "lost", "lost_singular"))
        return Verdict(mean, *sums, max((v.worst for _, v in own), default=0.0))

    return Comparison(
        total,
        sum(p.poses * p.existing for p in parts) / total,
        sum(p.near for p in parts),
        sum(p.singular for p in parts),
        {who: joined(who) for who in found},
        tuple(m for p in parts for m in p.missing),
    )


def _cut(found: Mapping[str, Array], start: int) -> dict[str, Array]:
    return {who: q[start : start + _CHUNK] for who, q in found.items() if len(q) > start}


def _compared(arm: Arm, poses: Array, found: Mapping[str, Array], start: int) -> Comparison:
    names = list(found)
    width = {who: q.shape[1] for who, q in found.items()}
    full = {who: _padded(q, len(poses)) for who, q in found.items()}
    error = {who: residuals(arm, q, poses) for who, q in full.items()}
    true = {who: error[who] < TRUE for who in names}
    wrong = {who: int((error[who] >= TRUE).sum()) for who in names}
    together = np.concatenate([np.where(true[who][..., None], full[who], np.nan) for who in names], axis=1)
    source = np.repeat(np.arange(len(names)), [width[who] for who in names])
    q = polished(arm, together, poses)
    first, near = _branches(arm, q)
    own = np.arange(q.shape[1])
    branch = first == own  # (poses, rows): the first of its branch
    condition = _conditions(arm, q, branch)
    singular = (condition > SINGULAR).any(axis=1)
    verdicts: dict[str, Verdict] = {}
    missing: list[Missing] = []
    asked = {who: np.arange(len(poses)) < len(found[who]) for who in names}
    has = np.stack([_has(first, source == k) for k in range(len(names))])  # (solvers, poses, rows)
    for k, who in enumerate(names):
        lacks = branch & ~has[k] & asked[who][:, None]
        lost = int(lacks[~singular].sum())
        worst = float(np.nanmax(np.where(true[who], error[who], np.nan), initial=0.0))
        mean = float((branch & has[k]).sum() / max(1, asked[who].sum()))
        verdicts[who] = Verdict(mean, wrong[who], lost, int(lacks.sum()) - lost, worst)
        for n, row in np.argwhere(lacks):
            known = ", ".join(other for j, other in enumerate(names) if has[j][n, row])
            left = residuals(arm, q[n : n + 1, row : row + 1], poses[n : n + 1])[0, 0]
            nearest = _nearest(arm, q[n, row], q[n][source == k])
            missing.append(
                Missing(start + int(n), who, known, float(left), float(condition[n, row]), nearest, tuple(q[n, row]))
            )
    existing = float(branch.sum() / len(poses))
    return Comparison(len(poses), existing, near, int(singular.sum()), verdicts, tuple(missing))


def _padded(q: Array, count: int) -> Array:
    if len(q) == count:
        return q
    return np.concatenate([q, np.full((count - len(q), *q.shape[1:]), np.nan)])


def _turning(arm: Arm) -> Array:
    return np.array([a.kind == "R" for a in arm.axes])


def _differences(arm: Arm, a: Array, b: Array) -> Array:
    d = a - b
    return np.abs(np.where(_turning(arm), (d + np.pi) % (2 * np.pi) - np.pi, d)).max(axis=-1)


def _branches(arm: Arm, q: Array) -> tuple[Array, int]:
    """Per row the first row of the same branch (itself: a new one; -1: nothing there), and the pairs that nearly coincide."""
    distance = _differences(arm, q[:, :, None, :], q[:, None, :, :])
    close = distance < APART  # False with NaN
    first = np.where(close.any(axis=2), close.argmax(axis=2), -1)
    pairs = close & (distance > 1e-6) & (np.arange(q.shape[1])[:, None] < np.arange(q.shape[1])[None, :])
    return first, int(pairs.any(axis=(1, 2)).sum())


def _has(first: Array, mine: Array) -> Array:
    """Whether a row of mine is of the branch that begins at a row."""
    rows = first.shape[1]
    found = np.zeros(first.shape, dtype=bool)
    for k in np.flatnonzero(mine):
        at = first[:, k]
        there = at >= 0
        found[np.flatnonzero(there), at[there]] = True
    assert found.shape[1] == rows
    return found


def _conditions(arm: Arm, q: Array, branch: Array) -> Array:
    """Condition of the Jacobian at the first row of every branch; 0 elsewhere."""
    condition = np.zeros(branch.shape)
    if branch.any():
        values = np.linalg.svd(arm.jacobian(q[branch]), compute_uv=False)
        condition[branch] = values[:, 0] / np.maximum(values[:, -1], 1e-300)
    return condition


def _nearest(arm: Arm, q: Array, others: Array) -> float:
    gaps = _differences(arm, others, q)
    return float(np.nanmin(gaps)) if np.isfinite(gaps).any() else float("inf")
