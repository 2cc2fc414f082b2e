"""Flow: what is integrated of a mechanism. One per kind; `simulate` is written over it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.simulation.motion import Motion, Path
from linkwright.simulation.run import Run

if TYPE_CHECKING:
    from linkwright.mechanism import Mechanism

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


def flow(mechanism: Mechanism, forces: str = "") -> Flow:
    """What is integrated of a mechanism.

    forces: joint forces, or inputs of a Lagrangian: comma-separated expressions in t, q1.., v1.. and the parameters
    """
    match mechanism:
        case OpenRobot():
            from linkwright.simulation.tree_flow import TreeFlow

            return TreeFlow(mechanism, forces)
        case ClosedRobot():
            from linkwright.simulation.closed_flow import ClosedFlow

            return ClosedFlow(mechanism, forces)
        case _:
            from linkwright.simulation.lagrangian_flow import LagrangianFlow

            return LagrangianFlow(mechanism, forces)


def simulate(mechanism: Mechanism, run: Run = Run()) -> Motion:
    """The motion of a mechanism from a start, with its accounts of energy, closure and momenta."""
    field = flow(mechanism, run.torque)
    method = run.chosen(field.methods)
    q, v = field.start(run.q0, run.v0)
    return field.motion(field.path(q, v, run), method)


def instants(run: Run) -> Array:
    """When the motion is told."""
    return np.linspace(0.0, run.time, run.samples + 1)
