"""Condition numbers along motions: a bound in native code at every sample, singular values only where it does not decide.

With Frobenius' norm |J| |J^+| is at least the condition number of the singular values, and at most n times that, n the smaller
of the sizes of J.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from linkwright.mechanics.inverse.masks import Mask, mask_of
from linkwright.model.parameters import form_of
from linkwright.synthesis.ways.canvas import Canvas, Staged
from linkwright.synthesis.ways.model import Model

Array = np.ndarray[Any, Any]


_AT_ONCE = 16
"""Samples whose singular values are computed before it is asked again whether others may be larger."""


class Conditioning:
    """Of the rows of the Jacobian that a model's mask asks for."""

    def __init__(self, model: Model) -> None:
        self.model = model

    @cached_property
    def _bound(self) -> Staged:
        model = self.model
        canvas = Canvas(model.names)
        function = model.function("jacobian_condition", frame=model.frame, mask=model.mask)
        found = canvas.call(function, q=canvas.symbols("q", model.nq))["condition"]
        return canvas.staged("condition", {"q": (model.nq,)}, {"condition": ((), found)})

    @cached_property
    def jacobian(self) -> Staged:
        """J of the frame in world axes, and its rotation."""
        model, n = self.model, self.model.nq
        canvas = Canvas(model.names)
        q = canvas.symbols("q", n)
        J = canvas.call(model.function("jacobian", frame=model.frame), q=q)["J"]
        pose = canvas.call(model.function("forward_kinematics", frame=model.frame), q=q)["pose"]
        return canvas.staged("jacobian", {"q": (n,)}, {"J": ((6, n), J), "pose": ((4, 4), pose)})

    def largest(self, P: Array, q: Array, limit: float | None) -> Array:
        """The largest along each row of q (rows, samples, nq); limits below one, which no condition is, do not decide."""
        limit = None if limit is not None and limit < 1 else limit
        bounds = self._bound.rows(P, q.shape[1], q)["condition"]
        bounds = np.where(np.isfinite(bounds), bounds, np.inf)
        found = bounds.max(axis=1)
        sizes = min(self._rows, self.model.nq)
        decided = np.zeros(len(P), dtype=bool) if limit is None else (found <= limit) | (found > sizes * limit)
        for m in np.flatnonzero(~decided & np.isfinite(found)):
            found[m] = self._exact(P[m], q[m], bounds[m], limit)
        if limit is not None:
            beyond = decided & (found > limit) & np.isfinite(found)
            found[beyond] /= sizes
        return found

    def _exact(self, P: Array, q: Array, bounds: Array, limit: float | None) -> float:
        """From the largest bound on, until no other sample can be larger."""
        order = np.argsort(-bounds, kind="stable")
        best = 1.0
        for k in range(0, len(order), _AT_ONCE):
            now = order[k : k + _AT_ONCE]
            if bounds[now[0]] <= best:
                break
            best = max(best, float(np.linalg.cond(self._asked(P, np.ascontiguousarray(q[now]))).max()))
            if limit is not None and best > limit:
                break
        return best

    def _asked(self, P: Array, q: Array) -> Array:
        """Rows of the Jacobian that the mask asks for, (samples, rows, columns)."""
        found = self.jacobian.rows(P[None], len(q), q)
        J, R = found["J"][0], found["pose"][0, :, :3, :3]
        linear = np.array(self._mask.directions, dtype=float) @ J[:, :3]
        axes = {
            "all": np.eye(3)[None],
            "none": np.zeros((1, 0, 3)),
            "about": np.array([[self._mask.axis]], dtype=float),
            "direction": np.swapaxes(R @ np.array(self._mask.across, dtype=float).T, 1, 2),
        }[self._mask.rotation]
        A = np.concatenate([linear, axes @ J[:, 3:]], axis=1)
        still = np.abs(A).max(axis=(0, 2)) == 0
        return A[:, ~still]

    @cached_property
    def _mask(self) -> Mask:
        return mask_of(form_of(self.model.robot.tree).tree, self.model.frame, None, self.model.mask)

    @property
    def _rows(self) -> int:
        return self._mask.rows
