"""How cost grows with the length of a chain: CPU seconds to derive, optimise, schedule and make native, and operations.

    python -m benchmarks.scaling --lengths 5,10,20,50,100 --quantities inverse_dynamics --csv scaling.csv --plot scaling.svg

The chains are revolute, with twists, offsets and all ten inertial parameters of every link drawn at random: nothing cancels.
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import pairwise
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

import linkwright as lw
from linkwright.passes import optimise
from linkwright.passes.schedule import schedule

LENGTHS = (5, 10, 20, 50, 100, 200, 400, 1000)
QUANTITIES = ("inverse_dynamics", "mass_matrix", "forward_dynamics")
STAGES = ("derive", "optimise", "schedule", "native")


@dataclass(frozen=True)
class Point:
    """One chain, one quantity: nodes of the derived graph, operations after optimising, seconds per stage."""

    quantity: str
    joints: int
    nodes: int
    flops: int
    derive: float
    optimise: float
    schedule: float
    native: float

    @property
    def total(self) -> float:
        return self.derive + self.optimise + self.schedule + self.native


def chain(joints: int) -> lw.Robot:
    """A serial chain of revolute joints; every link is a body with a positive tensor, not aligned with anything."""
    rng = np.random.default_rng(joints)
    rows, inertials = [], []
    for _ in range(joints):
        alpha, a, d = rng.uniform(-1.5, 1.5), *rng.uniform(0.05, 0.3, 2)
        rows.append(("R", float(alpha), float(a), float(d), "q"))
        half = rng.uniform(-0.2, 0.2, (3, 3))
        spread = half @ half.T  # second moments: the tensor of a real body is trace(S) 1 - S
        m, c = float(rng.uniform(0.5, 2)), rng.uniform(-0.1, 0.1, 3)
        spread += np.outer(c, c)
        t = m * (np.trace(spread) * np.eye(3) - spread)
        entries = (t[0, 0], t[0, 1], t[1, 1], t[0, 2], t[1, 2], t[2, 2])
        inertials.append([m, *(m * c).tolist(), *map(float, entries)])
    return lw.dh(rows, convention="modified", inertials=inertials, name=f"chain{joints}")


def measure(quantity: str, joints: int) -> Point:
    from linkwright.runtime import native

    robot = chain(joints)
    clock = [time.process_time()]
    derived = lw.derive(robot, quantity)
    clock.append(time.process_time())
    function = optimise(derived)
    clock.append(time.process_time())
    kernel = schedule(function)
    clock.append(time.process_time())
    native(kernel)
    clock.append(time.process_time())
    stages = [after - before for before, after in pairwise(clock)]
    return Point(quantity, joints, len(derived.graph.op), function.ops.flops, *stages)


def points(quantities: Sequence[str], lengths: Sequence[int]) -> Iterator[Point]:
    measure(quantities[0], 3)  # imports and first use of the compiler are not part of the curve
    for quantity in quantities:
        for joints in lengths:
            yield measure(quantity, joints)


def table(found: Sequence[Point]) -> Table:
    result = Table(title="serial chains: seconds per stage")
    for name in (
        "quantity",
        "joints",
        "nodes",
        "operations",
        "derive",
        "optimise",
        "schedule",
        "native",
        "s per 1000 nodes",
    ):
        result.add_column(name, justify="left" if name == "quantity" else "right")
    for p in found:
        stages = (f"{getattr(p, stage):.3f}" for stage in STAGES)
        result.add_row(
            p.quantity, str(p.joints), str(p.nodes), str(p.flops), *stages, f"{p.total / p.nodes * 1000:.3f}"
        )
    return result


def exponents(found: Sequence[Point], least: int = 50) -> Table:
    """Slopes of log seconds over log joints, from `least` joints on, by least squares; and over the operations of it."""
    result = Table(title=f"exponents from {least} joints on")
    for name in ("quantity", *STAGES, "all", "all over operations", "operations"):
        result.add_column(name, justify="left" if name == "quantity" else "right")
    for quantity in dict.fromkeys(p.quantity for p in found):
        own = [p for p in found if p.quantity == quantity and p.joints >= least]
        if len(own) < 2:
            continue
        joints, flops, total = ([getattr(p, name) for p in own] for name in ("joints", "flops", "total"))
        stages = [slope(joints, [getattr(p, stage) for p in own]) for stage in STAGES]
        slopes = (*stages, slope(joints, total), slope(flops, total), slope(joints, flops))
        result.add_row(quantity, *(f"{x:.2f}" for x in slopes))
    return result


def slope(x: Sequence[float], y: Sequence[float]) -> float:
    return float(np.polyfit(np.log(x), np.log(y), 1)[0])


def plot(found: Sequence[Point], path: Path) -> None:
    """Seconds over the number of joints, and over the size of the graph, where the dashed line is linear growth."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    for quantity in dict.fromkeys(p.quantity for p in found):
        own = [p for p in found if p.quantity == quantity]
        axes[0].plot([p.joints for p in own], [p.total for p in own], "o-", label=quantity)
        axes[1].loglog([p.nodes for p in own], [p.total for p in own], "o-", label=quantity)
    nodes = [min(p.nodes for p in found), max(p.nodes for p in found)]
    pace = float(np.median([p.total / p.nodes for p in found]))
    axes[1].loglog(nodes, [pace * n for n in nodes], "k--", lw=1, label=f"{1e6 * pace:.0f} s per million nodes")
    for axis, label in zip(axes, ("joints", "nodes of the derived graph"), strict=True):
        axis.set(xlabel=label, ylabel="CPU seconds, derivation to native code")
        axis.grid(visible=True, alpha=0.3)
        axis.legend()
    figure.savefig(path)


def write_csv(found: Sequence[Point], path: Path) -> None:
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, [f.name for f in fields(Point)], lineterminator="\n")
        writer.writeheader()
        for p in found:
            writer.writerow({k: f"{v:.4f}" if isinstance(v, float) else v for k, v in asdict(p).items()})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--lengths", default=LENGTHS, type=lambda text: [int(x) for x in text.split(",")])
    parser.add_argument("--quantities", default=QUANTITIES, type=lambda text: text.split(","))
    parser.add_argument("--csv", type=Path, default=Path("build/bench/scaling.csv"))
    parser.add_argument("--plot", type=Path, default=Path("build/bench/scaling.svg"))
    options = parser.parse_args()
    os.environ["LINKWRIGHT_CACHE"] = "off"  # native code is to be made, not found
    found: list[Point] = []
    console = Console(width=None if sys.stdout.isatty() else 120)
    with console.status("chains") as status:
        for p in points(options.quantities, options.lengths):
            status.update(f"{p.quantity}, {p.joints} joints: {p.total:.2f} s")
            found.append(p)
    console.print(table(found))
    console.print(exponents(found))
    for path in (options.csv, options.plot):
        path.parent.mkdir(parents=True, exist_ok=True)
    write_csv(found, options.csv)
    plot(found, options.plot)
    console.print(f"written: {options.csv}, {options.plot}")


if __name__ == "__main__":
    main()
