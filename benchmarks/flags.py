"""What a user's flags make of generated C: nanoseconds per state for each set of flags, in one run.

`kept` is the time with plain `-O3 -march=native` over that with gcc's slp vectoriser off besides: the code keeps its speed by
itself where that is 1.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks import ours
from benchmarks.compilers import available
from benchmarks.quantities import QUANTITIES
from benchmarks.robots import ROBOTS
from benchmarks.timing import race

GENERAL = "-march=x86-64"  # what gcc and clang build for without a word
SETS: dict[str, tuple[str, tuple[str, ...]]] = {
    "gcc -O2": ("gcc", ("-O2", GENERAL)),
    "gcc -O2 native": ("gcc", ("-O2",)),
    "gcc -O3 native": ("gcc", ("-fmath-errno",)),
    "the same, no slp": ("gcc", ("-fmath-errno", "-fno-tree-slp-vectorize")),
    "gcc as shipped": ("gcc", ()),
    "clang -O2": ("clang", ("-O2", GENERAL)),
    "clang as shipped": ("clang", ()),
    "the same, no slp ": ("clang", ("-fno-slp-vectorize",)),
}
CASES = (
    ("ur5", "inverse_dynamics"),
    ("ur5", "mass_matrix"),
    ("panda", "inverse_dynamics"),
    ("panda", "jacobian"),
    ("panda", "inverse_dynamics_derivatives"),
    ("anymal", "inverse_dynamics"),
    ("anymal", "forward_dynamics"),
    ("talos", "inverse_dynamics"),
)
STATES = 64


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=15, help="interleaved bursts per set of flags; the median counts")
    rounds: int = parser.parse_args().rounds
    sets = {name: built for name, built in SETS.items() if available(built[0])}
    table = Table("ns per state", *sets, "kept")
    for robot, quantity in CASES:
        times = _times(robot, quantity, sets, rounds)
        kept = times["gcc -O3 native"] / times["the same, no slp"]
        table.add_row(f"{robot} {quantity}", *(f"{t:.0f}" for t in times.values()), f"{kept:.2f}")
    Console(width=None if sys.stdout.isatty() else 190).print(table)


def _times(robot: str, quantity: str, sets: dict[str, tuple[str, tuple[str, ...]]], rounds: int) -> dict[str, float]:
    """Name of a set of flags -> nanoseconds."""
    entry, asked = ROBOTS[robot], QUANTITIES[quantity]
    kernel = ours.kernel_of(entry, asked)
    random = np.random.default_rng(1)
    sizes = {port.name: port.size for port in kernel.inputs}
    inputs = [random.uniform(-1, 1, (STATES, sizes[name])) for name in asked.inputs]
    contestants = [ours.generated_c(entry, asked, kernel, inputs, *built) for built in sets.values()]
    found = race(contestants, rounds)
    return {name: found[k] for k, name in enumerate(sets)}


if __name__ == "__main__":
    main()
