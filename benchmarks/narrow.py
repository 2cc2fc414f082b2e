"""Narrow results and results consumed in place: batches, one core, all of a row in one run.

    python -m benchmarks.narrow --robots ur5,talos

Nanoseconds per state of a batch with whole results, packed ones, and packed ones with the batch as the last axis, each beside
what NumPy needs to fill an array of that size, and Pinocchio for the whole one, a state at a time. Then what is consumed in
place: J'f, and the sums of Y'Y and Y'tau over the states, beside Pinocchio's regressor and Eigen's symmetric product of it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks import ours
from benchmarks.peers import pinocchio
from benchmarks.quantities import QUANTITIES, Quantity
from benchmarks.robots import ROBOTS, BenchRobot
from benchmarks.timing import Contestant, disagreement, race
from linkwright.passes.kernel import Kernel
from linkwright.passes.packed import packed
from linkwright.runtime import native
from linkwright.runtime.normal_equations import NormalEquations

NAMES = ("jacobian", "mass_matrix", "regressor")
LAYOUTS = ((False, False), (True, False), (True, True))
"""Packed, and the batch last."""
NUMBERS = (1 << 16, 1 << 23)
"""In and out per call: what stays in the caches, and what does not."""
SUMS = Quantity("normal_equations", ("q", "v", "a", "tau"))
FORCES = Quantity("equivalent_forces", ("q", "force"), group="motion")
FORCE = np.arange(1, 7) / 10  # pinocchio_motion.cpp has the same
ROWS = 1 << 15
"""States of the sums."""


def laid_out(kernel: Kernel, soa: bool, numbers: int, states: dict[str, np.ndarray]) -> Iterator[Contestant]:
    """A batch, and the floor under it: NumPy filling an array like its results."""
    count = max(32, numbers // sum(p.size for p in (*kernel.inputs, *kernel.outputs)) // 32 * 32)
    batch = [np.resize(states[p.name], (count, p.size)) for p in kernel.inputs if p.defaults is None]
    call = native(kernel, later=True, soa=soa)
    made = call(*batch, threads=1)
    filled: list[np.ndarray] = list(made.values()) if isinstance(made, dict) else [made]  # pyright: ignore[reportUnknownArgumentType]

    def many(n: int) -> float:
        start = time.thread_time()
        for _ in range(n // count):
            call(*batch, out=made, threads=1)
        return time.thread_time() - start

    def write(n: int) -> float:
        start = time.thread_time()
        for _ in range(n // count):
            for array in filled:
                array.fill(1.0)
        return time.thread_time() - start

    yield Contestant("batched", f"{count} states", many, None, count)
    yield Contestant("write", f"{count} states", write, None, count)


def sums(kernel: Kernel, states: dict[str, np.ndarray]) -> Contestant:
    """Y'Y and Y'tau over the states; their values are compared with those of the Y that is stored."""
    given = [np.resize(states[name], (ROWS, states[name].shape[1])) for name in ("q", "v", "a")]
    tau = np.resize(states["tau"], (ROWS, states["tau"].shape[1]))
    add = NormalEquations(kernel)
    Y = native(kernel, later=True)(*(x[:128] for x in given)).reshape(-1, add.columns)
    found = add(tau[:128], *(x[:128] for x in given)).YtY
    np.testing.assert_allclose(found, Y.T @ Y, rtol=1e-9, atol=1e-9 * np.abs(found).max())

    def many(n: int) -> float:
        start = time.thread_time()
        for _ in range(n // ROWS):
            add(tau, *given, threads=1)
        return time.thread_time() - start

    return Contestant("sums", f"{ROWS} states", many, None, ROWS)


def rows(robot: BenchRobot, rounds: int) -> Iterator[tuple[str, ...]]:
    """One per quantity and size of batch, then what is consumed in place."""
    model = pinocchio.model_of(robot)
    states = pinocchio.sample_states(model, 64) | {"force": np.tile(FORCE, (64, 1))}
    problem = pinocchio.write_problem(robot, model, ours.frame_names(robot), states)
    with pinocchio.started(problem) as peers:
        for name in NAMES:
            peer = peers.contestants(QUANTITIES[name])
            for numbers in NUMBERS:
                yield _narrow(robot, name, numbers, states, peer, rounds)
        kernel = ours.kernel_of(robot, FORCES)
        peer = peers.contestants(FORCES)
        own = native(kernel, later=True)(*(states[name][:1] for name in FORCES.inputs))
        assert all(peer_.value and disagreement(own.ravel(), peer_.value()) < 1e-9 for peer_ in peer)
        yield _consumed(robot, "J'f", list(laid_out(kernel, False, NUMBERS[0], states))[:1], peer, rounds)
        kernel = ours.kernel_of(robot, QUANTITIES["regressor"])
        yield _consumed(robot, "Y'Y and Y'tau", [sums(kernel, states)], peers.contestants(SUMS), rounds)


def _narrow(
    robot: BenchRobot, name: str, numbers: int, states: dict[str, np.ndarray], peer: list[Contestant], rounds: int
) -> tuple[str, ...]:
    kernel = ours.kernel_of(robot, QUANTITIES[name])
    chosen = [(packed(kernel) if narrow else kernel, soa) for narrow, soa in LAYOUTS]
    own = [c for k, soa in chosen for c in laid_out(k, soa, numbers, states)]
    times = race([*own, *peer], rounds)
    cells = [f"{times[2 * k]:.1f} / {times[2 * k + 1]:.1f}" for k in range(len(LAYOUTS))]
    over = min(times[2 * k] / times[2 * k + 1] for k in range(1, len(LAYOUTS)))
    other = min(times[len(own) + k] for k in range(len(peer)))
    ratio = other / min(times[2 * k] for k in range(len(LAYOUTS)))
    sizes = " ".join(str(sum(p.size for p in k.outputs)) for k, _ in chosen[:2])
    where = "cache" if numbers == NUMBERS[0] else "memory"
    return robot.name, name, where, sizes, *cells, f"{over:.2f}", f"{other:.0f}", f"{ratio:.1f}"


def _consumed(
    robot: BenchRobot, name: str, own: list[Contestant], peer: list[Contestant], rounds: int
) -> tuple[str, ...]:
    times = race([*own, *peer], rounds)
    other = min(times[len(own) + k] for k in range(len(peer)))
    return robot.name, name, "consumed", "", f"{times[0]:.1f}", "", "", "", f"{other:.0f}", f"{other / times[0]:.1f}"


def table(robots: Sequence[str], rounds: int) -> Table:
    """For people."""
    result = Table(title="ns per state / ns to write as much")
    for name in (
        "robot",
        "quantity",
        "results in",
        "numbers",
        "full",
        "packed",
        "packed, soa",
        "best packed / write",
        "Pinocchio",
        "ratio",
    ):
        result.add_column(name, no_wrap=True)
    for name in robots:
        for row in rows(ROBOTS[name], rounds):
            result.add_row(*row)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--robots", default=",".join(ROBOTS))
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    Console(width=150).print(table(options.robots.split(","), options.rounds))


if __name__ == "__main__":
    main()
