"""`linkwright synthesize`: the best robots for a task, on the screen and as a folder."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from linkwright.cli.console import console, print_json, say, steps, table
from linkwright.cli.options import Effort
from linkwright.cli.resumable import resumable
from linkwright.jobs import workers
from linkwright.synthesis.found import Found
from linkwright.synthesis.machine import machine
from linkwright.synthesis.report import write_report
from linkwright.synthesis.report.standing import remark
from linkwright.synthesis.run import Place, synthesize
from linkwright.synthesis.search.run import Step
from linkwright.synthesis.task import Task


def synthesize_and_report(file: Path, effort: Effort, json: bool) -> bool:
    """Whether a robot was found."""
    task = Task.load(file)
    asked = {n: getattr(effort, n) for n in ("evaluations", "population", "seed") if getattr(effort, n) is not None}
    task = replace(task, search=replace(task.search, **asked))
    with resumable(effort.out), workers(effort.workers, effort.scheduler) as crew, steps() as bar:
        found = synthesize(
            task,
            Place(file.absolute().parent, effort.out),
            crew,
            lambda s: bar(_told(task, s), s.judged / max(s.planned, 1)),
        )
    write_report(found, effort.out, machine)
    if json:
        print_json(as_data(found))
    else:
        _print(found, effort.out)
    return bool(found.front)


def _told(task: Task, step: Step) -> str:
    best = f"{task.objectives[0]} {step.best:.4g}" if step.best == step.best else "none feasible yet"
    return f"{step.judged} of {step.planned} candidates, {best}; {step.structure}"


def _print(found: Found, out: Path) -> None:
    names = found.task.objectives
    rows = [
        [
            t.structure.name,
            t.evaluations,
            t.feasible,
            *(t.best[n].objectives[n] if n in t.best else None for n in names),
            remark(t),
        ]
        for t in found.tried
    ]
    heads = ["structure", "tried", "feasible", *names, "remark"]
    console().print(table(f"{found.task.name}: best of each structure", heads, rows, right=heads[1:-1]))
    rate = found.evaluations / found.seconds if found.seconds else 0.0
    say(f"{found.evaluations} candidates, {rate:.0f} per second of processor time")
    if not found.front:
        say("no structure can do this task; the reasons are above, and per candidate in individuals/")
    else:
        say(f"points of the front: {found.on_front}; {len(found.front)} looked at again and written to {out / 'best'}")
    say(f"open {out / 'report.html'}")


def as_data(found: Found) -> dict[str, Any]:
    """For programs."""
    return {
        "task": found.task.name,
        "evaluations": found.evaluations,
        "seconds": found.seconds,
        "structures": [
            {
                "name": t.structure.name,
                "evaluations": t.evaluations,
                "feasible": t.feasible,
                "best": {n: dict(p.objectives) | {"point": p.name} for n, p in t.best.items()},
                "dropped_after": t.dropped,
                "reasons": dict(t.reasons),
                "message": t.message,
            }
            for t in found.tried
        ],
        "front": [
            {
                "name": p.name,
                "structure": p.structure,
                "objectives": dict(p.objectives),
                "variables": found.values(p),
                "recheck": dict(found.checks.get(p.name, {})),
            }
            for p in found.front
        ],
        "on_front": found.on_front,
    }
