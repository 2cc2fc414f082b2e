"""Dependent positions of closed robots whose closure has no closed form, also far from where they were assembled."""

from __future__ import annotations

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.native import ClosedDynamics

_STEPS = (8, 32)
"""On the straight way from the start, until Newton's method arrives in the same way of assembly."""


def dependent_positions(dynamics: ClosedDynamics, q: Array, near: Array | None = None) -> Array:
    """(K, m) at free positions (K, n). near: those of postures nearby (default: on the way from the start); complains where the
    loops do not close."""
    if near is not None:
        return dynamics.closure(q, near)
    start, theta = dynamics.start
    try:
        return _led(dynamics, start, theta, q, _STEPS[0])
    except InputError:
        return _led(dynamics, start, theta, q, _STEPS[1])


def _led(dynamics: ClosedDynamics, start: Array, theta: Array, q: Array, steps: int) -> Array:
    found = np.broadcast_to(theta, (len(q), len(theta)))
    for part in np.arange(1, steps + 1) / steps:
        found = dynamics.closure(start + part * (q - start), found)
    return found
