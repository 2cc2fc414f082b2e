"""A Lagrangian whose inputs are a function of Python: it cannot be part of the compiled step, so the state is integrated in the
space around its manifold, by Dormand-Prince 8(5,3), and told on the manifold (Hairer, Lubich & Wanner 2006, IV.4)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.manifold.lagrangian import Lagrangian
from linkwright.manifold.state import place_rates
from linkwright.narrowing import is_dict
from linkwright.simulation.forces import Torque, native_function
from linkwright.simulation.integrable import instants, making_headway
from linkwright.simulation.integrators import nearest_places
from linkwright.simulation.lagrangian_flow import LagrangianFlow, input_expressions
from linkwright.simulation.motion import Path
from linkwright.simulation.run import Run


class DrivenLagrangian(LagrangianFlow):
    """dx/dt = v, dq/dt = omega x q on spheres, dR/dt = R hat(Omega) of rotations; dv/dt, and the power of the forces.

    torque: (t, q, v) -> the elements of all inputs, one after the other
    """

    methods = ("dop853",)

    def __init__(self, system: Lagrangian, torque: Torque) -> None:
        super().__init__(system)
        self.torque = torque
        self.accelerations = self.dynamics.function("accelerations")
        self.power = self.dynamics.function("power")

    def path(self, q: Array, v: Array, run: Run) -> Path:
        """Of a system with constraints from sample to sample: there it is put back onto them."""
        run.chosen(self.methods)
        t, state, spent = instants(run), np.concatenate([q, v, [0.0]]), 0
        spans = [t] if not self.system.constraints else [t[k : k + 2] for k in range(len(t) - 1)]
        states = [state]
        for span in spans:
            found, evaluations = self._integrated(span, states[-1], run)
            states += [self._kept(y) for y in found]
            spent += evaluations
        rows, nq = np.array(states), self.system.nq
        places, speeds = (np.ascontiguousarray(x) for x in (rows[:, :nq], rows[:, nq:-1]))
        return Path(t, places, speeds, spent, work=np.ascontiguousarray(rows[:, -1]))

    def slope(self, t: float, y: Array) -> Array:
        """Rates of the state: positions, rates, work."""
        nq = self.system.nq
        q, v = nearest_places(self.slots, y[:nq]), y[nq:-1]
        given = self._shaped(self.torque(t, q, v))
        found = self.accelerations(q, v, *given)
        a = found["a"] if is_dict(found) else found
        rates = np.array(place_rates(self.slots, q.tolist(), v.tolist()), dtype=float)
        return np.concatenate([rates, a, np.ravel(self.power(q, v, *given))[:1]])

    def inputs_along(self, path: Path) -> list[Array]:
        """The function again, at the samples."""
        rows = [self._shaped(self.torque(float(t), q, v)) for t, q, v in zip(path.t, path.q, path.v, strict=True)]
        return [np.array(x) for x in zip(*rows, strict=True)]

    def _integrated(self, t: Array, start: Array, run: Run) -> tuple[Array, int]:
        """States at the instants after the first, and evaluations."""
        from scipy.integrate import solve_ivp

        solve: Any = solve_ivp
        with np.errstate(over="ignore", invalid="ignore"):
            found = solve(
                making_headway(self.slope, reached=self.reached),
                (t[0], t[-1]),
                start,
                "DOP853",
                t[1:],
                rtol=run.tolerance,
                atol=run.tolerance,
            )
        if not found.success or not np.all(np.isfinite(found.y)):
            what = f"the integration stopped at t = {found.t[-1] if len(found.t) else t[0]:g} s: {found.message}"
            raise InputError(what, hint="forces too large, or a mass matrix that is singular")
        return found.y.T, int(found.nfev)

    def _kept(self, y: Array) -> Array:
        """The state on its manifold: on its constraints by a compiled step of no length, which puts it there."""
        nq = self.system.nq
        q, v = nearest_places(self.slots, y[:nq]), y[nq:-1]
        if self.system.constraints:
            still = [np.zeros(i.shape or (1,)) for i in self.system.inputs]
            made = self.dynamics.function("rkmk_step")(q, v, *still, np.zeros(1))
            q, v = made["q_next"], made["v_next"]
        return np.concatenate([q, v, y[-1:]])

    def _shaped(self, flat: Array) -> list[Array]:
        """Every input in its shape, from all elements in order."""
        found: list[Array] = []
        at = 0
        for i in self.system.inputs:
            found.append(flat[at : at + math.prod(i.shape)].reshape(i.shape or (1,)))
            at += math.prod(i.shape)
        return found


def input_function(system: Lagrangian, text: str) -> Torque:
    """(t, q, v) -> the elements of all inputs, from text; zero where it is empty."""
    forces = input_expressions(system, text)
    if not forces:
        zero = np.zeros(sum(math.prod(i.shape) for i in system.inputs))
        return lambda t, q, v: zero
    every = [e for part in forces.values() for e in part]
    call = native_function("inputs", {"t": 1, "q": system.nq, "v": system.nv}, every)
    return lambda t, q, v: call(np.array([t]), q, v)
