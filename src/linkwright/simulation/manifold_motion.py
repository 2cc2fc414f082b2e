"""Simulation of a Lagrangian on its manifold, with its accounts: energy, work, momenta, constraints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from linkwright.errors import InputError, LinkwrightError
from linkwright.graph.expr import Expr, Scalar, lift
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes, symbols_of
from linkwright.manifold.integrate import METHODS, Variational, distance, integrate, on_manifold, rkmk4, start_state
from linkwright.manifold.lagrangian import Lagrangian
from linkwright.manifold.state import labels_of, slots_of
from linkwright.native import Dynamics
from linkwright.native import compile as compile_system
from linkwright.simulation.torques import split_commas

Array = np.ndarray[Any, Any]
MAX_STEPS = 2e7


@dataclass(frozen=True)
class Run:
    """One simulation: duration in s, start and inputs as text, samples per second, method, length of a step in s.

    torque: the inputs' elements one after the other, comma-separated expressions in t, q1.., v1.. and the constants
    """

    time: float = 10.0
    q0: str = ""
    v0: str = ""
    torque: str = ""
    rate: float = 100.0
    method: str = "rkmk4"
    step: float = 1e-3


@dataclass(frozen=True)
class Motion:
    """Samples along time: rows are instants. `inputs` are all elements of the inputs; `work` is what they put in less what
    dissipation took; `conserved` one column per symmetry; `gap` how far constraints are from zero."""

    t: Array
    q: Array
    v: Array
    a: Array
    inputs: Array
    kinetic: Array
    potential: Array
    energy: Array
    work: Array
    conserved: Array
    gap: float
    distance: float
    steps: int
    newton: int

    @property
    def energy_error(self) -> float:
        """Largest violation of energy = initial energy + work, relative to the energy that moves."""
        balance = self.energy - self.energy[0] - self.work
        ranges = (np.max(np.abs(self.kinetic)), np.ptp(self.potential), np.ptp(self.work))
        moving = max(1e-12, *(float(x) for x in ranges))
        return float(np.max(np.abs(balance))) / moving

    @property
    def drift(self) -> float:
        """Slope of a line through the energy less the work, times the duration."""
        return float(np.polyfit(self.t, self.energy - self.work, 1)[0]) * float(self.t[-1])


def simulate(system: Lagrangian, run: Run = Run()) -> Motion:
    """Integrate the equations of motion on the manifold."""
    _check(system, run)
    forces = input_expressions(system, run.torque)
    dyn = compile_system(cast(Any, system))
    q, v = _start(system, run)
    gap_at_start = _gap(dyn, system, q, v)
    if gap_at_start > 1e-6:
        hint = "give velocities that the constraints allow, under start: or with --v0"
        raise InputError(f"the start breaks the constraints by {gap_at_start:.2g}", system.source, hint)
    every = max(1, round(1 / (run.rate * run.step)))
    # the step divides the time between two samples, so that samples are where they are asked for
    count = max(1, round(run.time * run.rate)) * max(1, round(1 / (run.rate * run.step)))
    path = integrate(_stepper(dyn, run.method, forces), q, v, run.time, run.time / count, every)
    return _account(system, dyn, forces, path)


def _check(system: Lagrangian, run: Run) -> None:
    if run.method not in METHODS:
        raise InputError(f"there is no method '{run.method}'", hint=f"one of: {', '.join(METHODS)}")
    if not (run.time > 0 and run.rate > 0 and run.step > 0 and run.time / run.step <= MAX_STEPS):
        hint = f"all must be positive, and at most {MAX_STEPS:.0e} steps are made"
        raise InputError(
            f"cannot simulate {run.time} s in steps of {run.step} s at {run.rate} samples per second", hint=hint
        )
    missing = [c.name for c in system.constants if c.kind != "basis" and c.name not in system.values]
    if missing:
        raise InputError(
            f"constants without a value: {', '.join(missing)}", system.source, "give them numbers under 'constants:'"
        )


def _stepper(dyn: Dynamics, method: str, forces: Mapping[str, list[Scalar]] | None) -> Any:
    from linkwright.kernels import kernel
    from linkwright.runtime import native

    def function(name: str) -> Any:
        if forces is None:
            return dyn.function(name)
        return native(kernel(dyn.robot, name, dyn.options, forces=forces))

    if method == "rkmk4":
        return rkmk4(function("rkmk_step"))
    return Variational(function("variational_newton"), function("variational_end"), dyn.function("momentum"))


def _account(system: Lagrangian, dyn: Dynamics, forces: Mapping[str, list[Scalar]] | None, path: Any) -> Motion:
    from scipy.interpolate import CubicSpline

    values = _input_values(system, forces, path)
    given = [values[i.name] for i in system.inputs]
    found = dyn.function("accelerations")(path.q, path.v, *given)
    a = found["a"] if isinstance(found, dict) else found
    kinetic, energy = np.ravel(dyn.kinetic_energy(path.q, path.v)), np.ravel(dyn.energy(path.q, path.v))
    power = np.ravel(dyn.function("power")(path.q, path.v, *given))
    power = np.broadcast_to(power, path.t.shape)
    work = CubicSpline(path.t, power).antiderivative()(path.t) if np.any(power) else np.zeros_like(path.t)
    try:
        conserved = np.reshape(dyn.conserved_quantities(path.q, path.v), (len(path.t), -1))
    except LinkwrightError:
        conserved = np.zeros((len(path.t), 0))
    columns = [np.zeros((len(path.t), 0)), *(x.reshape(len(path.t), -1) for x in given)]
    gap, away = _gap(dyn, system, path.q, path.v), distance(slots_of(system.variables), path.q)
    return Motion(
        path.t, path.q, path.v, a, np.concatenate(columns, axis=1), kinetic, energy - kinetic, energy, work, conserved,
        gap, away, path.steps, path.newton,
    )  # fmt: skip


def _gap(dyn: Dynamics, system: Lagrangian, q: Array, v: Array) -> float:
    if not system.constraints:
        return 0.0
    found = dyn.function("constraints")(q, v)
    return max(float(np.max(np.abs(x))) for x in (found.values() if isinstance(found, dict) else [found]))


# --- text -------------------------------------------------------------------------------------------------------------------


def _start(system: Lagrangian, run: Run) -> tuple[Array, Array]:
    from linkwright.readers.expression import constant, parse

    q, v = start_state(system)
    slots = slots_of(system.variables)
    for text, into, what in ((run.q0, q, "q0"), (run.v0, v, "v0")):
        if not text.strip():
            continue
        values = [constant(parse(part)) for part in text.split(",")]
        if len(values) != len(into) or any(x is None for x in values):
            names = ", ".join(labels_of(slots, "q" if what == "q0" else "v"))
            raise InputError(f"{what} '{text}' is not {len(into)} numbers", hint=f"in order: {names}")
        into[:] = [float(x) for x in values if x is not None]
    return on_manifold(slots, q, v)


def input_expressions(system: Lagrangian, text: str) -> dict[str, list[Scalar]] | None:
    """Inputs as expressions over t[0], q[k], v[k]; None where no text is given: all inputs are zero."""
    if not text.strip():
        return None
    from linkwright.readers.expression import parse

    sizes = {i.name: int(np.prod(i.shape, dtype=int)) for i in system.inputs}
    parts = split_commas(text)
    if len(parts) != sum(sizes.values()):
        told = ", ".join(f"{n} {k}" for n, k in sizes.items()) or "none"
        raise InputError(
            f"{len(parts)} expressions for {sum(sizes.values())} elements of inputs", hint=f"inputs: {told}"
        )
    graph = Graph()
    names = {f"q{k + 1}": graph.symbol(f"q[{k}]") for k in range(system.nq)}
    names |= {f"v{k + 1}": graph.symbol(f"v[{k}]") for k in range(system.nv)}
    names["t"] = graph.symbol("t[0]")
    for c in system.constants:
        if not c.shape and c.name in system.values and c.name not in names:
            names[c.name] = graph.number(float(system.values[c.name][0]))
    nodes: list[int] = []
    for part in parts:
        x = lift(Graph(), parse(part))
        nodes += copy_nodes(x.graph, graph, [x.index], names)
    unknown = [n for n in symbols_of(graph, nodes) if "[" not in n]
    if unknown:
        raise InputError(
            f"inputs use unknown names: {', '.join(unknown)}", hint=f"known: {', '.join(list(names)[:24])}"
        )
    items = iter([Expr(graph, i) for i in nodes])
    return {name: [next(items) for _ in range(size)] for name, size in sizes.items()}


def _input_values(system: Lagrangian, forces: Mapping[str, list[Scalar]] | None, path: Any) -> dict[str, Array]:
    """Every input at every sample."""
    from linkwright.graph.evaluate import NUMPY, evaluate

    known = {
        "t[0]": path.t,
        **{f"q[{k}]": x for k, x in enumerate(path.q.T)},
        **{f"v[{k}]": x for k, x in enumerate(path.v.T)},
    }
    found: dict[str, Array] = {}
    for i in system.inputs:
        size = int(np.prod(i.shape, dtype=int))
        columns = np.zeros((len(path.t), size))
        for k, e in enumerate(forces[i.name] if forces else ()):
            columns[:, k] = evaluate(e.graph, [e.index], known, NUMPY)[0]
        found[i.name] = columns.reshape(len(path.t), *(i.shape or (1,)))
    return found
