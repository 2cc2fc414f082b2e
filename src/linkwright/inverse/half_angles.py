"""Eliminating two angles at once: six equations in 1, cos a, sin a times 1, cos b, sin b become twelve in twelve products.

Each is taken times cos(a/2) and times sin(a/2); what appears are cos(3a/2), sin(3a/2), cos(a/2), sin(a/2) times 1, cos b and
sin b. That is Sylvester's dialytic elimination in an orthogonal basis, without a tangent that could be infinite.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from linkwright.arrays import Array

HALF = np.zeros((2, 3, 4))
"""(cos, sin of a/2) times (1, cos a, sin a) in the four functions of 3a/2 and a/2."""
HALF[0, 0, 2] = HALF[1, 0, 3] = 1.0
HALF[0, 1, 0] = HALF[0, 1, 2] = HALF[1, 1, 1] = 0.5
HALF[1, 1, 3] = HALF[1, 2, 0] = -0.5
HALF[0, 2, 1] = HALF[0, 2, 3] = HALF[1, 2, 2] = 0.5

ALMOST_REAL = 0.999
"""A null vector k with |k'k| above this (of unit length) is no use as a pair: its two parts are almost parallel."""


def dialytic(P: Array) -> Array:
    """Coefficients (equations, 3, 3, 3) of three angles -> (2, equations, 3, 12): what multiplies the twelve products of the
    last two angles, per function of the first."""
    made = np.einsum("ekxy,hxf->hekfy", P, HALF)
    return made.reshape(2, len(P), 3, 12)


def slow_basis(table: Array) -> tuple[Array, int]:
    """A basis of the twelve products; of its first columns, as many as the number says, pairs whose degree in the tangent of
    half the first angle is one lower: the equations are A + B cos + C sin, and (B - i C) k = 0 for a pair's complex vector k.

    Turned by half the first angle, k loses its highest degree: 24 roots, of which at least eight are no solutions, become 16.
    """
    _, B, C = np.moveaxis(table, 2, 0).reshape(3, -1, 12)
    _, sizes, rows = np.linalg.svd(B - 1j * C)
    null = rows[int((sizes > 1e-9 * sizes[0]).sum()) :].conj().T
    pairs = [k for k in _takagi(null) if abs(k @ k) < ALMOST_REAL][:4]
    columns = np.array([part for k in pairs for part in (k.real, k.imag)]).reshape(-1, 12).T
    others = np.linalg.svd(columns)[0][:, columns.shape[1] :] if pairs else np.eye(12)
    return np.hstack([columns, others]), columns.shape[1]


def _takagi(null: NDArray[np.complex128]) -> list[NDArray[np.complex128]]:
    """Orthonormal vectors of a complex space, real parts orthogonal to imaginary parts: k'k is diagonal (Takagi 1924)."""
    A = (null.T @ null).conj()
    n = len(A)
    values, vectors = np.linalg.eigh(np.block([[A.real, A.imag], [A.imag, -A.real]]))
    chosen: list[NDArray[np.complex128]] = []
    for k in np.argsort(-values):
        u = vectors[:n, k] + 1j * vectors[n:, k]
        u = u - sum((x * (x.conj() @ u) for x in chosen), np.zeros(n, complex))
        if np.linalg.norm(u) > 0.3:  # nothing is left of it beside those that span it, or the whole space
            chosen.append(u / np.linalg.norm(u))
    return [null @ u for u in chosen]
