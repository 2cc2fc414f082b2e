"""Simulation: integrate the equations of motion and account for the energy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.errors import InputError
from linkwright.graph.evaluate import FLOAT, evaluate
from linkwright.graph.expr import Expr, is_zero
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.parameters import form_of
from linkwright.model.robot import Joint, OpenRobot
from linkwright.native import Dynamics
from linkwright.native import compile as compile_robot
from linkwright.simulation.torques import torque_function

Array = np.ndarray[Any, Any]
MAX_SAMPLES = 1e7


@dataclass(frozen=True)
class Run:
    """One simulation: duration in s, initial state and joint forces as text, samples per second."""

    time: float = 10.0
    q0: str = ""
    v0: str = ""
    torque: str = ""
    rate: float = 100.0
    tolerance: float = 1e-9


@dataclass(frozen=True)
class Motion:
    """Samples along time: rows are instants. work: energy put in by the joint forces less what friction and dampers took."""

    t: Array
    q: Array
    v: Array
    a: Array
    tau: Array
    kinetic: Array
    potential: Array
    work: Array
    steps: int
    gaps: Array | None = None
    """Of closed mechanisms: the largest error of the closure at every instant."""
    parts: tuple[Any, ...] = ()
    """Of closed mechanisms: which coordinates were integrated when."""

    @property
    def energy(self) -> Array:
        return self.kinetic + self.potential

    @property
    def energy_error(self) -> float:
        """Largest violation of energy = initial energy + work, relative to the energy that moves."""
        balance = self.energy - self.energy[0] - self.work
        moving = max(float(np.ptp(self.kinetic)), float(np.ptp(self.potential)), float(np.ptp(self.work)), 1e-12)
        return float(np.max(np.abs(balance))) / moving


def simulate(robot: Robot, run: Run = Run()) -> Motion:
    """Integrate the equations of motion (Dormand-Prince 8(5,3), dense output)."""
    from scipy.integrate import solve_ivp

    if not (run.time > 0 and run.rate > 0 and run.time * run.rate <= MAX_SAMPLES):
        hint = f"both must be positive, their product at most {MAX_SAMPLES:.0e}"
        raise InputError(f"cannot simulate {run.time} s at {run.rate} samples per second", hint=hint)
    if isinstance(robot, ClosedRobot):
        from linkwright.simulation.closed_motion import simulate_closed

        return simulate_closed(robot, run)
    need_values(robot)
    dyn = compile_robot(robot)
    nq, nv = robot.nq, robot.nv
    torque = torque_function(robot, run.torque)
    rates = coordinate_rates(robot)
    passive = dyn.function("passive_forces")
    springs = springs_of(robot)
    start = np.concatenate([initial(robot, run.q0, "q0"), initial(robot, run.v0, "v0"), [0.0]])
    forward = _forward(dyn, robot)

    def derivative(t: float, y: Array) -> Array:
        q, v = normalised(robot, y[:nq]), y[nq : nq + nv]
        tau = torque(t, q, v)
        power = v @ (tau - dissipation(springs, passive(q, v), q))
        return np.concatenate([rates(q, v), forward(q, v, tau), [power]])

    t = np.linspace(0.0, run.time, max(2, round(run.time * run.rate) + 1))
    with np.errstate(over="ignore", invalid="ignore"):
        found = solve_ivp(derivative, (0.0, run.time), start, "DOP853", t, rtol=run.tolerance, atol=run.tolerance)
    if not found.success or not np.all(np.isfinite(found.y)):
        raise InputError(f"the integration stopped at t = {found.t[-1] if len(found.t) else 0:g} s: {found.message}",
                         hint="joint forces too large, or a mass matrix that is singular (massless links?)")  # fmt: skip
    return _samples(robot, dyn, torque, forward, found)


def _samples(robot: OpenRobot, dyn: Dynamics, torque: Any, forward: Any, found: Any) -> Motion:
    nq, nv = robot.nq, robot.nv
    q = np.array([normalised(robot, y) for y in found.y[:nq].T]).reshape(len(found.t), nq)
    v = np.ascontiguousarray(found.y[nq : nq + nv].T)
    tau = np.array([torque(t, qi, vi) for t, qi, vi in zip(found.t, q, v, strict=True)]).reshape(len(found.t), nv)
    a = np.array([forward(qi, vi, ti) for qi, vi, ti in zip(q, v, tau, strict=True)]).reshape(len(found.t), nv)
    kinetic, potential = np.ravel(dyn.kinetic_energy(q, v)), np.ravel(dyn.potential_energy(q))
    return Motion(found.t, q, v, a, tau, kinetic, potential, found.y[-1], int(found.nfev))


def _forward(dyn: Dynamics, robot: OpenRobot) -> Any:
    forward = dyn.function("forward_dynamics")
    if not robot.wrenches:
        return forward
    still = np.zeros((len(robot.wrenches), 6))
    return lambda q, v, tau: forward(q, v, tau, still)


def dissipation(springs: list[tuple[int, int, float, float, float]], passive: Array, q: Array) -> Array:
    """Passive forces less the springs', whose energy is in the potential."""
    loss = np.array(passive)
    for iq, iv, ratio, offset, stiffness in springs:
        loss[iv] -= ratio * stiffness * (ratio * q[iq] + offset)
    return loss


