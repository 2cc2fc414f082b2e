"""The 616 serial chains: base parameters beside the rank of the regressor, operation counts of their networks, what must hold
of each network, and the time for all.

    python -m benchmarks.serial_chains                      tables; exit code 1 if something does not hold
    python -m benchmarks.serial_chains --chains S3,S6RRR    only those whose names begin so
    python -m benchmarks.serial_chains --csv chains.csv     chain,network,add,mul,div,neg,sin,cos,other as well

A network is a quantity in all inertial parameters or in base parameters: six per chain. Counted are the functions that `derive`
gives, optimised at `--level` (1, the default, is what every user gets; 2 takes seconds each) for the fewest operations.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from types import MappingProxyType

from rich.console import Console
from rich.progress import track
from rich.table import Table

import linkwright as lw
from benchmarks.chains import chains, chosen
from benchmarks.network_checks import CHECKS
from linkwright.catalogue.build_counts import OPERATIONS, counts_of, fewest, total
from linkwright.exact.rank import exact_rank
from linkwright.model.robot import OpenRobot

NETWORKS = tuple((q, p) for q in ("inverse_dynamics", "mass_matrix", "gravity") for p in ("inertial", "base"))
FIELD = MappingProxyType({3: 73, 4: 268, 5: 442, 6: 681})
"""Number of joints -> operations that the Maple toolchain of these chains needs in the median for Newton-Euler's inverse
dynamics, all inertial parameters symbols."""


@dataclass(frozen=True)
class Network:
    """One function of one chain: its counts in the order of OPERATIONS, and the names of checks that fail."""

    name: str
    counts: tuple[int, ...]
    failed: tuple[str, ...]

    @property
    def total(self) -> int:
        return total(self.counts)


@dataclass(frozen=True)
class Result:
    """What was found of one chain."""

    chain: str
    joints: int
    base_parameters: int
    rank: int
    networks: tuple[Network, ...]

    @property
    def minimal(self) -> bool:
        return self.base_parameters == self.rank


def measured(name: str, level: int) -> Result:
    """One chain, all of its networks."""
    chain = chains()[name]
    robot = chain.robot
    count = len(lw.derive(robot, "base_parameters").outputs["base"].labels)
    rank = exact_rank(lw.derive(robot, "regressor"))
    return Result(name, chain.joints, count, rank, tuple(_network(robot, q, p, level) for q, p in NETWORKS))


def _network(robot: OpenRobot, quantity: str, parameters: str, level: int) -> Network:
    made = fewest(robot, quantity, parameters, level)
    failed = tuple(check for check, holds in CHECKS.items() if not holds(made))
    return Network(f"{quantity} {parameters}", counts_of(made), failed)


def all_measured(names: Sequence[str], level: int, jobs: int) -> Iterator[Result]:
    """The chains in their order, in so many processes."""
    if jobs == 1:
        yield from (measured(name, level) for name in names)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(measured, names, [level] * len(names), chunksize=4)


def complaints(results: Iterable[Result]) -> list[str]:
    """What does not hold, one line each."""
    found: list[str] = []
    for x in results:
        if not x.minimal:
            found.append(f"{x.chain}: {x.base_parameters} base parameters, rank {x.rank}")
        found += [f"{x.chain}: {n.name}: {check}" for n in x.networks for check in n.failed]
    return found


def tables(results: Sequence[Result]) -> list[Table]:
    """Base parameters and operation counts by number of joints."""
    sizes = sorted({x.joints for x in results})
    base = Table(title="base parameters")
    for head in ("joints", "chains", "as many as the rank", "fewest", "most"):
        base.add_column(head, justify="right")
    counts = Table(title="operations (add, mul, div, sin, cos)")
    for head in ("joints", "network", "median", "min", "max"):
        counts.add_column(head, justify="left" if head == "network" else "right")
    for n in sizes:
        group = [x for x in results if x.joints == n]
        numbers = [x.base_parameters for x in group]
        minimal = sum(x.minimal for x in group)
        base.add_row(*map(str, (n, len(group), minimal, min(numbers), max(numbers))))
        for k, (quantity, parameters) in enumerate(NETWORKS):
            totals = [x.networks[k].total for x in group]
            row = (n, f"{quantity} {parameters}", f"{median(totals):g}", min(totals), max(totals))
            counts.add_row(*map(str, row), end_section=k == len(NETWORKS) - 1)
    return [base, counts, _beside_the_field(results, sizes)]


def _beside_the_field(results: Sequence[Result], sizes: Iterable[int]) -> Table:
    table = Table(title="inverse dynamics, all inertial parameters, beside a Maple toolchain's median")
    for head in ("joints", "our median", "their median", "chains of ours below it"):
        table.add_column(head, justify="right")
    for n in sizes:
        totals = [x.networks[0].total for x in results if x.joints == n]
        below = sum(total < FIELD[n] for total in totals)
        table.add_row(str(n), f"{median(totals):g}", str(FIELD[n]), f"{below} of {len(totals)}")
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description="base parameters and operation counts of the serial chains")
    parser.add_argument("--chains", default="", help="beginnings of names, separated by commas")
    parser.add_argument("--level", type=int, default=1, choices=(0, 1, 2), help="of the optimiser")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--csv", type=Path, help="counts of every network")
    options = parser.parse_args()
    names = [chain.name for chain in chosen([word for word in options.chains.split(",") if word])]
    if not names:
        raise SystemExit(f"no chain is called {options.chains}...")
    start = time.perf_counter()
    console = Console(stderr=True)
    found = all_measured(names, options.level, options.jobs)
    results = list(track(found, "chains", len(names), console=console, transient=True))
    seconds = time.perf_counter() - start
    out = Console(width=None if sys.stdout.isatty() else 120)
    for table in tables(results):
        out.print(table)
    wrong = complaints(results)
    out.print(*wrong, sep="\n", end="\n" if wrong else "")
    asked = ", ".join(["base parameters = rank", *CHECKS])
    done = f"{len(results)} chains, {len(NETWORKS) * len(results)} networks in {seconds:.0f} s"
    out.print(f"{done}; asked: {asked}; wrong: {len(wrong)}")
    if options.csv:
        _write(options.csv, results)
    sys.exit(1 if wrong else 0)


def _write(path: Path, results: Iterable[Result]) -> None:
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("chain", "network", *OPERATIONS))
        writer.writerows((x.chain, n.name, *n.counts) for x in results for n in x.networks)


if __name__ == "__main__":
    main()
