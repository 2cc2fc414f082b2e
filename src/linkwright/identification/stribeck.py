"""Stribeck velocities, in which friction is not linear: found by variable projection (Golub & Pereyra 1973; Kaufman 1975).

For given velocities all other parameters follow by least squares, so only what is left of the forces is made small.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from linkwright.arrays import Array
from linkwright.identification.model import IdentificationModel
from linkwright.identification.samples import Samples

_SAMPLES = 3000
_STARTS = (0.02, 0.08, 0.25)
"""Of the largest velocities."""
_ROUNDS = 15
_STEP = 1e-4
"""Of the logarithm, for slopes of columns."""
_LONGEST = 0.7
"""Of a step in the logarithm: a factor of two."""
_RANGE = (1e-3, 1.0)
"""Of the largest velocity of a drive: outside, the term is Coulomb or viscous friction."""


def stribeck_velocities(model: IdentificationModel, recordings: Sequence[Samples]) -> Array:
    """One velocity per measured force."""
    some = [s.at_most(-(-_SAMPLES // len(recordings))) for s in recordings]
    top = np.max([np.max(np.abs(_rates(model, s)), axis=0) for s in some], axis=0)
    top = np.where(top > 0, top, 1.0)
    found = [_refined(model, some, np.log(top * share), np.log(top)) for share in _STARTS]
    return np.exp(min(found, key=lambda one: one[0])[1])


def _rates(model: IdentificationModel, s: Samples) -> Array:
    """Rates of the drives: their viscous columns, or the free rates where these are the drives'."""
    if s.v.shape[1] == len(model.rows):
        return s.v
    return np.ones((len(s), len(model.rows)))


def _refined(model: IdentificationModel, some: Sequence[Samples], x: Array, top: Array) -> tuple[float, Array]:
    """Gauss-Newton on the logarithms of the velocities: (what is left, logarithms)."""
    left, slopes = _left(model, some, x)
    for _ in range(_ROUNDS):
        step = np.linalg.lstsq(slopes, -left, rcond=1e-8)[0]
        step *= min(1.0, _LONGEST / max(float(np.max(np.abs(step))), 1e-12))
        while True:
            trial = np.clip(x + step, top + np.log(_RANGE[0]), top + np.log(_RANGE[1]))
            new, new_slopes = _left(model, some, trial)
            if new @ new <= left @ left or np.max(np.abs(step)) < 1e-6:
                break
            step = step / 4
        better = float(left @ left - new @ new)
        if better <= 0:
            break
        x, left, slopes = trial, new, new_slopes
        if better < 1e-9 * float(left @ left):
            break
    return float(left @ left), x


def _left(model: IdentificationModel, some: Sequence[Samples], x: Array) -> tuple[Array, Array]:
    """What least squares leaves of the forces, and its slope along each logarithm."""
    Y = _stacked(model, some, x)
    tau = np.concatenate([s.unknown(model).ravel() for s in some])
    dY = (_stacked(model, some, x + _STEP) - _stacked(model, some, x - _STEP)) / (2 * _STEP)
    seen = np.any(Y, axis=0)
    Q, R = np.linalg.qr(Y[:, seen])
    values = np.zeros(Y.shape[1])
    values[seen] = np.linalg.lstsq(R, Q.T @ tau, rcond=1e-12)[0]
    columns = {n.removeprefix("stribeck_"): k for k, n in enumerate(model.names) if n.startswith("stribeck_")}
    slopes = np.zeros((len(tau), len(model.rows)))
    for j, row in enumerate(model.rows):
        if row in columns:
            slopes[:, j] = dY[:, columns[row]] * values[columns[row]]
    return tau - Q @ (Q.T @ tau), -(slopes - Q @ (Q.T @ slopes))


def _stacked(model: IdentificationModel, some: Sequence[Samples], x: Array) -> Array:
    parts = [replace(s, slow=np.exp(x)).columns(model) for s in some]
    return np.concatenate([Y.reshape(-1, Y.shape[2]) for Y in parts])
