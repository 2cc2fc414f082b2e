"""The page of a report: what it says, in which order."""

from __future__ import annotations

import base64
import shlex
from collections.abc import Mapping
from dataclasses import dataclass

from linkwright.draw.sketch import sketch
from linkwright.errors import counted
from linkwright.synthesis.evaluation import OBJECTIVES
from linkwright.synthesis.file_names import address, file_names
from linkwright.synthesis.found import Found
from linkwright.synthesis.report.front import fronts, looks, points
from linkwright.synthesis.report.motion import plots
from linkwright.synthesis.report.played import Played
from linkwright.synthesis.report.standing import convergence, ladder, reasons, standing
from linkwright.synthesis.report.task_words import task_words
from linkwright.view.exhibit import Exhibit
from linkwright.view.markup import Markup, number, tag, together

BEST = "best"
"""Folder of the robot files."""


@dataclass(frozen=True)
class Report:
    """What the page says. played: points with a motion, by name; wrong: why others have none."""

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
        many = counted(len(found.tried), "structure")
        tried = f"{found.evaluations} candidates of {many} in {number(found.seconds)} s of processor time"
        if not found.front:
            return f"No structure can do this task: {tried}, none of them feasible."
        best = found.front[0]
        first = found.task.objectives[0]
        value = number(best.objectives[first], OBJECTIVES[first].unit)
        shown = f", {len(found.front)} of them here" if found.on_front > len(found.front) else ""
        return f"Best {first}: {value} by {best.structure}. {tried}; the front has {counted(found.on_front, 'point')}{shown}."

    def _failure(self) -> list[Markup]:
        advice = (
            "A constraint at which most candidates fail says what is too tight. Ranges of variables, the installation "
            "space and the limits of joints are in the task's file; every candidate is in individuals/."
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
            _soft("The best of each structure along the path; a structure's name in the table below brings it here."),
            tag("div", id="player"),
            *(tag("p", f"{name} is not shown: {why}", class_="bad") for name, why in self.wrong.items()),
            tag("h2", "Structures"),
            standing(found, kinds, shown),
            tag("h2", "Points of the front"),
            points(found, kinds, files),
            _soft("Constraints were asked again on ten times finer samples, the energy by forward simulation."),
            looks(found),
            tag("h2", "Motors of the best"),
            *(self._details(p, k == 0) for k, p in enumerate(self.best)),
            tag("h2", "Course of the search"),
            convergence(found, kinds),
            tag("h2", "How to go on"),
            self._commands(),
        ]  # fmt: skip

    def _details(self, p: Played, open_: bool) -> Markup:
        picture = base64.b64encode(sketch(p.robot, p.q[0]).encode()).decode()
        image = tag(
            "img", src=f"data:image/svg+xml;base64,{picture}", alt=f"sketch of {p.structure.name}", class_="sketch"
        )
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
            f"linkwright simulate {file} --time 2 --html motion.html",
            f"linkwright build {file} --to c --out code",
            f"linkwright studio {file}",
        ]
        return tag("pre", "\n".join(rows))


def _soft(text: str) -> Markup:
    return tag("p", text, class_="soft")
