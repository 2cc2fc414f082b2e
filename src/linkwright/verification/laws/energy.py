"""Laws 6 and 7: kinetic energy is v' M v / 2, and energy is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import LinkwrightError
from linkwright.model.robot import Drive
from linkwright.simulation.integrable import making_headway
from linkwright.verification.context import AnyContext, AnyRobotContext, LagrangianContext
from linkwright.verification.context.base import Exact
from linkwright.verification.context.lagrangian import outputs
from linkwright.verification.finding import Finding, gap
from linkwright.verification.scene import apply, dot, minus
from linkwright.verification.states import call, rates

_LARGE_TIME = 0.05
_ACCURACY = 1e-11
_PATIENCE = 50_000
"""Evaluations for the whole motion, by the interpreter: rigid robots need less than a thousand, elastic joints 1e4."""


_MOMENTA = ("momentum", "centroidal_momentum", "centroidal_momentum_matrix", "base_wrench")


def kinetic(s: AnyRobotContext) -> Finding:
    """Law 6: T = v' M v / 2, of a tree exactly; T and momenta are those of the bodies by brute force."""
    T, M, v = s.value("kinetic_energy"), s.value("mass_matrix"), s.states.v
    gaps = [gap(T, np.einsum("ki,kij,kj->k", v, M, v) / 2), *s.compared("kinetic_energy", *_MOMENTA)]
    return s.found(gaps, exactly=_kinetic_exactly)


def _kinetic_exactly(x: Exact) -> bool:
    return x.vanish([2 * x.of("kinetic_energy") - dot(x.v, apply(x.of("mass_matrix"), x.v))])


# --- law 7 ------------------------------------------------------------------------------------------------------------------


def kept(s: AnyContext) -> Finding:
    """Law 7: energy changes by what the power of forces gives and friction takes. Of a robot without either along a simulation,
    in which dependent joints follow by their rates and stay closed; of a tree exactly, too; of a Lagrangian at states."""
    gaps, note = (_balance(s), "") if isinstance(s, LagrangianContext) else _drift(s)
    found = s.found(gaps, note, exactly=_power_balance)
    return found if gaps else replace(found, residual=None)


def _balance(s: LagrangianContext) -> list[float]:
    """dE/dt along the motion is the power of inputs less what dissipation takes; constraints do no work on the velocities that
    they allow."""
    gaps: list[float] = []
    for n, (state, b) in enumerate(zip(s.states, s.reference, strict=True)):
        allowed = s.allowed(state)
        rate, size = s.rate(s.function("energy"), allowed), s.loudest_power(n, allowed)
        gaps.append(gap(rate, outputs(s.function("power"), allowed)["P"], size))
        gaps.append(gap(s.value("power", n)["P"], b.power, size))
    return gaps


def _power_balance(x: Exact) -> bool:
    robot, energy = x.robot, x.of("kinetic_energy") + x.of("potential_energy")
    lost = x.of("passive_forces", robot.with_drives(lambda drive: replace(drive, stiffness=0)))
    power = dot(x.v, minus(x.of("inverse_dynamics"), lost))
    for wrench, frame in zip(x.wrench, robot.wrenches, strict=True):
        power = power + dot(wrench, apply(x.of("jacobian", frame=frame, reference="local"), x.v))
    return x.vanish([x.rate([energy], dv=x.a)[0] - power])


def _frictionless(drive: Drive) -> Drive:
    """Without what takes energy away."""
    return replace(drive, viscous=0, coulomb=0, damping=0)


def _drift(s: AnyRobotContext) -> tuple[list[float], str]:
    """Change of energy along a free simulation, relative to the energy exchanged, and by how much loops open; none where there
    is no simulation."""
    robot: Any = s.changed(lambda tree: replace(tree, wrenches=()).with_drives(_frictionless))
    nq, first = robot.tree.nq, s.calmest
    try:
        forward = s.function("forward_dynamics", robot)
        if np.min(np.linalg.eigvalsh(s.value("mass_matrix")[first]), initial=1.0) <= 0:
            return [], "no simulation: the mass matrix is not positive"
        zero = np.zeros(s.states.v.shape[1])

        def slope(_: float, y: Array) -> Array:
            known = {**s.known(y[:nq], y[nq:]), "tau": zero}
            return np.array(
                [*rates(robot.tree, y[:nq], s.tree_rates(robot, known)), *call(forward, known)], dtype=float
            )

        end = s.time if s.small else _LARGE_TIME
        start = np.concatenate([s.states.positions[first], s.states.v[first]])
        way = _followed(slope, start, end, *s.events(robot))
    except LinkwrightError as error:
        return [], error.what
    if not way.success:
        return [*s.stuck], f"no simulation: {way.message}"
    x, v = way.y[:nq].T, way.y[nq:].T
    halted = ", then free coordinates fail: nearly singular" if way.status == 1 else ""
    return [_change_of_energy(s, robot, s.known(x, v)), *s.opened(x)], f"{way.t[-1]:.3g} s of motion{halted}"


def _followed(slope: Callable[[float, Array], Array], start: Array, end: float, *events: Any) -> Any:
    """A motion, as SciPy gives it; InputError where it makes no headway."""
    from scipy.integrate import solve_ivp

    ahead = making_headway(slope, _PATIENCE, 0.0)
    return solve_ivp(
        ahead, (0.0, end), start, "DOP853", rtol=_ACCURACY, atol=_ACCURACY, events=list(events) or None
    )  # fmt: skip


def _change_of_energy(s: AnyRobotContext, robot: Any, known: dict[str, Array]) -> float:
    """Along a motion, relative to the energy exchanged."""
    T = call(s.function("kinetic_energy", robot), known)
    U = np.broadcast_to(call(s.function("potential_energy", robot), known), np.shape(T))
    total = T + U
    exchanged = max(float(np.ptp(T)), float(np.max(np.abs(T))), float(np.ptp(U)))
    return gap(total - total[0], np.zeros_like(total), exchanged)
