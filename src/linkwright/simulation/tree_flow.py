"""Simulation of trees: forward dynamics by Dormand-Prince 8(5,3) or Radau IIA, the work of the forces integrated with the
state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.graph.expr import Expr, lift
from linkwright.graph.graph import Graph
from linkwright.mechanics.tree.factor import singular
from linkwright.model.configuration import normalised
from linkwright.model.parameters import need_values, parametrised_tree
from linkwright.model.robot import OpenRobot
from linkwright.native import compile as compile_robot
from linkwright.readers.positions import tree_positions, tree_rates
from linkwright.simulation.forces import Torque, native_function, torque_function
from linkwright.simulation.integrable import Flow, instants, making_headway
from linkwright.simulation.motion import Motion, Path
from linkwright.simulation.passive import (
    DryFriction,
    dissipation,
    dry_friction_of,
    springs_of,
    without_dry_friction,
)
from linkwright.simulation.run import Run
from linkwright.simulation.slipping import Slipping, slide
from linkwright.simulation.stick_slip import Law, accelerations

if TYPE_CHECKING:
    from linkwright.simulation.tracking import Reference

SOLVERS: dict[str, Any] = {"dop853": "DOP853", "radau": "Radau"}
"""Method -> its name in SciPy: explicit of order 8; implicit of order 5, for what is stiff."""


class TreeFlow(Flow):
    """dq/dt = N(q) v, dv/dt = forward dynamics, and the power of the forces less that of friction.

    friction: dry friction, which is none of the compiled functions' matter here: at rest it is no function of the state
    """

    methods = tuple(SOLVERS)
    friction: DryFriction | None = None

    def __init__(self, robot: OpenRobot, forces: str | Torque = "") -> None:
        need_values(robot)
        self.robot = robot
        self.torque = torque_function(robot, forces) if isinstance(forces, str) else forces
        self.friction = dry_friction_of(robot)
        self.dynamics = compile_robot(robot if self.friction is None else without_dry_friction(robot))
        self.rates = coordinate_rates(robot)
        self.passive = self.dynamics.function("passive_forces")
        self.springs = springs_of(robot)
        self.forward = without_wrenches(self.dynamics.function("forward_dynamics"), robot)

    def start(self, q0: str, v0: str) -> tuple[Array, Array]:
        """Positions and rates of all joints; at rest where no text is given."""
        return tree_positions(self.robot, q0, "q0"), tree_rates(self.robot, v0, "v0")

    def follow(self, reference: Reference) -> list[int]:
        """All joints, by their inverse dynamics."""
        inverse = without_wrenches(self.dynamics.function("inverse_dynamics"), self.robot)
        others, friction = self.torque, self.friction

        def torque(t: float, q: Array, v: Array) -> Array:
            tau: Array = others(t, q, v) + inverse(q, v, reference.wanted(t, q, v))
            return tau if friction is None else tau + friction.resistance(np.sign(friction.rates(reference.at(t)[1])))

        self.torque = torque
        return list(range(self.robot.nq))

    def slope(self, t: float, y: Array) -> Array:
        """Rates of the state: positions, rates, work."""
        nq, nv = self.robot.nq, self.robot.nv
        q, v = normalised(self.robot, y[:nq]), y[nq : nq + nv]
        tau = self.torque(t, q, v)
        power = v @ (tau - dissipation(self.springs, self.passive(q, v), q))
        return np.concatenate([self.rates(q, v), self.forward(q, v, tau), [power]])

    def path(self, q: Array, v: Array, run: Run) -> Path:
        """By the method of the run, with dense output."""
        from scipy.integrate import solve_ivp

        undetermined = singular(parametrised_tree(self.robot).tree, self.dynamics.function("mass_matrix")(q).tolist())
        if undetermined is not None:
            raise undetermined
        start = np.concatenate([q, v, [0.0]])
        if self.friction is not None:
            return self._slipping_path(SlippingTree(self, self.friction), start, run)
        tolerance = run.tolerance
        with np.errstate(over="ignore", invalid="ignore"):
            found: Any = solve_ivp(
                making_headway(self.slope, reached=self.reached),
                (0.0, run.time),
                start,
                SOLVERS[run.chosen(self.methods)],
                instants(run),
                rtol=tolerance,
                atol=tolerance,
            )
        if not found.success or not np.all(np.isfinite(found.y)):
            what = f"the integration stopped at t = {found.t[-1] if len(found.t) else 0:g} s: {found.message}"
            hint = "joint forces too large, or a mass matrix that is singular (massless links?)"
            raise InputError(what, hint=hint)
        return self._told(found.t, found.y.T, int(found.nfev))

    def _slipping_path(self, moving: Slipping, start: Array, run: Run) -> Path:
        """From one change of what dry friction holds to the next."""
        from scipy import integrate

        t = instants(run)
        moving.reached = self.reached
        found = slide(moving, start, t, run, getattr(integrate, SOLVERS[run.chosen(self.methods)]))
        return replace(self._told(t, found.states, found.evaluations), slip=found.slip)

    def _told(self, t: Array, states: Array, evaluations: int) -> Path:
        """A path of states, one per row."""
        nq, nv = self.robot.nq, self.robot.nv
        places = np.array([normalised(self.robot, y) for y in states[:, :nq]]).reshape(len(t), nq)
        speeds = np.ascontiguousarray(states[:, nq : nq + nv])
        return Path(t, places, speeds, evaluations, work=np.ascontiguousarray(states[:, -1]))

    def motion(self, path: Path, method: str) -> Motion:
        """Forces and accelerations are asked for again at the samples."""
        t, q, v, nv = path.t, path.q, path.v, self.robot.nv
        tau = np.array([self.torque(*at) for at in zip(t, q, v, strict=True)]).reshape(len(t), nv)
        if self.friction is None or path.slip is None:
            a = np.array([self.forward(*at) for at in zip(q, v, tau, strict=True)])
        else:
            moving = SlippingTree(self, self.friction)
            a = np.array([moving.accelerations(*at) for at in zip(q, v, tau, path.slip, strict=True)])
        kinetic, potential = energies(self.dynamics, q, v)
        assert path.work is not None
        return Motion(
            t, q, v, a.reshape(len(t), nv), tau, kinetic, potential, path.work, labels_of(self.robot, self.friction),
            np.zeros((len(t), 0)), method, path.steps, slip=path.slip,
        )  # fmt: skip


class SlippingTree(Slipping):
    """A tree whose joints dry friction may hold."""

    def __init__(self, flow: TreeFlow, friction: DryFriction) -> None:
        self.flow, self.friction, self.nq = flow, friction, flow.robot.nq
        self.mass = flow.dynamics.function("mass_matrix")
        self.bias = without_wrenches(flow.dynamics.function("nonlinear_effects"), flow.robot)

    def slope(self, t: float, y: Array, slip: Array) -> Array:
        """Rates of the state: positions, rates, work."""
        flow, (q, v) = self.flow, self._state(y)
        tau = flow.torque(t, q, v)
        lost = dissipation(flow.springs, flow.passive(q, v), q) + self.friction.resistance(slip)
        return np.concatenate([flow.rates(q, v), self.accelerations(q, v, tau, slip), [v @ (tau - lost)]])

    def accelerations(self, q: Array, v: Array, tau: Array, slip: Array) -> Array:
        """Of all joints, with places held where slip is 0."""
        if np.all(slip):
            return self.flow.forward(q, v, tau - self.friction.resistance(slip))
        return accelerations(self._law(q, v, tau), self.friction, slip)[0]

    def law(self, t: float, y: Array) -> Law:
        """Newton's law without the dry friction."""
        q, v = self._state(y)
        return self._law(q, v, self.flow.torque(t, q, v))

    def settled(self, y: Array, slip: Array) -> Array:
        """The state with the rates of held places at zero."""
        held, (q, v) = self.friction.D[slip == 0], self._state(y)
        if not np.any(held @ v):
            return y
        return np.concatenate([q, v - np.linalg.pinv(held) @ (held @ v), y[-1:]])

    def _law(self, q: Array, v: Array, tau: Array) -> Law:
        return Law(self.mass(q), tau - self.bias(q, v), np.zeros((0, len(v))), np.zeros(0))

    def _state(self, y: Array) -> tuple[Array, Array]:
        return normalised(self.flow.robot, y[: self.nq]), y[self.nq : -1]


