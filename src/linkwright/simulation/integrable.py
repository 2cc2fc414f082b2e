"""What `simulate` needs of a kind of mechanism: its equations of motion, ready to be integrated."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.simulation.motion import Motion, Path
from linkwright.simulation.progress import SELDOM, unheard
from linkwright.simulation.run import Run

if TYPE_CHECKING:
    from linkwright.simulation.tracking import Reference


class Flow(ABC):
    """Equations of motion under given forces, ready to be integrated."""

    methods: ClassVar[tuple[str, ...]]
    """Integrators that suit it; the first is used where none is named."""
    torque: Callable[[float, Array, Array], Array]
    """(t, q, v) of a path -> forces; not there where they are part of the compiled equations."""
    reached: Callable[[float], object] = staticmethod(unheard)
    """Called now and then with the time that a path has come to."""

    def own(self, q: Array, v: Array) -> tuple[Array, Array]:
        """Positions and rates as the mechanism's functions take them, of a state of a path."""
        return q, v

    @abstractmethod
    def start(self, q0: str, v0: str) -> tuple[Array, Array]:
        """Positions and rates from text; where it is empty, those of the file, or rest."""

    @abstractmethod
    def path(self, q: Array, v: Array, run: Run) -> Path:
        """States at the instants that a run asks for, from a start."""

    @abstractmethod
    def motion(self, path: Path, method: str) -> Motion:
        """Accelerations, forces and energies along a path."""

    @abstractmethod
    def follow(self, reference: Reference) -> list[int]:
        """Let the joints follow a trajectory from now on. Returns which columns of the motion's q follow it."""


def instants(run: Run) -> Array:
    """When the motion is told."""
    return np.linspace(0.0, run.time, run.samples + 1)


PATIENCE = 50_000
"""Evaluations that an integration may spend without headway: ordinary robots need 1e2 to 1e4 for a second of motion."""
PER_SECOND = 5e6
"""Evaluations per second of motion that are still headway: vibrations of 1e5 rad/s need 1e6."""


def making_headway(
    slope: Callable[[float, Array], Array],
    patience: int = PATIENCE,
    per_second: float = PER_SECOND,
    reached: Callable[[float], object] = unheard,
) -> Callable[[float, Array], Array]:
    """The same slope, which ends an integration that would not end: steps that shrink without bound, as where accelerations
    are rounding divided by a mass that is nearly zero. reached: called with the time, now and then."""
    spent = 0

    def counted(t: float, y: Array) -> Array:
        nonlocal spent
        spent += 1
        if spent > patience + per_second * t:
            what = f"the integration makes no headway: {spent} evaluations for {t:.3g} s of motion"
            hint = (
                "give light links more mass or inertia, or soften what is stiff (springs, damping, joint forces); a feedback "
                "of the wrong sign drives itself up, too"
            )
            raise InputError(what, hint=hint)
        if not spent % SELDOM:
            reached(t)
        return slope(t, y)

    return counted
