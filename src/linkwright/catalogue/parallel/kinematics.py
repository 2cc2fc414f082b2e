"""Position and Jacobian of many legs at once: rows Rx(alpha) Tx(a) Rz(theta) Tz(d), in NumPy.

Leading axes are those of a batch; rows, columns and components come last. A column of the Jacobian is (velocity of the leg's
end, angular velocity) per unit of a joint, in the axes of the leg's base; the constants alpha and theta turn what is behind
them as a joint would, about x of the row before and about z of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from linkwright.arrays import AnyArray as Array


@dataclass(frozen=True)
class Rows:
    """Modified DH rows of a batch of legs, each (..., n); `slides` where the variable is d, else it is theta."""

    slides: Array
    alpha: Array
    theta: Array
    a: Array
    d: Array

    def map(self, f: Callable[[Array], Array]) -> Rows:
        """The same done to all."""
        return Rows(f(self.slides), f(self.alpha), f(self.theta), f(self.a), f(self.d))

    def spread(self) -> Rows:
        """With an axis for legs or poses before the rows."""
        return self.map(lambda v: v[:, None])


@dataclass(frozen=True)
class Reached:
    """End of the legs: p (..., 3), R (..., 3, 3); columns of joints, alphas and thetas (..., 6, n)."""

    p: Array
    R: Array
    joints: Array
    alphas: Array
    thetas: Array


def forward(rows: Rows, q: Array) -> Reached:
    """Where the legs end with joints q (..., n)."""
    theta = rows.theta + np.where(rows.slides, 0.0, q)
    d = rows.d + np.where(rows.slides, q, 0.0)
    n = q.shape[-1]
    shape = np.broadcast_shapes(q.shape, rows.alpha.shape)[:-1]
    x, y, z = (np.broadcast_to(np.eye(3)[k], (*shape, 3)) for k in range(3))
    p = np.zeros((*shape, 3))
    ca, sa, ct, st = (f(v)[..., None] for v in (rows.alpha, theta) for f in (np.cos, np.sin))
    tilts: list[tuple[Array, Array]] = []
    turns: list[tuple[Array, Array]] = []
    for k in range(n):
        tilts.append((x, p))
        y, z = ca[..., k, :] * y + sa[..., k, :] * z, ca[..., k, :] * z - sa[..., k, :] * y
        p = p + rows.a[..., k, None] * x
        x, y = ct[..., k, :] * x + st[..., k, :] * y, ct[..., k, :] * y - st[..., k, :] * x
        p = p + d[..., k, None] * z
        turns.append((z, p))
    thetas, alphas = _columns(turns, p), _columns(tilts, p)
    axes = np.stack([z for z, _ in turns], axis=-1)
    slide = np.concatenate([axes, np.zeros_like(axes)], axis=-2)
    joints = np.where(rows.slides[..., None, :], slide, thetas)
    return Reached(p, np.stack([x, y, z], axis=-1), joints, alphas, thetas)


def _columns(turns: list[tuple[Array, Array]], end: Array) -> Array:
    """Motion of the end per unit turn about axes through points."""
    axes = np.stack([axis for axis, _ in turns], axis=-1)
    arms = np.stack([end - point for _, point in turns], axis=-1)
    return np.concatenate([cross(axes, arms), axes], axis=-2)


def cross(u: Array, v: Array) -> Array:
    """Of columns (..., 3, n)."""
    (a, b, c), (x, y, z) = (u[..., k, :] for k in range(3)), (v[..., k, :] for k in range(3))
    return np.stack([b * z - c * y, c * x - a * z, a * y - b * x], axis=-2)


def difference(reached: Reached, p: Array, R: Array) -> Array:
    """(..., 6): how far the end is from a pose: displacement, and half the sum of cross products of axes, which is sin(angle)
    times the axis of the turn that is missing."""
    turn = 0.5 * cross(R, reached.R).sum(axis=-1)
    return np.concatenate([reached.p - p, turn], axis=-1)


def distance(reached: Reached, p: Array, R: Array) -> Array:
    """Largest entry of what is missing to the pose; half a turn, whose `difference` vanishes, is far away here."""
    return np.maximum(np.abs(reached.p - p).max(axis=-1), np.abs(reached.R - R).max(axis=(-1, -2)))
