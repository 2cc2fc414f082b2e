"""Simulation of a Lagrangian on its manifold, with its accounts: energy, work, momenta, constraints."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError, LinkwrightError
from linkwright.graph.expr import Expr
from linkwright.manifold.lagrangian import Lagrangian
from linkwright.manifold.state import input_elements, labels_of, slots_of, units_of
from linkwright.narrowing import is_dict
from linkwright.native import compile as compile_system
from linkwright.readers.positions import Entries, numbers_in
from linkwright.simulation.forces import Wanted, force_expressions
from linkwright.simulation.integrable import Flow
from linkwright.simulation.integrators import Heard, Variational, distance, integrate, on_manifold, rkmk4, start_state
from linkwright.simulation.motion import Motion, Path
from linkwright.simulation.run import FIXED_STEP, Run

if TYPE_CHECKING:
    from linkwright.simulation.tracking import Reference

_BROKEN = 1e-6
"""Error of the constraints from which on a start breaks them."""


class LagrangianFlow(Flow):
    """Steps on the manifold: by Runge-Kutta-Munthe-Kaas, or by the variational step.

    forces: the inputs as text, or by name as expressions over t[0], q[k], v[k]
    """

    methods = FIXED_STEP

    def __init__(self, system: Lagrangian, forces: str | Mapping[str, list[Expr]] = "") -> None:
        need_values(system)
        self.system = system
        self.slots = slots_of(system.variables)
        self.forces = input_expressions(system, forces) if isinstance(forces, str) else forces
        self.dynamics = compile_system(system)

    def follow(self, reference: Reference) -> list[int]:
        """Not of a Lagrangian: its inputs are no joint forces."""
        hint = "follow a trajectory with a robot; of a Lagrangian give its inputs (--torque)"
        raise InputError(f"the inputs of '{self.system.name}' are not forces in its joints", self.system.source, hint)

    def start(self, q0: str, v0: str) -> tuple[Array, Array]:
        """What the text or the file says, put onto the manifold; constraints must hold there."""
        q, v = start_state(self.system)
        for_q, for_v = (labels_of(self.slots, kind) for kind in ("q", "v"))
        of_q, of_v = (units_of(self.slots, kind) for kind in ("q", "v"))
        q = numbers_in(q0, q, "q0", Entries(for_q, of_q, f", in order: {', '.join(for_q)}"))
        v = numbers_in(v0, v, "v0", Entries(for_v, of_v, f", in order: {', '.join(for_v)}"))
        q, v = on_manifold(self.slots, q, v)
        gap = float(np.max(self._gaps(q, v), initial=0.0))
        if gap > _BROKEN:
            hint = "give velocities that the constraints allow, under start: or with --v0"
            raise InputError(f"the start breaks the constraints by {gap:.2g}", self.system.source, hint)
        return q, v

    def path(self, q: Array, v: Array, run: Run) -> Path:
        """Steps of one length."""
        every = max(1, round(1 / (run.rate * run.step)))
        # the step divides the time between two samples, so that samples are where they are asked for
        step, h = Heard(self._stepper(run.chosen(self.methods)), self.reached), run.time / (run.samples * every)
        return integrate(step, q, v, run.time, h, every)

    def _stepper(self, method: str) -> Any:
        if method == "rkmk4":
            return rkmk4(self._step("rkmk_step"))
        momentum = self.dynamics.function("momentum")
        return Variational(self._step("variational_newton"), self._step("variational_end"), momentum)

    def _step(self, quantity: str) -> Any:
        """A native function of a step, with the forces inside where there are any."""
        if self.forces is None:
            return self.dynamics.function(quantity)
        from linkwright.kernels import kernel
        from linkwright.runtime import native

        return native(kernel(self.system, quantity, self.dynamics.options, forces=self.forces))

    def motion(self, path: Path, method: str) -> Motion:
        """The energy is that of the Lagrangian; work is integrated from the power at the samples."""
        t, q, v, dyn = path.t, path.q, path.v, self.dynamics
        given = self.inputs_along(path)
        found = dyn.function("accelerations")(q, v, *given)
        a = found["a"] if is_dict(found) else found
        kinetic, energy = np.ravel(dyn.function("kinetic_energy")(q, v)), np.ravel(dyn.function("energy")(q, v))
        power = np.broadcast_to(np.ravel(dyn.function("power")(q, v, *given)), t.shape)
        work = _work(t, power) if path.work is None else path.work
        tau = np.concatenate([np.zeros((len(t), 0)), *(x.reshape(len(t), -1) for x in given)], axis=1)
        return Motion(
            t, q, v, a, tau, kinetic, energy - kinetic, work, self._labels(), self._conserved(path), method,
            path.steps, path.newton, self._gaps(q, v) if self.system.constraints else None, off=distance(self.slots, q),
        )  # fmt: skip

    def _labels(self) -> dict[str, tuple[str, ...]]:
        names = {part: tuple(labels_of(self.slots, part)) for part in ("q", "v", "a")}
        symmetries = tuple(s.name for s in self.system.extra.get("symmetries", ()))
        return {**names, "tau": tuple(input_labels(self.system)), "conserved": symmetries}

    def _conserved(self, path: Path) -> Array:
        try:
            found = self.dynamics.function("conserved_quantities")(path.q, path.v)
        except LinkwrightError:  # the file names no symmetries
            return np.zeros((len(path.t), 0))
        return np.reshape(found, (len(path.t), -1))

    def _gaps(self, q: Array, v: Array) -> Array:
        """The largest error of the constraints, per state."""
        if not self.system.constraints:
            return np.zeros(np.shape(q)[:-1])
        found = self.dynamics.function("constraints")(q, v)
        parts = found.values() if is_dict(found) else [found]
        rows = [np.abs(x).reshape(*np.shape(q)[:-1], -1) for x in parts]
        return np.max(np.concatenate(rows, axis=-1), axis=-1)

    def inputs_along(self, path: Path) -> list[Array]:
        """Every input at every sample."""
        from linkwright.graph.evaluate import NUMPY, evaluate

        known = {
            "t[0]": path.t,
            **{f"q[{k}]": x for k, x in enumerate(path.q.T)},
            **{f"v[{k}]": x for k, x in enumerate(path.v.T)},
        }
        found: list[Array] = []
        for i in self.system.inputs:
            columns = np.zeros((len(path.t), math.prod(i.shape)))
            for k, e in enumerate(self.forces[i.name] if self.forces else ()):
                columns[:, k] = evaluate(e.graph, [e.index], known, NUMPY)[0]
            found.append(columns.reshape(len(path.t), *(i.shape or (1,))))
        return found


def input_expressions(system: Lagrangian, text: str) -> Mapping[str, list[Expr]] | None:
    """Inputs as expressions over t[0], q[k], v[k]; None where no text is given: all inputs are zero."""
    if not text.strip():
        return None
    sizes = {i.name: math.prod(i.shape) for i in system.inputs}
    hint = f"inputs: {', '.join(f'{n} {k}' for n, k in sizes.items()) or 'none'}"
    known = {
        c.name: float(system.values[c.name][0]) for c in system.constants if not c.shape and c.name in system.values
    }
    count = sum(sizes.values())
    wanted = Wanted(count, "expressions", "elements of inputs", hint, system.nq, system.nv, known)
    items = iter(force_expressions(text, wanted))
    return {name: [next(items) for _ in range(size)] for name, size in sizes.items()}


def input_labels(system: Lagrangian) -> list[str]:
    """A name per element of the inputs: f, M_1, M_2, M_3."""
    return [name for names in input_elements(system).values() for name in names]


def _work(t: Array, power: Array) -> Array:
    """The integral of the power: samples are where the integrator was, so that a spline through them is as good as it."""
    from scipy.interpolate import CubicSpline

    return CubicSpline(t, power).antiderivative()(t) if np.any(power) else np.zeros_like(t)


def need_values(system: Lagrangian) -> None:
    """Raises InputError where a constant has none."""
    missing = [c.name for c in system.constants if c.kind != "basis" and c.name not in system.values]
    if missing:
        what = f"constants without a value: {', '.join(missing)}"
        raise InputError(what, system.source, "give them numbers under 'constants:'")
