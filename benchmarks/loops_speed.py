"""Speed of closed mechanisms beside Pinocchio's constrained dynamics and MuJoCo: nanoseconds per evaluation, one core, one run.

    python -m benchmarks.loops_speed --robots fourbar1,6ups

Everybody is called from Python, one state at a time; what a call of a peer's binding costs by itself (the same function on a
pendulum) is taken off the peer's time. Ours has the closure inside where it has a closed form; the peers get closed states.

inverse dynamics: MuJoCo mj_inverse; Pinocchio has none for closed mechanisms, so its time is that of the cut tree alone (rnea),
                  a lower bound of whatever one builds on it
forward dynamics: Pinocchio constraintDynamics; MuJoCo mj_forward (positions, constraints, solver)
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import linkwright as lw
from benchmarks.timing import Contestant, race
from linkwright.errors import LinkwrightError
from linkwright.model.closed_robot import Robot
from linkwright.verification.context import ClosedContext
from linkwright.verification.peers import PEERS, mujoco_model, pinocchio_loops, pinocchio_model

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
ROBOTS = {
    "fourbar1": "loops/fourbar1.yaml", "fivebar1": "loops/fivebar1.yaml", "palh3m2": "loops/palh3m2.yaml",
    "exoskeleton": "loops/exoskeleton.yaml", "3rrr": "parallel/3rrr.yaml", "6ups": "parallel/6ups.yaml",
}  # fmt: skip
QUANTITIES = ("inverse_dynamics", "forward_dynamics")
BATCH = 16384


@dataclass(frozen=True)
class Row:
    robot: str
    quantity: str
    native: float
    batched: float
    pinocchio: float | None
    mujoco: float | None


def measure(name: str, rounds: int) -> Iterator[Row]:
    robot = lw.load(EXAMPLES / ROBOTS[name])
    s = ClosedContext(robot)
    dyn = lw.compile(s.robot)
    for quantity in QUANTITIES:
        f = dyn.function(quantity)
        one = {
            n: np.array(getattr(s.states, n)[0], order="C") for n in f.inputs
        }  # rows of a table are no arrays of their own
        many = {n: np.repeat(x[None], BATCH, axis=0) for n, x in one.items()}
        contestants = [_timed("native", lambda f=f, x=tuple(one.values()): f(*x))]
        contestants.append(_timed("batched", lambda f=f, x=tuple(many.values()): f(*x, threads=1), BATCH))
        for make in (_pinocchio, _mujoco):
            found = make(s, quantity)
            contestants += [] if found is None else found
        times: dict[str, float] = {}
        for i, ns in race(contestants, rounds).items():
            times[contestants[i].column] = ns
        yield Row(name, quantity, times["native"], times["batched"], _net(times, "pinocchio"), _net(times, "mujoco"))


def _net(times: dict[str, float], peer: str) -> float | None:
    return None if peer not in times else max(1.0, times[peer] - times[f"{peer} call"])


def _timed(column: str, call: Callable[[], Any], states: int = 1) -> Contestant:
    def seconds(n: int) -> float:
        start = time.thread_time()
        for _ in range(n // states):
            call()
        return time.thread_time() - start

    return Contestant(column, column, seconds, granularity=states)


# --- peers -----------------------------------------------------------------------------------------------------------------


def _pendulum() -> Robot:
    from linkwright.readers import load

    return load({
        "linkwright": 1, "name": "pendulum", "joints": {"j": {"type": "revolute", "parent": "world", "child": "b"}},
        "bodies": {"b": {"mass": 1.0, "com": [0.1, 0, 0], "inertia": [0.1, 0.1, 0.1]}},
    })  # fmt: skip


def _pinocchio(s: ClosedContext, quantity: str) -> list[Contestant] | None:
    if not PEERS["pinocchio"].installed:
        return None
    import pinocchio as pin  # type: ignore[import-not-found]

    p = s.reference
    try:
        peer = pinocchio_model.build(s.rigid.tree)
        closures = [] if quantity == "inverse_dynamics" else pinocchio_loops.contacts(pin, peer, s.rigid)
    except LinkwrightError:
        return None
    small = pinocchio_model.build(_pendulum())
    found: list[Contestant] = []
    for column, which, loops in (("pinocchio", peer, closures), ("pinocchio call", small, [])):
        model, data = which.model, which.model.createData()
        own = which is peer
        q = which.q(p.positions[0]) if own else np.zeros(1)
        v, a = (which.G @ x[0] if own else np.zeros(1) for x in (p.rates, p.tree_accelerations))
        if quantity == "inverse_dynamics":
            found.append(_timed(column, lambda m=model, d=data, x=(q, v, a): pin.rnea(m, d, *x)))
            continue
        models, datas = pinocchio_loops.vectors(pin, loops)
        pinocchio_loops.prepare(pin, model, data, models, datas)
        settings = pin.ProximalSettings(1e-12, 1e-10, 20)
        given = (model, data, q, v, 0 * v, models, datas, settings)
        found.append(_timed(column, lambda x=given: pin.constraintDynamics(*x)))
    return found


def _mujoco(s: ClosedContext, quantity: str) -> list[Contestant] | None:
    if not PEERS["mujoco"].installed:
        return None
    import mujoco as mj  # type: ignore[import-not-found]

    p = s.reference
    if any(loop.kind in mujoco_model.COMPOSED for loop in s.rigid.loops):
        return None  # it has no equality constraint of that kind
    try:
        model: Any = mujoco_model.compiled(mj, s.rigid.tree, mujoco_model.loops_document(s.rigid))
    except (LinkwrightError, ValueError):
        return None
    small: Any = mj.MjModel.from_xml_string(mujoco_model.tree_document(_pendulum()))  # type: ignore[attr-defined]
    run: Any = {"inverse_dynamics": mj.mj_inverse, "forward_dynamics": mj.mj_forward}[quantity]  # type: ignore[attr-defined]
    found: list[Contestant] = []
    for column, which in (("mujoco", model), ("mujoco call", small)):
        data: Any = mj.MjData(which)  # type: ignore[attr-defined]
        if which is model:
            A, drift = mujoco_model.free_part(s.rigid.tree, p.positions[0], p.rates[0])
            data.qpos[:] = mujoco_model.coordinates(s.rigid.tree, p.positions[0])
            data.qvel[:], data.qacc[:] = A @ p.rates[0], A @ p.tree_accelerations[0] + drift
        found.append(_timed(column, lambda m=which, d=data: run(m, d)))
    return found


# --- for people --------------------------------------------------------------------------------------------------------------


def table(rows: Sequence[Row]) -> Table:
    made = Table(title="closed mechanisms: ns per evaluation, one core; how many times faster than each peer")
    for name in ("robot", "quantity"):
        made.add_column(name, no_wrap=True)
    for name in ("native", "batched", "Pinocchio", "MuJoCo", "Pinocchio/native", "MuJoCo/native"):
        made.add_column(name, justify="right")
    for r in rows:
        ratios = [f"{x / r.native:.1f}" if x else "-" for x in (r.pinocchio, r.mujoco)]
        times = ["-" if x is None else f"{x:.0f}" for x in (r.native, r.batched, r.pinocchio, r.mujoco)]
        made.add_row(r.robot, r.quantity, *times, *ratios)
    return made


def run(names: Sequence[str], rounds: int, console: Console) -> list[Row]:
    """Measure and print."""
    rows: list[Row] = []
    for name in names:
        with console.status(name):
            rows += measure(name, rounds)
    console.print(table(rows))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--robots", default=",".join(ROBOTS))
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    run(options.robots.split(","), options.rounds, Console(width=None if sys.stdout.isatty() else 150))


if __name__ == "__main__":
    main()
