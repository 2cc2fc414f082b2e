"""What `simulate` needs of a kind of mechanism: its equations of motion, ready to be integrated."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

import numpy as np

from linkwright.simulation.motion import Motion, Path
from linkwright.simulation.run import Run

Array = np.ndarray[Any, Any]


class Flow(ABC):
    """Equations of motion under given forces, ready to be integrated."""

    methods: ClassVar[tuple[str, ...]]
    """Integrators that suit it; the first is used where none is named."""

    @abstractmethod
    def start(self, q0: str, v0: str) -> tuple[Array, Array]:
        """Positions and rates from text; where it is empty, those of the file, or rest."""

    @abstractmethod
    def path(self, q: Array, v: Array, run: Run) -> Path:
        """States at the instants that a run asks for, from a start."""

    @abstractmethod
    def motion(self, path: Path, method: str) -> Motion:
        """Accelerations, forces and energies along a path."""


def instants(run: Run) -> Array:
    """When the motion is told."""
    return np.linspace(0.0, run.time, run.samples + 1)
