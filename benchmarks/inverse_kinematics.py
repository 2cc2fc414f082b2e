"""Inverse kinematics beside EAIK and ssik: time per pose on one core, solutions found, branches lost.

    python -m benchmarks.inverse_kinematics --poses 10000 --brute 100 --json ik.json
    python -m benchmarks.inverse_kinematics --arms ur5,puma --rounds 15
    python -m benchmarks.inverse_kinematics --arms all --poses 200      ssik's own arms, by its numbers

"Existing" are the branches that anybody finds (ours, theirs, on the first poses a search by Newton's method from many
starts), each verified by products of exponentials. Branches nearer to each other than 1e-4 rad, and poses with a branch of
condition above 1e6, are counted apart. Exit code 1 if ours loses a branch of another pose or has a wrong one.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.ik_arms import CASES, Case, ssik_cases
from benchmarks.ik_peers import Solver, eaik, ours, search, ssik, unknown_to_ours, with_given
from benchmarks.ik_sets import Comparison, compared
from benchmarks.timing import race
from tests.inverse.brute_force import Array

_STARTS = 300
_REDUNDANT = 20
"""Poses of an arm with a joint too many at which all solutions of ssik are looked for."""


@dataclass(frozen=True)
class Row:
    """One arm: who solves it how, nanoseconds per pose by column, and the sets of solutions."""

    arm: str
    how: dict[str, str]
    times: dict[str, float] = field(default_factory=dict[str, float])
    sets: Comparison | None = None
    redundant: tuple[int, int] | None = None
    """Of an arm with a joint too many: solutions of ssik at some poses, and those that ours lacks at their given value."""


def poses_of(case: Case, count: int) -> Array:
    """Poses that the arm reaches, at positions anywhere."""
    random = np.random.default_rng(11)
    q = random.uniform(-np.pi, np.pi, (count, len(case.locked.axes)))
    sliding = np.array([a.kind == "P" for a in case.locked.axes])
    return case.locked.pose(np.where(sliding, q / 5, q))


def measure(case: Case, poses: int, brute: int, rounds: int) -> Row:
    """Everybody on one arm."""
    case = with_given(case)
    targets = poses_of(case, poses)
    asked = [make(case, targets) for make in (ours, eaik, ssik)]
    names = ("ours", "EAIK", "ssik")
    how = {name: s.how if isinstance(s, Solver) else f"none: {s}" for name, s in zip(names, asked, strict=True)}
    solvers = [s for s in asked if isinstance(s, Solver)]
    runners = [c for s in solvers for c in s.contestants]
    for runner in runners:
        runner.seconds(runner.granularity)  # what is compiled or loaded by the first call
    times = {runners[k].column: ns for k, ns in race(runners, rounds).items()}
    found = {s.name: s.solve(targets) for s in solvers if not (s.name == "ssik" and case.samples > 1)}
    if brute:
        found["search"] = search(case.locked, targets[:brute], _STARTS)
    compare = targets[: max(map(len, found.values()), default=0)]
    sets = compared(case.locked, compare, found) if len(compare) else None
    both = {"ours", "ssik"} <= {s.name for s in solvers} and case.samples > 1
    return Row(case.name, how, times, sets, unknown_to_ours(case, targets[:_REDUNDANT]) if both else None)


def summary(row: Row) -> str:
    """One arm as it is done: who does what, solutions per pose and what each lacks, microseconds."""
    parts = [row.arm, row.how["ours"][:60]]
    if row.sets:
        parts += [f"{who} {v.found:.2f} lacks {v.lost}+{v.lost_singular}" for who, v in row.sets.verdicts.items()]
    if row.redundant:
        parts.append(f"ours lacks {row.redundant[1]} of {row.redundant[0]} of ssik")
    parts += [f"{column} {ns / 1e3:.3g} us" for column, ns in row.times.items()]
    return " | ".join(parts)


def _ratio(row: Row, ours: str, theirs: str) -> str:
    if ours not in row.times or theirs not in row.times:
        return ""
    return f"{row.times[theirs] / row.times[ours]:.1f}"


def _time(row: Row, column: str) -> str:
    return f"{row.times[column] / 1e3:.3g}" if column in row.times else ""


def times_table(rows: Sequence[Row]) -> Table:
    """Microseconds per pose, and how often ours is faster."""
    table = Table(
        "arm", "ours", "batched", "one call", "EAIK batched", "call", "ssik", "EAIK/ours", "calls", "ssik/ours"
    )
    for row in rows:
        table.add_row(
            row.arm, row.how["ours"][:60], *(_time(row, c) for c in ("batched", "call", "EAIK batched", "EAIK call", "ssik")),
            _ratio(row, "batched", "EAIK batched"), _ratio(row, "call", "EAIK call"), _ratio(row, "batched", "ssik"),
        )  # fmt: skip
    return table


def sets_table(rows: Sequence[Row]) -> Table:
    """Solutions per pose, and what is lost or wrong."""
    table = Table(
        "arm", "poses", "existing", "singular", "near", "who", "found", "lost", "lost (singular)", "wrong", "error"
    )
    for row in rows:
        for k, (who, v) in enumerate(row.sets.verdicts.items() if row.sets else ()):
            s = row.sets
            assert s is not None
            head = (row.arm, str(s.poses), f"{s.existing:.4f}", str(s.singular), str(s.near)) if k == 0 else ("",) * 5
            lost, apart, wrong = (str(x or "") for x in (v.lost, v.lost_singular, v.wrong))
            table.add_row(*head, who, f"{v.found:.4f}", lost, apart, wrong, f"{v.worst:.0e}")
    return table


def disagreements(rows: Sequence[Row], most: int = 40) -> Iterator[str]:
    """Branches that ours lacks, one by one; then how many the others lack."""
    for row in rows:
        lacking = [m for m in (row.sets.missing if row.sets else ()) if m.who == "ours"]
        for m in lacking[:most]:
            q = " ".join(f"{x:.6f}" for x in m.q)
            yield (
                f"{row.arm}, pose {m.pose}: ours lacks [{q}] of {m.known_to}, residual {m.residual:.1e}, "
                f"condition {m.condition:.1e}, nearest of ours {m.gap:.1e}"
            )
        if row.redundant and row.redundant[1]:
            yield f"{row.arm}: ours lacks {row.redundant[1]} of {row.redundant[0]} solutions of ssik at their given value"
        if len(lacking) > most:
            yield f"{row.arm}: and {len(lacking) - most} more"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arms", default=",".join(CASES), help="names, separated by commas; all: those of ssik")
    parser.add_argument("--poses", type=int, default=10_000)
    parser.add_argument("--brute", type=int, default=100, help="poses that are searched from many starts")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args(arguments)
    cases = list(ssik_cases()) if options.arms == "all" else [CASES[name.strip()] for name in options.arms.split(",")]
    console = Console(width=200)
    rows: list[Row] = []
    for case in cases:
        rows.append(measure(case, options.poses, options.brute, options.rounds))
        print(summary(rows[-1]), file=sys.stderr, flush=True)
        if options.json:  # after every arm: an interrupted run leaves what it has
            options.json.write_text(json.dumps([asdict(row) for row in rows], indent=1), encoding="utf-8")
    console.print(times_table(rows), sets_table(rows))
    for line in disagreements(rows):
        console.print(line, highlight=False)
    bad = [row.arm for row in rows if row.sets and "ours" in row.sets.verdicts and _fails(row.sets)]
    if bad:
        console.print(f"[red]branches lost or wrong: {', '.join(bad)}")
    return 1 if bad else 0


def _fails(sets: Comparison) -> bool:
    own = sets.verdicts["ours"]
    return own.lost > 0 or own.wrong > 0


if __name__ == "__main__":
    sys.exit(main())