def springs_of(robot: OpenRobot) -> list[tuple[int, int, float, float, float]]:
    """(index in q, index in v, ratio, offset from rest, stiffness) of every spring, mimic joints included."""
    found: list[tuple[int, int, float, float, float]] = []
    for link in form_of(robot).tree.links:
        if link.joint_type.single and not is_zero(link.drive.stiffness):
            ratio, start, stiffness = (
                _float(x) for x in (link.ratio, link.offset - link.drive.rest, link.drive.stiffness)
            )
            found.append((link.iq, link.iv, ratio, start, stiffness))
    return found


def _float(x: Any) -> float:
    return float(evaluate(x.graph, [x.index], {}, FLOAT)[0]) if isinstance(x, Expr) else float(x)


def need_values(robot: OpenRobot) -> None:
    missing = [p.name for p in robot.parameters.values() if p.value is None]
    if missing:
        raise InputError(
            f"parameters without a value: {', '.join(missing)}", robot.source, "give them numbers under 'parameters:'"
        )


def coordinate_rates(robot: OpenRobot) -> Any:
    if robot.nq == robot.nv:
        return lambda q, v: v
    from linkwright.simulation.torques import native_rates

    return native_rates(robot)


def normalised(robot: OpenRobot, q: Array) -> Array:
    """Quaternions and (cos, sin) pairs brought back to length one."""
    if robot.nq == robot.nv:
        return q
    q = np.array(q)
    for name, (iq, _) in robot.offsets.items():
        first, last = _unit_part(robot.joints[name], iq)
        if last > first:
            q[first:last] /= np.linalg.norm(q[first:last])
    return q


def _unit_part(joint: Joint, iq: int) -> tuple[int, int]:
    first, last = joint.joint_type.unit or (0, 0)
    return iq + first, iq + last


def neutral(robot: OpenRobot) -> Array:
    """All joints at zero."""
    q = np.zeros(robot.nq)
    for name, (iq, _) in robot.offsets.items():
        joint = robot.joints[name]
        q[iq : iq + joint.nq] = joint.joint_type.rest
    return q


def initial(robot: OpenRobot, text: str, what: str) -> Array:
    """Initial positions or velocities from text such as "0.5, 30 deg"; empty means rest."""
    from linkwright.readers.expression import constant, parse

    rest = neutral(robot) if what == "q0" else np.zeros(robot.nv)
    if not text.strip():
        return rest
    values = [constant(parse(part)) for part in text.split(",")]
    if any(x is None for x in values):
        raise InputError(f"{what} '{text}' has a name in it", hint="give numbers, such as 0.5, 30 deg")
    if len(values) != len(rest):
        raise InputError(
            f"{what} has {len(values)} values '{text}'; the robot needs {len(rest)}",
            hint=f"give {len(rest)} numbers separated by commas (joints: {', '.join(robot.joint_names)})",
        )
    given = np.array([float(x) for x in values if x is not None])
    for name, (iq, _) in robot.offsets.items() if what == "q0" else ():
        first, last = _unit_part(robot.joints[name], iq)
        if last > first and not np.any(given[first:last]):
            hint = f"at rest it is {', '.join(f'{x:g}' for x in rest[first:last])}"
            raise InputError(
                f"{what} has only zeros as rotation of joint '{name}' (values {first + 1} to {last})", hint=hint
            )
    return normalised(robot, given) if what == "q0" else given
