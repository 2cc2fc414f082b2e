"""Plots of a simulated motion: panels per joint of a robot, or per variable of a Lagrangian, and the energies."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import matplotlib

matplotlib.use("Agg")  # files only: works where there is no screen

from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot

if TYPE_CHECKING:
    from linkwright.mechanism import Mechanism
    from linkwright.simulation import Motion


def plot_motion(mechanism: Mechanism, motion: Motion, path: Path) -> None:
    """Write the plots of a motion; the file's ending tells the format."""
    match mechanism:
        case OpenRobot() | ClosedRobot():
            from linkwright.cli.plot_joints import plot_joints

            plot_joints(mechanism, motion, path)
        case _:
            from linkwright.cli.plot_variables import plot_variables

<<<<<<< HEAD
            plot_variables(mechanism, motion, path)
=======
def _titles(joint: Joint) -> tuple[str, str, str, str]:
    wording = joint.joint_type.wording
    unit, force = wording.units
    return (
        f"{joint.name}: {wording.measure}",
        f"speed in {unit}/s",
        f"acceleration in {unit}/s²",
        f"joint force in {force}",
    )


def _components(joint: Joint) -> tuple[tuple[str, ...], ...]:
    """Names of the curves where a joint has several: position, speed, acceleration, joint force."""
    row = joint.joint_type
    accelerations = row.rates if row.holonomic else tuple(f"d{name}" for name in row.rates)
    return row.coordinates, row.rates, accelerations, row.forces


def _draw(axes: Any, t: Any, values: Any, title: str, labels: Sequence[str]) -> None:
    for k, label in enumerate(labels):
        axes.plot(t, values[:, k], linewidth=1.1, label=label)
    if len(labels) > 1:
        low, high = axes.get_ylim()
        axes.set_ylim(low, high + 0.25 * (high - low))  # room for the names, so that they hide no curve
        axes.legend(fontsize=6, ncols=len(labels), loc="upper center", handlelength=1, columnspacing=1, frameon=False)
    axes.set_title(title, fontsize=9, loc="left")
    axes.tick_params(labelsize=8)
    axes.grid(alpha=0.3)
    axes.margins(x=0)


def _draw_energy(axes: Any, motion: Motion) -> None:
    for label, values in (("kinetic", motion.kinetic), ("potential", motion.potential), ("total", motion.energy)):
        axes.plot(motion.t, values, linewidth=1.1, label=label)
    axes.set_title(f"energy in J (balance holds to {motion.energy_error:.1e})", fontsize=9, loc="left")
    axes.set_xlabel("t in s")
    axes.legend(fontsize=8, ncols=3)
    axes.grid(alpha=0.3)
    axes.margins(x=0)


def _draw_closure(axes: Any, motion: Motion) -> None:
    """How far the loops are open, and where the whole tree was integrated."""
    assert motion.gaps is not None
    axes.semilogy(motion.t, motion.gaps.clip(1e-18), linewidth=1.1)
    for part in motion.parts:
        if part.how == "whole tree":
            axes.axvspan(part.start, part.end, alpha=0.15)
    axes.set_title("largest error of the closure (shaded: the whole tree was integrated)", fontsize=9, loc="left")
    axes.set_xlabel("t in s")
    axes.grid(alpha=0.3)
    axes.margins(x=0)
>>>>>>> joints
