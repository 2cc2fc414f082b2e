"""Simulation of trees: forward dynamics by Dormand-Prince 8(5,3) or Radau IIA, the work of the forces integrated with the
state."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.errors import InputError
from linkwright.graph.evaluate import FLOAT, evaluate
from linkwright.graph.expr import Expr, is_zero, lift
from linkwright.graph.graph import Graph
from linkwright.mechanics.tree.factor import singular
from linkwright.model.configuration import normalised
from linkwright.model.parameters import form_of, need_values
from linkwright.model.robot import OpenRobot
from linkwright.native import compile as compile_robot
from linkwright.readers.positions import tree_positions, tree_rates
from linkwright.simulation.forces import Torque, native_function, torque_function
from linkwright.simulation.integrable import Flow, instants, making_headway
from linkwright.simulation.motion import Motion, Path
from linkwright.simulation.run import Run

if TYPE_CHECKING:
    from linkwright.simulation.tracking import Reference

Array = np.ndarray[Any, Any]
SOLVERS: dict[str, Any] = {"dop853": "DOP853", "radau": "Radau"}
"""Method -> its name in SciPy: explicit of order 8; implicit of order 5, for what is stiff."""


class TreeFlow(Flow):
    """dq/dt = N(q) v, dv/dt = forward dynamics, and the power of the forces less that of friction."""

    methods = tuple(SOLVERS)

    def __init__(self, robot: OpenRobot, forces: str = "") -> None:
        need_values(robot)
        self.robot = robot
        self.torque: Torque = torque_function(robot, forces)
        self.dynamics = compile_robot(robot)
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
        others = self.torque
        self.torque = lambda t, q, v: others(t, q, v) + inverse(q, v, reference.wanted(t, q, v))
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

        undetermined = singular(form_of(self.robot).tree, self.dynamics.function("mass_matrix")(q).tolist())
        if undetermined is not None:
            raise undetermined
        start = np.concatenate([q, v, [0.0]])
        tolerance = run.tolerance
        with np.errstate(over="ignore", invalid="ignore"):
            found: Any = solve_ivp(
                making_headway(self.slope),
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
        nq, nv, count = self.robot.nq, self.robot.nv, len(found.t)
        places = np.array([normalised(self.robot, y) for y in found.y[:nq].T]).reshape(count, nq)
        speeds = np.ascontiguousarray(found.y[nq : nq + nv].T)
        return Path(found.t, places, speeds, int(found.nfev), work=found.y[-1])

    def motion(self, path: Path, method: str) -> Motion:
        """Forces and accelerations are asked for again at the samples."""
        t, q, v, nv = path.t, path.q, path.v, self.robot.nv
        tau = np.array([self.torque(*at) for at in zip(t, q, v, strict=True)]).reshape(len(t), nv)
        a = np.array([self.forward(*at) for at in zip(q, v, tau, strict=True)]).reshape(len(t), nv)
        kinetic, potential = energies(self.dynamics, q, v)
        assert path.work is not None
        return Motion(
            t, q, v, a, tau, kinetic, potential, path.work, labels_of(self.robot), np.zeros((len(t), 0)), method, path.steps
        )  # fmt: skip


def labels_of(tree: OpenRobot) -> dict[str, tuple[str, ...]]:
    """Names of columns: q1, q2, ..., tau1, ..."""
    sizes = {"q": tree.nq, "v": tree.nv, "a": tree.nv, "tau": tree.nv, "conserved": 0}
    return {name: tuple(f"{name}{k + 1}" for k in range(size)) for name, size in sizes.items()}


def energies(dynamics: Any, q: Array, v: Array) -> tuple[Array, Array]:
    """Kinetic and potential energy at states, one per row."""
    return np.ravel(dynamics.kinetic_energy(q, v)), np.ravel(dynamics.potential_energy(q))


def without_wrenches(function: Any, tree: OpenRobot) -> Callable[..., Array]:
    """A native function whose last input is the wrenches, with none acting."""
    if not tree.wrenches:
        return function
    still = np.zeros((len(tree.wrenches), 6))
    return lambda *state: function(*state, still)


def dissipation(springs: tuple[Array, Array], passive: Array, q: Array) -> Array:
    """Passive forces less the springs', whose energy is in the potential."""
    K, at_zero = springs
    return passive - (K @ q + at_zero)


def springs_of(robot: OpenRobot) -> tuple[Array, Array]:
    """The forces of all springs, in joints and between them: a matrix per position, and what is left at zero."""
    K, at_zero = np.zeros((robot.nv, robot.nq)), np.zeros(robot.nv)
    for tie in form_of(robot).tree.acting:
        if is_zero(tie.drive.stiffness):
            continue
        spring = tie.map(_float)
        for _, row, coefficient in spring.terms:
            force = coefficient * spring.drive.stiffness
            at_zero[row] += force * (spring.offset - spring.drive.rest)
            for column, _, other in spring.terms:
                K[row, column] += force * other
    return K, at_zero


def _float(x: Any) -> float:
    return float(evaluate(x.graph, [x.index], {}, FLOAT)[0]) if isinstance(x, Expr) else float(x)


def coordinate_rates(robot: OpenRobot) -> Callable[[Array, Array], Array]:
    """dq/dt from q and v."""
    if robot.nq == robot.nv:
        return lambda q, v: v
    from linkwright.mechanics.tree.kinematics import coordinate_rates as rates_of

    graph = Graph()
    q = [Expr(graph, graph.symbol(f"q[{k}]")) for k in range(robot.nq)]
    v = [Expr(graph, graph.symbol(f"v[{k}]")) for k in range(robot.nv)]
    rates = [lift(graph, x) for x in rates_of(form_of(robot).tree, q, v)]
    return native_function("rates", {"q": robot.nq, "v": robot.nv}, rates)
