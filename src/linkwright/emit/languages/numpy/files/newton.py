"""Newton's method with damping around a generated function (see linkwright/emit/repeat.py)."""

import numpy as np

from .support import _REAL

# --- a generated module with a solver has what follows


def _newton(step, x, tolerance, limit):
    """Where step(x, direction, damping) = x, direction, residual leads, the residual, and how many steps were taken."""
    x = np.asarray(x, dtype=_REAL)
    with np.errstate(all="ignore"):
        x, direction, residual = step(x, np.zeros_like(x), 0.0)
    iterations, damping = np.zeros_like(residual), np.ones_like(residual)
    for _ in range(limit):
        going = ~(residual <= tolerance) & np.isfinite(direction).all(axis=-1)
        if not np.any(going):
            break
        ahead = np.where(going[..., None], direction, 0.0)
        with np.errstate(all="ignore"):
            trial, following, found = step(x, ahead, damping)
        better = going & (found < residual) & np.isfinite(following).all(axis=-1)
        x = np.where(better[..., None], trial, x)
        direction = np.where(better[..., None], following, direction)
        residual = np.where(better, found, residual)
        damping = np.where(better, np.minimum(2.0 * damping, 1.0), 0.5 * damping)
        iterations = iterations + going
    return x, residual, iterations
