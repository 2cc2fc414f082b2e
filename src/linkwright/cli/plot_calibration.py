"""The figure of a calibration: what is left at every posture, fitted and held out, beside what was there before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")  # files only: works where there is no screen

import numpy as np
from matplotlib.figure import Figure

from linkwright.calibration.errors import sizes
from linkwright.calibration.measured import KINDS
from linkwright.calibration.result import Calibration


def plot_residuals(found: Calibration, path: Path) -> None:
    """Distance, and angle where one was measured, at every posture after the fit; dashed: root mean square before it."""
    kind = KINDS[found.measured]
    length, angle = sizes(kind, found.residuals)
    parts: list[tuple[str, Any, float]] = [("distance (mm)", length * 1e3, found.before.rms * 1e3)]
    if kind.rotations:
        parts.append(("angle (deg)", np.degrees(angle), float(np.degrees(found.before.rms_angle))))
    figure: Any = Figure(figsize=(9, 1 + 2.4 * len(parts)), layout="constrained")
    number = np.arange(1, len(length) + 1)
    for axes, (label, size, before) in zip(figure.subplots(len(parts), 1, squeeze=False)[:, 0], parts, strict=True):
        for mask, colour, words in ((~found.held, "C0", "fitted"), (found.held, "C1", "held out")):
            axes.vlines(number[mask], 0, size[mask], color=colour, linewidth=1)
            axes.plot(number[mask], size[mask], "o", color=colour, markersize=3.5, label=words)
        axes.axhline(before, color="0.4", linestyle="--", linewidth=1, label="before (rms)")
        axes.set_yscale("symlog", linthresh=max(2 * float(np.max(size, initial=0.0)), 1e-12))
        axes.set_ylim(bottom=0)
        axes.set_ylabel(label)
        axes.grid(visible=True, alpha=0.25, linewidth=0.5)
    figure.axes[-1].set_xlabel("posture")
    figure.legend(*figure.axes[0].get_legend_handles_labels(), loc="outside upper center", ncols=3, frameon=False)
    figure.savefig(path, dpi=150)
