"""Laws 6 and 7: kinetic energy is v' M v / 2, and energy is kept."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from linkwright.errors import InputError, LinkwrightError
from linkwright.model.robot import Drive, OpenRobot
from linkwright.referee.poses import center_of_mass, momentum
from linkwright.simulation.integrable import making_headway
from linkwright.verification.finding import Finding, gap, largest, notes
from linkwright.verification.law_context import LawContext
from linkwright.verification.scene import Scene, apply, dot, minus
from linkwright.verification.states import rates

_TIME, _LARGE_TIME = 0.5, 0.05
_ACCURACY = 1e-11
PATIENCE = 50_000
"""Evaluations for the whole motion, by the interpreter: rigid robots need less than a thousand, elastic joints 1e4."""


def kinetic(s: LawContext) -> Finding:
    """Law 6: T = v' M v / 2; and momenta are those of the bodies, from their poses and the rates of their poses."""
    T, M = s.value("kinetic_energy"), s.value("mass_matrix")
    residual = largest([gap(T, np.einsum("ki,kij,kj->k", s.states.v, M, s.states.v) / 2), *_momenta(s)])
    if (exact := s.exact_robot) is None:
        return Finding(residual, note=s.exact_note)
    scene = Scene(exact)
    M_ = scene.put(s.function("mass_matrix", exact))
    quadratic = dot(scene.v, apply(M_, scene.v))
    return Finding(
        residual, scene.vanish([2 * scene.put(s.function("kinetic_energy", exact)) - quadratic]), s.exact_note
    )


def _momenta(s: LawContext) -> list[float]:
    expected = np.array([momentum(s.robot, q, v) for q, v in zip(s.states.q, s.states.v, strict=True)])
    gaps = [gap(s.value("momentum"), expected)]
    if s.function_or_none("centroidal_momentum") is not None:  # a robot without mass has no centre of mass
        centres = np.array([center_of_mass(s.robot, q) for q in s.states.q])
        about = expected - np.concatenate([0 * centres, np.cross(centres, expected[:, :3])], axis=1)
        moved = np.einsum("kij,kj->ki", s.value("centroidal_momentum_matrix"), s.states.v)
        gaps += [gap(found, about, expected) for found in (s.value("centroidal_momentum"), moved)]
    return gaps


def conserved(s: LawContext) -> Finding:
    """Law 7: the power of joint forces and wrenches is the change of energy plus what friction takes; with neither,
    a simulation keeps its energy."""
    exact = None if s.exact_robot is None else _power_balance(s, s.exact_robot)
    residual, note = _drift(s)
    return Finding(residual, exact, notes(note, s.exact_note))


def _power_balance(s: LawContext, robot: OpenRobot) -> bool:
    scene = Scene(robot)
    energy = scene.put(s.function("kinetic_energy", robot)) + scene.put(s.function("potential_energy", robot))
    tau = scene.put(s.function("inverse_dynamics", robot))
    lost = scene.put(s.function("passive_forces", robot.with_drives(_without_spring)))
    power = dot(scene.v, minus(tau, lost))
    for wrench, frame in zip(scene.wrench, robot.wrenches, strict=True):
        J = scene.put(s.function("jacobian", robot, frame=frame, reference="local"))
        power = power + dot(wrench, apply(J, scene.v))
    return scene.vanish([scene.rate([energy], dv=scene.a)[0] - power])


def _without_spring(drive: Drive) -> Drive:
    return replace(drive, stiffness=0)


def frictionless(drive: Drive) -> Drive:
    """Without what takes energy away."""
    return replace(drive, viscous=0, coulomb=0, damping=0)


def _drift(s: LawContext) -> tuple[float | None, str]:
    """Change of energy along a free simulation, relative to the energy exchanged."""
    robot = replace(s.robot, wrenches=()).with_drives(frictionless)
    try:
        forward = s.function("forward_dynamics", robot)
    except LinkwrightError as error:
        return None, error.what
    q, v = s.states.q[0], s.states.v[0]
    if np.min(np.linalg.eigvalsh(s.function("mass_matrix", robot)(q=q)), initial=1.0) <= 0:
        return None, "no simulation: the mass matrix is not positive"
    from scipy.integrate import solve_ivp

    zero = np.zeros(robot.nv)

    def slope(_: float, y: NDArray[np.float64]) -> NDArray[np.float64]:
        position, velocity = y[: robot.nq], y[robot.nq :]
        return np.array([*rates(robot, position, velocity), *forward(q=position, v=velocity, tau=zero)])

    end = _TIME if s.small else _LARGE_TIME
    try:
        way = solve_ivp(
            making_headway(slope, PATIENCE, 0.0), (0.0, end), [*q, *v], "DOP853", rtol=_ACCURACY, atol=_ACCURACY
        )
    except InputError as error:
        return None, error.what
    if not way.success:
        return None, f"no simulation: {way.message}"
    positions, velocities = way.y[: robot.nq].T, way.y[robot.nq :].T
    kinetic_ = s.function("kinetic_energy", robot)(q=positions, v=velocities)
    potential = np.broadcast_to(s.function("potential_energy", robot)(q=positions), np.shape(kinetic_))
    total = kinetic_ + potential
    exchanged = max(np.ptp(kinetic_), np.max(np.abs(kinetic_)), np.ptp(potential))
    return gap(total - total[0], np.zeros_like(total), exchanged), f"{end:g} s of motion"
