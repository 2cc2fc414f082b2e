"""Operation counts of closed-loop robots beside those of the literature.

    python -m benchmarks.loops_opcounts                          CSV: robot, quantity, column, operations
    python -m benchmarks.loops_opcounts --table                  ours, theirs, the ratio; exit code 1 if ours is more
    python -m benchmarks.loops_opcounts --robots fourbar1 --quantities gravity

What is counted: additions, multiplications, divisions, and one per sine, cosine, root and arc tangent.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from rich.console import Console
from rich.table import Table

import linkwright as lw
from benchmarks.loops_reference import COUNTS
from linkwright.graph.function import Function, Ops
from linkwright.passes import optimise
from tests.loops.robots import TABLES, build

_OPTIONS: dict[str, dict[str, Any]] = {
    "TE": {"closure": "explicit", "form": "trigonometric"},
    "DE2": {"closure": "explicit", "form": "direct"},
    "IC": {"closure": "tree"},
    "IC-L": {"closure": "tree"},
    "IC-NE": {"closure": "tree"},
    "OL": {},
}
_AS_LOOPS = {"palh3m2": "palh3m2_loops", "picker2Dm2": "picker2Dm1"}
"""Robots whose parallelograms are couplings where the closure is inside: the projection alone does not know of them."""


@dataclass(frozen=True)
class Cell:
    robot: str
    quantity: str
    column: str
    function: Function
    seconds: float

    @property
    def ops(self) -> Ops:
        return self.function.ops

    @property
    def total(self) -> int:
        return self.ops.flops + functions(self.ops)


def functions(ops: Ops) -> int:
    return ops.sin + ops.cos + ops.tan + ops.sqrt + ops.asin + ops.acos + ops.atan2 + ops.hypot


@cache
def robot_of(name: str) -> lw.Robot:
    return build(TABLES[name], symbols=True)


def count(robot: str, quantity: str, column: str, level: int = 2) -> Cell:
    """Derive, optimise for the fewest operations, count."""
    start = time.perf_counter()
    parameters = "base" if quantity.endswith("_base") else "symbolic"
    name = quantity.removesuffix("_base")
    own = robot_of(_AS_LOOPS.get(robot, robot) if column.startswith("IC") else robot)
    mechanism = own.tree if column == "OL" else own
    symbolic = "*" if parameters == "base" else ""
    made = lw.derive(mechanism, name, parameters=parameters, symbolic=symbolic, **_OPTIONS[column])
    return Cell(robot, quantity, column, optimise(made, level, "count"), time.perf_counter() - start)


def cells(robots: Sequence[str], quantities: Sequence[str], columns: Sequence[str], level: int) -> Iterator[Cell]:
    for robot, quantity, column in COUNTS:
        if robot in robots and quantity in quantities and column in columns:
            yield count(robot, quantity, column, level)


def print_csv(found: Iterator[Cell]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(("robot", "quantity", "column", "add", "mul", "div", "functions"))
    for c in found:
        writer.writerow((c.robot, c.quantity, c.column, c.ops.add, c.ops.mul, c.ops.div, functions(c.ops)))
        sys.stdout.flush()


def print_table(found: Iterator[Cell]) -> bool:
    """Ours beside theirs; whether every cell is at or below."""
    table = Table(title="add/mul/div/functions = all")
    for name in ("robot", "quantity", "column", "ours", "theirs", "ours/theirs", "s"):
        table.add_column(name, justify="left" if name in ("robot", "quantity", "column") else "right")
    good = True
    for c in found:
        theirs = COUNTS[c.robot, c.quantity, c.column]
        ratio = c.total / sum(theirs)
        good &= ratio <= 1
        ours = (c.ops.add, c.ops.mul, c.ops.div, functions(c.ops))
        table.add_row(
            c.robot, c.quantity, c.column,
            f"{'/'.join(map(str, ours))} = {c.total}", f"{'/'.join(map(str, theirs))} = {sum(theirs)}",
            f"[{'green' if ratio <= 1 else 'red'}]{ratio:.3f}[/]", f"{c.seconds:.1f}",
        )  # fmt: skip
    Console(width=None if sys.stdout.isatty() else 120).print(table)
    return good


def _names(text: str) -> list[str]:
    return [name for name in text.split(",") if name]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument(
        "--table", action="store_true", help="beside the literature; exit code 1 if one of theirs is less"
    )
    parser.add_argument("--robots", default=list(dict.fromkeys(r for r, _, _ in COUNTS)), type=_names)
    parser.add_argument("--quantities", default=list(dict.fromkeys(q for _, q, _ in COUNTS)), type=_names)
    parser.add_argument("--columns", default=list(_OPTIONS), type=_names)
    parser.add_argument("--level", type=int, default=2, help="effort of the optimiser: 0, 1 or 2")
    options = parser.parse_args()
    found = cells(options.robots, options.quantities, options.columns, options.level)
    if options.table:
        sys.exit(0 if print_table(found) else 1)
    print_csv(found)


if __name__ == "__main__":
    main()
