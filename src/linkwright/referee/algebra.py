"""Matrices of rotations, twists and inertias, over NumPy arrays and series of them; twists are (linear; angular)."""

from __future__ import annotations

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.referee.series import Series

AXES = np.eye(3)


def skew(u: Array) -> Array:
    """The matrix of u x."""
    return np.array([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])


def axial(A: Array) -> Array:
    """The vector of the skew part of a matrix; of a stack of them, in the last two axes."""
    return np.stack(
        [A[..., 2, 1] - A[..., 1, 2], A[..., 0, 2] - A[..., 2, 0], A[..., 1, 0] - A[..., 0, 1]], axis=-1
    ) / 2  # fmt: skip


def skews(u: Array) -> Array:
    """Cross-product matrices of the vectors in the last axis."""
    x, y, z = u[..., 0], u[..., 1], u[..., 2]
    o = np.zeros_like(x)
    return np.stack([o, -z, y, z, o, -x, -y, x, o], axis=-1).reshape(*u.shape[:-1], 3, 3)


def quaternion_matrix(q: Array) -> Array:
    """Rotation of a unit quaternion x y z w: 1 + 2 s [r] + 2 [r]^2."""
    K = skew(q[:3])
    return np.eye(3) + 2 * q[3] * K + 2 * (K @ K)


def adjoint(X: Array) -> Array:
    """Twist in a frame -> the same twist in the frame that sees it at X."""
    R, p = X[:3, :3], X[:3, 3]
    return np.block([[R, skew(p) @ R], [np.zeros((3, 3)), R]])


def adjoints(R: Series, p: Series) -> Series:
    """Adjoint of the inverse of (R, p): a twist of the carrier, in the body's frame."""
    low = -(R.T @ Series(skews(p.c)))
    upper = np.concatenate([R.T.c, low.c], axis=-1)
    return Series(np.concatenate([upper, np.concatenate([np.zeros_like(R.c), R.T.c], axis=-1)], axis=-2))


def ad(V: Series) -> Series:
    """[V, .] of twists: (w x u' - w' x u; w x w')."""
    u, w = skews(V.c[..., :3]), skews(V.c[..., 3:])
    upper = np.concatenate([w, u], axis=-1)
    return Series(np.concatenate([upper, np.concatenate([np.zeros_like(w), w], axis=-1)], axis=-2))


def bar(h: Series) -> Series:
    """The matrix with bar(h) x = -ad(x)' h."""
    f, n = skews(h.c[..., :3]), skews(h.c[..., 3:])
    upper = np.concatenate([np.zeros_like(f), -f], axis=-1)
    return Series(np.concatenate([upper, np.concatenate([-f, -n], axis=-1)], axis=-2))


def inertia_matrix(p: Array) -> Array:
    """G of ten parameters: the kinetic energy is V' G V / 2. Linear in p, also for a stack of them."""
    p = np.asarray(p)
    m, h = p[..., 0], p[..., 1:4]
    xx, xy, yy, xz, yz, zz = (p[..., k] for k in range(4, 10))
    H = skews(h)
    tensor = np.stack([xx, xy, xz, xy, yy, yz, xz, yz, zz], axis=-1).reshape(*p.shape[:-1], 3, 3)
    upper = np.concatenate([m[..., None, None] * AXES, -H], axis=-1)
    return np.concatenate([upper, np.concatenate([H, tensor], axis=-1)], axis=-2)


def first_moment(G: Array) -> Array:
    """m c of an inertia matrix."""
    return np.array([G[1, 5], G[2, 3], G[0, 4]])


def inverse_place(X: Array) -> Array:
    """The inverse of a homogeneous matrix, complex entries included."""
    R, p = X[:3, :3], X[:3, 3]
    found = np.eye(4, dtype=X.dtype)
    found[:3, :3], found[:3, 3] = R.T, -R.T @ p
    return found


def applied(A: Array, x: Array) -> Array:
    """A x of stacks of matrices and vectors."""
    return np.einsum("...ij,...j->...i", A, x)
