"""Plots of a motion on a manifold: a row per variable with place, path on the sphere and velocity; energies below."""

from __future__ import annotations

from pathlib import Path
from typing import IO, Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from linkwright.manifold.lagrangian import Lagrangian, names_of
from linkwright.manifold.state import Slot, slots_of
from linkwright.simulation import Motion
from linkwright.view.plot_axes import plot_energies, settle_grid, settle_range, write_figure

_MOST = 8
"""Variables that are drawn; more would make an unreadable picture."""
_AXES = ("1", "2", "3")


def plot_variables(system: Lagrangian, motion: Motion, path: Path | IO[str]) -> None:
    """Unit vectors and the axes of rotations as paths on the sphere, places and velocities over time, energies, momenta."""
    slots = slots_of(system.variables)[:_MOST]
    figure = Figure(figsize=(14, 2.6 * len(slots) + 2.8), layout="constrained")
    more = len(system.variables) - len(slots)
    figure.suptitle(system.name + (f" (the first {len(slots)} of {len(system.variables)} variables)" if more else ""))
    grid = figure.add_gridspec(len(slots) + 1, 3)
    for r, s in enumerate(slots):
        _row(figure, grid, r, s, motion)
    bottom = grid[len(slots), :].subgridspec(1, 2)
    _energy(figure.add_subplot(bottom[0]), motion)
    _changes(figure.add_subplot(bottom[1]), motion)
    write_figure(figure, path)


def _row(figure: Any, grid: Any, r: int, s: Slot, motion: Motion) -> None:
    q, v = motion.q[:, s.q], motion.v[:, s.v]
    names = names_of(s.variable)
    speed = names.rate or names.velocity
    if s.kind == "SO3":
        title, curves = f"{s.name}: third body axis {s.name} e3", q.reshape(-1, 3, 3)[:, :, 2]
    else:
        title, curves = f"{s.name} in {s.variable.manifold}", q
    if s.kind in ("S2", "SO3"):
        _curves(figure.add_subplot(grid[r, 0]), motion.t, curves, title)
        _sphere(figure.add_subplot(grid[r, 1], projection="3d"), curves)
        _curves(figure.add_subplot(grid[r, 2]), motion.t, v, f"{speed} in rad/s")
    elif s.kind == "Rn" and s.nv == 3:
        _curves(figure.add_subplot(grid[r, 0]), motion.t, q, title)
        _space(figure.add_subplot(grid[r, 1], projection="3d"), q)
        _curves(figure.add_subplot(grid[r, 2]), motion.t, v, speed)
    else:
        _curves(figure.add_subplot(grid[r, 0]), motion.t, q, title)
        _curves(figure.add_subplot(grid[r, 1]), motion.t, v, speed)
        _curves(figure.add_subplot(grid[r, 2]), motion.t, motion.a[:, s.v], f"{names.acceleration}")


def _curves(axes: Any, t: Any, values: Any, title: str) -> None:
    for k, column in enumerate(values.T):
        axes.plot(t, column, linewidth=1.1, label=_AXES[k] if values.shape[1] == 3 else str(k + 1))
    settle_range(
        axes, values, room=0.25 if values.shape[1] > 1 else 0.0
    )  # room for the names, so that they hide no curve
    if values.shape[1] > 1:
        axes.legend(
            fontsize=7, ncols=values.shape[1], loc="upper center", handlelength=1, columnspacing=1, frameon=False
        )
    axes.set_title(title, fontsize=9, loc="left")
    axes.set_xlabel("t in s", fontsize=8)
    settle_grid(axes)


def _sphere(axes: Any, path: Any) -> None:
    """A path on the unit sphere, with the sphere's circles."""
    angle = np.linspace(0, 2 * np.pi, 90)
    for height in (-0.5, 0.0, 0.5):
        radius = np.sqrt(1 - height**2)
        axes.plot(radius * np.cos(angle), radius * np.sin(angle), height, color="0.85", linewidth=0.7)
    for turn in np.linspace(0, np.pi, 4, endpoint=False):
        axes.plot(
            np.cos(turn) * np.sin(angle), np.sin(turn) * np.sin(angle), np.cos(angle), color="0.85", linewidth=0.7
        )
    _space(axes, path)
    axes.set_box_aspect((1, 1, 1))


def _space(axes: Any, path: Any) -> None:
    """A path from its beginning to its end."""
    axes.plot(*path.T, linewidth=0.9)
    axes.plot(*path[0], marker="o", markersize=4, color="C2")
    axes.plot(*path[-1], marker="s", markersize=4, color="C3")
    axes.tick_params(labelsize=6, pad=-2)
    axes.set_title("from the circle to the square", fontsize=8, loc="left")
    for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
        axis.set_pane_color("white")
        axis.set_major_locator(MaxNLocator(3))


def _energy(axes: Any, motion: Motion) -> None:
    plot_energies(axes, motion)
    if np.any(motion.work):
        axes.plot(motion.t, motion.work, linewidth=1.1, label="work")
    _plain(axes, 4)


def _changes(axes: Any, motion: Motion) -> None:
    """What should not change."""
    axes.plot(motion.t, motion.energy - motion.work - motion.energy[0], linewidth=0.9, label="energy less work")
    free = not np.any(motion.tau)  # inputs change momenta
    for k, name in enumerate(motion.labels["conserved"] if free else ()):
        change = motion.conserved[:, k] - motion.conserved[0, k]
        axes.plot(motion.t, change, linewidth=0.9, label=f"momentum: {name}")
    axes.set_title("change since the start", fontsize=9, loc="left")
    _plain(axes, 2)


def _plain(axes: Any, columns: int) -> None:
    low, high = axes.get_ylim()
    axes.set_ylim(low, high + 0.45 * (high - low))
    axes.legend(fontsize=7, ncols=columns, loc="upper center", frameon=False)
    axes.set_xlabel("t in s", fontsize=8)
    settle_grid(axes)
