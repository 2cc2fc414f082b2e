"""Simulation of closed mechanisms: free coordinates where they tell the motion well, the whole tree where they do not.

Free coordinates keep the loops closed to the last digit, but a choice of them fails at some positions: a crank at the dead
centre of its slider, a parallelogram that lies flat. Near such a place the whole tree is integrated instead: index-reduced (the
loops' second derivative vanishes), on the motions that the loops leave free, projected back onto closed positions and
velocities after every step (Haug 1989; Eich-Soellner & Fuehrer 1998).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.model.assembly.mobility_report import cut, solve, velocities
from linkwright.model.assembly.mobility_study import study
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.parameters import need_values
from linkwright.native import compile as compile_robot
from linkwright.readers.positions import free_positions, free_rates
from linkwright.simulation.closed_stretch import BAD, stretch
from linkwright.simulation.closure_equations import ClosureEquations
from linkwright.simulation.forces import Torque, torque_function
from linkwright.simulation.integrable import Flow, instants
from linkwright.simulation.motion import Motion, Part, Path
from linkwright.simulation.passive import dissipation, dry_friction_of, springs_of, without_dry_friction
from linkwright.simulation.prescribed import Prescribed
from linkwright.simulation.run import Run
from linkwright.simulation.slipping import slide
from linkwright.simulation.slipping_loops import SlippingLoops
from linkwright.simulation.stick_slip import Law
from linkwright.simulation.tree_flow import energies, labels_of, without_wrenches

if TYPE_CHECKING:
    from linkwright.simulation.tracking import Reference

MOST_STEPS = 1_000_000


class ClosedFlow(Flow):
    """The motion of all joints of the tree, whichever coordinates are integrated.

    forces:     at the free joints, as text; or a function of t, positions and rates of the tree: at all its joints
    prescribed: free rates whose accelerations are given; then the whole tree is integrated
    """

    methods = ("dop853",)

    def __init__(self, robot: ClosedRobot, forces: str | Torque = "", prescribed: Prescribed | None = None) -> None:
        need_values(robot.tree)
        self.robot, self.prescribed = robot, prescribed
        self.where = cut(robot).coordinates
        self.free_q, self.free_v = list(self.where.free_q), list(self.where.free_v)
        self.dependent_q, self.dependent_v = list(self.where.dependent_q), list(self.where.dependent_v)
        self.torque = self.at_free_joints(torque_function(robot, forces)) if isinstance(forces, str) else forces
        self.equations = ClosureEquations(robot)
        self.friction = dry_friction_of(robot.tree)
        self.smooth = robot if self.friction is None else robot.with_tree(without_dry_friction(robot.tree))
        self.tree = compile_robot(self.smooth.tree)
        self.springs = springs_of(robot.tree)
        self.mass = self.tree.function("mass_matrix")
        self.bias = without_wrenches(self.tree.function("nonlinear_effects"), robot.tree)

    def at_free_joints(self, own: Torque) -> Torque:
        """Forces of the tree's joints, from those of the free ones: a function of t and free positions and rates."""

        def torque(t: float, positions: Array, rates: Array) -> Array:
            tau = np.zeros(self.robot.tree.nv)
            tau[self.free_v] = own(t, positions[self.free_q], rates[self.free_v])
            return tau

        return torque

    def own(self, q: Array, v: Array) -> tuple[Array, Array]:
        """Free positions and rates."""
        return q[self.free_q], v[self.free_v]

    def start(self, q0: str, v0: str) -> tuple[Array, Array]:
        """Closed positions and rates of the whole tree, from free ones."""
        positions = np.array(cut(self.robot).start)
        if q0.strip():
            positions = solve(self.robot, free_positions(self.robot, q0, "q0"), positions)
        rates = velocities(self.robot, positions, free_rates(self.robot, v0, "v0"))
        return self.equations.closed(positions), rates

    def follow(self, reference: Reference) -> list[int]:
        """The free joints, by the inverse dynamics of the closed robot."""
        closed = compile_robot(self.smooth).function("inverse_dynamics", closure="given")
        still = {"wrench": np.zeros((len(self.robot.wrenches), 6))} if self.robot.wrenches else {}
        others = self.torque

        def torque(t: float, positions: Array, rates: Array) -> Array:
            q, v = positions[self.free_q], rates[self.free_v]
            tau = others(t, positions, rates).copy()
            tau[self.free_v] += closed(
                q=q, theta=positions[self.dependent_q], v=v, a=reference.wanted(t, q, v), **still
            )
            if self.friction is not None:
                rates = self.spread(positions, reference.at(t)[1])
                resistance = self.friction.resistance(np.sign(self.friction.rates(rates)))
                tau[self.free_v] += self.felt(positions, resistance)
            return tau

        self.torque = torque
        return self.free_q

    def path(self, q: Array, v: Array, run: Run) -> Path:
        """Stretch by stretch, in the coordinates that suit each."""
        t = instants(run)
        if self.friction is not None:
            return self._slipping_path(SlippingLoops(self, self.friction), self.state(q, v, 0.0), t, run)
        samples: list[Array] = [self.state(q, v, 0.0)]
        parts: list[Part] = []
        now, work, steps = 0.0, 0.0, 0
        whole, hold = not self.minimal or self.turn(q)[0] > BAD, 0.0
        while now < run.time:
            ended = stretch(self, whole, hold, (now, q, v, work), t[len(samples) :], run)
            samples += ended.samples
            if ended.t > now:
                parts.append(Part(now, ended.t, "whole tree" if whole else "free coordinates"))
            now, q, v, work, steps = ended.t, ended.positions, ended.rates, ended.work, steps + ended.steps
            whole, hold = not whole, ended.hold
            if steps > MOST_STEPS:
                raise InputError(f"the integration makes no progress at t = {now:g} s", hint="forces too large?")
        return self._told(t, np.array(samples), steps, parts)

    def _slipping_path(self, moving: SlippingLoops, start: Array, t: Array, run: Run) -> Path:
        """From one change of what dry friction holds to the next, as the whole tree."""
        from scipy.integrate import DOP853

        moving.reached = self.reached
        found = slide(moving, start, t, run, DOP853)
        told = self._told(t, found.states, found.evaluations, [Part(0.0, run.time, "whole tree")])
        return replace(told, slip=found.slip)

    def _told(self, t: Array, states: Array, steps: int, parts: list[Part]) -> Path:
        """A path of states, one per row."""
        nq = self.robot.tree.nq
        places, speeds = (np.ascontiguousarray(x) for x in (states[:, :nq], states[:, nq:-1]))
        return Path(t, places, speeds, steps, work=states[:, -1], parts=tuple(parts))

    def motion(self, path: Path, method: str) -> Motion:
        """Forces, accelerations of the whole tree, and how far the loops are open."""
        t, q, v = path.t, path.q, path.v
        slip = [None] * len(t) if path.slip is None else path.slip
        both = [self.accelerations(*at) for at in zip(t, q, v, slip, strict=True)]
        a, tau = (np.array(x).reshape(len(t), self.robot.tree.nv) for x in zip(*both, strict=True))
        kinetic, potential = energies(self.tree, q, v)
        gaps = np.array([np.max(np.abs(self.equations.residual(x)), initial=0.0) for x in q])
        assert path.work is not None
        return Motion(
            t, q, v, a, tau, kinetic, potential, path.work, labels_of(self.robot.tree, self.friction),
            np.zeros((len(t), 0)), method, path.steps, gaps=gaps, parts=path.parts, slip=path.slip,
        )  # fmt: skip

    @property
    def minimal(self) -> bool:
        """Whether positions of free joints are plain numbers, one for each rate."""
        plain = len(self.free_q) == len(self.free_v) and self.robot.tree.nq == self.robot.tree.nv
        return plain and self.prescribed is None

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
        rates = np.zeros(self.robot.tree.nv)
        rates[self.free_v] = v
        J = self._ruling(positions)
        rates[self.dependent_v] = np.linalg.solve(J[:, self.dependent_v], -(J[:, self.free_v] @ v))
        return rates

    def felt(self, positions: Array, tau: Array) -> Array:
        """What forces of the tree's joints are at the free ones."""
        own, others = tau[self.free_v], tau[self.dependent_v]
        if not np.any(others):
            return own
        J = self._ruling(positions)
        return own - J[:, self.free_v].T @ np.linalg.solve(J[:, self.dependent_v].T, others)

    # --- the whole tree ------------------------------------------------------------------------------------------------

    def accelerations(self, t: float, positions: Array, rates: Array, slip: Array | None = None) -> tuple[Array, Array]:
        """Of the tree; and the joint forces, with those that a prescribed motion takes. slip: of places of dry friction, where
        there are any."""
        tau = self.torque(t, positions, rates)
        law = self.law(t, positions, rates, tau)
        if self.friction is not None and slip is not None:
            law = law.less(self.friction.resistance(slip)).holding(self.friction.D[slip == 0])
        a, _ = law.solved()
        return (a, tau) if self.prescribed is None else (a, self.prescribed.forced(tau, law.J, law.M @ a - law.force))

    def law(self, t: float, positions: Array, rates: Array, tau: Array) -> Law:
        """Newton's law of the tree, and what its loops demand of accelerations."""
        J, drift = self._demands(t, positions, rates)
        return Law(self.mass(positions), tau - self.bias(positions, rates), J, drift)

    def _demands(self, t: float, positions: Array, rates: Array) -> tuple[Array, Array]:
        """Rows J a + drift = 0 that accelerations satisfy: of the closure, and of what is prescribed."""
        found = self.equations.motion(positions, rates)
        return found if self.prescribed is None else self.prescribed.added(t, *found)

    def power(self, tau: Array, positions: Array, rates: Array) -> float:
        """Of forces in the joints, less what friction and dampers take."""
        lost = dissipation(self.springs, self.tree.function("passive_forces")(positions, rates), positions)
        return float(rates @ (tau - lost))

    def state(self, positions: Array, rates: Array, work: float) -> Array:
        """One sample: positions and rates of the tree, and the work so far."""
        return np.concatenate([positions, rates, [work]])
