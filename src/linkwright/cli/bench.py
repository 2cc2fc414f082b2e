"""`linkwright bench`: nanoseconds per evaluation of the native functions, beside Pinocchio's Python binding if installed."""

from __future__ import annotations

import importlib
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from linkwright.cli.console import console, print_json, progress, table
from linkwright.kernels import kernel
from linkwright.mechanism import Mechanism, find_quantity, quantities
from linkwright.model.robot import OpenRobot
from linkwright.request import Request
from linkwright.runtime import native
from linkwright.simulation.accuracy import accuracy
from linkwright.simulation.states import inputs_of

BATCH = 20_000
USUAL = (
    "accelerations", "equations_of_motion", "energy", "rkmk_step",
    "inverse_dynamics", "mass_matrix", "forward_dynamics", "gravity", "coriolis_matrix", "jacobian",
)  # fmt: skip
"""What is measured when no quantity is named: those of them that a mechanism has, six at most."""
_MOST = 6


def bench_and_report(mechanism: Mechanism, file: Path, named: str, request: Request, json: bool) -> None:
    """Measure each quantity and print a table."""
    names = named.split(",") if named else [n for n in USUAL if n in quantities(mechanism)][:_MOST]
    rows: list[dict[str, Any]] = []
    with progress() as bar:
        for name in names:
            entry = find_quantity(mechanism, name.strip())
            bar.add_task(entry.name)
            rows.append(measure(mechanism, file, entry.name, request.real))
    if json:
        print_json(rows)
        return
    columns = tuple(c for c in rows[0] if any(row[c] is not None for row in rows))
    right = [c for c in columns if c not in ("quantity", "method")]
    cells = [[row[c] for c in columns] for row in rows]
    kind = "" if request.real == "float64" else f", {request.real}"
    console().print(table(f"{mechanism.name}, from Python, one thread{kind}", columns, cells, right))
    if kind:
        console().print("errors are relative to the largest element of each state's result")


def measure(mechanism: Mechanism, file: Path, quantity: str, real: str = "float64") -> dict[str, Any]:
    """Operation counts and times of one quantity; in single precision its largest error at random states, too."""
    start = time.perf_counter()
    made = kernel(mechanism, quantity)
    derived = time.perf_counter()
    call = native(made, real=real)
    ready = time.perf_counter()
    many = [x.astype(real) for x in inputs_of(mechanism, made, BATCH)]
    one = [np.ascontiguousarray(x[0]) for x in many]
    ops, facts = made.ops, dict(made.facts)
    method = facts.get("method", facts.get("Repeats"))
    return {
        "quantity": quantity, "method": method, "add": ops.add, "mul": ops.mul, "div": ops.div,
        "sin+cos": ops.sin + ops.cos, "derive ms": 1e3 * (derived - start), "native ms": 1e3 * (ready - derived),
        "call ns": _per_call(lambda: call(*one)), "batch ns/state": _per_call(lambda: call(*many, threads=1)) / BATCH,
        "largest error": None if real == "float64" else f"{accuracy(mechanism, quantity).largest:.1e}",
        "Pinocchio call ns": _pinocchio(mechanism, file, quantity) if real == "float64" else None,
    }  # fmt: skip


def _per_call(f: Callable[[], Any]) -> float:
    """Median over several runs of the mean time of a call, in ns."""
    f()
    start = time.perf_counter()
    f()
    n = max(1, int(2e-3 / max(time.perf_counter() - start, 1e-7)))
    runs: list[float] = []
    for _ in range(9):
        start = time.perf_counter()
        for _ in range(n):
            f()
        runs.append((time.perf_counter() - start) / n * 1e9)
    return statistics.median(runs)


def _pinocchio(robot: Mechanism, file: Path, quantity: str) -> float | None:
    """The same quantity by Pinocchio's Python binding, where it is installed and can read the file."""
    calls = {
        "inverse_dynamics": "rnea", "mass_matrix": "crba", "forward_dynamics": "aba", "nonlinear_effects": "nonLinearEffects",
        "gravity": "computeGeneralizedGravity", "coriolis_matrix": "computeCoriolisMatrix",
    }  # fmt: skip
    if quantity not in calls or file.suffix != ".urdf" or not isinstance(robot, OpenRobot):
        return None
    try:
        pin: Any = importlib.import_module("pinocchio")
    except ImportError:
        return None
    floats = any(j.type == "floating" for j in robot.joints.values())
    root = (pin.JointModelFreeFlyer(),) if floats else ()
    try:
        model = pin.buildModelFromUrdf(str(file), *root)
    except ValueError:  # stricter than we are: it wants limits, for example
        return None
    data, rng = model.createData(), np.random.default_rng(0)
    q, size = pin.neutral(model), int(model.nv)
    v, a = rng.uniform(-1, 1, size), rng.uniform(-1, 1, size)
    f = getattr(pin, calls[quantity])
    arguments = {"rnea": (q, v, a), "aba": (q, v, a), "crba": (q,), "computeGeneralizedGravity": (q,)}.get(
        calls[quantity], (q, v)
    )
    return _per_call(lambda: f(model, data, *arguments))
