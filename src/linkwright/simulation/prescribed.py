"""Prescribed motion: rates of a tree whose accelerations are given; forces follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from linkwright.arrays import AnyArray as Array


@dataclass(frozen=True)
class Prescribed:
    """rates: indices in v; accelerations: theirs, at a time."""

    rates: Sequence[int]
    accelerations: Callable[[float], Array]

    def added(self, t: float, J: Array, drift: Array) -> tuple[Array, Array]:
        """Rows J a + drift = 0 of a closure, and those of the prescribed accelerations below them."""
        own = np.zeros((len(self.rates), J.shape[1]))
        own[range(len(self.rates)), list(self.rates)] = 1.0
        return np.vstack([J, own]), np.concatenate([drift, -self.accelerations(t)])

    def forced(self, tau: Array, J: Array, missing: Array) -> Array:
        """Joint forces with those that the prescribed motion takes; missing: what the rows J must give in all."""
        inverse, _ = split(J)
        found = tau.copy()
        found[list(self.rates)] += (inverse.T @ missing)[-len(self.rates) :]
        return found


def split(J: Array) -> tuple[Array, Array]:
    """Pseudo-inverse and null space; equations that say nearly the same count once."""
    U, s, Vt = np.linalg.svd(J)
    rank = int(np.sum(s > 1e-7 * s[0])) if len(s) else 0
    return Vt[:rank].T @ (U[:, :rank] / s[:rank]).T, Vt[rank:].T
