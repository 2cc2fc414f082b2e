"""Along a sequence of poses: the positions that continue without a jump, by the solver from the last ones.

A step is taken where the solution is near to what the last posture's Jacobian predicts; otherwise the way between two poses
(straight, about one axis) is halved until it is. Where halving does not help there is no continuous way: a jump is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError

if TYPE_CHECKING:
    from linkwright.inverse.inverse_kinematics import Asked, InverseKinematics

SOLVED = 1e-9
_SMALL = 0.15
"""Largest change of a joint (rad, m) that counts as continuous at a glance."""
_AGREES = 0.3
"""Of a step's length: how far the solution may be from what the Jacobian predicts."""
_DEPTH = 12
"""How often the way between two poses is halved before it counts as a jump."""
_NEARLY = 1e-3
"""Of the largest singular value: where the smallest is less, the posture is singular, or as good as."""


@dataclass(frozen=True)
class Event:
    """Something on the way. kind: "singular", "jump", "reach" or "limit"; at pose `index`, or between it and the one before."""

    path: int
    index: int
    kind: str
    what: str

    def __str__(self) -> str:
        return f"path {self.path}, pose {self.index}: {self.what}"


@dataclass(frozen=True)
class Followed:
    """Positions along paths, and what happened on the way.

    q:        (..., T, nq); where a pose is out of reach, those of the least error
    residual: (..., T), the error that is left
    jumps:    (..., T), whether no continuous way leads to it from the one before
    smallest: (..., T), the smallest singular value of the Jacobian
    beyond:   (..., T), how far the worst joint is beyond its limit
    """

    q: Array
    residual: Array
    jumps: Array
    smallest: Array
    beyond: Array
    events: tuple[Event, ...]  # jumps, singularities and limits, in order

    @property
    def continuous(self) -> Array:
        """Per path: every pose is reached, and none by a jump."""
        return np.asarray(~self.jumps.any(axis=-1) & (self.residual <= SOLVED).all(axis=-1))


def follow(solver: InverseKinematics, poses: Any, q0: Any, asked: Asked) -> Followed:
    """poses (T, 4, 4) or (paths, T, 4, 4), or with 7 numbers each; q0 (nq,) or (paths, nq): near the first posture."""
    wanted = solver.poses(poses, asked)
    if wanted.ndim not in (3, 4) or not wanted.shape[-3] or "," in solver.options(asked).get("frame", ""):
        raise InputError(
            f"poses of a path have the shape (T, 4, 4), not {wanted.shape}", hint="several: (paths, T, 4, 4)"
        )
    batch = wanted.reshape(-1, *wanted.shape[-3:])
    start = _starts(q0, len(batch), solver.robot.nq)
    walk = _Walk(solver, asked)
    q, residual, jumps = walk.along(batch, start)
    smallest, determinant = conditions(solver, asked, q)
    beyond = solver.ranges_of(asked).beyond(q).max(axis=-1, initial=0.0)
    events = [*_told(residual, jumps, beyond), *walk.singular(q, smallest, determinant, residual <= SOLVED)]
    shape = wanted.shape[:-2]
    at, *rest = (x.reshape(*shape, *x.shape[2:]) for x in (q, residual, jumps, smallest, beyond))
    return Followed(
        at, rest[0], rest[1], rest[2], rest[3], tuple(sorted(events, key=lambda e: (e.path, e.index, e.kind)))
    )


def _starts(q0: Any, paths: int, nq: int) -> Array:
    """One per path."""
    array = np.asarray(q0, dtype=float)
    if array.shape not in ((nq,), (paths, nq)) or not np.isfinite(array).all():
        raise InputError(
            f"q0 has the shape {array.shape}, not ({nq},), or is not finite", hint=f"or one per path: ({paths}, {nq})"
        )
    return np.broadcast_to(array, (paths, nq))


