"""Two threads beside two processes: batches of 100,000 on two cores, interleaved: python -m benchmarks.threads [robot ...]

Share: states per second of one process with two threads, over those that two processes with one thread each compute together.
Each turn, first the one, then the others run for the same short time; the medians of all turns count. Results go into given
arrays, and, in the second column, into new ones.
"""

from __future__ import annotations

import multiprocessing
import statistics
import sys
import time
from collections.abc import Callable
from multiprocessing.synchronize import Barrier
from typing import Any

import linkwright as lw
from benchmarks.robots import ROBOTS
from linkwright.kernels import kernel
from linkwright.runtime import native
from linkwright.simulation.states import inputs_of

QUANTITIES = ("inverse_dynamics", "forward_dynamics", "mass_matrix", "jacobian")
BATCH, TURNS, SECONDS = 100_000, 15, 0.1


def main(names: list[str]) -> None:
    """A row per robot and quantity."""
    print("| robot | quantity | into given arrays | into new arrays |")
    print("|---|---|--:|--:|")
    for name in names:
        for quantity in QUANTITIES:
            found = [f"{_share(name, quantity, given):.2f}" for given in (True, False)]
            print(f"| {name} | `{quantity}` | {' | '.join(found)} |", flush=True)


def _share(name: str, quantity: str, given: bool) -> float:
    context = multiprocessing.get_context("spawn")
    start, results = context.Barrier(3), context.Queue()
    children = [context.Process(target=_child, args=(name, quantity, given, start, results)) for _ in range(2)]
    for child in children:
        child.start()
    run = _runner(name, quantity, given, 2)
    together: list[float] = []
    apart: list[float] = []
    start.wait()
    for _ in range(TURNS):
        together.append(_rate(run))
        start.wait()
        apart.append(sum(results.get() for _ in children))
    for child in children:
        child.join()
    return statistics.median(together) / statistics.median(apart)


def _child(name: str, quantity: str, given: bool, start: Barrier, results: Any) -> None:
    run = _runner(name, quantity, given, 1)
    start.wait()
    for _ in range(TURNS):
        start.wait()
        results.put(_rate(run))


def _runner(name: str, quantity: str, given: bool, threads: int) -> Callable[[], Any]:
    entry = ROBOTS[name]
    robot = lw.load(entry.file(), floating=entry.floating)
    made = kernel(robot, quantity)
    states = [x[: BATCH // 10].repeat(10, axis=0) for x in inputs_of(robot, made, BATCH // 10)]
    function = native(made, later=True)
    out = function(*states, threads=threads)
    return lambda: function(*states, out=out if given else None, threads=threads)


def _rate(run: Callable[[], Any]) -> float:
    """Calls per second."""
    start, count = time.perf_counter(), 0
    while (spent := time.perf_counter() - start) < SECONDS or not count:
        run()
        count += 1
    return count / spent


if __name__ == "__main__":
    main(sys.argv[1:] or list(ROBOTS))
