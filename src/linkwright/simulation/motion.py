"""Motion: a simulated mechanism along time, with the one account of its energy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from linkwright.arrays import AnyArray as Array

_NOTHING = 1e-12
"""Energy in J below which nothing moves."""


@dataclass(frozen=True)
class Part:
    """A stretch of time and how it was integrated: in "free coordinates" or as the "whole tree"."""

    start: float
    end: float
    how: str


@dataclass(frozen=True)
class Path:
    """States along time: rows are instants. What an integrator gives.

    steps: steps made, or evaluations where an integrator chooses its steps; newton: iterations within them
    work:  what forces put in, where it was integrated with the state
    parts: which coordinates were integrated when, where there are several ways
    slip:  which way places of dry friction slide, 1 or -1, and 0 where they are held; None where there is none
    """

    t: Array
    q: Array
    v: Array
    steps: int
    newton: int = 0
    work: Array | None = None
    parts: tuple[Part, ...] = ()
    slip: Array | None = None


@dataclass(frozen=True)
class Motion:
    """Samples along time: rows are instants, columns are named by `labels`. The same type for every kind of mechanism.

    t:         seconds
    kinetic, potential: energies in J
    q, v, a:   of a closed robot those of all joints of its tree
    tau:       joint forces, or the elements of a Lagrangian's inputs
    work:      energy put in by these forces less what friction and dissipation took
    labels:    names of the columns of "q", "v", "a", "tau" and "conserved"; of "slip" where there is dry friction
    conserved: momenta, one column per symmetry that the file names
    method:    of integration
    steps:     how many (of "dop853": evaluations of the forward dynamics)
    newton:    iterations in them, of implicit methods
    gaps:      largest error of the closure or of the constraints at every instant; None where there are none
    parts:     of closed robots, which coordinates were integrated when
    tracking_error: how far the joints were from a trajectory that they follow, at most; None where there is none
    slip:      which way places of dry friction slide, 1 or -1, and 0 where they are held; None where there is none
    off:       how far unit vectors and rotations are from their manifold, at most
    """

    t: Array
    q: Array
    v: Array
    a: Array
    tau: Array
    kinetic: Array
    potential: Array
    work: Array
    labels: Mapping[str, tuple[str, ...]]
    conserved: Array
    method: str
    steps: int
    newton: int = 0
    gaps: Array | None = None
    parts: tuple[Part, ...] = ()
    off: float = 0.0
    tracking_error: float | None = None
    slip: Array | None = None

    @property
    def energy(self) -> Array:
        """Kinetic and potential."""
        return self.kinetic + self.potential

    @property
    def energy_error(self) -> float:
        """Largest violation of energy = initial energy + work, relative to the energy that moves: the largest of the kinetic
        energy, of the change of the potential and of the change of the work. Kinetic energy counts from rest: that of a steady
        spin does not change, and is still what an error is to be compared with."""
        balance = self.energy - self.energy[0] - self.work
        moving = max(_NOTHING, *(float(x) for x in (np.max(self.kinetic), np.ptp(self.potential), np.ptp(self.work))))
        return float(np.max(np.abs(balance))) / moving

    @property
    def drift(self) -> float:
        """Slope of a line through the energy less the work, times the duration."""
        return float(np.polyfit(self.t, self.energy - self.work, 1)[0]) * float(self.t[-1])
