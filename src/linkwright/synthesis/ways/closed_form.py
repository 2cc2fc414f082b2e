"""Positions in closed form: all samples at once, a branch of the solutions per row.

A parallel robot's platform is carried by the free joints of its tree, so that its poses are solved in the same way; a
palletiser, whose parallelograms keep the tool level, as the tree of its joints at poses of a level tool.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import NoClosedForm, QuantityError
from linkwright.graph.expr import Scalar, sqrt
from linkwright.graph.function import Function
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.synthesis.ways.canvas import Canvas, Staged, Values
from linkwright.synthesis.ways.model import Model
from linkwright.synthesis.ways.rows import largest
from linkwright.synthesis.ways.seam import joined

if TYPE_CHECKING:
    from linkwright.synthesis.demand import Demand
    from linkwright.synthesis.ways.model import Followed


def closed_form(model: Model) -> ClosedForm | None:
    """The way of a model whose inverse kinematics has a closed form for all values of its parameters."""
    return _of_free_joints(model) or _of_a_level_tool(model)


def _of_free_joints(model: Model) -> ClosedForm | None:
    """Free joints alone carry the frame."""
    tree = model.free_tree
    solutions = None if tree is None else _solutions(model, tree, model.mask)
    return None if solutions is None else ClosedForm(model, solutions, list(range(model.nq)))


def _of_a_level_tool(model: Model) -> ClosedForm | None:
    """Loops keep the tool upright: solved as if the joints on the way were free, whole poses of an upright tool have the
    dependent ones where the loops hold them."""
    robot = model.robot
    if not isinstance(robot, ClosedRobot) or model.mask != "3T1R" or not _upright(model):
        return None
    solutions = _solutions(model, robot.tree, "pose")
    return None if solutions is None else ClosedForm(model, solutions, list(robot.coordinates.free_q), level=True)


def _solutions(model: Model, tree: OpenRobot, mask: str) -> Function | None:
    try:
        found = model.function("inverse_kinematics", tree, frame=model.frame, mask=mask)
    except (NoClosedForm, QuantityError):
        return None
    return None if "given" in found.inputs else found


def _upright(model: Model) -> bool:
    """Whether the z axis of the frame points up wherever the free joints are."""
    near = model.home + 0.1 * np.random.default_rng(0).uniform(-1, 1, (5, model.nq))
    poses = model.function("forward_kinematics", frame=model.frame)(q=near)
    return bool(np.all(np.abs(poses[:, 2, 2] - 1) < _UPRIGHT))


_UPRIGHT = 1e-12


class ClosedForm:
    """Branches of a closed form. columns: of the free positions among those of the solutions; level: of an upright tool."""

    def __init__(self, model: Model, solutions: Function, columns: Sequence[int], level: bool = False) -> None:
        self.model = model
        self.solutions = solutions
        self.columns = columns
        self.level = level
        self.branches, self._width = solutions.outputs["solutions"].shape
        self._branch = lru_cache(maxsize=None)(self._made)

    def _found(self, canvas: Canvas) -> tuple[list[list[Scalar]], list[Scalar]]:
        """Free positions per branch at the pose of the canvas, and the errors of those of a tree."""
        pose = canvas.symbols("pose", 16)
        found = canvas.call(self.solutions, pose=upright(pose) if self.level else pose)
        flat = found["solutions"]
        rows = [[flat[b * self._width + k] for k in self.columns] for b in range(self.branches)]
        return rows, found["residual"]

    @cached_property
    def _every(self) -> Staged:
        canvas = Canvas(self.model.names)
        flat = [x for row in self._found(canvas)[0] for x in row]
        shape = (self.branches, self.model.nq)
        return canvas.staged("postures", {"pose": (4, 4)}, {"solutions": (shape, flat)})

    def _made(self, branch: int) -> Staged:
        """One branch, with its rates."""
        model, n = self.model, self.model.nq
        canvas = Canvas(model.names)
        rows, residuals = self._found(canvas)
        q = rows[branch]
        rates = canvas.call(
            model.rates, q=q, twist=canvas.symbols("twist", 6), acceleration=canvas.symbols("acceleration", 6)
        )
        outputs = {"q": ((n,), q), "v": ((n,), rates["v"]), "a": ((n,), rates["a"])}
        inputs = {"pose": (4, 4), "twist": (6,), "acceleration": (6,)}
        error = model.pose_error(canvas, q, canvas.symbols("pose", 16))[1] if self.level else residuals[branch]
        return canvas.staged("branch", inputs, {**outputs, "error": ((), [error])})

    def postures(self, P: Array, poses: Array) -> Array:
        """(rows, poses, branches, nq); NaN where a branch does not exist."""
        return self._every.rows(P, len(poses), np.ascontiguousarray(poses))["solutions"]

    def follow(self, P: Array, branch: Array, demand: Demand, guess: Array | None = None) -> Followed:
        """Positions, rates and accelerations of each row in its branch, and the largest error; infinite where the branch ends
        or another one takes its place."""
        from linkwright.synthesis.ways.model import Followed

        made = self._rows(P, branch, demand)
        q, v, a, error = made["q"], made["v"], made["a"], largest(made["error"])
        error[~joined(demand.t, q, v, a, self.model.turning)] = np.inf
        return Followed(q, v, a, error)

    def _rows(self, P: Array, branch: Array, demand: Demand) -> dict[str, Array]:
        """Every row in its branch."""
        given = (demand.poses, demand.twists, demand.accelerations)
        found = self._branch(0).empty(len(P), len(demand.t))
        for b in np.unique(branch):
            own = np.flatnonzero(branch == b)
            self._branch(int(b)).fill(found, own, P[own], given)
        return found


def upright(pose: Values) -> list[Scalar]:
    """The same place and turn about the vertical, with the z axis up."""
    c, s = pose[0] + pose[5], pose[4] - pose[1]
    size = 1 / sqrt(c * c + s * s)
    c, s = c * size, s * size
    return [c, -s, 0, pose[3], s, c, 0, pose[7], 0, 0, 1, pose[11], 0, 0, 0, 1]
