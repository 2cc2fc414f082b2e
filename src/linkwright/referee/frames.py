"""What a frame does along a motion, by brute force: pose, Jacobians, orientation numbers, as Taylor series."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.referee.algebra import adjoint, adjoints, inverse_place, skews
from linkwright.referee.movement import Movement
from linkwright.referee.series import Series, constant, integrated, inverse, quotient, root

_SINGULAR = 1e-9
"""Cosine of the middle Euler angle below which the angles have no rates."""


@dataclass(frozen=True)
class FrameMotion:
    """One frame of a moving robot."""

    motion: Movement
    name: str

    @cached_property
    def _place(self) -> tuple[int, Array]:
        return self.motion.tree.frame(self.name)

    @cached_property
    def R(self) -> Series:
        k, X = self._place
        return self.motion.poses[k][0] @ X[:3, :3] if k >= 0 else self._still(X[:3, :3])

    @cached_property
    def p(self) -> Series:
        k, X = self._place
        if k < 0:
            return self._still(X[:3, 3])
        R, p = self.motion.poses[k]
        return R @ X[:3, 3] + p

    def _still(self, x: Array) -> Series:
        return constant(np.broadcast_to(x, (*self.motion.batch, *x.shape)).copy(), self.motion.order)

    @cached_property
    def pose(self) -> Series:
        X = self._still(np.eye(4))
        X.c[..., :3, :3], X.c[..., :3, 3] = self.R.c, self.p.c
        return X

    @cached_property
    def body(self) -> Series:
        """Jacobian in the frame's own axes."""
        k, X = self._place
        if k < 0:
            return self._still(np.zeros((6, self.motion.nv)))
        return adjoint(inverse_place(X)) @ self.motion.jacobians[k]

    @cached_property
    def aligned(self) -> Series:
        """Velocity of the frame's origin, in world axes."""
        return Series(np.concatenate([(self.R @ self.body[..., :3, :]).c, (self.R @ self.body[..., 3:, :]).c], axis=-2))

    @cached_property
    def world(self) -> Series:
        """Velocity of the point at the world's origin, in world axes."""
        low = self.aligned[..., 3:, :]
        upper = self.aligned[..., :3, :] + Series(skews(self.p.c)) @ low
        return Series(np.concatenate([upper.c, low.c], axis=-2))

    @cached_property
    def twist(self) -> Series:
        """(velocity of the origin; angular velocity), in world axes."""
        return (self.aligned @ self.motion.v[..., None])[..., 0]

    # --- orientation numbers -------------------------------------------------------------------------------------------

    @cached_property
    def quaternion(self) -> Series:
        """x y z w along the motion, its largest component positive at the start."""
        w = self.twist[..., 3:]
        return integrated(quaternion_of(self.R.value), lambda x: _half_turns(x, w.cut(x.order)), self.motion.order)

    @cached_property
    def analytic_quaternion(self) -> Series:
        """Rates of (position, quaternion) per joint velocity."""
        x, y, z, s = (self.quaternion[..., k] for k in range(4))
        rows = [[s, z, -y], [-z, s, x], [y, -x, s], [-x, -y, -z]]
        H = Series(np.stack([np.stack([e.c for e in row], axis=-1) for row in rows], axis=-2)) / 2
        return self._analytic(H)

    @cached_property
    def analytic_xyz(self) -> Series:
        """Rates of (position, XYZ Euler angles) per joint velocity: w = E(angles) d angles/dt, inverted. NaN where the angles
        have no rates."""
        singular = self.tilt < _SINGULAR
        R = Series(np.where(singular[..., None, None], self._still(np.eye(3)).c, self.R.c))
        columns = np.zeros((*R.c.shape[:-2], 3, 3))
        columns[0, ..., 0, 0] = 1.0
        cosine = root(R[..., 0, 0] * R[..., 0, 0] + R[..., 0, 1] * R[..., 0, 1])
        one = constant(np.ones(self.motion.batch), self.motion.order)
        over = quotient(one, cosine)
        columns[..., 1, 1], columns[..., 2, 1] = (R[..., 2, 2] * over).c, (-R[..., 1, 2] * over).c
        columns[..., 0, 2], columns[..., 1, 2], columns[..., 2, 2] = R.c[..., 0, 2], R.c[..., 1, 2], R.c[..., 2, 2]
        H = inverse(Series(columns))
        H.c[:, singular] = np.nan
        return self._analytic(H)

    @property
    def tilt(self) -> Array:
        """Cosine of the middle Euler angle: near 0 the angles have no rates."""
        return np.hypot(self.R.value[..., 0, 0], self.R.value[..., 0, 1])

    def _analytic(self, H: Series) -> Series:
        low = H @ self.aligned[..., 3:, :]
        return Series(np.concatenate([self.aligned.c[..., :3, :], low.c], axis=-2))


def _half_turns(q: Series, w: Series) -> Series:
    """dq/dt of a quaternion under an angular velocity in world axes."""
    x, y, z, s = (q[..., k] for k in range(4))
    a, b, c = (w[..., k] / 2 for k in range(3))
    parts = [s * a + z * b - y * c, s * b + x * c - z * a, s * c + y * a - x * b, -(x * a + y * b + z * c)]
    return Series(np.stack([p.c for p in parts], axis=-1))


def quaternion_of(R: Array) -> Array:
    """x y z w as an eigenvector (Bar-Itzhack 2000), largest component positive."""
    (a, b, c), (d, e, f), (g, h, i) = np.moveaxis(R, (-2, -1), (0, 1))
    rows = [[a - e - i, d + b, g + c, h - f], [d + b, e - a - i, h + f, c - g],
            [g + c, h + f, i - a - e, d - b], [h - f, c - g, d - b, a + e + i]]  # fmt: skip
    K = np.moveaxis(np.array(rows), (0, 1), (-2, -1))
    x = np.linalg.eigh(K)[1][..., -1]
    lead = np.take_along_axis(x, np.argmax(np.abs(x), axis=-1, keepdims=True), axis=-1)
    return x * np.sign(lead)


def in_world(motion: Movement, k: int, wrench: Series) -> Series:
    """A wrench on mover k, at the world's origin and in world axes."""
    return (adjoints(*motion.poses[k]).T @ wrench[..., None])[..., 0]
