"""write_report: a page and the files of the best robots, complete or not there at all."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from linkwright.disk import write_text
from linkwright.errors import LinkwrightError
from linkwright.synthesis.machine import machine
from linkwright.synthesis.report.page import BEST, Report
from linkwright.synthesis.report.played import Machines, Played, play
from linkwright.view.page import document, report_style

if TYPE_CHECKING:
    from linkwright.synthesis.found import Found, Point


def write_report(found: Found, folder: Path, machines: Machines = machine) -> Path:
    """report.html, and best/*.yaml of the front and of the best of each structure. machines: from structures to machines."""
    report = Report(found, *_played(found, machines))
    (folder / BEST).mkdir(parents=True, exist_ok=True)
    for name, played in report.played.items():
        write_text(folder / BEST / report.files[name], played.text)
    target = folder / "report.html"
    write_text(target, document(f"{found.task.name}: report", report.body(), [report_style()], report.exhibits))
    return target


def _played(found: Found, machines: Machines) -> tuple[dict[str, Played], dict[str, str]]:
    """Points that are written, best of structures first, by name; and what was wrong with those that could not be played."""
    first = found.task.objectives[0]
    wanted: dict[str, Point] = {p.name: p for t in found.tried for p in [t.best.get(first)] if p}
    wanted |= {p.name: p for p in found.front}
    made: dict[str, Played] = {}
    wrong: dict[str, str] = {}
    for name, point in wanted.items():
        structure = found.structure(point)
        try:
            made[name] = play(found.task, structure, point, machines(structure))
        except LinkwrightError as error:
            wrong[name] = str(error)
    return made, wrong
