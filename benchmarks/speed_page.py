"""The first table of docs/performance.md from what `benchmarks.speed` wrote: python -m benchmarks.speed_page speed.csv ..."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

ROBOTS = {"ur5": "UR5", "panda": "Panda", "anymal": "ANYmal", "talos": "Talos"}
QUANTITIES = {
    "inverse_dynamics": "inverse dynamics",
    "mass_matrix": "mass matrix",
    "forward_dynamics": "forward dynamics",
    "gravity": "gravity",
    "pose": "pose of the tool",
    "jacobian": "Jacobian of the tool",
    "inverse_dynamics_derivatives": "derivatives of inverse dynamics",
    "forward_dynamics_derivatives": "derivatives of forward dynamics",
    "coriolis": "Coriolis matrix",
    "regressor": "regressor",
    "mass_matrix_inverse": "inverse mass matrix",
}
HEAD = (
    "robot, quantity", "C", "batch", "write", "Pinocchio", "CasADi C", "C ratio", "batch ratio",
    "C: operations per cycle", "batch: operations per cycle", "batch: writing",
)  # fmt: skip


def table(rows: Iterable[Mapping[str, str]]) -> str:
    """Markdown of a run's rows; quantities of the second table are left out."""
    shown = [_row(row) for row in rows if row["quantity"] in QUANTITIES]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (HEAD, ["---"] * len(HEAD), *shown))


def _row(row: Mapping[str, str]) -> list[str]:
    times = [_time(row[name]) for name in ("c", "batched", "write", "pinocchio", "casadi")]
    ratios = [_ratio(row[name]) for name in ("single_ratio", "batched_ratio")]
    near = [f"{float(row[f'{x}_per_cycle']):.1f} ({_share(row[f'{x}_of_peak'])})" for x in ("c", "batch")]
    name = f"{ROBOTS.get(row['robot'], row['robot'])} {QUANTITIES[row['quantity']]}"
    return [name, *times, *ratios, *near, _share(row["batch_of_write"])]


def _time(text: str) -> str:
    return "-" if not text else text if float(text) < 5 else f"{float(text):.0f}"


def _ratio(text: str) -> str:
    return "-" if not text else text if float(text) < 20 else f"{float(text):.0f}"


def _share(text: str) -> str:
    return f"{100 * float(text):.0f} %"


if __name__ == "__main__":
    print(table(row for path in sys.argv[1:] for row in csv.DictReader(Path(path).read_text().splitlines())))
