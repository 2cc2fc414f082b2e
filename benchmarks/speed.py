"""Speed beside the peers: nanoseconds per evaluation, one core, all in one run.

    python -m benchmarks.speed --robots ur5,panda --quantities inverse_dynamics --csv speed.csv

Columns: our generated C (gcc -O3 -march=native), our native runtime called for one state at a time and for a batch (per
state), "write": filling memory of the size of the batch's results, per state (a batch that is not much slower cannot
become faster), Pinocchio's best (of its builds and variants), CasADi's generated C. A ratio is Pinocchio's time divided by
ours; behind the slash is the goal. Only ratios mean something: times depend on the machine and on who else is using it.
A second table says how near to the machine our code is, by peaks that take part in the same race (benchmarks/machine.py).
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks import loops_speed, machine, narrow, ours, peak
from benchmarks.compilers import BuildError, available
from benchmarks.peers import casadi, pinocchio
from benchmarks.quantities import QUANTITIES, Quantity
from benchmarks.robots import ROBOTS, BenchRobot
from benchmarks.timing import Contestant, best_of, disagreement, race

TOLERANCE = 1e-8  # beyond this a contestant does not compute the same thing
STATES = 64


@dataclass(frozen=True)
class Row:
    """Nanoseconds per evaluation, and the ratios that count. None: nobody ran."""

    robot: str
    quantity: str
    c: float | None
    native: float | None
    batched: float | None
    write: float | None
    pinocchio: float | None
    pinocchio_build: str
    casadi: float | None
    single_ratio: float | None
    single_goal: float | None
    batched_ratio: float | None
    batched_goal: float | None
    casadi_ratio: float | None
    casadi_goal: float
    disagree: str
    near: machine.Near | None


def measure(robot: BenchRobot, quantities: Sequence[Quantity], rounds: int, console: Console) -> Iterator[Row]:
    """All quantities of one robot, each as soon as it is known."""
    model = pinocchio.model_of(robot)
    states = pinocchio.sample_states(model, STATES)
    problem = pinocchio.write_problem(robot, model, ours.frame_names(robot), states)
    with pinocchio.started(problem) as peer:
        for quantity in quantities:
            with console.status(f"{robot.name} {quantity.name}"):
                contestants = peer.contestants(quantity)
                reference = contestants[0].value()
                for make in (casadi_contestants, ours_contestants):
                    try:
                        contestants += make(robot, problem, quantity, states, reference.size)
                    except (BuildError, ours.NotThere) as problem_found:
                        console.print(f"[yellow]{robot.name} {quantity.name}: {problem_found}")
                wrong = disagreeing(contestants, reference)
                contestants += peak.contestants()
                found = row(robot, quantity, contestants, race(contestants, rounds), wrong)
            yield found


def casadi_contestants(
    robot: BenchRobot, problem: Path, quantity: Quantity, states: dict[str, np.ndarray], outputs: int
) -> list[Contestant]:
    return [casadi.contestant(robot, problem, quantity, states, outputs)]


def ours_contestants(
    robot: BenchRobot, problem: Path, quantity: Quantity, states: dict[str, np.ndarray], outputs: int
) -> list[Contestant]:
    return ours.contestants(robot, quantity, states)


def disagreeing(contestants: Sequence[Contestant], reference: np.ndarray) -> str:
    """Who computes something else than Pinocchio, and by how much."""
    errors = {c.column: disagreement(c.value(), reference) for c in contestants if c.value}
    return " ".join(f"{name}:{error:.0e}" for name, error in errors.items() if not error < TOLERANCE)


def row(
    robot: BenchRobot, quantity: Quantity, contestants: Sequence[Contestant], times: dict[int, float], wrong: str
) -> Row:
    """The best of each column."""
    best = best_of(contestants, times)
    ns = {column: time for column, (time, _) in best.items()}
    goal = quantity.goal(robot)
    return Row(
        robot.name,
        quantity.name,
        ns.get("c"),
        ns.get("native"),
        ns.get("batched"),
        ns.get("write"),
        ns.get("pinocchio"),
        best["pinocchio"][1],
        ns.get("casadi"),
        _ratio(ns.get("pinocchio"), ns.get("c")),
        goal.single,
        _ratio(ns.get("pinocchio"), ns.get("batched")),
        goal.batched,
        _ratio(ns.get("casadi"), ns.get("c")),
        quantity.casadi,
        wrong,
        machine.near(ours.kernel_of(robot, quantity), ns) if "c" in ns else None,
    )


def _ratio(peer: float | None, own: float | None) -> float | None:
    return peer / own if peer and own else None


def table(rows: Sequence[Row]) -> Table:
    """For people: times rounded, ratios beside their goals, green where reached."""
    result = Table(title="ns per evaluation, one core; ratio / goal")
    for name in ("robot", "quantity"):
        result.add_column(name, no_wrap=True)
    for name in ("C", "native", "batched", "write", "Pinocchio", "CasADi", "single", "batch", "CasADi/C"):
        result.add_column(name, justify="right", no_wrap=True)
    group = QUANTITIES[rows[0].quantity].group if rows else ""
    for r in rows:
        if QUANTITIES[r.quantity].group != group:
            result.add_section()
            group = QUANTITIES[r.quantity].group
        result.add_row(
            r.robot,
            r.quantity + (f" [red]{r.disagree}[/]" if r.disagree else ""),
            *(_time(x) for x in (r.c, r.native, r.batched, r.write, r.pinocchio, r.casadi)),
            _beside(r.single_ratio, r.single_goal),
            _beside(r.batched_ratio, r.batched_goal),
            _beside(r.casadi_ratio, r.casadi_goal),
        )
    return result


def _time(ns: float | None) -> str:
    return "-" if ns is None else f"{ns:.0f}"


def _beside(ratio: float | None, goal: float | None) -> str:
    if ratio is None:
        return "-" if goal is None else f"- / {goal:g}"
    if goal is None:
        return f"{ratio:.1f}"
    return f"[{'green' if ratio >= goal else 'red'}]{ratio:.1f} / {goal:g}[/]"


def write_csv(rows: Sequence[Row], path: Path) -> None:
    with path.open("w", newline="") as file:
        names = [f.name for f in fields(Row) if f.name != "near"]
        near = [f.name for f in fields(machine.Near)]
        writer = csv.DictWriter(file, [*names, *near])
        writer.writeheader()
        for r in rows:
            cells = {k: f"{v:.1f}" if isinstance(v, float) else v for k, v in asdict(r).items() if k in names}
            shares = asdict(r.near) if r.near else {}
            writer.writerow(cells | {k: f"{v:.3f}" if isinstance(v, float) else v for k, v in shares.items()})


def _choice(text: str, known: Sequence[str]) -> list[str]:
    names = [name for name in text.split(",") if name]
    if unknown := [name for name in names if name not in known]:
        raise argparse.ArgumentTypeError(f"unknown: {', '.join(unknown)}; there are: {', '.join(known)}")
    return names


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--robots", default=list(ROBOTS), type=lambda text: _choice(text, list(ROBOTS)))
    parser.add_argument("--quantities", default=list(QUANTITIES), type=lambda text: _choice(text, list(QUANTITIES)))
    parser.add_argument("--rounds", type=int, default=15, help="interleaved bursts per contestant; the median counts")
    parser.add_argument(
        "--loops", default=list(loops_speed.ROBOTS), type=lambda x: _choice(x, list(loops_speed.ROBOTS))
    )
    parser.add_argument("--csv", type=Path, default=Path("build/bench/speed.csv"))
    options = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 150)
    if not available("g++"):
        sys.exit("the benchmark needs g++ (and gcc) to build its peers")
    if not available("clang++"):
        console.print(
            "[yellow]clang++ is not installed: Pinocchio is built by g++ only, which is up to 1.8 times slower"
        )
    options.csv.parent.mkdir(parents=True, exist_ok=True)
    rows: list[Row] = []
    for name in options.robots:
        for found in measure(ROBOTS[name], [QUANTITIES[q] for q in options.quantities], options.rounds, console):
            rows.append(found)
            write_csv(rows, options.csv)  # what is known survives an interruption
        mine = [r for r in rows if r.robot == name]
        console.print(table(mine))
        if known := [(r.robot, r.quantity, r.near) for r in mine if r.near]:
            console.print(machine.table(known))
    console.print(narrow.table(options.robots, options.rounds))
    if options.loops:
        loops_speed.run(options.loops, options.rounds, console)
    console.print(f"written: {options.csv}")


if __name__ == "__main__":
    main()
