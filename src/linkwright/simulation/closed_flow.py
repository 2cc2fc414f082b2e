"""Simulation of closed mechanisms: free coordinates where they tell the motion well, the whole tree where they do not.

Free coordinates keep the loops closed to the last digit, but a choice of them fails at some positions: a crank at the dead
centre of its slider, a parallelogram that lies flat. Near such a place the whole tree is integrated instead: index-reduced (the
loops' second derivative vanishes), on the motions that the loops leave free, projected back onto closed positions and
velocities after every step (Haug 1989; Eich-Soellner & Fuehrer 1998).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from linkwright.errors import InputError
from linkwright.model.assembly.analysis import cut, solve, velocities
from linkwright.model.assembly.study import study
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.parameters import need_values
from linkwright.native import compile as compile_robot
from linkwright.readers.positions import free_positions, free_rates
from linkwright.simulation.closure_equations import ClosureEquations
from linkwright.simulation.forces import torque_function
from linkwright.simulation.integrable import Flow, instants
from linkwright.simulation.motion import Motion, Part, Path
from linkwright.simulation.run import Run
from linkwright.simulation.tree_flow import dissipation, energies, labels_of, springs_of, without_wrenches

Array = np.ndarray[Any, Any]
BAD, GOOD = 30.0, 10.0
"""Condition number of the dependent rates beyond which the whole tree is integrated, and below which it no longer is."""
MOST_STEPS = 1_000_000
_PATIENCE = 1e-3
"""Seconds of the whole tree after free coordinates could not go on."""


class ClosedFlow(Flow):
    """The motion of all joints of the tree, whichever coordinates are integrated."""

    methods = ("dop853",)

    def __init__(self, robot: ClosedRobot, forces: str = "") -> None:
        need_values(robot.tree)
        self.robot = robot
        self.where = cut(robot).coordinates
        self.free_q, self.free_v = list(self.where.free_q), list(self.where.free_v)
        self.dependent_q, self.dependent_v = list(self.where.dependent_q), list(self.where.dependent_v)
        self.torque = torque_function(robot, forces)
        self.equations = ClosureEquations(robot)
        self.tree = compile_robot(robot.tree)
        self.springs = springs_of(robot.tree)
        self.mass = self.tree.function("mass_matrix")
        self.bias = without_wrenches(self.tree.function("nonlinear_effects"), robot.tree)

    def start(self, q0: str, v0: str) -> tuple[Array, Array]:
        """Closed positions and rates of the whole tree, from free ones."""
        positions = np.array(cut(self.robot).start)
        if q0.strip():
            positions = solve(self.robot, free_positions(self.robot, q0, "q0"), positions)
        rates = velocities(self.robot, positions, free_rates(self.robot, v0, "v0"))
        return self.equations.closed(positions), rates

    def path(self, q: Array, v: Array, run: Run) -> Path:
        """Stretch by stretch, in the coordinates that suit each."""
        t = instants(run)
        samples: list[Array] = [self.state(q, v, 0.0)]
        parts: list[Part] = []
        now, work, steps = 0.0, 0.0, 0
        whole, hold = not self.minimal or self.turn(q)[0] > BAD, 0.0
        while now < run.time:
            ended = _stretch(self, whole, hold, (now, q, v, work), t[len(samples) :], run)
            samples += ended.samples
            if ended.t > now:
                parts.append(Part(now, ended.t, "whole tree" if whole else "free coordinates"))
            now, q, v, work, steps = ended.t, ended.positions, ended.rates, ended.work, steps + ended.steps
            whole, hold = not whole, ended.hold
            if steps > MOST_STEPS:
                raise InputError(f"the integration makes no progress at t = {now:g} s", hint="forces too large?")
        nq, every = self.robot.tree.nq, np.array(samples)
        places, speeds = (np.ascontiguousarray(x) for x in (every[:, :nq], every[:, nq:-1]))
        return Path(t, places, speeds, steps, work=every[:, -1], parts=tuple(parts))

    def motion(self, path: Path, method: str) -> Motion:
        """Forces, accelerations of the whole tree, and how far the loops are open."""
        t, q, v = path.t, path.q, path.v
        given = [self.torque(ti, qi[self.free_q], vi[self.free_v]) for ti, qi, vi in zip(t, q, v, strict=True)]
        tau = np.zeros((len(t), self.robot.tree.nv))
        tau[:, self.free_v] = np.array(given).reshape(len(t), len(self.free_v))
        a = np.array([self.accelerations(qi, vi, ui) for qi, vi, ui in zip(q, v, given, strict=True)])
        kinetic, potential = energies(self.tree, q, v)
        gaps = np.array([np.max(np.abs(self.equations.residual(x)), initial=0.0) for x in q])
        assert path.work is not None
        return Motion(
            t, q, v, a, tau, kinetic, potential, path.work, labels_of(self.robot.tree), np.zeros((len(t), 0)), method,
            path.steps, gaps=gaps, parts=path.parts,
        )  # fmt: skip

    @property
    def minimal(self) -> bool:
        """Whether positions of free joints are plain numbers, one for each rate."""
        return len(self.free_q) == len(self.free_v) and self.robot.tree.nq == self.robot.tree.nv

    @cached_property
    def forward(self) -> Callable[..., Array]:
        """Accelerations of free coordinates from q, theta, v and tau."""
        found = compile_robot(self.robot).function("forward_dynamics", closure="given")
        return without_wrenches(found, self.robot.tree)

    def turn(self, positions: Array) -> tuple[float, float]:
        """How badly the free rates tell the dependent ones: the condition number of their equations, and the sign of the
        determinant, which changes where a singular position is passed."""
        rows, columns = self._scales
        J = self._ruling(positions)[:, self.dependent_v] / rows / columns
        values = np.linalg.svd(J, compute_uv=False)
        condition = float(values[0] / values[-1]) if len(values) and values[-1] > 1e-12 * values[0] else float("inf")
        return (condition, float(np.sign(np.linalg.det(J)))) if len(values) else (1.0, 1.0)

    def _ruling(self, positions: Array) -> Array:
        """The rows that determine the dependent rates."""
        return self.equations.jacobian(positions)[: len(self.dependent_v)]

    @cached_property
    def _scales(self) -> tuple[Array, Array]:
        """Sizes of equations and of dependent rates in ordinary positions: some are lengths, others angles."""
        found = np.array([self._ruling(q)[:, self.dependent_v] for q in study(self.robot).samples])
        rows = np.maximum(np.max(np.linalg.norm(found, axis=2), axis=0), 1e-300)[:, None]
        return rows, np.maximum(np.max(np.linalg.norm(found / rows, axis=1), axis=0), 1e-300)

    # --- in free coordinates -------------------------------------------------------------------------------------------

    def spread(self, positions: Array, v: Array) -> Array:
        """Rates of the tree from free ones."""
        J = self._ruling(positions)
        rates = np.zeros(self.robot.tree.nv)
        rates[self.free_v] = v
        rates[self.dependent_v] = np.linalg.solve(J[:, self.dependent_v], -(J[:, self.free_v] @ v))
        return rates

    # --- the whole tree ------------------------------------------------------------------------------------------------

    def accelerations(self, positions: Array, rates: Array, tau: Array) -> Array:
        """Of the tree: what the loops prescribe, and Newton's law along the motions that they leave free."""
        J, drift = self.equations.motion(positions, rates)
        inverse, free = _split(J)
        given = -(inverse @ drift)
        M, force = self.mass(positions), self.bias(positions, rates)
        pushed = np.zeros(self.robot.tree.nv)
        pushed[self.free_v] = tau
        reduced: Array = free.T @ M @ free
        driving: Array = free.T @ (pushed - force - M @ given)
        z: Array = np.linalg.solve(reduced, driving)
        return given + free @ z

    def power(self, t: float, positions: Array, rates: Array) -> float:
        """Of forces in the free joints, less what friction and dampers take."""
        tau = self.torque(t, positions[self.free_q], rates[self.free_v])
        lost = dissipation(self.springs, self.tree.function("passive_forces")(positions, rates), positions)
        return float(rates[self.free_v] @ tau - rates @ lost)

    def state(self, positions: Array, rates: Array, work: float) -> Array:
        """One sample: positions and rates of the tree, and the work so far."""
        return np.concatenate([positions, rates, [work]])


