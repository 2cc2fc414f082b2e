"""`linkwright workspace`: where a frame can go, how well, and where it is singular; as figures, a table, a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from linkwright.cli.console import console, print_versioned, steps
from linkwright.cli.output import checked_plot, say_written
from linkwright.disk import write_file
from linkwright.errors import QuantityError
from linkwright.mechanism import Mechanism
from linkwright.model.robot import OpenRobot
from linkwright.trajectory.tables import write_table
from linkwright.workspace import View, Workspace, workspace


def workspace_and_report(mechanism: Mechanism, view: View, plot: Path | None, csv: Path | None, json: bool) -> None:
    """The command: look at every cell, write, tell."""
    draw: Any = checked_plot(plot, "linkwright.cli.plot_workspace:plot_workspace") if plot else None
    with steps() as tell:
        found = workspace(mechanism, view, lambda part: tell(f"workspace of {mechanism.name}", part))
        if csv:
            write_file(csv, lambda path: write_table(path, found.heads, found.rows()))
        if plot:
            write_file(plot, lambda path: draw(mechanism.name, found, path))
    where = _singular_where(mechanism, view.frame)
    if json:
        print_versioned({"name": mechanism.name, **found.facts(), "singular_where": where})
        return
    _tell(mechanism.name, found, where)
    say_written(csv, plot)


def _singular_where(mechanism: Mechanism, frame: str | None) -> list[str]:
    """Factors of the determinant of the Jacobian, where it has one."""
    if not isinstance(mechanism, OpenRobot):
        return []
    from linkwright.mechanics.inverse.singularities import singularities

    try:
        return [str(s) for s in singularities(mechanism, frame)]
    except QuantityError:  # joints to spare
        return []


def _tell(name: str, found: Workspace, where: list[str]) -> None:
    """For people."""
    facts = found.facts()
    (x, y), (low_x, low_y), (high_x, high_y) = facts["axes"], facts["from"], facts["to"]
    others = "".join(f", {n} = {value:.4g}" for n, value in facts["others"].items())
    out = console()
    out.print(
        f"{name}: {x} from {low_x:.4g} to {high_x:.4g} m, {y} from {low_y:.4g} to {high_y:.4g} m{others};"
        f" {facts['cells'][0]} x {facts['cells'][1]} cells ({facts['method']})"
    )
    tried = facts["orientations"]
    area = facts["reachable_area"]
    if not area:
        out.print("no cell is reached; look elsewhere with --plane, --at or --box")
        return
    out.print(f"reachable    {area:.4g} m²")
    if tried > 1:
        share = facts["dexterous_area"] / area
        out.print(f"dexterous    {facts['dexterous_area']:.4g} m², {share:.0%} (all of {tried} orientations tried)")
    best, median = facts["conditioning_best"], facts["conditioning_median"]
    if best is not None:
        out.print(f"conditioning {best:.3g} at best, median {median:.3g} (0 singular, 1 isotropic)")
    out.print(f"singular     {facts['singular_cells']} cells")
    for line in where:
        out.print(f"             where {line}", soft_wrap=True)
