"""Signs of forces. A fit is blind to the sign of all forces at once, or of one that shares no parameters with others: it finds
negative masses and friction instead. What no machine has tells: inertia felt by a joint, M_jj(q), is positive, and friction
takes power out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from linkwright.arrays import Array
from linkwright.identification.diagnosis.view import View

_SAMPLES = 60
"""Postures over which inertia is averaged."""
_SURE = 6.0
"""Standard errors from which on a sign is told."""
_SIZE = 1.0
"""Least size of the forces behind a sign, in residuals: smaller ones may be what the model lacks."""
_ALONE = 0.15
"""Loss in score by a turned sign below which the force shares too little with others to be told by them."""
_FRICTION = ("viscous", "coulomb")


@dataclass(frozen=True, eq=False)
class Votes:
    """For each row: inertia (mean of M_jj) and friction (mean power that it takes), and +1, -1 or 0 where they tell nothing."""

    inertia: Array
    friction: Array
    by_inertia: NDArray[np.int_]
    by_friction: NDArray[np.int_]

    @property
    def both(self) -> NDArray[np.int_]:
        """One number: what cannot be negative counts more than what sensors behind the gear may hardly feel."""
        return 2 * self.by_inertia + self.by_friction


def with_right_signs(view: View) -> tuple[View, Votes]:
    """The reading with the signs that a machine can have, and what speaks for them."""
    if view.evidence is None:
        none = np.zeros(len(view.sign))
        return view, Votes(none, none, none.astype(int), none.astype(int))
    votes = votes_of(view)
    if votes.both.sum() < 0:
        view, votes = _turned(view, range(len(view.sign))), _negated(votes, range(len(view.sign)))
    wrong = [int(k) for k in np.flatnonzero(votes.both < 0) if _loss(view, int(k)) < _ALONE]
    return (_turned(view, wrong), _negated(votes, wrong)) if wrong else (view, votes)


def _turned(view: View, rows: range | list[int]) -> View:
    return view.resigned(tuple(-s if k in rows else s for k, s in enumerate(view.sign)))


def _negated(votes: Votes, rows: range | list[int]) -> Votes:
    turn = np.ones(len(votes.inertia), dtype=int)
    turn[list(rows)] = -1
    return Votes(*(getattr(votes, n) * turn for n in ("inertia", "friction", "by_inertia", "by_friction")))


def _loss(view: View, k: int) -> float:
    return _turned(view, [k]).fit.score - view.fit.score


def votes_of(view: View) -> Votes:
    """What inertia and friction say of each row that is the force of a rate."""
    model, samples, fit = view.model, view.samples.at_most(_SAMPLES), view.fit
    rows, rates = len(model.rows), model.robot.rate_names
    along, takes = np.zeros((rows, len(model.names))), np.zeros((rows, len(model.names)))
    sizes = np.zeros((2, rows))
    none = np.zeros_like(samples.v)
    still = replace(samples, v=none, a=none).columns(model)
    Y = samples.columns(model)
    for j, name in enumerate(model.rows):
        if name not in rates:
            continue
        k = rates.index(name)
        one = none.copy()
        one[:, k] = 1.0
        moved = replace(samples, v=none, a=one).columns(model)
        along[j] = np.mean(moved[:, j] - still[:, j], axis=0)
        sizes[0, j] = np.sqrt(np.mean(view.samples.a[:, k] ** 2)) * abs(along[j] @ fit.values)
        own = [model.names.index(n) for t in _FRICTION if (n := f"{t}_{name}") in model.names]
        takes[j, own] = np.mean(samples.v[:, k, None] * Y[:, j, own], axis=0)
        sizes[1, j] = np.sqrt(np.mean((Y[:, j, own] @ fit.values[own]) ** 2))
    assert view.evidence is not None
    found: list[tuple[Array, NDArray[np.int_]]] = []
    for directions, size in zip((along, takes), sizes, strict=True):
        mean = np.nan_to_num(directions @ fit.values)
        spread = view.evidence.deviation(fit, directions) / np.sqrt(samples.independent)
        sure = (np.abs(mean) > _SURE * spread) & (size > _SIZE * fit.sigma)
        found.append((mean, np.where(sure, np.sign(mean), 0).astype(int)))
    return Votes(found[0][0], found[1][0], found[0][1], found[1][1])