def _split(J: Array) -> tuple[Array, Array]:
    """Pseudo-inverse and null space; equations that say nearly the same count once."""
    U, s, Vt = np.linalg.svd(J)
    rank = int(np.sum(s > 1e-7 * s[0])) if len(s) else 0
    return Vt[:rank].T @ (U[:, :rank] / s[:rank]).T, Vt[rank:].T


# --- one stretch of time ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Ended:
    """hold: how long the other way must go on, at least."""

    t: float
    positions: Array
    rates: Array
    work: float
    samples: list[Array]
    steps: int
    hold: float = 0.0


def _stretch(
    model: ClosedFlow, whole: bool, hold: float, start: tuple[float, Array, Array, float], wanted: Array, run: Run
) -> _Ended:
    """Until the end, or until the other way to integrate is the better one. A step in free coordinates that meets or passes a
    singular position is taken back."""
    from scipy.integrate import DOP853

    method: Any = DOP853
    now, positions, rates, work = start
    way = _Whole(model) if whole else _Free(model, positions)
    solver = method(way.slope, now, way.pack(positions, rates, work), run.time, rtol=run.tolerance, atol=run.tolerance)
    samples: list[Array] = []
    _, side = model.turn(positions)
    while now < run.time:
        try:
            with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
                message = solver.step()
            ahead = way.unpack(solver.y)
        except (InputError, np.linalg.LinAlgError):
            if whole:
                raise
            return _Ended(now, positions, rates, work, samples, int(solver.nfev), now + _PATIENCE)
        if message is not None or not np.all(np.isfinite(solver.y)):
            hint = "joint forces too large, a mass matrix that is singular, or a position beyond which the loops cannot close"
            raise InputError(f"the integration stopped at t = {solver.t:g} s: {message or 'not finite'}", hint=hint)
        condition, here = model.turn(ahead[0])
        if not whole and (condition > BAD or here != side):
            return _Ended(now, positions, rates, work, samples, int(solver.nfev), float(solver.t))
        between = solver.dense_output()
        now, (positions, rates, work) = float(solver.t), ahead
        while len(samples) < len(wanted) and wanted[len(samples)] <= now:
            samples.append(model.state(*way.unpack(between(wanted[len(samples)]))))
        if whole:
            solver.y = way.pack(positions, rates, work)
            solver.f = solver.fun(solver.t, solver.y)
            if model.minimal and condition < GOOD and now > hold:
                break
    return _Ended(now, positions, rates, work, samples, int(solver.nfev))


