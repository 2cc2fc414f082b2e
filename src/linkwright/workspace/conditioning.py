"""How far a posture is from singular: smallest over largest singular value of its Jacobian, signed where that is square."""

from __future__ import annotations

import numpy as np

from linkwright.arrays import Array


def conditioning(jacobians: Array) -> Array:
    """Of a stack of Jacobians (..., m, n): 0 singular, 1 isotropic; with the sign of the determinant where m = n.

    Lengths must be in parts of the robot's size already. NaN where an entry is not finite.
    """
    usable = np.asarray(np.isfinite(jacobians).all(axis=(-2, -1)))
    tall = jacobians.shape[-2] > jacobians.shape[-1]
    flat = np.where(usable[..., None, None], jacobians, 0.0)
    J = flat.swapaxes(-2, -1) if tall else flat
    if J.shape[-2] <= 3:  # a symmetric matrix of few rows: much cheaper, and squares cost no digit that a picture shows
        squares = np.linalg.eigvalsh(J @ J.swapaxes(-2, -1))
        small, large = np.sqrt(np.maximum(squares[..., 0], 0.0)), np.sqrt(np.maximum(squares[..., -1], 0.0))
    else:
        values = np.linalg.svd(J, compute_uv=False)
        small, large = values[..., -1], values[..., 0]
    share = np.divide(small, large, out=np.zeros_like(small), where=large > 0)
    if J.shape[-2] == J.shape[-1]:
        share = np.where(np.linalg.det(J) < 0, -share, share)
    return np.where(usable, share, np.nan)
