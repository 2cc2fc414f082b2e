"""Operation counts of generated code, as CSV, or beside the better of OpenSYMORO and SymPyBotics.

    python -m benchmarks.opcounts                       robot,quantity,add,mul,div,neg,sin,cos
    python -m benchmarks.opcounts --table               ours, theirs, the ratio of mul + add
    python -m benchmarks.opcounts --check               the counted functions against Pinocchio
    python -m benchmarks.opcounts --robots 2R,LWR7 --quantities ID,IDb

Counting rule: n-ary sum n-1 add (a subtraction is an add), product n-1 mul, numeric factor 1 mul, quotient 1 div, unary minus
apart, sin and cos one per call; what no output needs is removed first, and nothing is precomputed.
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
from benchmarks.opcount_robots import PEERS, QUANTITIES, ROBOTS, STRETCH, CountRobot
from linkwright.graph.function import Function, Ops
from linkwright.passes import optimise


@dataclass(frozen=True)
class Count:
    """One cell: the function that was counted, and how long it took to make."""

    robot: str
    quantity: str
    function: Function
    seconds: float

    @property
    def ops(self) -> Ops:
        return self.function.ops

    @property
    def total(self) -> int:
        """What is compared: multiplications and additions; a division is no cheaper than a multiplication."""
        return self.ops.mul + self.ops.add + self.ops.div


def robot_of(entry: CountRobot) -> lw.Robot:
    return lw.dh(entry.rows, convention="modified", inertials=entry.inertials, gravity=entry.gravity, name=entry.name)


def count(entry: CountRobot, short: str, level: int) -> Count:
    """Derive, optimise for the fewest operations, count."""
    quantity, parameters = QUANTITIES[short]
    start = time.perf_counter()
    function = lw.derive(robot_of(entry), quantity, parameters=parameters)
    function = optimise(function, level=level, goal="count")
    return Count(entry.name, short, function, time.perf_counter() - start)


def counts(robots: Sequence[str], quantities: Sequence[str], level: int) -> Iterator[Count]:
    for name in robots:
        for short in quantities:
            yield count(ROBOTS[name], short, level)


def print_csv(found: Iterator[Count]) -> None:
    columns = ("add", "mul", "div", "neg", "sin", "cos")
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(("robot", "quantity", *columns))
    for c in found:
        writer.writerow((c.robot, c.quantity, *(getattr(c.ops, name) for name in columns)))
        sys.stdout.flush()


def print_table(found: Iterator[Count], total: int) -> bool:
    """Ours beside theirs; whether every cell is at or below the peer."""
    table = Table(title="multiplications/additions (+ divisions); sum relative to the better peer")
    for name in ("robot", "quantity", "ours", "peer", "ours/peer", "sin+cos", "neg", "s"):
        table.add_column(name, justify="left" if name in ("robot", "quantity") else "right")
    console = Console(width=None if sys.stdout.isatty() else 120)
    good = True
    for c in track(found, total=total, console=console, transient=True, description="counting"):
        mul, add = PEERS[c.robot, c.quantity]
        ratio = c.total / (mul + add)
        good &= ratio <= 1
        stretch = STRETCH.get((c.robot, c.quantity))
        table.add_row(
            c.robot,
            c.quantity,
            f"{c.ops.mul}/{c.ops.add}" + (f" +{c.ops.div}" if c.ops.div else ""),
            f"{mul}/{add}" + (f" ({stretch[0]}/{stretch[1]})" if stretch else ""),
            f"[{'green' if ratio <= 1 else 'red'}]{ratio:.3f}[/]",
            str(c.ops.sin + c.ops.cos),
            str(c.ops.neg),
            f"{c.seconds:.2f}",
        )
    console.print(table)
    return good


def print_check(found: Iterator[Count]) -> bool:
    """Whether what was counted is right."""
    from benchmarks.opcount_check import failures  # needs Pinocchio

    by_robot: dict[str, dict[str, Function]] = {}
    for c in found:
        by_robot.setdefault(c.robot, {})[c.quantity] = c.function
    good = True
    for name, functions in by_robot.items():
        wrong = failures(ROBOTS[name], functions)
        good &= not wrong
        print(f"{name}: {'; '.join(wrong) or 'right: ' + ', '.join(functions)}")
    return good


def _names(text: str, known: Sequence[str]) -> list[str]:
    names = [name for name in text.split(",") if name]
    if unknown := [name for name in names if name not in known]:
        raise argparse.ArgumentTypeError(f"unknown: {', '.join(unknown)}; there are: {', '.join(known)}")
    return names


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--table", action="store_true", help="beside the peers; exit code 1 if one of them needs less")
    parser.add_argument("--check", action="store_true", help="compare with Pinocchio; exit code 1 if something differs")
    parser.add_argument("--robots", default=list(ROBOTS), type=lambda text: _names(text, list(ROBOTS)))
    parser.add_argument("--quantities", default=list(QUANTITIES), type=lambda text: _names(text, list(QUANTITIES)))
    parser.add_argument("--level", type=int, default=2, help="effort of the optimiser: 0, 1 or 2")
    options = parser.parse_args()
    found = counts(options.robots, options.quantities, options.level)
    if options.table:
        total = len(options.robots) * len(options.quantities)
        sys.exit(0 if print_table(found, total) else 1)
    if options.check:
        sys.exit(0 if print_check(found) else 1)
    print_csv(found)


if __name__ == "__main__":
    main()
