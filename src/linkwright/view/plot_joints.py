"""Plots of a simulated motion: four panels per joint, and the energies."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from matplotlib.figure import Figure

from linkwright.model.closed_robot import Robot
from linkwright.model.robot import Joint
from linkwright.simulation import Motion
from linkwright.view.plot_axes import plot_energies, settle_grid, settle_range, write_figure


def plot_joints(robot: Robot, motion: Motion, path: Path | IO[str]) -> None:
    """Angle, speed, acceleration and torque of every joint; the last row shows the energies."""
    joints = [robot.joints[n] for n in robot.tree.joint_names]
    rows = len(joints) + 1 + (motion.gaps is not None)
    figure = Figure(figsize=(14, 1.9 * rows + 0.6), layout="constrained")
    figure.suptitle(robot.name)
    grid = figure.add_gridspec(rows, 4)
    offsets = robot.tree.offsets
    for r, joint in enumerate(joints):
        iq, iv = offsets[joint.name]
        series = (motion.q[:, iq : iq + joint.nq], motion.v[:, iv : iv + joint.nv],
                  motion.a[:, iv : iv + joint.nv], motion.tau[:, iv : iv + joint.nv])  # fmt: skip
        for c, (title, values) in enumerate(zip(_titles(joint), series, strict=True)):
            axes = figure.add_subplot(grid[r, c])
            _draw(axes, motion.t, values, title, _components(joint)[c])
            every = (motion.q, motion.v, motion.a, motion.tau)[c]
            settle_range(
                axes, every, room=0.25 if len(_components(joint)[c]) > 1 else 0.0
            )  # room for the names of curves
            axes.set_xlabel("t in s" if r == len(joints) - 1 else "")
    _draw_energy(figure.add_subplot(grid[len(joints), :]), motion)
    if motion.gaps is not None:
        _draw_closure(figure.add_subplot(grid[rows - 1, :]), motion)
    write_figure(figure, path)


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
        axes.legend(fontsize=6, ncols=len(labels), loc="upper center", handlelength=1, columnspacing=1, frameon=False)
    axes.set_title(title, fontsize=9, loc="left")
    settle_grid(axes)


def _draw_energy(axes: Any, motion: Motion) -> None:
    plot_energies(axes, motion)
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