def conditions(solver: InverseKinematics, asked: Asked, q: Array) -> tuple[Array, Array]:
    """Smallest singular value of the frame's Jacobian relative to the largest, and the sign of its determinant where it has
    one; seen from the world. Of several frames that of the first."""
    frame = solver.options(asked).get("frame")
    own = {} if frame is None else {"frame": frame.split(",")[0]}
    J = solver.function("jacobian", **own)(q)
    used = J[..., np.abs(J).max(axis=tuple(range(J.ndim - 1))) > 0]
    if asked.get("mask") == "position":
        used = used[..., :3, :]
    values = np.linalg.svd(used, compute_uv=False)
    square = used.shape[-1] == used.shape[-2]
    signs = np.sign(np.linalg.det(used)) if square else np.ones(q.shape[:-1])
    return values[..., -1] / np.maximum(values[..., 0], 1e-300), signs


class _Walk:
    """Steps of one robot."""

    def __init__(self, solver: InverseKinematics, asked: Asked) -> None:
        own = {**solver.options(asked), "limits": "kept" if asked.get("limits") else "ignored"}
        self.solver, self.asked = solver, asked
        self.solve: Callable[..., Any] = solver.function("inverse_kinematics_solution", **own)
        self.step: Callable[..., Any] = solver.function("inverse_kinematics_step", **own)

    def along(self, poses: Array, start: Array) -> tuple[Array, Array, Array]:
        """Positions, errors and jumps at all poses of all paths; the paths go on together."""
        count, length = poses.shape[:2]
        q = np.empty((count, length, self.solver.robot.nq))
        residual, jumps = np.empty((count, length)), np.zeros((count, length), dtype=bool)
        q[:, 0], residual[:, 0] = self._start(poses[:, 0], start)
        for t in range(1, length):
            q[:, t], residual[:, t], fine = self._one(poses[:, t], q[:, t - 1])
            for k in np.flatnonzero(~fine):
                ends = poses[k, t - 1], poses[k, t]
                q[k, t], residual[k, t], jumps[k, t] = self._halved(
                    *ends, q[k, t - 1], bool(residual[k, t - 1] <= SOLVED)
                )
        return q, residual, jumps

    def _start(self, poses: Array, start: Array) -> tuple[Array, Array]:
        """The solution that the solver reaches from where it starts, or the nearest of all."""
        own = self.solve(poses, start)
        q, residual = np.array(own["q"]), np.array(own["residual"])
        far = ~(residual <= SOLVED) | (np.abs(q - start).max(axis=-1) > 1.0)
        if far.any():
            found = self.solver(poses[far], start[far], self.asked)
            better = found["count"] > 0
            q[far] = np.where(better[:, None], found["solutions"][:, 0], q[far])
            residual[far] = np.where(better, found["residual"][:, 0], residual[far])
        return q, residual

    def _one(self, poses: Array, q: Array) -> tuple[Array, Array, Array]:
        """Solutions near q, their errors, and whether they continue it."""
        still = np.zeros_like(q)
        predicted = self.step(poses, q, still, 0.0)["direction_next"]
        own = self.solve(poses, q)
        change = own["q"] - q
        length = np.linalg.norm(predicted, axis=-1)
        off = np.linalg.norm(change - predicted, axis=-1)
        fine = (own["residual"] <= SOLVED) & (np.abs(change).max(axis=-1) <= _SMALL) & (off <= _AGREES * length + 1e-9)
        return own["q"], own["residual"], fine

    def _halved(self, one: Array, other: Array, q: Array, reached: bool) -> tuple[Array, float, bool]:
        """From q at one pose to another in as many pieces as it takes."""
        at, size = 0.0, 0.5
        way = _between(one, other)
        while reached and at < 1.0:
            ahead = min(at + size, 1.0)
            found, _, fine = self._one(way(ahead)[None], q[None])
            if fine[0]:
                q, at = found[0], ahead
                size = min(2 * size, 1.0)
            elif size > 0.5**_DEPTH:
                size /= 2
            else:
                break
        if reached and at >= 1.0:
            own = self.solve(other, q)
            return own["q"], float(own["residual"]), False
        return self._again(other, q)

    def _again(self, pose: Array, q: Array) -> tuple[Array, float, bool]:
        """Where there is no continuous way: the nearest solution, or the least error."""
        found = self.solver(pose, q, self.asked)
        if found["count"] > 0:
            return found["solutions"][0], float(found["residual"][0]), True
        return found["nearest"], float(found["nearest_residual"]), False

    # --- singularities

    def singular(self, q: Array, smallest: Array, signs: Array, reached: Array) -> list[Event]:
        """Where the determinant changes its sign or the Jacobian nearly loses rank, and what of the arm is singular there; at
        the border of what is reached it is, and that is told as such."""
        crossed = np.zeros(smallest.shape, dtype=bool)
        crossed[:, 1:] = (signs[:, 1:] != signs[:, :-1]) & reached[:, 1:] & reached[:, :-1]
        low = (smallest < _NEARLY) & reached
        first = low & ~np.roll(low, 1, axis=1)
        first[:, 0] = low[:, 0]
        found: list[Event] = []
        for k, t in np.argwhere(crossed | first):
            word = "passes a singularity" if crossed[k, t] else "is singular, or nearly"
            size = f"smallest singular value {min(smallest[k, t], smallest[k, max(t - 1, 0)]):.2g} of the largest"
            why = self._factor(q[k, max(t - 1, 0)], q[k, t])
            found.append(Event(int(k), int(t), "singular", f"{word}: {why}{size}"))
        return found

    def _factor(self, before: Array, after: Array) -> str:
        """The factor of the determinant that changes its sign, or is the nearest to zero."""
        values = [(f, f.value(before.tolist()), f.value(after.tolist())) for f in self._factors]
        if not values:
            return ""
        crossing = [f for f, a, b in values if a * b < 0]
        least = crossing[0] if crossing else min(values, key=lambda x: min(abs(x[1]), abs(x[2])))[0]
        return f"{least.meaning}; "

    @cached_property
    def _factors(self) -> list[Any]:
        from linkwright.errors import LinkwrightError
        from linkwright.mechanics.inverse.singularities import singularities

        own = self.solver.options(self.asked)
        if "base" in own:
            return []
        try:
            return [f for f in singularities(self.solver.robot, own.get("frame"), own.get("mask")) if not f.always]
        except LinkwrightError:
            return []


