"""Plots of a trajectory: position, velocity, acceleration and jerk of every joint."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")  # files only: works where there is no screen

from matplotlib.figure import Figure

from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.trajectory import Samples
from linkwright.view.plot_axes import settle_range


def plot_trajectory(robot: Robot, found: Samples, path: Path) -> None:
    """Write the plots; the file's ending tells the format."""
    units = _units(robot)
    parts = (
        ("position", "", found.q),
        ("velocity", "/s", found.v),
        ("acceleration", "/s²", found.a),
        ("jerk", "/s³", found.j),
    )
    figure: Any = Figure(figsize=(8, 8.5), layout="constrained")
    figure.suptitle(f"{robot.name}: {found.t[-1]:.4g} s")
    grid = figure.add_gridspec(len(parts), 1)
    for row, (what, per, values) in enumerate(parts):
        axes = figure.add_subplot(grid[row, 0])
        for k, name in enumerate(found.names):
            axes.plot(found.t, values[:, k], linewidth=1.2, label=name)
        axes.set_title(f"{what} in {' | '.join(f'{unit}{per}' for unit in units)}", fontsize=9, loc="left")
        axes.tick_params(labelsize=8)
        axes.grid(alpha=0.3)
        axes.margins(x=0)
        settle_range(axes, values)
        if row == 0:
            axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
        axes.set_xlabel("t in s" if row == len(parts) - 1 else "")
    figure.savefig(path)


def _units(robot: Robot) -> list[str]:
    """Of the positions: rad, m or both."""
    tree = robot.tree if isinstance(robot, ClosedRobot) else robot
    joints = robot.joint_names if isinstance(robot, ClosedRobot) else tree.joint_names
    return sorted({tree.joints[name].joint_type.wording.units[0] for name in joints}, reverse=True)