class _Free:
    """State: free positions, free rates, work. The dependent positions follow, from where they were last."""

    def __init__(self, model: ClosedFlow, positions: Array) -> None:
        self.model, self.last = model, positions

    def pack(self, positions: Array, rates: Array, work: float) -> Array:
        """The state that is integrated."""
        return np.concatenate([positions[self.model.free_q], rates[self.model.free_v], [work]])

    def unpack(self, y: Array) -> tuple[Array, Array, float]:
        """Positions and rates of the tree, and work, of a state."""
        n = len(self.model.free_q)
        guess = self.last.copy()
        guess[self.model.free_q] = y[:n]
        self.last = positions = self.model.equations.closed(guess, self.model.dependent_v)
        return positions, self.model.spread(positions, y[n:-1]), float(y[-1])

    def slope(self, t: float, y: Array) -> Array:
        """Its rate."""
        m = self.model
        positions, rates, _ = self.unpack(y)
        v = rates[m.free_v]
        tau = m.torque(t, positions[m.free_q], v)
        a = m.forward(positions[m.free_q], positions[m.dependent_q], v, tau)
        return np.concatenate([v, a, [m.power(t, positions, rates)]])


class _Whole:
    """State: positions and rates of the whole tree, work."""

    def __init__(self, model: ClosedFlow) -> None:
        self.model = model

    def pack(self, positions: Array, rates: Array, work: float) -> Array:
        """The state that is integrated."""
        return np.concatenate([positions, rates, [work]])

    def unpack(self, y: Array) -> tuple[Array, Array, float]:
        """Projected onto closed positions, and onto rates that keep them closed."""
        m = self.model
        positions = m.equations.closed(y[: m.robot.tree.nq])
        rates = y[m.robot.tree.nq : -1]
        inverse, _ = _split(J := m.equations.jacobian(positions))
        return positions, rates - inverse @ (J @ rates), float(y[-1])

    def slope(self, t: float, y: Array) -> Array:
        """Its rate."""
        m = self.model
        positions, rates = m.equations.normalised(y[: m.robot.tree.nq]), y[m.robot.tree.nq : -1]
        tau = m.torque(t, positions[m.free_q], rates[m.free_v])
        a = m.accelerations(positions, rates, tau)
        return np.concatenate([m.equations.position_rates(positions, rates), a, [m.power(t, positions, rates)]])