def labels_of(tree: OpenRobot, friction: DryFriction | None = None) -> dict[str, tuple[str, ...]]:
    """Names of columns: q1, q2, ..., tau1, ...; of slip the places of dry friction, where there are any."""
    sizes = {"q": tree.nq, "v": tree.nv, "a": tree.nv, "tau": tree.nv, "conserved": 0}
    labels = {name: tuple(f"{name}{k + 1}" for k in range(size)) for name, size in sizes.items()}
    return labels if friction is None else {**labels, "slip": friction.names}


def energies(dynamics: Any, q: Array, v: Array) -> tuple[Array, Array]:
    """Kinetic and potential energy at states, one per row."""
    return np.ravel(dynamics.kinetic_energy(q, v)), np.ravel(dynamics.potential_energy(q))


def without_wrenches(function: Any, tree: OpenRobot) -> Callable[..., Array]:
    """A native function whose last input is the wrenches, with none acting."""
    if not tree.wrenches:
        return function
    still = np.zeros((len(tree.wrenches), 6))
    return lambda *state: function(*state, still)


def coordinate_rates(robot: OpenRobot) -> Callable[[Array, Array], Array]:
    """dq/dt from q and v."""
    if robot.nq == robot.nv:
        return lambda q, v: v
    from linkwright.mechanics.tree.kinematics import coordinate_rates as rates_of

    graph = Graph()
    q = [Expr(graph, graph.symbol(f"q[{k}]")) for k in range(robot.nq)]
    v = [Expr(graph, graph.symbol(f"v[{k}]")) for k in range(robot.nv)]
    rates = [lift(graph, x) for x in rates_of(parametrised_tree(robot).tree, q, v)]
    return native_function("rates", {"q": robot.nq, "v": robot.nv}, rates)
