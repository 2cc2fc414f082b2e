"""Motors: which joints have them, how they move with the free joints, what they have to give."""

from __future__ import annotations

from functools import cached_property
from typing import TypeAlias

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError, QuantityError
from linkwright.graph.expr import Scalar
from linkwright.graph.function import Function
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.synthesis.ways.canvas import Canvas, Staged, Values
from linkwright.synthesis.ways.model import Model
from linkwright.synthesis.ways.seam import joined

Moving = tuple[Array, Array, Array]
Drives: TypeAlias = "OpenDrives | ClosedDrives"


def drives(model: Model) -> Drives:
    """The motors of a model."""
    match model.robot:
        case OpenRobot():
            return OpenDrives(model)
        case ClosedRobot():
            return ClosedDrives(model, model.robot)


class OpenDrives:
    """Every joint of a tree has a motor."""

    forces = "inverse_dynamics"
    direct = True

    def __init__(self, model: Model) -> None:
        self.names = model.robot.position_names
        self.sliding = tuple(not turns for turns in model.turning)

    def moving(self, P: Array, t: Array, q: Array, v: Array, a: Array) -> tuple[Moving, Array]:
        """Positions and rates of the motors, and whether they go without a jump."""
        return (q, v, a), np.ones(len(P), dtype=bool)

    def rates(self, canvas: Canvas, q: Values, v: Values) -> Values:
        """Of the motors, at rates of the free joints."""
        return v

    def closes(self, P: Array, q: Array) -> Array:
        """A tree has no loops."""
        return np.ones(q.shape[:2], dtype=bool)

    def per_motor(self, P: Array, q: Array, J: Array) -> Array:
        """J, whose columns (rows, samples, 6, nq) are per rate of a free joint, per rate of a motor: as it is."""
        return J


class ClosedDrives:
    """Some joints of a closed robot have motors, free or not; where none is named, the free ones. direct: all the free joints
    have them, and no other."""

    def __init__(self, model: Model, robot: ClosedRobot) -> None:
        self.model, self.robot = model, robot
        self.names = robot.actuated or robot.position_names
        self.forces = "actuator_forces" if robot.actuated else "inverse_dynamics"
        types = [robot.joints[name].joint_type for name in self.names]
        self.sliding = tuple(row.slider for row in types)
        places = robot.tree.position_names
        free, dependent = robot.coordinates.free_q, robot.coordinates.dependent_q
        every = (*free, *dependent)
        self._places = [every.index(places.index(name)) for name in self.names]  # among q, then theta
        self.direct = sorted(self._places) == list(range(len(free)))

    def moving(self, P: Array, t: Array, q: Array, v: Array, a: Array) -> tuple[Moving, Array]:
        """As of a tree; loops that do not close are no motion."""
        found = self._motors.rows(P, q.shape[1], q, v, a)
        motors = found["motor_q"], found["motor_v"], found["motor_a"]
        steady = joined(t, *motors, [not slides for slides in self.sliding])
        return motors, steady & np.all(np.isfinite(found["closed"]), axis=1)

    def rates(self, canvas: Canvas, q: Values, v: Values) -> Values:
        """As of a tree."""
        every = [*v, *canvas.call(self._explicit("dependent_velocities"), q=q, v=v)["dtheta"]]
        return [every[k] for k in self._places]

    def closes(self, P: Array, q: Array) -> Array:
        """Whether the loops close at positions (rows, samples, nq)."""
        still = np.zeros_like(q)
        return np.isfinite(self._motors.rows(P, q.shape[1], q, still, still)["closed"])

    def per_motor(self, P: Array, q: Array, J: Array) -> Array:
        """J W^+ with the rates W of motors per rate of a free joint."""
        still = np.zeros_like(q)
        columns: list[Array] = []
        for k in range(q.shape[2]):
            v = still.copy()
            v[..., k] = 1.0
            columns.append(self._motors.rows(P, q.shape[1], q, v, still)["motor_v"])
        W = np.stack(columns, axis=-1)
        return J @ np.linalg.pinv(np.where(np.isfinite(W), W, 0.0))

    @cached_property
    def _motors(self) -> Staged:
        n, m = self.model.nq, len(self.names)
        canvas = Canvas(self.model.names)
        q, v, a = (canvas.symbols(name, n) for name in "qva")
        theta = canvas.call(self._explicit("closure"), q=q)["theta"]
        rates = canvas.call(self._explicit("dependent_velocities"), q=q, v=v)["dtheta"]
        more = canvas.call(self._explicit("dependent_accelerations"), q=q, v=v, a=a)["ddtheta"]
        both = {"q": [*q, *theta], "v": [*v, *rates], "a": [*a, *more]}
        outputs = {f"motor_{name}": ((m,), [x[k] for k in self._places]) for name, x in both.items()}
        inputs = {"q": (n,), "v": (n,), "a": (n,)}
        closed: Scalar = 0
        for rate in rates:  # no number where the loops do not close, and needs no angle of a dependent joint
            closed = closed + rate
        return canvas.staged("motors", inputs, {**outputs, "closed": ((), [closed])})

    def _explicit(self, quantity: str) -> Function:
        try:
            return self.model.function(quantity)
        except QuantityError as error:
            what = f"the loops of '{self.robot.name}' have no closed form, which synthesis needs"
            raise InputError(what, self.robot.source, hint=error.what) from error
