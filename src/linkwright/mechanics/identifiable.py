"""Which columns measurements of forces can tell apart: base parameters of bodies whose inertia is unknown in all ten numbers,
and parameters of drives. A drive's column that others can stand for (the rotor of a first joint turns with its link's Izz) is
added to those: tau = Y p, with as few p as there are independent columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from linkwright.arrays import Array
from linkwright.errors import QuantityError
from linkwright.graph.expr import Expr, Scalar, lift, number, symbol
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import symbols_of
from linkwright.mechanics.problem import BaseModel, Model, tree_of
from linkwright.mechanics.state import State
from linkwright.mechanics.tree.drive_columns import TAKES, DriveColumn, coupled_columns, drive_columns, drive_terms
from linkwright.mechanics.tree.independence import dependencies, has_floats
from linkwright.mechanics.tree.motor_couplings import Couplings, couplings_of
from linkwright.mechanics.tree.regressor import Column, regressor
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.cut import Cut
from linkwright.model.robot import OpenRobot, Parameter
from linkwright.spatial.matrix import Matrix, transpose

if TYPE_CHECKING:
    import numpy as np

_STATES = 40
"""Random states per column that would fit in one row: enough for the rank, with room."""
_SEEN_AGAIN = 1e-8
"""Of the largest column: what may be left of a dependence at other states than those that it was found at."""


@dataclass(frozen=True)
class Identifiable:
    """Independent columns, and the value of each as a formula of the physical parameters.

    bodies:  columns of inertial parameters
    drives:  columns of drives, behind them
    couplings: of motors that move several joints
    known:   physical parameters, ten per body and those of the drives, with the file's values
    """

    bodies: tuple[Column, ...]
    drives: tuple[DriveColumn, ...]
    labels: tuple[str, ...]
    values: tuple[Scalar, ...]
    known: tuple[Parameter, ...]
    couplings: Couplings | None = None

    @property
    def given(self) -> dict[str, Any]:
        """For the derivation."""
        return {"columns": list(self.bodies), "drives": self.drives, "motors": self.couplings}


def driven_joints(robot: Robot) -> tuple[str, ...]:
    """Joints that have a drive: of a closed robot its motors, where they are named; else all but pieces of free bodies."""
    if isinstance(robot, ClosedRobot) and robot.actuated:
        return robot.actuated
    return tuple(j.name for j in robot.joints.values() if j.nv == 1 or j.mimic)


def identifiable(robot: Robot, base: BaseModel, options: Mapping[str, Any]) -> Identifiable:
    """base: of the robot with full inertias; options: drives, as drive_terms has them, couplings, as couplings_of has them."""
    tree, terms = tree_of(base.base), drive_terms(options.get("drives"))
    couplings = motor_couplings(robot, options.get("couplings"))
    coupled = {n for _, moved in couplings.motors for n, _ in moved} if couplings else set[str]()
    joints = [n for n in driven_joints(robot) if n not in coupled]
    drives = drive_columns(tree, joints, terms, force_rows(robot, couplings))
    drives += coupled_columns(tree, couplings, terms) if couplings else []
    bodies = [p.column for p in base.chosen]
    gone = _dependent(robot, base.base, bodies, drives, couplings)
    graph = Graph()
    first = len(bodies)
    every: list[Scalar] = [*(p.value for p in base.chosen), *(symbol(d.name, graph) for d in drives)]
    values = list(every)
    for k, factors in gone.items():
        for j, factor in factors.items():
            values[j] = values[j] + factor * every[k]
    labels = [*(p.name for p in base.chosen), *(d.name for d in drives)]
    kept = [k for k in range(len(every)) if k not in gone]
    known = [*base.known, *(Parameter(d.name, _number(d.value)) for d in drives)]
    return Identifiable(
        tuple(bodies[k] for k in kept if k < first),
        tuple(drives[k - first] for k in kept if k >= first),
        tuple(labels[k] for k in kept),
        tuple(values[k] for k in kept),
        tuple(known),
        couplings,
    )


def motor_couplings(robot: Robot, text: str | None) -> Couplings | None:
    """Of text; the couplings of closed robots are in their files."""
    if not text:
        return None
    if not isinstance(robot, OpenRobot):
        hint = "write the motors as joints, and 'couplings:' between them, into its file"
        raise QuantityError(f"motors of '{robot.name}', which has loops, are not coupled by text", robot.source, hint)
    return couplings_of(text, robot)


def _number(x: Scalar) -> float | None:
    value = number(x)
    return None if value is None else float(value)


def identification_columns(x: State) -> Matrix:
    """Forces at the motors, or at the free joints where no motors are named, per identifiable parameter."""
    bodies: Sequence[Column] = x.options["columns"]
    drives: Sequence[DriveColumn] = x.options["drives"]
    taken = {TAKES[d.term] for d in drives if d.term in TAKES}
    for name in ("tau", "slow"):
        x.labels[name] = () if name not in taken else tuple(str(k) for k in range(len(x.given[name])))
    columns = transpose(regressor(x.tree, x.q, x.v, x.a, bodies)) if bodies else []
    columns += [d.force(x.q, x.v, x.a, x.given["tau"], x.given["slow"]) for d in drives]
    felt = [x.project(column) for column in columns]
    if x.embedding is not None and x.embedding.cut.actuated and _determined(x.embedding.cut):
        from linkwright.mechanics.closed.constraint_forces import motor_forces

        felt = [motor_forces(x.embedding, column) for column in felt]
    couplings: Couplings | None = x.options["motors"]
    if couplings is not None:
        felt = [couplings.at_motors(column) for column in felt]
    return transpose(felt) if felt else [[] for _ in range(x.nv)]


def _determined(cut: Cut) -> bool:
    """Whether the forces of the motors follow from those at the free joints."""
    return cut.driven == len(cut.coordinates.free_v) == len(cut.actuated)


def force_rows(robot: Robot, couplings: Couplings | None = None) -> tuple[str, ...]:
    """Names of the forces that identification_columns gives: motors that determine all, or the rates of the free joints."""
    if couplings is not None:
        return couplings.names
    if isinstance(robot, ClosedRobot) and robot.actuated:
        from linkwright.model.assembly.mobility_report import cut

        own = cut(robot)
        if _determined(own):
            return tuple(robot.tree.rate_names[k] for k in own.actuated)
    return robot.rate_names


# --- which columns depend on others ----------------------------------------------------------------------------------------


def _dependent(
    robot: Robot,
    model: Model,
    bodies: Sequence[Column],
    drives: Sequence[DriveColumn],
    couplings: Couplings | None,
) -> dict[int, dict[int, Any]]:
    """Columns of drives that others can stand for: found at random states, and seen again at others."""
    if not drives:
        return {}
    state = _state(model, {"columns": list(bodies), "drives": list(drives), "motors": couplings})
    flat = [lift(state.graph, e) for row in identification_columns(state) for e in row]
    width = len(bodies) + len(drives)
    sample = _Sampler(robot, model, state, flat, width)
    found = dependencies(sample(1), not has_floats(state.tree))
    again = sample(2)
    size = float(abs(again).max())
    first = len(bodies)
    return {
        k: factors
        for k, factors in found.items()
        if k >= first and _left(again, k, factors) <= _SEEN_AGAIN * size  # base parameters are independent by rule
    }


def _left(A: Array, k: int, factors: Mapping[int, Any]) -> float:
    rest = A[:, k].copy()
    for j, factor in factors.items():
        rest -= float(factor) * A[:, j]
    return float(abs(rest).max())


def _state(model: Model, options: Mapping[str, Any]) -> State:
    from linkwright.mechanics.symbols import closed_state, open_state

    return closed_state(model, "given", options) if isinstance(model, Cut) else open_state(model, options)


@dataclass(frozen=True)
class _Sampler:
    """Columns at random states, closed where loops must be."""

    robot: Robot
    model: Model
    state: State
    flat: Sequence[Expr]
    width: int

    def __call__(self, seed: int) -> Array:
        """(states times forces) x columns."""
        import numpy as np

        from linkwright.graph.evaluate import NUMPY, evaluate

        rng = np.random.default_rng(seed)
        places = self._places(rng)
        count = len(next(iter(places.values()))) if places else _STATES
        roots = [e.index for e in self.flat]
        values: dict[str, Any] = dict(places)
        for name in symbols_of(self.state.graph, roots):
            if name not in values:
                x = rng.normal(size=count)
                values[name] = np.abs(x) + 0.5 if name.startswith("slow[") else x
        found = evaluate(self.state.graph, roots, values, NUMPY)
        stacked = np.stack([np.broadcast_to(column, (count,)) for column in found], axis=1)
        return stacked.reshape(-1, self.width)

    def _places(self, rng: np.random.Generator) -> dict[str, Any]:
        """Positions, (states,) each."""
        import numpy as np

        tree = self.state.tree
        if isinstance(self.model, Cut):
            from linkwright.mechanics.closed.base import closed_positions

            assert isinstance(self.robot, ClosedRobot)
            where = self.model.coordinates
            q = np.repeat(closed_positions(self.model, self.robot), 4, axis=0)
            free = {f"q[{j}]": q[:, k] for j, k in enumerate(where.free_q)}
            return free | {f"theta[{j}]": q[:, k] for j, k in enumerate(where.dependent_q)}
        count = max(_STATES, 10 + 3 * self.width // max(1, tree.nv))
        places: dict[str, Any] = {f"q[{k}]": rng.normal(size=count) for k in range(tree.nq)}
        for group in tree.unit_groups:
            rows = rng.normal(size=(len(group), count))
            places.update(zip(group, rows / np.linalg.norm(rows, axis=0), strict=True))
        return places
