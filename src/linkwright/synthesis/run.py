"""A whole synthesis: structures, search, a second look at every point of the front, and the files that tell of it."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linkwright.disk import make_folder, write_file
from linkwright.jobs import Job, Journal
from linkwright.synthesis.demand import Demand, demand
from linkwright.synthesis.evaluation.constraints import check_names
from linkwright.synthesis.file_names import file_names
from linkwright.synthesis.found import Found, Point
from linkwright.synthesis.search.gather import gather
from linkwright.synthesis.search.run import Course, Step, search
from linkwright.synthesis.structures import structures
from linkwright.version import __version__

if TYPE_CHECKING:
    from linkwright.jobs import Crew
    from linkwright.synthesis.structure import Structure
    from linkwright.synthesis.task import Task

Watch = Callable[[Step], None]


@dataclass(frozen=True)
class Place:
    """Where a run lives. task_folder: what the task's files are relative to; out: the folder of its results and its journal."""

    task_folder: Path
    out: Path


def synthesize(task: Task, place: Place, crew: Crew, watch: Watch = lambda _: None) -> Found:
    """Search, look again, write `individuals/`. A run that was stopped goes on where it was."""
    check_names(task)
    way, kinds = demand(task), structures(task)
    make_folder(place.out)
    with Journal(place.out / "journal.sqlite", _meta(task, way, kinds)) as journal:
        courses = search(task, kinds, str(place.task_folder), crew, journal, watch)
        found = gather(task, courses)
        found = replace(found, checks=_checks(found, str(place.task_folder), crew, journal))
    make_folder(place.out / "individuals")
    files = file_names((s.name for s in kinds), ".csv")
    for course in courses:
        if course.results:
            write = partial(_write_individuals, task, course)
            write_file(place.out / "individuals" / files[course.structure.name], write)
    return found


def _meta(task: Task, way: Demand, kinds: tuple[Structure, ...]) -> Mapping[str, Any]:
    """What decides a run's result: robot files and the table of a path may change while the task's text does not."""
    search = {n: getattr(task.search, n) for n in ("evaluations", "population", "seed", "method", "halving", "front")}
    texts = task.text.encode(), json.dumps([s.as_dict() for s in kinds]).encode(), way.t.tobytes() + way.poses.tobytes()
    marks = [hashlib.sha256(x).hexdigest()[:8] for x in texts]
    return {
        "what": "synthesis",
        "version": __version__,
        **search,
        "structures": f"{len(kinds)} ({marks[1]})",
        "task": f"{task.name} ({marks[0]})",
        "path": f"{len(way.t)} samples ({marks[2]})",
    }


def _checks(found: Found, folder: str, crew: Crew, journal: Journal) -> dict[str, Any]:
    """The second look at every point of the front, by its name."""
    names = {f"again/{p.name}": p for p in found.front}
    work = [_again(key, found, p, folder) for key, p in names.items()]
    return {names[o.key].name: o.result if o.ok else {"reason": o.message} for o in crew.run(work, journal)}


def _again(key: str, found: Found, point: Point, folder: str) -> Job:
    about = {"structure": found.structure(point).as_dict(), "task": found.task.text, "folder": folder}
    return Job(key, "linkwright.synthesis.search.block:look_again", {**about, "x": list(point.x)})


def _write_individuals(task: Task, course: Course, file: Path) -> None:
    """Every candidate of a structure as a row: number, where it failed, objectives, variables."""
    names: list[str] = course.results[0]["constraints"]
    columns = [course.column(c).tolist() for c in ("stage", "branch", "violation", "objectives", "x")]
    with file.open("w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        heads = [*task.objectives, *(v.name for v in course.structure.variables)]
        writer.writerow(["number", "failed_at", "branch", "violation", *heads])
        for number, (stage, branch, violation, objectives, x) in enumerate(zip(*columns, strict=True)):
            failed = names[int(stage)] if stage >= 0 else ""
            writer.writerow([number, failed, int(branch), violation, *objectives, *x])
