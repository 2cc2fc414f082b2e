"""How fast candidates are judged: of chains of the cube task, processor time to the first candidate, and per candidate.

    python -m benchmarks.synthesis_speed                          six chains;  --structures all, or their names
    python -m benchmarks.synthesis_speed --task my.yaml --structures all --candidates 320

compile: from the structure's text to the first population judged, less a second time of the same (nothing from the disk).
random: candidates anywhere in their ranges, most of which fail early; feasible: those of them that do the task.
"""

from __future__ import annotations

import argparse
import os
import time
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from linkwright.synthesis.evaluation import evaluate
from linkwright.synthesis.machine import Machine, machine
from linkwright.synthesis.structure import Structure
from linkwright.synthesis.structures import structures
from linkwright.synthesis.task import Task

CUBE = Path(str(files("linkwright.synthesis.templates") / "cube.yaml"))
SOME = "R=R=R=P,R=P=R=R,R+P+R=P,P+R=R=P,P+P90+R=P,R+P90+P90+P"


@dataclass(frozen=True)
class Speed:
    """Seconds to compile; milliseconds per candidate; how many of a random population are feasible."""

    compile: float
    random: float
    feasible: float
    share: float


def measure(structure: Structure, task: Task, candidates: int, rounds: int) -> Speed:
    """One structure, as the first of its process or not: what all share is compiled by an earlier one."""
    low, high = (np.array([getattr(v, end) for v in structure.variables]) for end in ("low", "high"))
    X = low + np.random.default_rng(0).random((candidates, len(low))) * (high - low)
    start = time.process_time()
    made = machine(structure)
    found = evaluate(made, task, X)
    first = time.process_time() - start
    again = _seconds(made, task, X, rounds)
    good = X[found.violation <= 0]
    some = np.tile(good, (-(-candidates // len(good)), 1))[:candidates] if len(good) else good
    feasible = _seconds(made, task, some, rounds) / candidates if len(good) else np.nan
    return Speed(first - again, 1e3 * again / candidates, 1e3 * feasible, len(good) / candidates)


def _seconds(made: Machine, task: Task, X: Any, rounds: int) -> float:
    """The least of some rounds: other work only adds."""

    def once() -> float:
        start = time.process_time()
        evaluate(made, task, X)
        return time.process_time() - start

    return min(once() for _ in range(rounds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--task", type=Path, default=CUBE)
    parser.add_argument("--structures", default="", help="names with commas between them, or all")
    parser.add_argument("--candidates", type=int, default=160)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    os.environ["LINKWRIGHT_CACHE"] = "off"
    task = Task.read(given.task.read_text("utf-8"), str(given.task.parent))
    kinds = structures(task)
    names = (given.structures or SOME).split(",")
    chosen = [s for s in kinds if s.name in names]
    table = Table("structure", "variables", "compile s", "ms, random", "ms, feasible", "feasible", title=task.name)
    for s in kinds if given.structures == "all" else chosen or kinds:
        x = measure(s, task, given.candidates, given.rounds)
        numbers = (f"{x.compile:.2f}", f"{x.random:.3f}", f"{x.feasible:.3f}", f"{x.share:.0%}")
        table.add_row(s.name, str(len(s.variables)), *numbers)
    Console().print(table)


if __name__ == "__main__":
    main()
