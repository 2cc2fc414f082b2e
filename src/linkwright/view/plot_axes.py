"""Axes of plots: how small a range they may show; and where figures go."""

from __future__ import annotations

from pathlib import Path
from typing import IO, Any

import numpy as np

from linkwright.simulation import Motion

_SMALLEST = 1e-9
"""Share of the largest value of its kind that an axis spans at least: below is rounding, which would fill the panel."""


def write_figure(figure: Any, path: Path | IO[str]) -> None:
    """To a file whose ending tells the format, or as SVG to a stream."""
    figure.savefig(path, format=None if isinstance(path, Path) else "svg")


def settle_range(axes: Any, largest: Any, room: float = 0.0) -> None:
    """Widen the range of the y axis where it shows nothing but rounding, then by some room at the top.

    largest: values of the same kind in all panels; room: share of the range
    """
    low, high = axes.get_ylim()
    scale = float(np.max(np.abs(largest), initial=0.0))
    least = _SMALLEST * (scale if scale > _SMALLEST else 1.0)
    if high - low < 1.2 * least:  # matplotlib leaves margins
        middle = (low + high) / 2
        low, high = middle - least, middle + least
    axes.set_ylim(low, high + room * (high - low))


def settle_grid(axes: Any) -> None:
    """Small numbers, a light grid, curves from edge to edge."""
    axes.tick_params(labelsize=8)
    axes.grid(alpha=0.3)
    axes.margins(x=0)


def plot_energies(axes: Any, motion: Motion) -> None:
    """Kinetic, potential and total, over time."""
    for label, values in (("kinetic", motion.kinetic), ("potential", motion.potential), ("total", motion.energy)):
        axes.plot(motion.t, values, linewidth=1.1, label=label)
    axes.set_title(f"energy in J (balance holds to {motion.energy_error:.1e})", fontsize=9, loc="left")
