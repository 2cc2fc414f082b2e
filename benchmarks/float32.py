"""float32 beside float64, batches on one thread, interleaved; and how exact it is: python -m benchmarks.float32 [robot ...]"""

from __future__ import annotations

import statistics
import sys
import time
from typing import Any

import numpy as np

import linkwright as lw
from benchmarks.robots import ROBOTS
from linkwright.kernels import kernel
from linkwright.runtime import native
from linkwright.simulation.accuracy import accuracy
from linkwright.simulation.states import inputs_of

QUANTITIES = ("inverse_dynamics", "forward_dynamics", "mass_matrix", "jacobian")
BATCH = 512
"""States per call: arguments are checked in machine code and stay in the second-level cache, so that code is measured."""
ROUNDS = 300


def main(names: list[str]) -> None:
    """A row per robot and quantity."""
    print("| robot | quantity | float64 ns | float32 ns | times faster | largest error | median error |")
    print("|---|---|--:|--:|--:|--:|--:|")
    for name in names:
        entry = ROBOTS[name]
        robot = lw.load(entry.file(), floating=entry.floating)
        for quantity in QUANTITIES:
            double, single, ratio = _race(robot, quantity)
            a = accuracy(robot, quantity)
            times = f"{double:.1f} | {single:.1f} | {ratio:.2f}"
            print(f"| {name} | `{quantity}` | {times} | {a.largest:.1e} | {a.median:.1e} |", flush=True)


def _race(robot: Any, quantity: str) -> tuple[float, float, float]:
    """Nanoseconds per state of either, and the median ratio of neighbours in time."""
    made = kernel(robot, quantity)
    states = inputs_of(robot, made, BATCH)
    calls: list[Any] = []
    for real in ("float64", "float32"):
        function, given = native(made, later=True, real=real), [x.astype(real) for x in states]
        calls.append((function, given, function(*given)))
    taken: list[list[float]] = [[], []]
    for _ in range(ROUNDS):
        for times, (function, given, out) in zip(taken, calls, strict=True):
            start = time.perf_counter()
            function(*given, out=out)
            times.append((time.perf_counter() - start) / BATCH * 1e9)
    ratio = statistics.median(a / b for a, b in zip(*taken, strict=True))
    return float(np.min(taken[0])), float(np.min(taken[1])), ratio


if __name__ == "__main__":
    main(sys.argv[1:] or list(ROBOTS))
