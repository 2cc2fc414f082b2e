"""`linkwright excite`: an exciting motion; write its samples and a figure, tell what it is worth and which limits it uses."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from linkwright.cli.console import console, steps, table
from linkwright.cli.options import Fences
from linkwright.cli.output import checked_plot, print_facts, say_written
from linkwright.disk import write_file
from linkwright.errors import InputError
from linkwright.formula.scalar import constant, parse
from linkwright.identification.excitation import Excitation, excite, read_limits
from linkwright.identification.excitation.plan import Plan
from linkwright.identification.report.data import finite
from linkwright.mechanism import Mechanism, require_robot
from linkwright.model.closed_robot import Robot
from linkwright.readers.positions import pose_from_text


def excite_and_report(
    mechanism: Mechanism, plan: Plan, fences: Fences, out: Path | None, plot: Path | None, json: bool
) -> None:
    """The command: search, write, tell."""
    if plot:
        checked_plot(plot, "linkwright.identification.excitation.plot:plot_excitation")
    robot = require_robot(mechanism, "excite", "excite a robot")
    start = pose_from_text(mechanism, fences.start, "start")
    limits = read_limits(fences.limits) if fences.limits else None
    with steps() as tell:
        found = excite(robot, start=start, limits=limits, boxes=boxes(fences.box), tell=tell, **asdict(plan))
    if out:
        write_file(out, found.to_csv)
    if plot:
        write_file(plot, found.plot)
    if json:
        print_facts(mechanism, finite(_facts(found)))
        return
    _tell(robot, found)
    say_written(out, plot)


def boxes(text: str) -> dict[str, list[list[float]]]:
    """'tool: -0.6 0.6, -0.6 0.6, 0.05 1.2; elbow: ...' as frame -> ends of x, y, z."""
    found: dict[str, list[list[float]]] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, _, ends = part.rpartition(":")
        rows = [[_number(word) for word in row.split()] for row in ends.split(",")]
        if not name.strip() or len(rows) != 3 or any(len(row) != 2 or None in row for row in rows):
            raise InputError(f"'{part}' is no box", hint="write 'tool: -0.6 0.6, -0.6 0.6, 0.05 1.2': x, y, z in m")
        found[name.strip()] = [[float(x) for x in row if x is not None] for row in rows]
    return found


def _number(word: str) -> float | None:
    if word.lstrip("+-") == "inf":
        return float(word)
    return constant(parse(word))


def _facts(found: Excitation) -> dict[str, Any]:
    return {
        "seconds": found.time,
        "harmonics": found.series.harmonics,
        "samples": len(found.t),
        "joints": list(found.names),
        "parameters": list(found.columns),
        "condition_before": found.before,
        "condition": found.condition,
        "coefficients": found.coefficients.tolist(),
        "limits": [asdict(limit) for limit in found.limits],
        "processor_seconds": found.seconds,
        "notes": list(found.notes),
    }


def _tell(robot: Robot, found: Excitation) -> None:
    screen = console()
    told = f"condition {found.before:.4g} before, {found.condition:.4g} after"
    many = (
        f"{len(found.columns)} parameters, {found.time:g} s, {len(found.t)} samples, {found.seconds:.1f} s to compute"
    )
    rows = [[x.kind, x.name, x.low, x.high, x.least, x.most, _part(x.part)] for x in found.limits]
    heads = ["limit", "of", "from", "to", "least", "most", "used"]
    screen.print(table(f"{robot.name}: {told} ({many})", heads, rows, heads[2:]))
    for note in found.notes:
        screen.print(f"note: {note}")


def _part(x: float) -> str:
    return "" if np.isnan(x) else f"{100 * x:.1f} %"
