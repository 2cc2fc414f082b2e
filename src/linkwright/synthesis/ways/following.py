"""Positions without a closed form: Newton's method from sample to sample, all candidates at once.

From one sample to the next the rates predict where the joints will be, to third order in the time between; two steps of
Newton's method do the rest, in one call of native code. A candidate that does not get there is lost. A branch is the posture
that one of several starts leads to.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.graph.expr import Scalar, apply
from linkwright.synthesis.ways.canvas import Canvas, Staged, Values
from linkwright.synthesis.ways.model import Followed, Model
from linkwright.synthesis.ways.rows import largest
from linkwright.synthesis.ways.seam import joined

if TYPE_CHECKING:
    from linkwright.synthesis.demand import Demand


_SOLVED = 1e-10
"""Metres and radians: an error below is none."""
_SEARCH = 60
"""Steps of Newton's method from a start."""
_FAR = 0.5
"""Radians or metres that a step changes a position by at most."""
_STARTS = 8


class Following:
    """Newton's method with the rates of the frame."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.starts = _starts(model)
        self.branches = len(self.starts)

    def _towards(self, canvas: Canvas, q: Values, wanted: Values) -> tuple[list[Scalar], Scalar]:
        """A step from q, no further than `_FAR`, and the error at q."""
        twist, error = self.model.pose_error(canvas, q, wanted)
        way = canvas.call(self.model.rates, q=q, twist=twist, acceleration=[0] * 6)["v"]
        most: Scalar = _FAR
        for x in way:
            most = apply("max", most, abs(x))
        return [t + x * (_FAR / most) for t, x in zip(q, way, strict=True)], error

    @cached_property
    def _step(self) -> Staged:
        """One step, and the error before it."""
        n = self.model.nq
        canvas = Canvas(self.model.names)
        moved, error = self._towards(canvas, canvas.symbols("q", n), canvas.symbols("pose", 16))
        return canvas.staged("step", {"q": (n,), "pose": (4, 4)}, {"q_next": ((n,), moved), "error": ((), [error])})

    @cached_property
    def _sample(self) -> Staged:
        """A sample from what was predicted: two steps, rates, the error that is left, and what is predicted for the next."""
        n = self.model.nq
        canvas = Canvas(self.model.names)
        wanted, (dt,) = canvas.symbols("pose", 16), canvas.symbols("dt", 1)
        once, _ = self._towards(canvas, canvas.symbols("q", n), wanted)
        q, _ = self._towards(canvas, once, wanted)
        _, error = self._towards(canvas, q, wanted)
        six = {name: canvas.symbols(name, 6) for name in ("twist", "acceleration")}
        rates = canvas.call(self.model.rates, q=q, **six)
        moved = [x + dt * (v + dt / 2 * a) for x, v, a in zip(q, rates["v"], rates["a"], strict=True)]
        found = {"here": q, "v": rates["v"], "a": rates["a"], "next": moved}
        inputs = {"q": (n,), "pose": (4, 4), "twist": (6,), "acceleration": (6,), "dt": (1,)}
        outputs = {name: ((n,), values) for name, values in found.items()}
        return canvas.staged("sample", inputs, {**outputs, "error": ((), [error])})

    def postures(self, P: Array, poses: Array) -> Array:
        """(rows, poses, branches, nq): from every start to the first pose, and on from pose to pose; NaN from where it is not
        reached on. Of two starts that lead to the same postures the later one has none."""
        count, many = self.branches, len(P)
        own = np.repeat(P, count, axis=0)
        q = np.tile(self.starts, (many, 1))
        found = np.full((len(poses), many * count, self.model.nq), np.nan)
        left = np.arange(many * count)
        for k, pose in enumerate(poses):
            there, error = self._solved(own[left], q, np.ascontiguousarray(pose))
            good = error < _SOLVED
            left, q = left[good], there[good]
            found[k, left] = q
        return _each_once(found.reshape(len(poses), many, count, -1).swapaxes(0, 1).copy(), self.model.turning)

    def _solved(self, P: Array, q: Array, pose: Array) -> tuple[Array, Array]:
        """Positions (rows, nq) at one pose from others, and their errors."""
        constants = self._step.constants(P)
        error = np.full(len(q), np.inf)
        for _ in range(_SEARCH):
            found = self._step.at(constants, q, pose)
            error = found["error"]
            left = ~(error < _SOLVED)
            if not np.any(left):
                break
            q = np.where(left[:, None], found["q_next"], q)
        return q, error

    def follow(self, P: Array, branch: Array, demand: Demand, guess: Array | None = None) -> Followed:
        """From the posture of a branch at the first pose, or from a guess (rows, nq), along the path."""
        start = self.starts[branch] if guess is None else np.array(guess, dtype=float)
        q, _ = self._solved(P, start, np.ascontiguousarray(demand.poses[0]))
        times = len(demand.t)
        kept = {name: np.empty((times, len(P), self.model.nq)) for name in ("here", "v", "a")}
        errors = np.empty((times, len(P)))
        steps = np.diff(demand.t, append=demand.t[-1:])[:, None]
        sample, constants = self._sample, self._sample.constants(P)
        for k in range(times):
            found = sample.at(constants, q, demand.poses[k], demand.twists[k], demand.accelerations[k], steps[k])
            for name, x in kept.items():
                x[k] = found[name]
            errors[k], q = found["error"], found["next"]
        q, v, a = (np.ascontiguousarray(np.swapaxes(x, 0, 1)) for x in kept.values())
        error = largest(np.swapaxes(errors, 0, 1))
        found = joined(demand.t, q, v, a, self.model.turning) & (error < _SOLVED)
        return Followed(q, v, a, np.where(found, error, np.inf))


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
    for b in range(1, found.shape[2]):
        gap = found[:, :, b : b + 1] - found[:, :, :b]
        gap = gap - np.where(turning, 2 * np.pi * np.round(gap / (2 * np.pi)), 0.0)
        same = np.all(np.max(np.abs(gap), axis=-1) < 1e-6, axis=1)
        found[np.any(same, axis=1), :, b] = np.nan
    return found
