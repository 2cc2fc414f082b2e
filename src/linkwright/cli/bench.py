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
from linkwright.graph.function import Function
from linkwright.mechanism import derive, find_quantity
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.passes import optimise
from linkwright.passes.schedule import schedule
from linkwright.runtime import native
from linkwright.simulation.motion import normalised

BATCH = 20_000
USUAL = "inverse_dynamics,mass_matrix,forward_dynamics,gravity,coriolis_matrix,jacobian"


def bench_and_report(robot: Robot, file: Path, quantities: str, json: bool) -> None:
    """Measure each quantity and print a table."""
    rows: list[dict[str, Any]] = []
    with progress() as bar:
        for name in (quantities or USUAL).split(","):
            entry = find_quantity(robot, name.strip())
            bar.add_task(entry.name)
            rows.append(measure(robot, file, entry.name))
    if json:
        print_json(rows)
        return
    columns = (
        "quantity",
        "add",
        "mul",
        "div",
        "sin+cos",
        "derive ms",
        "native ms",
        "call ns",
        "batch ns/state",
        "Pinocchio call ns",
    )
    cells = [[r[k] for k in columns] for r in rows]
    console().print(table(f"{robot.name}, from Python, one thread", columns, cells, right=columns[1:]))


def measure(robot: Robot, file: Path, quantity: str) -> dict[str, Any]:
    """Operation counts and times of one quantity."""
    start = time.perf_counter()
    function = optimise(derive(robot, quantity))
    derived = time.perf_counter()
    call = native(schedule(function))
    ready = time.perf_counter()
    many = _inputs(robot, function)
    one = [np.ascontiguousarray(x[0]) for x in many]
    ops = function.ops
    return {
        "quantity": quantity, "add": ops.add, "mul": ops.mul, "div": ops.div, "sin+cos": ops.sin + ops.cos,
        "derive ms": 1e3 * (derived - start), "native ms": 1e3 * (ready - derived),
        "call ns": _per_call(lambda: call(*one)), "batch ns/state": _per_call(lambda: call(*many, threads=1)) / BATCH,
        "Pinocchio call ns": _pinocchio(robot, file, quantity),
    }  # fmt: skip


def _inputs(robot: Robot, function: Function) -> list[Any]:
    """Random states, one per row; of a closed mechanism a few at which its loops close, again and again."""
    if isinstance(robot, ClosedRobot):
        from linkwright.verification.closed_law_context import ClosedLawContext

        states = ClosedLawContext(robot, count=8).states
        known = {n: np.resize(x, (BATCH, *x.shape[1:])) for n, x in vars(states).items()}
        return [np.ascontiguousarray(known[n]) for n in function.inputs]
    rng = np.random.default_rng(0)
    many = [rng.uniform(-1, 1, (BATCH, p.size)) for p in function.inputs.values()]
    if "q" in function.inputs:
        at = list(function.inputs).index("q")
        many[at] = np.array([normalised(robot, q) for q in many[at]])
    return many


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


def _pinocchio(robot: Robot, file: Path, quantity: str) -> float | None:
    """The same quantity by Pinocchio's Python binding, where it is installed and can read the file."""
    calls = {
        "inverse_dynamics": "rnea", "mass_matrix": "crba", "forward_dynamics": "aba", "nonlinear_effects": "nonLinearEffects",
        "gravity": "computeGeneralizedGravity", "coriolis_matrix": "computeCoriolisMatrix",
    }  # fmt: skip
    if quantity not in calls or file.suffix != ".urdf" or isinstance(robot, ClosedRobot):
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
    q, v, a = pin.neutral(model), rng.uniform(-1, 1, model.nv), rng.uniform(-1, 1, model.nv)
    f = getattr(pin, calls[quantity])
    arguments = {"rnea": (q, v, a), "aba": (q, v, a), "crba": (q,), "computeGeneralizedGravity": (q,)}.get(
        calls[quantity], (q, v)
    )
    return _per_call(lambda: f(model, data, *arguments))
