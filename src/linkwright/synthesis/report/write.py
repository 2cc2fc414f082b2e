"""write_report: a page and the files of the best robots, complete or not there at all."""

from __future__ import annotations

import base64
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from linkwright.disk import write_text
from linkwright.errors import LinkwrightError, counted
from linkwright.synthesis.evaluation import OBJECTIVES
from linkwright.synthesis.report.front import fronts, looks, points
from linkwright.synthesis.report.markup import Markup, number, tag, together
from linkwright.synthesis.report.motion import plots
from linkwright.synthesis.report.names import address, file_names
from linkwright.synthesis.report.played import Machines, Played, play
from linkwright.synthesis.report.standing import convergence, ladder, reasons, standing
from linkwright.synthesis.report.task_words import task_words

if TYPE_CHECKING:
    from linkwright.synthesis.found import Found, Point
    from linkwright.view.exhibit import Exhibit

BEST = "best"
"""Folder of the robot files."""


def write_report(found: Found, folder: Path, machines: Machines | None = None) -> Path:
    """report.html, and best/*.yaml of the front and of the best of each structure. machines: from structures to machines."""
    from linkwright.view.page import document

    if machines is None:
        from linkwright.synthesis.machine import machine as machines
    report = _Report(found, *_played(found, machines))
    (folder / BEST).mkdir(parents=True, exist_ok=True)
    for name, played in report.played.items():
        write_text(folder / BEST / report.files[name], played.text)
    style = (Path(__file__).parent / "report.css").read_text(encoding="utf-8")
    target = folder / "report.html"
    write_text(target, document(f"{found.task.name}: report", report.body(), [style], report.exhibits))
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


@dataclass(frozen=True)
class _Report:
    found: Found
    played: Mapping[str, Played]
    wrong: Mapping[str, str]

    @property
    def files(self) -> dict[str, str]:
        return file_names(self.played)

    @property
    def kinds(self) -> dict[str, int]:
        return {t.structure.name: k for k, t in enumerate(self.found.tried)}

    @property
    def best(self) -> list[Played]:
        """The best of each structure by the first objective."""
        first = self.found.task.objectives[0]
        names = [t.best[first].name for t in self.found.tried if first in t.best]
        return [self.played[n] for n in names if n in self.played]

    @property
    def exhibits(self) -> list[Exhibit]:
        from linkwright.view.exhibit import Exhibit

        return [Exhibit(p.robot, p, self._title(p), p.structure.frame) for p in self.best]

    def _title(self, p: Played) -> str:
        first = self.found.task.objectives[0]
        return f"{p.structure.name}: {first} {number(p.point.objectives[first], OBJECTIVES[first].unit)}"

    def body(self) -> Markup:
        found = self.found
        head = [tag("h1", found.task.name), tag("p", self._lead(), class_="lead"), task_words(found.task)]
        parts = [*head, *(self._success() if found.front else self._failure())]
        return tag("main", together(parts))

    def _lead(self) -> str:
        found = self.found
        tried = f"{found.evaluations} candidates of {counted(len(found.tried), 'structure')} in {number(found.seconds)} s of processor time"
        if not found.front:
            return f"No structure can do this task: {tried}, none of them feasible."
        best = found.front[0]
        first = found.task.objectives[0]
        value = number(best.objectives[first], OBJECTIVES[first].unit)
        shown = f", {len(found.front)} of them here" if found.on_front > len(found.front) else ""
        return f"Best {first}: {value} by {best.structure}. {tried}; the front has {counted(found.on_front, 'point')}{shown}."

    def _failure(self) -> list[Markup]:
        advice = (
            "A constraint at which most candidates fail says what is too tight. Ranges of variables, the installation space and "
            "the limits of joints are in the task's file; every candidate is in individuals/."
        )
        return [
            tag("h2", "Why not"),
            reasons(self.found),
            tag("p", advice),
            tag("h2", "Structures"),
            standing(self.found, self.kinds, {}),
        ]

    def _success(self) -> list[Markup]:
        found, kinds = self.found, self.kinds
        files = {name: address(BEST, file) for name, file in self.files.items()}
        shown = {p.structure.name: k + 1 for k, p in enumerate(self.best)}
        several = len(found.task.objectives) > 1
        return [
            tag("h2", "Front" if several else "Best of each structure"),
            fronts(found, kinds) if several else ladder(found, kinds),
            tag("h2", "In motion"),
            tag("p", "The best of each structure along the path; a structure's name in the table below brings it here.", class_="soft"),
            tag("div", id="player"),
            *(tag("p", f"{name} is not shown: {why}", class_="bad") for name, why in self.wrong.items()),
            tag("h2", "Structures"),
            standing(found, kinds, shown),
            tag("h2", "Points of the front", id="front"),
            points(found, kinds, files),
            tag("p", "Constraints were asked again on ten times finer samples, the energy by forward simulation.", class_="soft"),
            looks(found),
            tag("h2", "Motors of the best"),
            *(self._details(p, k == 0) for k, p in enumerate(self.best)),
            tag("h2", "Course of the search"),
            convergence(found, kinds),
            tag("h2", "How to go on"),
            self._commands(),
        ]  # fmt: skip

    def _details(self, p: Played, open_: bool) -> Markup:
        from linkwright.draw.sketch import sketch
        from linkwright.model.numeric import numeric

        picture = base64.b64encode(sketch(numeric(p.robot), p.q[0]).encode()).decode()
        image = tag("img", src=f"data:image/svg+xml;base64,{picture}", alt=f"sketch of {p.structure.name}", class_="sketch")
        state = {"open": ""} if open_ else {}
        return tag("details", tag("summary", self._title(p)), plots(p), image, **state)

    def _commands(self) -> Markup:
        """What can be done with the best robot's file, in a shell in the report's folder."""
        name = self.found.front[0].name
        if name not in self.files:
            return tag("p", "no robot file could be written")
        file = shlex.quote(f"{BEST}/{self.files[name]}")
        rows = [
            f"linkwright check {file}",
            f"linkwright simulate {file} --time 2",
            f"linkwright build {file} --language c --out code",
            f"linkwright studio {file}",
        ]
        return tag("pre", "\n".join(rows))
