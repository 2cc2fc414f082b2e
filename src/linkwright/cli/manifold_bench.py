"""`linkwright bench` of a Lagrangian: nanoseconds per evaluation of the native functions."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np

from linkwright.cli.bench import BATCH
from linkwright.cli.bench import _per_call as per_call
from linkwright.cli.console import console, print_json, progress, table
from linkwright.manifold.integrate import on_manifold, rest
from linkwright.manifold.lagrangian import Lagrangian
from linkwright.manifold.state import slots_of
from linkwright.mechanism import derive, find_quantity
from linkwright.passes import optimise
from linkwright.passes.schedule import schedule
from linkwright.request import Request
from linkwright.runtime import native

USUAL = "accelerations,equations_of_motion,mass_matrix,energy,linearisation,rkmk_step"
_COLUMNS = ("quantity", "method", "add", "mul", "div", "derive ms", "native ms", "call ns", "batch ns/state")


def bench_and_report(system: Lagrangian, file: Path, quantities: str, json: bool) -> None:
    """Measure each quantity and print a table."""
    rows: list[dict[str, Any]] = []
    with progress() as bar:
        for name in (quantities or USUAL).split(","):
            entry = find_quantity(system, name.strip())
            bar.add_task(entry.name)
            rows.append(measure(system, entry.name))
    if json:
        print_json(rows)
        return
    cells = [[r[k] for k in _COLUMNS] for r in rows]
    console().print(table(f"{system.name}, from Python, one thread", _COLUMNS, cells, right=_COLUMNS[2:]))


def measure(system: Lagrangian, quantity: str, options: Request = Request()) -> dict[str, Any]:
    """Operation counts and times of one quantity."""
    start = time.perf_counter()
    function = optimise(derive(system, quantity), options.effort)
    derived = time.perf_counter()
    call = native(schedule(function))
    ready = time.perf_counter()
    rng = np.random.default_rng(0)
    many = {n: rng.uniform(0.5, 1, (BATCH, *p.shape)) for n, p in function.inputs.items()}
    if "q" in many:
        many["q"] = _places(system, rng)
    one = [np.ascontiguousarray(x[0]) for x in many.values()]
    ops = function.ops
    return {
        "quantity": quantity, "method": function.facts["method"], "add": ops.add, "mul": ops.mul, "div": ops.div,
        "derive ms": 1e3 * (derived - start), "native ms": 1e3 * (ready - derived), "call ns": per_call(lambda: call(*one)),
        "batch ns/state": per_call(lambda: call(*many.values(), threads=1)) / BATCH,
    }  # fmt: skip


def _places(system: Lagrangian, rng: np.random.Generator) -> Any:
    """Many places on the manifold: the first few are random, and repeated."""
    slots = slots_of(system.variables)
    found: list[Any] = []
    for _ in range(16):
        q = rest(slots) + 0.0
        for s in slots:
            if s.kind == "SO3":
                q[s.q] = np.linalg.qr(rng.normal(size=(3, 3)))[0].ravel()
                q[s.q] *= np.sign(np.linalg.det(q[s.q].reshape(3, 3)))
            else:
                q[s.q] = rng.uniform(0.3, 1, s.nq)
                q[s.q] /= np.linalg.norm(q[s.q]) if s.kind == "S2" else 1
        found.append(on_manifold(slots, q, np.zeros(system.nv))[0])
    return np.tile(np.array(found), (BATCH // 16 + 1, 1))[:BATCH]