def _told(residual: Array, jumps: Array, beyond: Array) -> list[Event]:
    """Jumps, and where paths leave reach or limits."""
    found = [
        Event(int(k), int(t), "jump", "no continuous way leads here: another branch") for k, t in np.argwhere(jumps)
    ]
    for kind, how_far, says in (
        ("reach", np.nan_to_num(residual, nan=np.inf), "out of reach by {:.3g}"),
        ("limit", beyond, "a joint is {:.3g} beyond its limit"),
    ):
        far = how_far > SOLVED
        first = far & ~np.roll(far, 1, axis=1)
        first[:, 0] = far[:, 0]
        found += [Event(int(k), int(t), kind, says.format(how_far[k, t])) for k, t in np.argwhere(first)]
    return found


def _between(one: Array, other: Array) -> Callable[[float], Array]:
    """Poses on the straight way between two, turning about one axis."""
    from linkwright.mechanics.inverse.pose_error import rotation_vector
    from linkwright.spatial.vector import Mat

    M = other[:3, :3] @ one[:3, :3].T
    vector = np.array(rotation_vector(Mat.of(M.tolist())), dtype=float)
    angle = float(np.linalg.norm(vector))
    x, y, z = vector / angle if angle > 0 else np.zeros(3)
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])

    def at(s: float) -> Array:
        if s >= 1.0:
            return other
        X = np.eye(4)
        X[:3, :3] = (np.eye(3) + np.sin(s * angle) * K + (1 - np.cos(s * angle)) * K @ K) @ one[:3, :3]
        X[:3, 3] = (1 - s) * one[:3, 3] + s * other[:3, 3]
        return X

    return at
