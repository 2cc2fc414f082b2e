"""How cost grows with the length of a chain: CPU seconds to derive, optimise, schedule, make native, write C and compile it by
gcc; operations and bytes of C.

    python -m benchmarks.scaling --lengths 5,10,20,50,100 --quantities inverse_dynamics --csv scaling.csv --plot scaling.svg

The chains are revolute, with twists, offsets and all ten inertial parameters of every link drawn at random: nothing cancels.
"""

from __future__ import annotations

import argparse
import csv
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import pairwise
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

import linkwright as lw
from linkwright.emit import BuildContext, emit
from linkwright.passes import optimise
from linkwright.passes.schedule import schedule

LENGTHS = (5, 10, 20, 50, 100, 200, 400, 1000)
STAGES = ("derive", "optimise", "schedule", "native", "emit", "gcc")
FLAGS = ("-O3", "-march=native")


@dataclass(frozen=True)
class Case:
    """A quantity, of the last link's frame where it has one; its result grows as a power of the joints. longest: with how many
    joints it is measured; 1,000 would be a million elements of a matrix."""

    quantity: str
    power: int = 1
    longest: int = LENGTHS[-1]
    framed: bool = False

    @property
    def lengths(self) -> list[int]:
        return [n for n in LENGTHS if n <= self.longest]


CASES = (
    Case("inverse_dynamics"),
    Case("gravity"),
    Case("forward_dynamics"),
    Case("forward_kinematics", framed=True),
    Case("mass_matrix", power=2, longest=200),
    Case("inverse_dynamics_derivatives", power=2, longest=100),
)


@dataclass(frozen=True)
class Point:
    """One chain, one quantity: nodes of the derived graph, operations after optimising, bytes of C, seconds per stage (of gcc
    not a number where there is none)."""

    quantity: str
    joints: int
    nodes: int
    flops: int
    c_bytes: int
    derive: float
    optimise: float
    schedule: float
    native: float
    emit: float
    gcc: float

    @property
    def total(self) -> float:
        """From derivation to native code."""
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


def measure(case: Case, joints: int) -> Point:
    from linkwright.runtime import native

    robot = chain(joints)
    options = {"frame": f"link{joints}"} if case.framed else {}
    clock = [time.process_time()]
    derived = lw.derive(robot, case.quantity, **options)
    clock.append(time.process_time())
    function = optimise(derived)
    clock.append(time.process_time())
    kernel = schedule(function)
    clock.append(time.process_time())
    native(kernel)
    clock.append(time.process_time())
    files = emit([kernel], "c", BuildContext("chain"))
    clock.append(time.process_time())
    stages = [after - before for before, after in pairwise(clock)]
    size = len(files["chain.c"].encode())
    return Point(case.quantity, joints, len(derived.graph.op), function.ops.flops, size, *stages, compiled(files))


def compiled(files: Mapping[str, str]) -> float:
    """Seconds that gcc takes for the generated function."""
    if shutil.which("gcc") is None:
        return float("nan")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            (Path(folder) / name).write_text(text)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(["gcc", *FLAGS, "-c", "chain.c"], cwd=folder, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def points(cases: Sequence[Case], lengths: Sequence[int] = ()) -> Iterator[Point]:
    measure(cases[0], 3)  # imports and first use of the compiler are not part of the curve
    for case in cases:
        for joints in lengths or case.lengths:
            yield measure(case, joints)


def table(found: Sequence[Point]) -> Table:
    result = Table(title="serial chains: seconds per stage")
    names = ("quantity", "joints", "operations", "KB of C", *STAGES, "s per 1000 nodes")
    for name in names:
        result.add_column(name, justify="left" if name == "quantity" else "right")
    for p in found:
        stages = (f"{getattr(p, stage):.3f}" for stage in STAGES)
        pace = f"{p.total / p.nodes * 1000:.3f}"
        result.add_row(p.quantity, str(p.joints), str(p.flops), f"{p.c_bytes / 1000:.0f}", *stages, pace)
    return result


def exponents(found: Sequence[Point], least: int = 50) -> Table:
    """Slopes by least squares, from `least` joints on: of the logarithm of seconds, operations and bytes over that of the
    elements of the result, which are the joints or their square; `all` is from derivation to native code."""
    result = Table(title=f"exponents over the size of the result, from {least} joints on")
    for name in ("quantity", *STAGES, "all", "operations", "bytes of C"):
        result.add_column(name, justify="left" if name == "quantity" else "right")
    for case in CASES:
        own = [p for p in found if p.quantity == case.quantity and p.joints >= least]
        if len(own) < 2:
            continue
        size = [p.joints**case.power for p in own]
        slopes = (slope(size, [getattr(p, name) for p in own]) for name in (*STAGES, "total", "flops", "c_bytes"))
        result.add_row(case.quantity, *(f"{x:.2f}" for x in slopes))
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
    parser.add_argument(
        "--lengths",
        default=(),
        type=lambda text: [int(x) for x in text.split(",")],
        help="of all quantities; by default up to 1,000, of matrices up to 200 and 100",
    )
    parser.add_argument("--quantities", default=[c.quantity for c in CASES], type=lambda text: text.split(","))
    parser.add_argument("--csv", type=Path, default=Path("build/bench/scaling.csv"))
    parser.add_argument("--plot", type=Path, default=Path("build/bench/scaling.svg"))
    options = parser.parse_args()
    os.environ["LINKWRIGHT_CACHE"] = "off"  # native code is to be made, not found
    found: list[Point] = []
    console = Console(width=None if sys.stdout.isatty() else 120)
    with console.status("chains") as status:
        for p in points([c for c in CASES if c.quantity in options.quantities], options.lengths):
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
