"""What legs in lanes gain one state: nanoseconds with and without, generated C and native functions interleaved in one run."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks import ours
from benchmarks.quantities import QUANTITIES
from benchmarks.robots import ROBOTS, BenchRobot
from benchmarks.timing import disagreement, race

SOLO = BenchRobot("solo12", "solo_description/robots/solo12.urdf", "HR_FOOT", "quadruped")
LEGGED = {"anymal": ROBOTS["anymal"], "solo12": SOLO, "talos": ROBOTS["talos"]}
ASKED = ("inverse_dynamics", "forward_dynamics", "mass_matrix", "gravity", "inverse_dynamics_derivatives", "jacobian")
STATES = 64
COLUMNS = ("operations", "C", "in lanes", "gain", "native", "in lanes", "gain", "difference")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=25, help="interleaved bursts; the median counts")
    parser.add_argument("--robots", default=",".join(LEGGED))
    parser.add_argument("--quantities", default=",".join(ASKED))
    options = parser.parse_args()
    table = Table("ns per state", *COLUMNS)
    for robot in options.robots.split(","):
        for quantity in options.quantities.split(","):
            table.add_row(f"{robot} {quantity}", *_row(LEGGED[robot], quantity, options.rounds))
    Console(width=None if sys.stdout.isatty() else 160).print(table)


def _row(entry: BenchRobot, quantity: str, rounds: int) -> list[str]:
    asked = QUANTITIES[quantity]
    made = ours.kernel_of(entry, asked)
    if made.lanes is None:
        return [str(made.ops.flops), *["-"] * (len(COLUMNS) - 1)]
    random = np.random.default_rng(1)
    sizes = {port.name: port.size for port in made.inputs}
    inputs = [random.uniform(-1, 1, (STATES, sizes[name])) for name in asked.inputs]
    plain, other = replace(made, lanes=None), replace(entry, name=f"{entry.name}_one_by_one")
    contestants = [
        ours.generated_c(other, asked, plain, inputs),
        ours.generated_c(entry, asked, made, inputs),
        ours.native_of(asked, plain, inputs)[0],
        ours.native_of(asked, made, inputs)[0],
    ]
    times = race(contestants, rounds)
    values = [c.value() for c in contestants if c.value is not None]
    worst = max(disagreement(x, values[0]) for x in values)
    pairs = [
        text for k in (0, 2) for text in (f"{times[k]:.0f}", f"{times[k + 1]:.0f}", f"{times[k] / times[k + 1]:.2f}")
    ]
    return [f"{made.ops.flops} ({made.lanes.ops.flops})", *pairs, f"{worst:.0e}"]


if __name__ == "__main__":
    main()
