"""Positions in closed form: all samples at once, a branch of the solutions per row.

A parallel robot's platform is carried by the free joints of its tree, so that its poses are solved in the same way.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.errors import NoClosedForm, QuantityError
from linkwright.graph.function import Function
from linkwright.synthesis.ways.canvas import Canvas, Staged
from linkwright.synthesis.ways.model import Model
from linkwright.synthesis.ways.rows import largest
from linkwright.synthesis.ways.seam import joined

if TYPE_CHECKING:
    from linkwright.synthesis.demand import Demand
    from linkwright.synthesis.ways.model import Followed

Array = np.ndarray[Any, Any]


def closed_form(model: Model) -> ClosedForm | None:
    """The way of a model whose inverse kinematics has a closed form for all values of its parameters."""
    tree = model.free_tree
    if tree is None:
        return None
    try:
        solutions = model.function("inverse_kinematics", tree, frame=model.frame, mask=model.mask)
    except (NoClosedForm, QuantityError):
        return None
    return None if "given" in solutions.inputs else ClosedForm(model, solutions)


class ClosedForm:
    """Branches of a closed form."""

    def __init__(self, model: Model, solutions: Function) -> None:
        self.model = model
        self.solutions = solutions
        self.branches = solutions.outputs["solutions"].shape[0]
        self._branch = lru_cache(maxsize=None)(self._made)

    @cached_property
    def _every(self) -> Staged:
        canvas = Canvas(self.model.names)
        found = canvas.call(self.solutions, pose=canvas.symbols("pose", 16))
        shape = self.solutions.outputs["solutions"].shape
        return canvas.staged("postures", {"pose": (4, 4)}, {"solutions": (shape, found["solutions"])})

    def _made(self, branch: int) -> Staged:
        """One branch, with its rates."""
        model, n = self.model, self.model.nq
        canvas = Canvas(model.names)
        found = canvas.call(self.solutions, pose=canvas.symbols("pose", 16))
        q = found["solutions"][branch * n : branch * n + n]
        rates = canvas.call(
            model.rates, q=q, twist=canvas.symbols("twist", 6), acceleration=canvas.symbols("acceleration", 6)
        )
        outputs = {"q": ((n,), q), "v": ((n,), rates["v"]), "a": ((n,), rates["a"])}
        inputs = {"pose": (4, 4), "twist": (6,), "acceleration": (6,)}
        return canvas.staged("branch", inputs, {**outputs, "error": ((), [found["residual"][branch]])})

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
