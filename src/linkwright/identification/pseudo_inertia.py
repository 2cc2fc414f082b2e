"""Pseudo-inertias: the 4x4 matrix whose positive definiteness says that a body could be made of matter.

P = [[Sigma, h], [h', m]] with Sigma = tr(I)/2 E - I, the second moments of mass, h = m c the first and m the mass, all about
one point, for which the inertia I is taken, too. P > 0 holds just if m > 0 and the principal moments at the centre of
mass satisfy the triangle inequalities. Wensing, Kim & Slotine 2018.

Ten parameters are in the order m, hx, hy, hz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz.
"""

from __future__ import annotations

import numpy as np

from linkwright.arrays import Array

_INERTIA = np.array([[4, 5, 7], [5, 6, 8], [7, 8, 9]])
"""Where each entry of the inertia stands among the ten parameters."""
LEAST = 1e-4
"""Smallest principal second moment of a prior, relative to its largest: many files give inertias that no matter has."""
_RADIUS, _MASS = 0.1, 1.0
"""Radius of gyration (m) and mass (kg) of a body about which neither its file nor any other body says anything."""


def pseudo_inertia(ten: Array) -> Array:
    """(..., 10) -> (..., 4, 4)."""
    inertia = ten[..., _INERTIA]
    P = np.empty((*ten.shape[:-1], 4, 4))
    P[..., :3, :3] = np.trace(inertia, axis1=-2, axis2=-1)[..., None, None] / 2 * np.eye(3) - inertia
    P[..., :3, 3] = P[..., 3, :3] = ten[..., 1:4]
    P[..., 3, 3] = ten[..., 0]
    return P


def ten_parameters(P: Array) -> Array:
    """(..., 4, 4) -> (..., 10), the inverse of `pseudo_inertia`."""
    second = P[..., :3, :3]
    inertia = np.trace(second, axis1=-2, axis2=-1)[..., None, None] * np.eye(3) - second
    ten = np.empty((*P.shape[:-2], 10))
    ten[..., 0], ten[..., 1:4] = P[..., 3, 3], P[..., :3, 3]
    ten[..., _INERTIA] = inertia
    return ten


def positive_priors(ten: Array, bodies: tuple[str, ...]) -> tuple[Array, tuple[str, ...]]:
    """Pseudo-inertias (bodies, 4, 4), all positive definite, of what a file says, (bodies, 10), and what had to be changed.

    Second moments at the centre of mass are lifted to 1e-4 of the largest: at the centre, so that the choice of the frame does
    not matter. A body without mass gets the geometric mean of the other masses; one without extent the mean radius of gyration.
    """
    P = pseudo_inertia(ten)
    mass = P[:, 3, 3].copy()
    weighed = np.isfinite(ten).all(axis=1) & (mass > 0)
    mean_mass = float(np.exp(np.mean(np.log(mass[weighed])))) if np.any(weighed) else _MASS
    centre = np.where(weighed[:, None], P[:, :3, 3] / np.where(weighed, mass, 1.0)[:, None], 0.0)
    second = np.where(
        weighed[:, None, None], P[:, :3, :3] - mass[:, None, None] * centre[:, :, None] * centre[:, None], 0
    )
    mass = np.where(weighed, mass, mean_mass)
    moments, axes = np.linalg.eigh(second)
    extended = moments[:, -1] > 1e-12 * np.maximum(mass * _RADIUS**2, np.sum(centre**2, axis=1) * mass)
    radii = np.sqrt(np.maximum(moments[:, -1], 0) / mass)
    radius = float(np.exp(np.mean(np.log(radii[extended])))) if np.any(extended) else _RADIUS
    largest = np.where(extended, moments[:, -1], mass * radius**2)
    lifted = np.where(extended[:, None], np.maximum(moments, LEAST * largest[:, None]), largest[:, None])
    second = np.einsum("kij,kj,klj->kil", axes, lifted, axes)
    made = np.empty_like(P)
    made[:, :3, :3] = second + mass[:, None, None] * centre[:, :, None] * centre[:, None]
    made[:, :3, 3] = made[:, 3, :3] = mass[:, None] * centre
    made[:, 3, 3] = mass
    notes = [
        note
        for k, name in enumerate(bodies)
        if (note := _change(name, bool(weighed[k]), bool(extended[k]), moments[k], (float(mass[k]), radius)))
    ]
    return made, tuple(notes)


def _change(name: str, weighed: bool, extended: bool, moments: Array, made: tuple[float, float]) -> str:
    """What was changed of the prior of one body, in words; empty if nothing was."""
    mass, radius = made
    if not weighed:
        return f"body '{name}' has no mass in the file: its prior is {mass:.3g} kg with a radius of gyration of {radius:.3g} m"
    if not extended:
        return f"body '{name}' is a point in the file: its prior has a radius of gyration of {radius:.3g} m"
    if moments[0] < LEAST * moments[-1]:
        why = "no matter has" if moments[0] < 0 else "only a plate or a thread has"
        return (
            f"body '{name}' has an inertia in the file that {why}: its smallest second moment was lifted for the prior"
        )
    return ""
