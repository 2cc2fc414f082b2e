"""Positions without a closed form: Newton's method from sample to sample, all candidates at once.

From one sample to the next the rates predict where the joints will be, to third order in the time between; two steps of Newton's
method do the rest. A candidate that does not get there is lost. A branch is the posture that one of several starts leads to.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from linkwright.graph.expr import Expr, Scalar, apply, lift
from linkwright.mechanics.inverse.masks import mask_of
from linkwright.mechanics.inverse.pose_error import pose_error
from linkwright.mechanics.inverse.seen import goal
from linkwright.model.parameters import form_of
from linkwright.spatial.vector import ZERO
from linkwright.synthesis.ways.canvas import Canvas, Staged
from linkwright.synthesis.ways.model import Followed, Model
from linkwright.synthesis.ways.rows import largest
from linkwright.synthesis.ways.seam import joined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from linkwright.synthesis.demand import Demand

    Array = NDArray[np.float64]

_SOLVED = 1e-11
"""Metres and radians: an error below is none."""
_STEPS, _SEARCH = 6, 60
"""Of Newton's method from a prediction, and from a start."""
_FAR = 0.5
"""Radians or metres that a step changes a position by at most."""
_STARTS = 8


class Following:
    """Newton's method with the rates of the frame."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.starts = _starts(model)
        self.branches = len(self.starts)

    @cached_property
    def _step(self) -> Staged:
        """A step from q towards a pose, no further than `_FAR`, and the largest error at q."""
        model, n = self.model, self.model.nq
        canvas = Canvas(model.names)
        q, wanted = canvas.symbols("q", n), goal(canvas.symbols("pose", 16))
        at = goal(canvas.call(model.function("forward_kinematics", frame=model.frame), q=q)["pose"])
        rows = pose_error(mask_of(form_of(model.robot.tree).tree, model.frame, None, model.mask), at, wanted)
        along = sum((row.linear * row.error for row in rows), ZERO)
        about = sum((row.angular * row.error for row in rows if row.turns), ZERO)
        error: Scalar = 0
        for row in rows:
            error = error + abs(row.error)
        way = canvas.call(model.rates, q=q, twist=[*along, *about], acceleration=[0] * 6)["v"]
        most: Scalar = _FAR
        for x in way:
            most = apply("max", most, abs(x))
        moved = [t + x * (_FAR / most) for t, x in zip(q, way, strict=True)]
        return canvas.staged("step", {"q": (n,), "pose": (4, 4)}, {"q_next": ((n,), moved), "error": ((), [error])})

    @cached_property
    def _rates(self) -> Staged:
        model, n = self.model, self.model.nq
        canvas = Canvas(model.names)
        six = {name: canvas.symbols(name, 6) for name in ("twist", "acceleration")}
        found = canvas.call(model.rates, q=canvas.symbols("q", n), **six)
        inputs = {"q": (n,), "twist": (6,), "acceleration": (6,)}
        return canvas.staged("rates", inputs, {"v": ((n,), found["v"]), "a": ((n,), found["a"])})

    def postures(self, P: Array, poses: Array) -> Array:
        """(rows, poses, branches, nq): from every start to the first pose, and on from pose to pose; NaN where it is not
        reached. Of two starts that lead to the same postures the later one has none."""
        count, many = self.branches, len(P)
        own = np.repeat(P, count, axis=0)
        q = np.tile(self.starts, (many, 1))
        found = np.empty((many, len(poses), count, self.model.nq))
        for k, pose in enumerate(poses):
            there, error = self._solved(own, q, pose, _SEARCH)
            good = error < _SOLVED
            found[:, k] = np.where(good[:, None], there, np.nan).reshape(many, count, -1)
            q = np.where(good[:, None], there, q)
        return _each_once(found, self.model.turning)

    def _solved(self, P: Array, q: Array, pose: Array, steps: int) -> tuple[Array, Array]:
        """Positions (rows, nq) at one pose, and their errors."""
        poses = np.broadcast_to(pose, (len(q), 4, 4))
        constants = self._step.constants(P)
        error = np.full(len(q), np.inf)
        for _ in range(steps):
            found = self._step.at(constants, np.ascontiguousarray(q), poses)
            error = found["error"]
            left = ~(error < _SOLVED)
            if not np.any(left):
                break
            q = np.where(left[:, None], found["q_next"], q)
        return q, error

    def follow(self, P: Array, branch: Array, demand: Demand, guess: Array | None = None) -> Followed:
        """From the posture of a branch at the first pose, or from a guess (rows, nq), along the path."""
        q, error = self._begun(P, branch, demand.poses[0], guess)
        shape = (len(P), len(demand.t), self.model.nq)
        all_q, all_v, all_a = np.empty(shape), np.empty(shape), np.empty(shape)
        worst = np.where(error < _SOLVED, error, np.inf)
        steps = np.diff(demand.t, append=demand.t[-1:])
        rates, constants = self._rates, self._rates.constants(P)
        for k, dt in enumerate(steps):
            if k:
                q, error = self._solved(P, q, demand.poses[k], _STEPS)
                worst = np.maximum(worst, np.where(error < _SOLVED, error, np.inf))
            twist, change = (np.broadcast_to(x[k], (len(P), 6)) for x in (demand.twists, demand.accelerations))
            moving = rates.at(constants, q, twist, change)
            all_q[:, k], all_v[:, k], all_a[:, k] = q, moving["v"], moving["a"]
            q = q + dt * moving["v"] + dt * dt / 2 * moving["a"]
            if not np.any(np.isfinite(worst)):
                all_q[:, k + 1 :], all_v[:, k + 1 :], all_a[:, k + 1 :] = np.nan, np.nan, np.nan
                break
        steady = joined(demand.t, all_q, all_v, all_a, self.model.turning)
        return Followed(all_q, all_v, all_a, np.where(steady, worst, np.inf))

    def _begun(self, P: Array, branch: Array, pose: Array, guess: Array | None) -> tuple[Array, Array]:
        start = self.starts[branch] if guess is None else np.asarray(guess, dtype=float)
        return self._solved(P, start, pose, _SEARCH)


def _starts(model: Model) -> Array:
    """Postures to start from: that of the file, and others spread evenly (Roberts 2018), the same in every run."""
    home = model.home
    spread = (0.5 + np.outer(np.arange(1, _STARTS), _ratios(len(home)))) % 1 - 0.5
    reach = np.where(model.turning, 2 * np.pi, 1.0)
    return np.vstack([home, home + spread * reach])


def _ratios(n: int) -> Array:
    """Powers of the root of x^(n+1) = x + 1."""
    root = 2.0
    for _ in range(60):
        root = (1 + root) ** (1 / (n + 1))
    return root ** -np.arange(1.0, n + 1)


def _each_once(found: Array, turning: tuple[bool, ...]) -> Array:
    """Without branches that are at all poses where an earlier one of the same row is, whole turns apart."""
    turn = np.where(turning, 2 * np.pi, np.inf)
    for b in range(1, found.shape[2]):
        gap = found[:, :, b : b + 1] - found[:, :, :b]
        gap = gap - np.where(np.isfinite(turn), turn * np.round(gap / turn), 0.0)
        same = np.all(np.max(np.abs(gap), axis=-1) < 1e-6, axis=1)
        found[np.any(same, axis=1), :, b] = np.nan
    return found
