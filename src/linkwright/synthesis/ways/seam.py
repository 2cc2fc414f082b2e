"""Whether positions along time belong together: whole turns taken out, jumps from one branch to another told."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import pi

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.graph.expr import Scalar, apply
from linkwright.synthesis.ways.canvas import Canvas, Staged

_SMALL = 1e-3
"""Radians or metres: no jump is smaller."""


def joined(t: Array, q: Array, v: Array, a: Array, turning: Sequence[bool]) -> Array:
    """Positions q (rows, samples, n) with rates v and a made continuous in place: angles `turning` go on beyond half a turn.
    Whether each row is all numbers without a jump that its rates do not explain."""
    if len(t) < 2:
        return np.all(np.isfinite(q), axis=(1, 2))
    step = _step(tuple(turning))
    spans = np.diff(t)[:, None]
    room = step.empty(1, len(spans))
    steady = np.empty(len(q), dtype=bool)
    for m in range(len(q)):  # one row after the other: what a row leaves is small, and stays in the cache
        given = [x[m, part] for x in (q, v, a) for part in (slice(None, -1), slice(1, None))]
        step.fill(room, [0], np.zeros((1, 0)), [*given, spans])
        steady[m] = room["jump"].max() < _SMALL  # and false where one is no number
        if room["turns"].any():
            q[m, 1:] += 2 * pi * np.cumsum(room["turns"][0], axis=0)
    return steady


@lru_cache(maxsize=64)
def _step(turning: tuple[bool, ...]) -> Staged:
    """From one sample to the next: how many turns an angle has lost, and the largest jump. Between two samples rates change
    no more than their ends and accelerations say."""
    n = len(turning)
    names = ("q", "q_next", "v", "v_next", "a", "a_next")
    canvas = Canvas(())
    q0, q1, v0, v1, a0, a1 = (canvas.symbols(name, n) for name in names)
    (dt,) = canvas.symbols("dt", 1)
    turns: list[Scalar] = []
    jump: Scalar = 0
    for k in range(n):
        gap = q1[k] - q0[k] - (v0[k] + v1[k]) * dt / 2
        lost = apply("select", gap - pi, -1, apply("select", -gap - pi, 1, 0)) if turning[k] else 0
        turns.append(lost)
        room = dt * abs(v1[k] - v0[k]) + dt * dt / 2 * (abs(a0[k]) + abs(a1[k])) + _SMALL
        beyond = abs(gap + 2 * pi * lost if turning[k] else gap) - room
        jump = jump + (beyond + abs(beyond)) / 2  # and no maximum, which may hide what is no number
    shapes = {**dict.fromkeys(names, (n,)), "dt": (1,)}
    return canvas.staged("seam", shapes, {"turns": ((n,), turns), "jump": ((), [jump])})
