"""Machine: a structure compiled. Populations of candidates, each a row of parameters, move along whole paths in native code.

A call of a native function per candidate serves all samples of its path; what depends on its parameters alone is computed once.
Positions are found in closed form where there is one for all dimensions, else by Newton's method from sample to sample.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError, suggestion
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.synthesis.structure import Structure
from linkwright.synthesis.ways.canvas import Canvas, Staged
from linkwright.synthesis.ways.closed_form import closed_form
from linkwright.synthesis.ways.conditioning import Conditioning
from linkwright.synthesis.ways.drives import drives
from linkwright.synthesis.ways.following import Following
from linkwright.synthesis.ways.memory import keep_memory
from linkwright.synthesis.ways.model import Model
from linkwright.synthesis.ways.sizes import masses, reach

if TYPE_CHECKING:
    from linkwright.synthesis.demand import Demand

Moving = tuple[Array, Array, Array]


@dataclass(frozen=True, eq=False)
class Motion:
    """Candidates along a path: rows are pairs of a candidate and a branch.

    q, v, a: (rows, samples, nq) of the free joints
    motor_q, motor_v, motor_a: (rows, samples, motors); error: (rows,) largest error, infinite where the way is lost
    """

    q: Array
    v: Array
    a: Array
    motor_q: Array
    motor_v: Array
    motor_a: Array
    error: Array


def machine(structure: Structure) -> Machine:
    """The machine of a structure; of equal structures it is made once per process."""
    return _machine(structure)


@lru_cache(maxsize=64)
def _machine(structure: Structure) -> Machine:
    keep_memory()
    return Machine(structure)


class Machine:
    """A structure whose dimensions are inputs of native functions.

    variables: of the structure; names: parameters of the compiled code, in order
    joints, sliding_joints: of the free positions q; motors, sliding: joints with motors, and which of them slide
    branches: how many rows `postures` has; method: how positions are found
    """

    def __init__(self, structure: Structure) -> None:
        self.structure = structure
        self.variables = structure.variables
        self.model = Model(_robot(structure), structure.frame, structure.mask)
        self.model.check()
        self.names = self.model.names
        self._columns = [self._column(v.name) for v in structure.variables]
        for _, parameter in structure.strokes:
            self._column(parameter)
        self.joints = self.model.robot.position_names
        self.sliding_joints = tuple(not turns for turns in self.model.turning)
        self._drives = drives(self.model)
        self.motors = self._drives.names
        self.sliding = self._drives.sliding
        self._way = closed_form(self.model) or Following(self.model)
        self.branches = self._way.branches
        self.method = type(self._way).__name__
        self._conditioning = Conditioning(self.model, self._drives)
        self._origins = lru_cache(maxsize=16)(self._made_origins)

    def _column(self, name: str) -> int:
        if name not in self.names:
            hint = suggestion(name, self.names, f"parameters: {', '.join(self.names)}")
            raise InputError(
                f"'{self.structure.name}' has no parameter '{name}' that is a number of its file", hint=hint
            )
        return self.names.index(name)

    def parameters(self, X: Array) -> Array:
        """(rows, parameters): the file's values with variables X (rows, variables) put in."""
        P = np.tile(self.model.values, (len(X), 1))
        P[:, self._columns] = X
        return P

    def reach(self, P: Array) -> Array:
        """(rows,): how far the frame gets from the base at most; infinite where a slide has no end."""
        return reach(self.model)(P)

    def postures(self, P: Array, poses: Array) -> Array:
        """(rows, poses, branches, nq): a branch is one way of bending the robot; NaN where it does not exist."""
        found = self._way.postures(P, poses)
        flat = found.reshape(len(P), -1, self.model.nq)
        found[~self._drives.closes(P, flat).reshape(found.shape[:3])] = np.nan
        return found

    def motion(self, P: Array, branch: Array, demand: Demand, guess: Array | None = None) -> Motion:
        """Rows of parameters, each in a branch, along the path. guess: (rows, nq) near the first posture, for robots without
        a closed form."""
        found = self._way.follow(P, np.asarray(branch), demand, guess)
        motors, steady = self._drives.moving(P, demand.t, found.q, found.v, found.a)
        return Motion(found.q, found.v, found.a, *motors, error=np.where(steady, found.error, np.inf))

    def forces(self, P: Array, motion: Motion) -> Array:
        """(rows, samples, motors): forces and torques of the motors."""
        return self._along(self._forces, P, motion)

    def regressor(self, P: Array, motion: Motion) -> Array:
        """(rows, samples, nv, columns): joint forces per inertial parameter of every link (docs/parameters.md)."""
        return self._along(self._regressor, P, motion)

    def _along(self, f: Staged, P: Array, motion: Motion) -> Array:
        return f.rows(P, motion.q.shape[1], motion.q, motion.v, motion.a)["forces"]

    @cached_property
    def _forces(self) -> Staged:
        return self._of_motion(self._drives.forces)

    @cached_property
    def _regressor(self) -> Staged:
        return self._of_motion("regressor")

    def _of_motion(self, quantity: str) -> Staged:
        function = self.model.function(quantity)
        (output,) = function.outputs.values()
        canvas = Canvas(self.names)
        still = {n: [0] * p.size for n, p in function.inputs.items() if n == "wrench"}
        found = canvas.call(function, **still)[output.name]
        inputs = dict.fromkeys("qva", (self.model.nq,))
        return canvas.staged(quantity, inputs, {"forces": (output.shape, found)})

    def jacobian_condition(self, P: Array, motion: Motion, limit: float | None = None) -> Array:
        """(rows,) largest condition number of the motors' Jacobian along the motion. With a limit only on which side of it
        that is: where a bound decides, the bound is given."""
        return self._conditioning.largest(P, motion.q, limit)

    def jacobian(self, P: Array, motion: Motion) -> Array:
        """(rows, samples, 6, motors): velocity of the frame's origin and angular velocity, world axes, per rate of a motor."""
        J = self._conditioning.jacobian.rows(P, motion.q.shape[1], motion.q)["J"]
        return self._drives.per_motor(P, motion.q, J)

    def origins(self, P: Array, motion: Motion, frames: Sequence[str]) -> Array:
        """(rows, samples, frames, 3): origins of frames, bodies or "world"."""
        made, (rows, samples, n) = self._origins(tuple(frames)), motion.q.shape
        constants = made.constants(P)  # of few samples: one call of all rows costs less than one of each
        own = None if constants is None else np.repeat(constants, samples, axis=0)
        return made.at(own, np.ascontiguousarray(motion.q).reshape(-1, n))["origins"].reshape(rows, samples, -1, 3)

    def _made_origins(self, frames: tuple[str, ...]) -> Staged:
        canvas = Canvas(self.names)
        q = canvas.symbols("q", self.model.nq)
        places = [x for frame in frames for x in self.model.origin(canvas, q, frame)]
        return canvas.staged("origins", {"q": (self.model.nq,)}, {"origins": ((len(frames), 3), places)})

    @cached_property
    def bodies(self) -> tuple[str, ...]:
        """Moving bodies that have masses, in the order of `masses`."""
        return self.model.moving_bodies

    def masses(self, P: Array) -> Array:
        """(rows, bodies): masses of the moving bodies."""
        return masses(self.model)(P)


def _robot(structure: Structure) -> OpenRobot | ClosedRobot:
    from linkwright.readers.options import LoadOptions
    from linkwright.readers.report import Report
    from linkwright.readers.yaml import robot_of
    from linkwright.readers.yaml_tree import parse_yaml

    report = Report(structure.name)
    made = robot_of(parse_yaml(structure.text.encode(), report), structure.name, report, LoadOptions())
    if not isinstance(made, OpenRobot | ClosedRobot):
        raise InputError(f"'{structure.name}' is no robot", hint="a structure is a robot file")
    return made
