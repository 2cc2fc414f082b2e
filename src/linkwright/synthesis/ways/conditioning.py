"""Condition numbers along motions: a bound at every sample, singular values only where it does not decide; both native.

With Frobenius' norm |J| |J^+| is at least the condition number of the singular values, and at most n times that, n the smaller
of the sizes of J.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from linkwright.graph.expr import Scalar, is_zero
from linkwright.mechanics.inverse.seen import goal
from linkwright.spatial.matrix import Matrix
from linkwright.spatial.singular import condition_number
from linkwright.spatial.vector import Vec, X, Y, Z
from linkwright.synthesis.ways.canvas import Canvas, Staged, Values
from linkwright.synthesis.ways.model import Model

Array = np.ndarray[Any, Any]


class Conditioning:
    """Of the rows of the Jacobian that a model's mask asks for."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.mask = model.asked

    @cached_property
    def jacobian(self) -> Staged:
        """J of the frame in world axes."""
        n = self.model.nq
        canvas = Canvas(self.model.names)
        J = canvas.call(self.model.function("jacobian", frame=self.model.frame), q=canvas.symbols("q", n))["J"]
        return canvas.staged("jacobian", {"q": (n,)}, {"J": ((6, n), J)})

    @cached_property
    def _bound(self) -> Staged:
        model = self.model
        canvas = Canvas(model.names)
        function = model.function("jacobian_condition", frame=model.frame, mask=model.mask)
        found = canvas.call(function, q=canvas.symbols("q", model.nq))["condition"]
        return canvas.staged("condition_bound", {"q": (model.nq,)}, {"condition": ((), found)})

    @cached_property
    def _exact(self) -> Staged:
        canvas = Canvas(self.model.names)
        q = canvas.symbols("q", self.model.nq)
        found = condition_number(self._asked(canvas, q))
        return canvas.staged("condition", {"q": (self.model.nq,)}, {"condition": ((), [found])})

    def _asked(self, canvas: Canvas, q: Values) -> Matrix:
        """Rows of the Jacobian that the mask asks for and joints move, columns of joints that move the frame."""
        model, n = self.model, self.model.nq
        J = canvas.call(model.function("jacobian", frame=model.frame), q=q)["J"]
        columns = [(Vec(*J[k : 3 * n : n]), Vec(*J[3 * n + k :: n])) for k in range(n)]
        turns: tuple[Vec, ...] = {"all": (X, Y, Z), "none": (), "about": (self.mask.axis,)}.get(self.mask.rotation, ())
        if self.mask.rotation == "direction":
            R = goal(canvas.call(model.function("forward_kinematics", frame=model.frame), q=q)["pose"]).R
            turns = tuple(R.apply(axis) for axis in self.mask.across)
        rows: Matrix = [[e.dot(v) for v, _ in columns] for e in self.mask.directions]
        rows += [[e.dot(w) for _, w in columns] for e in turns]
        rows = [row for row in rows if not _still(row)]
        moving = [k for k in range(n) if not _still([row[k] for row in rows])]
        return [[row[k] for k in moving] for row in rows]

    def largest(self, P: Array, q: Array, limit: float | None) -> Array:
        """The largest along each row of q (rows, samples, nq); limits below one, which no condition is, do not decide."""
        bounds = self._bound.rows(P, q.shape[1], q)["condition"]
        bounds[~np.isfinite(bounds)] = np.inf
        found = bounds.max(axis=1)
        decided = ~np.isfinite(found)
        if limit is not None and limit >= 1:
            size = min(self.mask.rows, self.model.nq)
            beyond = found > size * limit
            found[beyond] /= size
            decided |= beyond | (found <= limit)
        for m in np.flatnonzero(~decided):
            found[m] = self._refined(P[m : m + 1], q[m], bounds[m])
        return found

    def _refined(self, P: Array, q: Array, bounds: Array) -> float:
        """From the sample of the largest bound on, where a bound is larger than what was found there."""
        first = int(bounds.argmax())
        best = self._exact.rows(P, 1, q[first : first + 1])["condition"].max()
        others = np.flatnonzero(bounds > best)
        return float(max(best, self._exact.rows(P, len(others), q[others])["condition"].max(initial=best)))


def _still(row: list[Scalar]) -> bool:
    return all(map(is_zero, row))
