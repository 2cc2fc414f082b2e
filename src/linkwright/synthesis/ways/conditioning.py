"""Condition numbers along motions: a bound at every sample, singular values only where it does not decide; both native.

With Frobenius' norm |J| |J^+| is at least the condition number of the singular values, and at most n times that, n the smaller
of the sizes of J. Where loops are between the motors and the frame, singular values are computed at once.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.graph.expr import is_zero
from linkwright.mechanics.inverse.seen import goal
from linkwright.spatial.matrix import Matrix
from linkwright.spatial.singular import condition_number
from linkwright.spatial.vector import Vec, X, Y, Z
from linkwright.synthesis.ways.canvas import Canvas, Staged, Values
from linkwright.synthesis.ways.drives import Drives
from linkwright.synthesis.ways.model import Model


class Conditioning:
    """Of the rows of the Jacobian that a model's mask asks for, per rate of the motors."""

    def __init__(self, model: Model, drives: Drives) -> None:
        self.model, self.drives = model, drives
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
        found = condition_number(self._asked(canvas, q) if self.drives.direct else self._driven(canvas, q))
        return canvas.staged("condition", {"q": (self.model.nq,)}, {"condition": ((), [found])})

    def _asked(self, canvas: Canvas, q: Values) -> Matrix:
        """Rows of the Jacobian that the mask asks for and joints move, columns of joints that move the frame."""
        n = self.model.nq
        J = canvas.call(self.model.function("jacobian", frame=self.model.frame), q=q)["J"]
        columns = [(Vec(*J[k : 3 * n : n]), Vec(*J[3 * n + k :: n])) for k in range(n)]
        rows = [[e.dot(v) for v, _ in columns] for e in self.mask.directions]
        rows += [[e.dot(w) for _, w in columns] for e in self._turns(canvas, q)]
        return _without_zeros(rows)

    def _driven(self, canvas: Canvas, q: Values) -> Matrix:
        """Rates of the motors per part of the frame's motion that the mask asks for: as well conditioned as its inverse."""
        parts = [[*e, 0, 0, 0] for e in self.mask.directions] + [[0, 0, 0, *e] for e in self._turns(canvas, q)]
        free = [canvas.call(self.model.rates, q=q, twist=x, acceleration=[0] * 6)["v"] for x in parts]
        return _without_zeros([list(self.drives.rates(canvas, q, v)) for v in free])

    def _turns(self, canvas: Canvas, q: Values) -> tuple[Vec, ...]:
        """Directions about which the mask asks for the angular velocity."""
        model = self.model
        turns: tuple[Vec, ...] = {"all": (X, Y, Z), "none": (), "about": (self.mask.axis,)}.get(self.mask.rotation, ())
        if self.mask.rotation == "direction":
            R = goal(canvas.call(model.function("forward_kinematics", frame=model.frame), q=q)["pose"]).R
            turns = tuple(R.apply(axis) for axis in self.mask.across)
        return turns

    def largest(self, P: Array, q: Array, limit: float | None) -> Array:
        """The largest along each row of q (rows, samples, nq); limits below one, which no condition is, do not decide."""
        bounds = (self._bound if self.drives.direct else self._exact).rows(P, q.shape[1], q)["condition"]
        bounds[~np.isfinite(bounds)] = np.inf
        found = bounds.max(axis=1)
        decided = ~np.isfinite(found) | (not self.drives.direct)
        if self.drives.direct and limit is not None and limit >= 1:
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


def _without_zeros(A: Matrix) -> Matrix:
    """Without rows and columns of zeros."""
    rows = [row for row in A if not all(map(is_zero, row))]
    kept = [k for k in range(len(A[0])) if not all(is_zero(row[k]) for row in rows)]
    return [[row[k] for k in kept] for row in rows]
