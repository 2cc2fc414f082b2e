"""How near to the machine our code is: operations per cycle beside the processor's peak, results beside its write bandwidth.

    python -m benchmarks.machine --robots ur5,panda --csv machine.csv

prints what the same columns of `benchmarks.speed` say, without building any peer. Peaks are contestants of the same race
(peak.c): chains of fused multiply-adds, scalar for single states and in vectors for batches, two operations each; a cycle is
one of a chain of additions; bandwidth is writing an array of the size of the batch's results.

Operations of a row are the additions, multiplications, divisions and square roots of its kernel, and ANGLE for each angle whose
sine or cosine it takes: what the straight-line code of linkwright_sincos_near has.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks import ours, peak
from benchmarks.quantities import QUANTITIES, Quantity
from benchmarks.robots import ROBOTS, BenchRobot
from benchmarks.timing import best_of, race
from linkwright.passes.kernel import Kernel

ANGLE = 38
"""Operations of a sine and a cosine of one angle, which are computed together."""
FUSED = 2
"""Operations of a fused multiply-add."""
MAIN = ("inverse_dynamics", "mass_matrix", "forward_dynamics", "gravity", "pose", "jacobian", "inverse_dynamics_derivatives",
        "forward_dynamics_derivatives", "coriolis", "regressor", "mass_matrix_inverse")  # fmt: skip
"""Quantities of the first table of docs/performance.md."""


@dataclass(frozen=True)
class Near:
    """How near a row is. `peak`: operations per cycle of scalar and of vector multiply-adds; shares are between 0 and 1."""

    operations: int
    angles: int
    gigahertz: float
    scalar_peak: float
    vector_peak: float
    c_per_cycle: float | None
    c_of_peak: float | None
    batch_per_cycle: float | None
    batch_of_peak: float | None
    batch_of_write: float | None


def operations(kernel: Kernel) -> tuple[int, int]:
    """Operations without sines and cosines, and angles of which it takes these."""
    counts = kernel.ops
    angles = {instr.args for instr in kernel.code if instr.op in ("sin", "cos")}
    return counts.flops + counts.sqrt, len(angles)


def near(kernel: Kernel, ns: Mapping[str, float]) -> Near:
    """From nanoseconds by column: of an evaluation, of a round of chains, of a cycle."""
    chains, lanes = peak.sizes()
    plain, angles = operations(kernel)
    work, cycle = plain + ANGLE * angles, ns["machine_cycles"]
    scalar = FUSED * chains * cycle / ns["machine_scalar"]
    vector = FUSED * chains * lanes * cycle / ns["machine_vector"]

    def per_cycle(column: str) -> float | None:
        return work * cycle / ns[column] if column in ns else None

    c, batch = per_cycle("c"), per_cycle("batched")
    return Near(
        plain, angles, 1 / cycle, scalar, vector, c, c and c / scalar, batch, batch and batch / vector,
        ns["write"] / ns["batched"] if "batched" in ns else None,
    )  # fmt: skip


def table(rows: Sequence[tuple[str, str, Near]]) -> Table:
    """For people. A share that is small says why a row is not faster only together with the others."""
    first = rows[0][2]
    peaks = f"peak {first.scalar_peak:.1f} scalar, {first.vector_peak:.1f} in vectors, {first.gigahertz:.1f} GHz"
    result = Table(title=f"operations per cycle, of the peak ({peaks}); writing alone, of the batch's time")
    for name in ("robot", "quantity"):
        result.add_column(name, no_wrap=True)
    for name in ("operations", "angles", "C", "of peak", "batch", "of peak ", "write"):
        result.add_column(name, justify="right", no_wrap=True)
    for robot, quantity, x in rows:
        result.add_row(
            robot, quantity, str(x.operations), str(x.angles), _number(x.c_per_cycle), _share(x.c_of_peak),
            _number(x.batch_per_cycle), _share(x.batch_of_peak), _share(x.batch_of_write),
        )  # fmt: skip
    return result


def _number(x: float | None) -> str:
    return "-" if x is None else f"{x:.1f}"


def _share(x: float | None) -> str:
    return "-" if x is None else f"{100 * x:.0f} %"


def measure(robot: BenchRobot, quantity: Quantity, rounds: int) -> tuple[Near, dict[str, float]]:
    """One row without peers, and its times."""
    random = np.random.default_rng(1)
    kernel = ours.kernel_of(robot, quantity)
    sizes = {port.name: port.size for port in kernel.inputs}
    states = {name: random.uniform(-1, 1, (64, sizes[name])) for name in quantity.inputs}
    everybody = [*ours.contestants(robot, quantity, states), *peak.contestants()]
    ns = best_of(everybody, race(everybody, rounds))
    times = {column: time for column, (time, _) in ns.items()}
    return near(kernel, times), times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--robots", default=",".join(ROBOTS))
    parser.add_argument("--quantities", default=",".join(MAIN))
    parser.add_argument("--rounds", type=int, default=15, help="interleaved bursts per contestant; the median counts")
    parser.add_argument("--csv", type=Path, default=Path("build/bench/machine.csv"))
    options = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 150)
    options.csv.parent.mkdir(parents=True, exist_ok=True)
    with options.csv.open("w", newline="") as file:
        writing = csv.writer(file)
        writing.writerow(["robot", "quantity", "c", "batched", "write", *(f.name for f in fields(Near))])
        for robot in options.robots.split(","):
            rows: list[tuple[str, str, Near]] = []
            for name in options.quantities.split(","):
                try:
                    found, ns = measure(ROBOTS[robot], QUANTITIES[name], options.rounds)
                except ours.NotThere as missing:
                    console.print(f"[yellow]{robot} {name}: {missing}")
                    continue
                rows.append((robot, name, found))
                writing.writerow([robot, name, *(ns[k] for k in ("c", "batched", "write")), *asdict(found).values()])
                file.flush()
            console.print(table(rows))


if __name__ == "__main__":
    main()
