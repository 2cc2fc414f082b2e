"""Sweep: the whole motion that a mechanism can make from its start, one free coordinate at a time.

Each free coordinate is followed both ways while the others rest: along the curve of closed configurations, through its turning
points, until it returns to where it began or comes to a singular configuration.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from linkwright.arrays import Array, Indices
from linkwright.model.assembly.assembly import close
from linkwright.model.assembly.closure_equations import ClosureEquations

_STRIDE = 0.1
"""Length of a step (radians, shares of the mechanism's length)."""
_STEPS = 240
_SINGULAR = 1e-5


def sweep(conditions: ClosureEquations, start: Array, free: Sequence[int], moving: Indices, rank: int) -> Array:
    """Closed configurations all along the motion of each of the free rates, the start first: (count, nq)."""
    found = [start[None]]
    for k in free:
        if k in moving:
            held = [j for j in free if j != k]
            found.append(_curve(conditions, start, held, moving[~np.isin(moving, held)], rank))
    return np.concatenate(found)


def _curve(conditions: ClosureEquations, start: Array, held: Sequence[int], moving: Indices, rank: int) -> Array:
    """Both ways from the start along the closed configurations in which the held rates rest."""
    skeleton = conditions.skeleton
    units = skeleton.units[moving]
    at = np.repeat(start[None], 2, axis=0)
    before = np.zeros((2, len(moving)))
    going = np.array([True, True])
    kept: list[Array] = []
    for n in range(_STEPS):
        s, V = np.linalg.svd(conditions(at)[1][:, :, moving] * units, full_matrices=True)[1:]
        if V.shape[-1] == rank or s.shape[-1] < rank:
            break
        way = V[:, rank]
        turn = np.sum(way * before, axis=-1) if n else np.array([1.0, -1.0])
        way = way * np.where(turn < 0, -1.0, 1.0)[:, None]
        going &= (s[:, rank - 1] > _SINGULAR * s[:, 0]) & ((np.abs(turn) > 0.7) if n else True)
        step = np.zeros((2, skeleton.tree.nv))
        step[:, moving] = way * units * _STRIDE
        ended = close(conditions, skeleton.moved(at, step), moving, 30)
        gone = np.linalg.norm(skeleton.difference(ended.q, at), axis=-1)
        going &= ended.found & (gone < 2 * _STRIDE)
        at, before = ended.q, way
        kept.append(at[going])
        home = np.linalg.norm(skeleton.difference(at, start), axis=-1) < 0.6 * _STRIDE
        if not going.any() or (n > 2 and np.all(home | ~going)):
            break
    return np.concatenate(kept) if kept else np.zeros((0, len(start)))
