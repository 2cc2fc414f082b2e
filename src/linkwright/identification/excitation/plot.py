"""Figure of an exciting motion: positions, velocities and forces of every joint, with their limits."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib
import numpy as np

from linkwright.arrays import AnyArray as Array

matplotlib.use("Agg")  # files only: works where there is no screen

from matplotlib.figure import Figure

if TYPE_CHECKING:
    from linkwright.identification.excitation.result import Excitation, Used

_ROWS = 12
"""Joints that are drawn one by one; of more, the first."""


def plot_excitation(found: Excitation, path: Path) -> None:
    """Write the figure; the file's ending tells the format. Limits are dashed; forces are those of the prior model."""
    names, drawn = found.names[:_ROWS], found.sample(found.time / 500)
    moving, forces = found.moving, list(found.forces)
    v_names = [moving.robot.rate_names[k] for k in moving.iv]
    heights = max(2.4, 1.25 * len(names) + 0.9)
    figure: Any = Figure(figsize=(10, heights), layout="constrained")
    figure.suptitle(_title(found), fontsize=11)
    axes: Any = figure.subplots(len(names), 3, sharex=True, squeeze=False)
    for row, name in enumerate(names):
        panel = axes[row]
        _curve(panel[0], drawn.t, drawn.q[:, moving.iq[row]], _limit(found, "position", name))
        _curve(panel[1], drawn.t, drawn.v[:, moving.iv[row]], _limit(found, "velocity", name))
        force = _force(forces, v_names[row], row)
        _curve(panel[2], drawn.t, drawn.tau[:, force], _limit(found, "torque", forces[force]))
        panel[0].set_ylabel(name, fontsize=8)
        if forces[force] != v_names[row]:
            panel[2].set_ylabel(forces[force], fontsize=8)
    for panel, title in zip(axes[0], ("position", "velocity", "force, prior model"), strict=True):
        panel.set_title(f"{title} in {_units(found, title)}", fontsize=9, loc="left")
    for panel in axes[-1]:
        panel.set_xlabel("t in s", fontsize=8)
    figure.savefig(path)


def _title(found: Excitation) -> str:
    kind = "scaled columns" if found.cost == "scaled" else "columns"
    told = f"condition {found.before:.3g} before, {found.condition:.3g} after, {len(found.columns)} {kind}"
    more = f"; the first {_ROWS} of {len(found.names)} coordinates" if len(found.names) > _ROWS else ""
    return f"{found.moving.robot.name}, {found.time:g} s: {told}{more}"


def _curve(axes: Any, t: Array, values: Array, limit: Used | None) -> None:
    axes.plot(t, values, linewidth=1.2)
    for end in (limit.low, limit.high) if limit else ():
        if np.isfinite(end):
            axes.axhline(end, color="tab:red", linestyle="--", linewidth=0.8)
    axes.tick_params(labelsize=7)
    axes.grid(alpha=0.3)
    axes.margins(x=0)


def _limit(found: Excitation, kind: str, name: str) -> Used | None:
    return next((x for x in found.used(kind) if x.name == name), None)


def _force(forces: list[str], name: str, row: int) -> int:
    """The column of tau beside a coordinate: its own; of a parallel robot the one of the same number."""
    return forces.index(name) if name in forces else min(row, len(forces) - 1)


def _units(found: Excitation, title: str) -> str:
    """rad, m or both."""
    tree = found.moving.robot.tree
    kinds = {tree.joints[name.rpartition(".")[0] or name].joint_type.wording.units for name in _joints(found)}
    if title.startswith("force"):
        return " | ".join(sorted({force for _, force in kinds}, reverse=True))
    per = "/s" if title == "velocity" else ""
    return " | ".join(sorted({f"{unit}{per}" for unit, _ in kinds}, reverse=True))


def _joints(found: Excitation) -> list[str]:
    """Joints of the coordinates that move: their names without the number behind those of several."""
    known = found.moving.robot.tree.joints
    return [name if name in known else name.rpartition(".")[0] for name in found.names]
