"""What makes a motion exciting: the information that it gives on all columns, W'W, is large in every direction.

logdet:    -log det(W'W), the volume of the parameters' confidence ellipsoid (D-optimal); columns may be scaled
condition: cond(W), how much the worst direction of the parameters magnifies noise against the best
scaled:    the same for columns brought to unit length

The condition number has a kink wherever two extreme singular values cross, which is where its minima are. Norms of order p of
the spectrum, (tr C^p)^(1/p) for the largest and (tr C^-p)^(-1/p) for the smallest eigenvalue of C = W'W, are smooth and tend
to it.
"""

from __future__ import annotations

import numpy as np

from linkwright.arrays import AnyArray as Array

COSTS = ("condition", "logdet", "scaled")
_SMALLEST = 1e-13
"""Share of the largest eigenvalue below which a smaller one is rounding."""


def cost(W: Array, instants: int, kind: str, order: float) -> tuple[float, Array]:
    """A cost of rows W (N, n), which were taken at so many instants, and its derivative by W (N, n).

    order: of the norm that stands for the extreme eigenvalues; 0 takes the logarithm of the determinant instead
    """
    C = W.T @ W / instants
    lengths = np.sqrt(np.maximum(np.diag(C), 1e-300))
    scaled = kind == "scaled"
    values, vectors = np.linalg.eigh(C / np.outer(lengths, lengths) if scaled else C)
    found, slopes = _spectral(np.maximum(values, _SMALLEST * values[-1]), order)
    by_C = (vectors * slopes) @ vectors.T
    if scaled:  # C_ij / (l_i l_j): directly, and by the lengths, l_i^2 = C_ii
        along = ((vectors * (slopes * values)) * vectors).sum(axis=1)
        by_C = by_C / np.outer(lengths, lengths) - np.diag(along / lengths**2)
    return found, (2 / instants) * (W @ by_C)


def _spectral(values: Array, order: float) -> tuple[float, Array]:
    """A function of eigenvalues, smallest first, and its derivatives by them."""
    count = len(values)
    if order == 0:
        return float(-np.log(values).sum() / count), -1 / (values * count)
    low, high = values[0], values[-1]
    above, below = (values / high) ** order, (low / values) ** order
    most, least = above.sum(), below.sum()
    found = np.log(high) + np.log(most) / order - np.log(low) + np.log(least) / order
    return float(found), above / (values * most) - below / (values * least)


def condition(W: Array, kind: str = "condition") -> float:
    """The condition number of W, of its scaled columns where those are asked for; inf where columns are dependent."""
    lengths = np.maximum(np.linalg.norm(W, axis=0), 1e-300) if kind == "scaled" else 1.0
    sizes = np.linalg.svd(W / lengths, compute_uv=False)
    return float(sizes[0] / sizes[-1]) if sizes[-1] > 1e-15 * sizes[0] else float("inf")
