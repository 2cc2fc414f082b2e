"""Random serial chains, and their Jacobians in floats, written apart from the catalogue's own."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from tests.support.catalogue import Chain

Array = np.ndarray[Any, Any]
LETTERS = ("R", "R", "R", "P", "P90", "Pf", "U", "S")


@st.composite
def chains(draw: st.DrawFn, joints: int = 7) -> Chain:
    """With parallel, perpendicular and free angles, U and S."""
    letters = draw(st.lists(st.sampled_from(LETTERS), min_size=1, max_size=joints))
    relations = draw(st.lists(st.sampled_from("=+~"), min_size=len(letters) - 1, max_size=len(letters) - 1))
    for k, letter in enumerate(letters):
        idle = k in (0, len(letters) - 1) or "=" in relations[k - 1 : k + 1]
        letters[k] = "P" if letter[0] == "P" and idle else letter
    return Chain.parse(letters[0] + "".join(r + x for r, x in zip(relations, letters[1:], strict=True)))


def float_jacobian(chain: Chain, seed: int) -> Array:
    """6 x n at random constants and positions, from products of 4 x 4 matrices."""
    rng = np.random.default_rng(seed)
    X, places = np.eye(4), list[Array]()
    for row in chain.rows:
        free_alpha, free_theta, q = rng.uniform(0.3, 1.2, 3)
        a, d, slide = rng.uniform(0.4, 1.6, 3)
        alpha = free_alpha if row.alpha is None else row.alpha * np.pi / 2
        theta = q if row.joint == "R" else free_theta if row.theta is None else row.theta * np.pi / 2
        X = X @ _screw(0, alpha, a * row.a) @ _screw(2, theta, slide if row.joint == "P" else d * row.d)
        places.append(X)
    end = X[:3, 3]
    columns = [
        [*X[:3, 2], 0, 0, 0] if row.joint == "P" else [*np.cross(X[:3, 2], end - X[:3, 3]), *X[:3, 2]]
        for row, X in zip(chain.rows, places, strict=True)
    ]
    return np.array(columns).T


def float_rank(J: Array) -> int:
    """Singular values that are not rounding."""
    sizes = np.linalg.svd(J, compute_uv=False)
    return int(np.sum(sizes > 1e-9 * max(1.0, sizes[0])))


def _screw(axis: int, angle: float, distance: float) -> Array:
    """A turn about an axis and a shift along it."""
    X = np.eye(4)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    X[i, i] = X[j, j] = np.cos(angle)
    X[j, i] = np.sin(angle)
    X[i, j] = -X[j, i]
    X[axis, 3] = distance
    return X
