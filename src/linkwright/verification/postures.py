"""Postures by brute force: all that a search from many starts finds for a pose, by the referee's poses and Jacobians.

Nothing of the derivations has a part in it, but that a mask says what of a pose is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from linkwright.arrays import Array
from linkwright.graph.expr import floats
from linkwright.mechanics.inverse.masks import Mask
from linkwright.model.configuration_space import integrate
from linkwright.referee.open_reference import OpenReference


@dataclass(frozen=True)
class At:
    """Positions (n, nq) -> poses (n, 4, 4) and Jacobians (n, 6, nv) of a frame, in the world's axes.

    moved: positions (n, nq) and steps (n, nv) -> positions; quaternions stay of length one
    """

    poses: Callable[[Array], tuple[Array, Array]]
    moved: Callable[[Array, Array], Array]

    def __call__(self, q: Array) -> tuple[Array, Array]:
        return self.poses(q)


_STEPS = 40
_SMALL = 1e-10
APART = 1e-4
"""Postures nearer to each other than this are one."""


def referee_of(reference: OpenReference) -> At:
    """Poses and Jacobians of the reference's frame at any positions."""

    def poses(q: Array) -> tuple[Array, Array]:
        states = replace(reference.states, **{n: np.zeros((len(q), *np.shape(getattr(reference.states, n))[1:]))
                                              for n in ("v", "a", "tau", "wrench", "j", "s")}, q=q)  # fmt: skip
        frame = replace(reference, states=states, _motions={}).at()
        return frame.pose.value, reference.columns(frame.aligned).value

    return At(poses, partial(integrate, reference.tree.robot))


def errors(mask: Mask, poses: Array, goal: Array) -> Array:
    """What is wrong with poses, as far as the mask asks for it: lengths, then angles of small turns."""
    moves = np.array([floats(v) for v in mask.directions]).reshape(-1, 3)
    parts: list[Array] = [(goal[:3, 3] - poses[:, :3, 3]) @ moves.T]
    if mask.rotation in ("all", "about"):
        parts.append(_turns(goal[:3, :3] @ np.swapaxes(poses[:, :3, :3], 1, 2)) @ _rows(mask, goal).T)
    elif mask.rotation == "direction":
        axis = np.array(floats(mask.axis))
        is_there, wanted = poses[:, :3, :3] @ axis, goal[:3, :3] @ axis
        across = np.cross(is_there, wanted)
        angle = np.arctan2(np.linalg.norm(across, axis=1), is_there @ wanted)
        size = np.linalg.norm(across, axis=1)
        parts.append(across * np.divide(angle, size, out=np.ones_like(size), where=size > 1e-12)[:, None])
    return np.concatenate(parts, axis=1)


def found_by_search(at: At, mask: Mask, goal: Array, starts: Array, still: Sequence[int] = ()) -> Array:
    """Different postures (n, nq) at a goal, angles within a half turn. still: rates that stay zero."""
    q = brought(at, mask, goal, starts, still, _STEPS)
    there = np.abs(errors(mask, at(q)[0], goal)).max(axis=1) < _SMALL
    return distinct(q[there])


def brought(at: At, mask: Mask, goal: Array, q: Array, still: Sequence[int] = (), steps: int = 4) -> Array:
    """Postures after some steps of Newton's method (damped far from the goal) towards it."""
    for _ in range(steps if len(q) else 0):
        poses, J = at(q)
        wrong = errors(mask, poses, goal)
        A = _jacobians(mask, poses, goal, J)
        A[:, :, list(still)] = 0.0
        damping: Array = 0.05 * np.sum(wrong**2, axis=1) + 1e-14
        square = A @ np.swapaxes(A, 1, 2) + damping[:, None, None] * np.eye(A.shape[1])
        step: Array = np.swapaxes(A, 1, 2) @ np.linalg.solve(square, wrong[:, :, None])
        size = np.maximum(1.0, np.abs(step).max(axis=1, keepdims=True) / 0.7)
        q = at.moved(q, (step / size)[:, :, 0])
    return q


def _jacobians(mask: Mask, poses: Array, goal: Array, J: Array) -> Array:
    """Rows of Jacobians that `errors` speaks of."""
    moves = np.array([floats(v) for v in mask.directions]).reshape(-1, 3)
    rows: list[Array] = [moves @ J[:, :3]]
    if mask.rotation == "direction":
        rows.append(_across(mask, poses) @ J[:, 3:])
    elif mask.rotation != "none":
        rows.append(_rows(mask, goal) @ J[:, 3:])
    return np.concatenate(rows, axis=1)


def distinct(q: Array, turning: Array | None = None) -> Array:
    """Of rows that are one posture, the first. turning: which positions are angles (all of them where it is left out)."""
    kept: list[Array] = []
    for row in q:
        if not any(distance(row, other, turning) < APART for other in kept):
            kept.append(row)
    return np.array(kept).reshape(-1, q.shape[1])


def distance(a: Array, b: Array, turning: Array | None = None) -> Array:
    """Largest difference of two postures (..., nq); whole turns do not count."""
    gap = np.asarray(a) - np.asarray(b)
    turned = np.abs(np.arctan2(np.sin(gap), np.cos(gap)))
    return np.max(turned if turning is None else np.where(turning, turned, np.abs(gap)), axis=-1)


def _rows(mask: Mask, goal: Array) -> Array:
    """Axes about which turns count."""
    return np.eye(3) if mask.rotation == "all" else np.array([floats(mask.axis)])


def _across(mask: Mask, poses: Array) -> Array:
    """What is left of an angular velocity without its part along the frame's axis."""
    axis = poses[:, :3, :3] @ np.array(floats(mask.axis))
    return np.eye(3) - axis[:, :, None] * axis[:, None, :]


def _turns(R: Array) -> Array:
    """Axis times angle of rotations (n, 3, 3)."""
    from scipy.spatial.transform import Rotation

    return Rotation.from_matrix(R).as_rotvec()
