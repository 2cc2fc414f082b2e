"""Fourier series of joints that start and end at rest.  Swevers, Ganseman, Tukel, De Schutter & Van Brussel 1997.

q(t) = c_0 + sum over k of s_k sin(k w t) + c_k cos(k w t),  w = 2 pi / T. The motion is periodic: what holds at t = 0 holds at
t = T; v(0) = 0 and a(0) = 0, and q(0) = start where one is given, are linear in the coefficients and eliminated.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError

MOST = 200
"""Harmonics."""


@dataclass(frozen=True)
class Series:
    """time: seconds of a period; harmonics: sines and cosines; anchored: the positions at t = 0 are given."""

    time: float
    harmonics: int
    anchored: bool = False

    def __post_init__(self) -> None:
        if not (np.isfinite(self.time) and self.time > 0):
            raise InputError(f"a motion of {self.time:g} s", hint="give a time above zero, in seconds: --time 10")
        if not 2 <= self.harmonics <= MOST:
            what = f"a series of {self.harmonics} harmonics"
            hint = f"between 2 and {MOST}: one alone cannot start at rest; 5 is usual"
            raise InputError(what, hint=hint)

    @property
    def size(self) -> int:
        """Coefficients per joint: offset, sines, cosines."""
        return 2 * self.harmonics + 1

    @cached_property
    def frequencies(self) -> Array:
        """rad/s of the harmonics."""
        return 2 * np.pi / self.time * np.arange(1, self.harmonics + 1)

    def rows(self, t: Array) -> tuple[Array, Array, Array]:
        """Positions, velocities and accelerations at times t (N,) per coefficient: (N, size) each."""
        w = self.frequencies
        s, c = np.sin(np.outer(t, w)), np.cos(np.outer(t, w))
        one, none = np.ones((len(t), 1)), np.zeros((len(t), 1))
        return np.hstack([one, s, c]), np.hstack([none, w * c, -w * s]), np.hstack([none, -w * w * s, -w * w * c])

    @cached_property
    def free(self) -> Array:
        """(size, variables): coefficients per free variable. Variables are offsets and amplitudes of velocities, orthonormal:
        a search in them is as well conditioned for the fifth harmonic as for the first."""
        scale = np.concatenate([[1.0], 1 / self.frequencies, 1 / self.frequencies])
        q, v, a = (row * scale for row in self.rows(np.zeros(1)))
        a = a / np.abs(a).max()
        asked = np.vstack([v, a, q] if self.anchored else [v, a])
        _, sizes, across = np.linalg.svd(asked)
        return scale[:, None] * across[len(sizes) :].T

    def instants(self, count: int) -> Array:
        """So many instants of a period, evenly, the end left out."""
        return np.arange(count) * (self.time / count)
