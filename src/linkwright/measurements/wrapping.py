"""Angles that jump by a turn where they pass pi or 0: made continuous."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from linkwright.arrays import Array, Indices
from linkwright.errors import counted
from linkwright.measurements.recording import Recording

TURN = 2 * np.pi
_NEAR = 0.05
"""Of a turn, by which a jump may differ from it: what the joint moves in one step."""


def turns(q: Array) -> Indices:
    """Whole turns by which each value of a column jumps against the one above: 1, -1, or mostly 0.

    Only the jumps of a column that otherwise moves in small steps, and that stays within one turn, are turns: a fast slider,
    or an angle in degrees, has steps of six as well.
    """
    found = np.zeros(len(q), dtype=np.intp)
    steps = np.diff(q)
    large = np.abs(steps) > TURN / 2
    if np.any(large) and np.nanmax(q) - np.nanmin(q) <= TURN * (1 + _NEAR):
        near = np.abs(np.abs(steps[large]) - TURN) < 4 * _NEAR * TURN
        if np.all(near):
            found[1:][large] = np.sign(steps[large]).astype(np.intp)
    return found


def unwrapped(recording: Recording) -> tuple[Recording, tuple[str, ...]]:
    """A recording whose angles are continuous, and notes on those that were not; the same one where all are."""
    jumps = {k: x for k in range(recording.q.shape[1]) if np.any(x := turns(recording.q[:, k]))}
    if not jumps or recording.q.shape[1] != len(recording.rates):  # quaternions are no angles
        return recording, ()
    q = recording.q.copy()
    notes: list[str] = []
    for k, x in jumps.items():
        q[:, k] -= TURN * np.cumsum(x)
        times = counted(int(np.count_nonzero(x)), "time")
        notes.append(f"{recording.positions[k]} jumps by a turn {times}: made continuous")
    return replace(recording, q=q), tuple(notes)
