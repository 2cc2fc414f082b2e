"""Exciting motion of the Panda: 43 inertial columns, not scaled, 10 s at 100 Hz, 5 harmonics, 10 % of all limits to spare.

    python -m benchmarks.excitation                            four seeds, one thread, nothing from the disk
    python -m benchmarks.excitation --seeds 10 --starts 1      arm.urdf --hold 'finger*' for another robot

before: condition of a random motion within the limits; after: of the one found; limits: the largest part of any that is
used, on samples ten times as fine; seconds: of the processor, deriving and compiling included.
Reference: CMA-ES takes 37 s to 13.8.
"""

from __future__ import annotations

import argparse
import os
import tempfile

os.environ.setdefault(
    "OPENBLAS_NUM_THREADS", "1"
)  # before NumPy is there: matrices of 43 columns gain nothing from more
os.environ["LINKWRIGHT_CACHE"] = tempfile.mkdtemp(prefix="linkwright-bench-")

import numpy as np
from rich.console import Console
from rich.table import Table

import linkwright as lw
from benchmarks.robots import DATA
from linkwright.identification.excitation import Excitation, excite


def largest_use(found: Excitation) -> float:
    """Part of the limits of positions, velocities and forces, looked at anew: from samples and the file."""
    fine = found.sample(1 / (10 * found.rate))
    worst = 0.0
    for limit in found.limits:
        if limit.kind not in ("position", "velocity", "torque"):
            continue
        values = {"position": fine.q, "velocity": fine.v, "torque": fine.tau}[limit.kind]
        column = values[:, found.moving.robot.rate_names.index(limit.name)]
        half, middle = (limit.high - limit.low) / 2, (limit.high + limit.low) / 2
        worst = max(worst, float(np.abs(column - middle).max() / half))
    return worst


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("robot", nargs="?", help="a robot file (default: the Panda)")
    parser.add_argument("--hold", default="", help="joints that stay still")
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--starts", type=int, default=4)
    asked = parser.parse_args()
    robot = lw.load(asked.robot or DATA / "panda_description/urdf/panda.urdf")
    table = Table(
        "seed", "columns", "before", "after", "limits", "seconds", title=f"{robot.name}, {asked.starts} starts"
    )
    for seed in range(asked.seeds):
        found = excite(robot, hold=asked.hold if asked.robot else "*finger*", seed=seed, starts=asked.starts)
        cells = f"{found.before:.1f}", f"{found.condition:.2f}", f"{largest_use(found):.6f}", f"{found.seconds:.2f}"
        table.add_row(str(seed), str(len(found.columns)), *cells)
    Console().print(table)


if __name__ == "__main__":
    main()
