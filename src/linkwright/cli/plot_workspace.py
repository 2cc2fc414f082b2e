"""Picture of a workspace: how good the best posture is in each cell, what is reached in every orientation, what is singular."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")  # files only: works where there is no screen

import numpy as np
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from linkwright.workspace import Workspace

_REACHED, _EDGE, _DEXTEROUS, _SINGULAR = "#dfe3e8", "#39424e", "#0b6e4f", "#c1121f"


def plot_workspace(name: str, found: Workspace, path: Path) -> None:
    """Write the picture; the file's ending tells the format."""
    high, wide = found.grid.shape
    scale = 6.2 / max(wide, high)
    figure: Any = Figure(figsize=(max(4.2, wide * scale) + 1.6, max(3.2, high * scale) + 1.9), layout="constrained")
    axes = figure.add_subplot(1, 1, 1)
    grid = found.grid
    half = (grid.x[1] - grid.x[0]) / 2, (grid.y[1] - grid.y[0]) / 2
    extent = (grid.x[0] - half[0], grid.x[-1] + half[0], grid.y[0] - half[1], grid.y[-1] + half[1])
    reached = np.where(found.reachable, 1.0, np.nan)
    options: dict[str, Any] = {"origin": "lower", "extent": extent, "interpolation": "nearest"}
    axes.imshow(reached, cmap=ListedColormap([_REACHED]), **options)
    shades = axes.imshow(found.conditioning, cmap="viridis", vmin=0.0, **options)
    figure.colorbar(shades, ax=axes, label="conditioning of the best posture", shrink=0.8)
    _outline(axes, grid, found.reachable, _EDGE, 1.2)
    partly = found.postures.shape[2] > 1
    if partly and found.dexterous.any():
        _outline(axes, grid, found.dexterous, _DEXTEROUS, 1.8)
    rows, columns = np.nonzero(found.singular & found.reachable)
    axes.scatter(grid.x[columns], grid.y[rows], s=(60 * scale * 0.35) ** 2, marker="s", color=_SINGULAR, linewidths=0)
    axes.set_xlim(extent[:2])
    axes.set_ylim(extent[2:])
    axes.set_aspect("equal")
    axes.set_xlabel(f"{grid.names[0]} in m")
    axes.set_ylabel(f"{grid.names[1]} in m")
    axes.set_title(_title(name, found), fontsize=10)
    handles: list[Any] = [Line2D([], [], color=_EDGE, linewidth=1.2, label="reachable")]
    if partly:
        label = "in every orientation tried" + ("" if found.dexterous.any() else " (none)")
        handles.append(Line2D([], [], color=_DEXTEROUS, linewidth=1.8, label=label))
    if len(rows):
        handles.append(Patch(color=_SINGULAR, label="singular"))
    figure.legend(handles=handles, loc="outside lower center", ncols=3, frameon=False, fontsize=9)
    figure.savefig(path)


def _outline(axes: Any, grid: Any, inside: Any, color: str, width: float) -> None:
    """The border between cells that are inside and those that are not."""
    padded = np.pad(inside.astype(float), 1)
    x, y = (np.pad(a, 1, "reflect", reflect_type="odd") for a in (grid.x, grid.y))  # one cell more at both ends
    axes.contour(x, y, padded, levels=[0.5], colors=[color], linewidths=[width])


def _title(name: str, found: Workspace) -> str:
    others = ", ".join(f"{n} = {value:.4g}" for n, value in found.grid.others)
    tried = found.postures.shape[2]
    how = f"{tried} orientations tried" if tried > 1 else ""
    return f"Workspace of {name}" + "\n" + "; ".join(filter(None, [others, how]))
