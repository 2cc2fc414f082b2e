"""Plots of a simulated motion: panels per joint of a robot, or per variable of a Lagrangian, and the energies."""

from __future__ import annotations

from pathlib import Path
from typing import IO, TYPE_CHECKING

from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot

if TYPE_CHECKING:
    from linkwright.mechanism import Mechanism
    from linkwright.simulation import Motion


def plot_motion(mechanism: Mechanism, motion: Motion, path: Path | IO[str]) -> None:
    """Write the plots of a motion; the file's ending tells the format. SVG where it is a stream."""
    match mechanism:
        case OpenRobot() | ClosedRobot():
            from linkwright.view.plot_joints import plot_joints

            plot_joints(mechanism, motion, path)
        case _:
            from linkwright.view.plot_variables import plot_variables

            plot_variables(mechanism, motion, path)
