"""Operation counts of parallel robots in platform coordinates, as CSV, or beside those of a Maple toolchain.

    python -m benchmarks.parallel_opcounts                 robot,quantity,add,mul,div,neg,functions
    python -m benchmarks.parallel_opcounts --table         ours, theirs, the ratio of all operations
    python -m benchmarks.parallel_opcounts --robots 3RRR,Delta --quantities ID,Jinv

All operations count one: additions, products, divisions, functions; signs do not.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.progress import track
from rich.table import Table

import linkwright as lw
from benchmarks.parallel_robots import PEERS, QUANTITIES, ROBOTS, CountLegs
from linkwright.graph.function import Function
from linkwright.passes import optimise

LARGE = 4000
"""Operations from which on the optimiser does not search: level 1."""


@dataclass(frozen=True)
class Count:
    """One cell: the function that was counted, and how long it took to make."""

    robot: str
    quantity: str
    function: Function
    seconds: float

    @property
    def cells(self) -> tuple[int, int, int, int]:
        """add, mul, div, functions."""
        return cells(self.function)

    @property
    def total(self) -> int:
        return sum(self.cells)


def cells(function: Function) -> tuple[int, int, int, int]:
    ops = function.ops
    return ops.add, ops.mul, ops.div, ops.sin + ops.cos + ops.tan + ops.sqrt + ops.atan2


def derived(entry: CountLegs, short: str) -> Function:
    """The function as the toolchain defines it: leg joints are inputs, everything else symbols."""
    robot = lw.load(entry.description())
    name = QUANTITIES[short]
    options = {"closure": "given"}
    if entry.twists and short == "Jinv":
        options["velocities"] = "twist"
    elif entry.twists:
        name = f"platform_{name}"
    return lw.derive(robot, name, parameters="symbolic", **options)


def count(entry: CountLegs, short: str, level: int) -> Count:
    """Derive, optimise for the fewest operations, count."""
    start = time.perf_counter()
    function = derived(entry, short)
    large = sum(cells(function)) > LARGE
    function = optimise(function, level=min(level, 1) if large else level, goal="count")
    return Count(entry.name, short, function, time.perf_counter() - start)


def counts(robots: Sequence[str], quantities: Sequence[str], level: int) -> Iterator[Count]:
    for name in robots:
        for short in quantities:
            yield count(ROBOTS[name], short, level)


def print_csv(found: Iterator[Count]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(("robot", "quantity", "add", "mul", "div", "functions"))
    for c in found:
        writer.writerow((c.robot, c.quantity, *c.cells))
        sys.stdout.flush()


def print_table(found: Iterator[Count], total: int) -> bool:
    """Ours beside theirs; whether every cell is at or below."""
    table = Table(title="additions/multiplications/divisions/functions = all; relative to the Maple toolchain")
    for name in ("robot", "quantity", "ours", "theirs", "ours/theirs", "s"):
        table.add_column(name, justify="left" if name in ("robot", "quantity") else "right")
    console = Console(width=None if sys.stdout.isatty() else 120)
    good = True
    for c in track(found, total=total, console=console, transient=True, description="counting"):
        theirs = PEERS[c.robot, c.quantity]
        ratio = c.total / sum(theirs)
        good &= ratio <= 1
        table.add_row(
            c.robot,
            c.quantity,
            f"{'/'.join(map(str, c.cells))} = {c.total}",
            f"{'/'.join(map(str, theirs))} = {sum(theirs)}",
            f"[{'green' if ratio <= 1 else 'red'}]{ratio:.3f}[/]",
            f"{c.seconds:.1f}",
        )
    console.print(table)
    return good


def _names(text: str, known: Sequence[str]) -> list[str]:
    names = [name for name in text.split(",") if name]
    if unknown := [name for name in names if name not in known]:
        raise argparse.ArgumentTypeError(f"unknown: {', '.join(unknown)}; there are: {', '.join(known)}")
    return names


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--table", action="store_true", help="beside the toolchain's; exit code 1 if it needs less")
    parser.add_argument("--robots", default=list(ROBOTS), type=lambda text: _names(text, list(ROBOTS)))
    parser.add_argument("--quantities", default=list(QUANTITIES), type=lambda text: _names(text, list(QUANTITIES)))
    parser.add_argument("--level", type=int, default=1, help="effort of the optimiser: 0, 1 or 2")
    options = parser.parse_args()
    found = counts(options.robots, options.quantities, options.level)
    if not options.table:
        print_csv(found)
        return
    sys.exit(0 if print_table(found, len(options.robots) * len(options.quantities)) else 1)


if __name__ == "__main__":
    main()
