"""Fronts: the candidates that no other candidate beats in every objective (all objectives are the better, the less)."""

from __future__ import annotations

import numpy as np

from linkwright.arrays import Array, Indices


def undominated(objectives: Array) -> Indices:
    """Rows (n, objectives) that no other row beats, in their order; of equal rows the first.

    They are looked at in the order of their sums: a row can only be beaten by one before it.
    """
    order = np.lexsort((np.arange(len(objectives)), objectives.sum(axis=1)))
    kept: list[int] = []
    front = np.empty((0, objectives.shape[1]))
    for row in order:
        point = objectives[row]
        if not np.any(np.all(front <= point, axis=1)):
            kept.append(int(row))
            front = np.vstack([front, point])
    return np.sort(np.array(kept, np.intp))


def fronts(objectives: Array) -> Indices:
    """For each row the number of its front: 0 where no other row beats it, 1 without those, ..."""
    ranks = np.full(len(objectives), -1, np.intp)
    left = np.arange(len(objectives))
    number = 0
    while len(left):
        best = undominated(objectives[left])
        ranks[left[best]] = number
        left = np.delete(left, best)
        number += 1
    return ranks


def spread(objectives: Array, count: int) -> Indices:
    """At most `count` rows of a front that stand for it: the best by each objective, then always the one furthest from those
    chosen (objectives scaled to their ranges)."""
    if len(objectives) <= count:
        return np.arange(len(objectives))
    low, high = objectives.min(axis=0), objectives.max(axis=0)
    scaled = (objectives - low) / np.where(high > low, high - low, 1.0)
    chosen = list(dict.fromkeys(int(k) for k in np.argmin(objectives, axis=0)))[:count]
    while len(chosen) < count:
        away = np.min(np.linalg.norm(scaled[:, None] - scaled[None, chosen], axis=2), axis=1)
        chosen.append(int(np.argmax(away)))
    return np.sort(np.array(chosen, np.intp))
