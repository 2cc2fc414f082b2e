"""Laws 6 and 7: kinetic energy is v' M v / 2, and energy is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from linkwright.errors import InputError, LinkwrightError
from linkwright.graph.function import Function
from linkwright.model.robot import Drive, OpenRobot
from linkwright.referee.poses import center_of_mass, momentum
from linkwright.simulation.integrable import making_headway
from linkwright.verification.context import AnyRobotContext, ClosedContext, OpenContext
from linkwright.verification.finding import Finding, gap, largest, notes
from linkwright.verification.laws.by_brute_force import compared
from linkwright.verification.scene import Scene, apply, dot, minus
from linkwright.verification.states import rates

Array = np.ndarray[Any, Any]
_TREE_TIME, _CLOSED_TIME, _LARGE_TIME = 0.5, 0.3, 0.05
_ACCURACY = 1e-11
_PATIENCE = 50_000
"""Evaluations for the whole motion, by the interpreter: rigid robots need less than a thousand, elastic joints 1e4."""
_REACH = 8.0
"""How many times faster than at the start dependent joints may move against free ones in a simulation."""
_MOMENTA = ("momentum", "centroidal_momentum", "centroidal_momentum_matrix", "base_wrench")


def kinetic(s: AnyRobotContext) -> Finding:
    """Law 6: T = v' M v / 2, and momenta are those of the bodies: of a tree, from their poses and the rates of their poses; of
    a closed robot by brute force, and so is T."""
    T, M, v = s.value("kinetic_energy"), s.value("mass_matrix"), s.states.v
    gaps = [gap(T, np.einsum("ki,kij,kj->k", v, M, v) / 2)]
    match s:
        case OpenContext():
            return _kinetic_exactly(s, largest([*gaps, *_momenta(s)]))
        case ClosedContext():
            of_bodies = s.reference.motion().kinetic_energy.value
            return Finding(largest([*gaps, gap(T, of_bodies), *compared(s, s.reference, _MOMENTA)]))


def _kinetic_exactly(s: OpenContext, residual: float) -> Finding:
    if (exact := s.exact_robot) is None:
        return Finding(residual, note=s.exact_note)
    scene = Scene(exact)
    M = scene.put(s.function("mass_matrix", exact))
    quadratic = dot(scene.v, apply(M, scene.v))
    holds = scene.vanish([2 * scene.put(s.function("kinetic_energy", exact)) - quadratic])
    return Finding(residual, holds, s.exact_note)


def _momenta(s: OpenContext) -> list[float]:
    expected = np.array([momentum(s.robot, q, v) for q, v in zip(s.states.q, s.states.v, strict=True)])
    gaps = [gap(s.value("momentum"), expected)]
    if s.function_or_none("centroidal_momentum") is not None:  # a robot without mass has no centre of mass
        centres = np.array([center_of_mass(s.robot, q) for q in s.states.q])
        about = expected - np.concatenate([0 * centres, np.cross(centres, expected[:, :3])], axis=1)
        moved = np.einsum("kij,kj->ki", s.value("centroidal_momentum_matrix"), s.states.v)
        gaps += [gap(found, about, expected) for found in (s.value("centroidal_momentum"), moved)]
    return gaps


# --- law 7 ------------------------------------------------------------------------------------------------------------------


def conserved(s: OpenContext) -> Finding:
    """Law 7: the power of joint forces and wrenches is the change of energy plus what friction takes; with neither,
    a simulation keeps its energy."""
    exact = None if s.exact_robot is None else _power_balance(s, s.exact_robot)
    residual, note = _drift(s)
    return Finding(residual, exact, notes(note, s.exact_note))


def _power_balance(s: OpenContext, robot: OpenRobot) -> bool:
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


def _frictionless(drive: Drive) -> Drive:
    """Without what takes energy away."""
    return replace(drive, viscous=0, coulomb=0, damping=0)


def _drift(s: OpenContext) -> tuple[float | None, str]:
    """Change of energy along a free simulation, relative to the energy exchanged."""
    robot = replace(s.robot, wrenches=()).with_drives(_frictionless)
    try:
        forward = s.function("forward_dynamics", robot)
    except LinkwrightError as error:
        return None, error.what
    q, v = s.states.q[0], s.states.v[0]
    if np.min(np.linalg.eigvalsh(s.function("mass_matrix", robot)(q=q)), initial=1.0) <= 0:
        return None, "no simulation: the mass matrix is not positive"
    zero = np.zeros(robot.nv)

    def slope(_: float, y: Array) -> Array:
        position, velocity = y[: robot.nq], y[robot.nq :]
        return np.array([*rates(robot, position, velocity), *forward(q=position, v=velocity, tau=zero)])

    end = _TREE_TIME if s.small else _LARGE_TIME
    try:
        way = _followed(slope, np.array([*q, *v]), end)
    except InputError as error:
        return None, error.what
    if not way.success:
        return None, f"no simulation: {way.message}"
    known = {"q": way.y[: robot.nq].T, "v": way.y[robot.nq :].T}
    return _change_of_energy(s, robot, known), f"{end:g} s of motion"


def kept_closed(s: ClosedContext) -> Finding:
    """Law 7: without friction and forces a simulation in free coordinates keeps its energy; dependent joints follow by their
    rates, and stay closed."""
    robot = s.variant(s.robot.with_tree(replace(s.robot.tree, wrenches=()).with_drives(_frictionless)))
    forward = s.function("forward_dynamics", robot)
    where, nq, nv = s.cut.coordinates, s.robot.tree.nq, len(s.cut.coordinates.free_v)
    speed, spread = (s.function(n, robot, closure="given") for n in ("dependent_velocities", "projection_matrix"))
    zero = np.zeros(nv)

    def slope(_: float, y: Array) -> Array:
        x, v = y[:nq], y[nq:]
        known = {"q": x[list(where.free_q)], "theta": x[list(where.dependent_q)], "v": v, "tau": zero}
        tree = np.zeros(robot.tree.nv)
        tree[list(where.free_v)], tree[list(where.dependent_v)] = v, _call(speed, known)
        return np.array([*rates(robot.tree, x, tree), *_call(forward, known)], dtype=float)

    def near_singular(_: float, y: Array) -> float:
        """Zero where free coordinates begin to fail: a dyad that is nearly stretched, say."""
        known = {"q": y[list(where.free_q)], "theta": y[list(where.dependent_q)]}
        return _REACH - float(np.max(np.abs(_call(spread, known)), initial=0.0)) / usual

    first = int(np.argmin(s.reference.closed.conditions(s.states.positions)))
    usual = max(1.0, float(np.max(np.abs(s.value("projection_matrix", robot, closure="given")[first]))))
    near_singular.terminal = True  # type: ignore[attr-defined]  # SciPy reads it from the function
    y0 = np.concatenate([s.states.positions[first], s.states.v[first]])
    try:
        way = _followed(slope, y0, _CLOSED_TIME if s.small else _LARGE_TIME, near_singular)
    except InputError as error:
        return Finding(note=error.what)
    if not way.success:
        return Finding(float("inf"), note=f"no simulation: {way.message}")
    x = way.y[:nq].T
    known = {"q": x[:, list(where.free_q)], "theta": x[:, list(where.dependent_q)], "v": way.y[nq:].T}
    drift = s.reference.closed.gaps(x)
    gaps = [_change_of_energy(s, robot, known), gap(drift, np.zeros_like(drift), 1.0)]
    halted = ", then free coordinates fail: nearly singular" if way.status == 1 else ""
    return Finding(largest(gaps), note=f"{way.t[-1]:.3g} s of motion{halted}")


def _followed(slope: Callable[[float, Array], Array], start: Array, end: float, *events: Any) -> Any:
    """A motion, as SciPy gives it; InputError where it makes no headway."""
    from scipy.integrate import solve_ivp

    ahead = making_headway(slope, _PATIENCE, 0.0)
    return solve_ivp(
        ahead, (0.0, end), start, "DOP853", rtol=_ACCURACY, atol=_ACCURACY, events=list(events) or None
    )  # fmt: skip


def _change_of_energy(s: AnyRobotContext, robot: Any, known: dict[str, Array]) -> float:
    """Along a motion, relative to the energy exchanged."""
    T = _call(s.function("kinetic_energy", robot), known)
    U = np.broadcast_to(_call(s.function("potential_energy", robot), known), np.shape(T))
    total = T + U
    exchanged = max(float(np.ptp(T)), float(np.max(np.abs(T))), float(np.ptp(U)))
    return gap(total - total[0], np.zeros_like(total), exchanged)


def _call(f: Function, known: dict[str, Array]) -> Array:
    return np.asarray(f(**{n: known[n] for n in f.inputs if n in known}))
