"""The figure of operation counts over all chains of a catalogue, a panel per number of joints."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")  # files only: works where there is no screen

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from linkwright.catalogue.build_table import Built, quantities_in

_TABLES: tuple[tuple[str, Any], ...] = (("first table", "-"), ("second table", "--"))
_NARROWEST = 0.25
"""Width of a panel beside the widest one: a few chains of few joints must be seen, too."""


def plot_counts(tables: Sequence[Sequence[Built]], path: Path) -> None:
    """Counts of each quantity in rising order, on a logarithmic axis; a second table is dashed."""
    joints = sorted({row.joints for row in tables[0] if row.counts})
    sizes = [sum(row.joints == n for row in tables[0] if row.counts) for n in joints]
    widths = [max(size / max(sizes), _NARROWEST) for size in sizes]
    figure: Any = Figure(figsize=(10, 5), layout="constrained")
    panels = figure.subplots(1, len(joints), sharey=True, squeeze=False, width_ratios=widths)[0]
    names = sorted(
        quantities_in(tables[0]), key=lambda q: -max(row.operations(q) for row in tables[0] if q in row.counts)
    )
    for k, quantity in enumerate(names):
        for rows, (_, style) in zip(tables, _TABLES, strict=False):
            for axes, found in zip(panels, _sorted(rows, quantity, joints), strict=True):
                axes.step(range(1, len(found) + 1), found, style, color=f"C{k}", where="mid", linewidth=1.6)
    for axes, n, size in zip(panels, joints, sizes, strict=True):
        axes.set_yscale("log")
        axes.set_title(f"{n} joints", fontsize=11)
        axes.set_xlabel(f"{size} chains")
        axes.set_xticks([])
        axes.grid(visible=True, which="both", alpha=0.25, linewidth=0.5)
        axes.yaxis.set_major_formatter("{x:g}")
    panels[0].set_ylabel("operations (add, mul, div, sin, cos)")
    lines: list[Any] = [Line2D([], [], color=f"C{k}", label=q.replace("_", " ")) for k, q in enumerate(names)]
    if len(tables) > 1:
        lines += [Line2D([], [], color="0.3", linestyle=style, label=label) for label, style in _TABLES]
    figure.legend(handles=lines, loc="outside upper center", ncols=len(lines), frameon=False)
    figure.savefig(path, dpi=150)


def _sorted(rows: Sequence[Built], quantity: str, joints: Sequence[int]) -> list[list[float]]:
    """Per number of joints the counts in rising order; none at all, which has no logarithm, is left open."""
    own = [row for row in rows if quantity in row.counts]
    found = [sorted(row.operations(quantity) for row in own if row.joints == n) for n in joints]
    return [[float(count) or float("nan") for count in counts] for counts in found]
