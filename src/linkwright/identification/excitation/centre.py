"""A posture at rest that keeps all limits: motions are made about it, and drawn to it where they break a limit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.identification.excitation.motion import Motion

if TYPE_CHECKING:
    from linkwright.identification.excitation.band import Band
    from linkwright.identification.excitation.bounds import Bounds
    from linkwright.identification.excitation.moving import Moving
    from linkwright.identification.excitation.plant import Plant


TRIES = 2000
"""Random postures, where the one in the middle does not do."""


def resting(plant: Plant, q: Array) -> Motion | None:
    """Postures (K, n) at rest."""
    return plant.motion(q, np.zeros_like(q), np.zeros_like(q))


def given_start(plant: Plant, bands: Sequence[Band], moving: Moving) -> Array:
    """The start that a user gave, if it keeps all limits at rest."""
    q = moving.rest[list(moving.iq)]
    worst, words = _worst(bands, resting(plant, q[None]))
    if worst[0] > 0:
        hint = "start elsewhere, or give wider limits or a smaller --margin"
        raise InputError(f"the start breaks a limit: {words[0]}", moving.robot.source, hint)
    return q


def found_centre(plant: Plant, bands: Sequence[Band], moving: Moving, bounds: Bounds) -> Array:
    """The middle of the position limits of a tree, the start of a closed robot; a random posture where that breaks a limit."""
    closed = moving.robot.tree is not moving.robot
    middle = moving.rest[list(moving.iq)] if closed else (bounds.lower + bounds.upper) / 2
    worst, _ = _worst(bands, resting(plant, middle[None]))
    if worst[0] <= 0:
        return middle
    random = np.random.default_rng(0)
    spread = bounds.lower + random.random((TRIES, len(middle))) * (bounds.upper - bounds.lower)
    spread[0] = middle
    if closed:  # loops close near the start: a batch with one posture out of reach has no motion
        spread = middle + (spread - middle) * random.random((TRIES, 1)) ** 2
        parts = [_worst(bands, resting(plant, row[None])) for row in spread[:200]]
        worst, words = np.array([x[0][0] for x in parts]), [x[1][0] for x in parts]
    else:
        worst, words = _worst(bands, resting(plant, spread))
    best = int(np.argmin(worst))
    if worst[best] > 0:
        hint = "give wider limits, a smaller --margin, or a --start that keeps them"
        what = f"no posture of '{moving.robot.name}' keeps all limits; the nearest breaks one: {words[best]}"
        raise InputError(what, moving.robot.source, hint)
    return spread[best]


def _worst(bands: Sequence[Band], postures: Motion | None) -> tuple[Array, list[str]]:
    """Per posture: the largest excess, and whose it is."""
    if postures is None:
        return np.full(1, np.inf), ["closure: the loops do not close"]
    worst = np.full(len(postures.q), -np.inf)
    words = [""] * len(worst)
    for band in bands:
        values = band.at(postures)
        excess = np.where(np.isfinite(values), band.excess(values), np.inf).max(axis=1)
        for k in np.flatnonzero(excess > worst):
            worst[k], words[k] = excess[k], band.told(values[k : k + 1])[1]
    return worst, words
