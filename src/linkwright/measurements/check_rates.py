"""Diagnosis of measured rates against positions: shuffled columns, signs, units, lags.

Differences of positions over a few samples are compared with integrals of the rates over the same samples, since derivatives
would bring out the noise.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from linkwright.arrays import Array, Truth
from linkwright.measurements.check_motion import DEGREES, moving
from linkwright.measurements.clock import finite_rows, usual_step
from linkwright.measurements.finding import Finding, listed
from linkwright.measurements.recording import Recording
from linkwright.measurements.wrapping import unwrapped

_ALIKE, _UNLIKE = 0.95, 0.8
"""Correlations from which on, and below which, rates are those of a position or are not."""
_WINDOWS = 1000
"""Pieces of the motion that are compared, at least, and their samples, at most."""
_FEWEST = 50
"""Samples below which nothing is said."""
_SAME = 0.1
"""Part by which rates and positions may differ in size."""
_UNITS = (
    (DEGREES, "positions of {} are in degrees, or their rates not", "q=pos*[deg]"),
    (1 / DEGREES, "rates of {} are in degrees per second", "v=vel*[deg/s]"),
    (2 * math.pi / 60, "rates of {} are in revolutions per minute", "v=vel*[rpm]"),
    (1e3, "positions of {} are in millimetres, or their rates not", "q=pos*[mm]"),
)
_TIMES = ((1e-3, "milliseconds", "ms"), (1e-6, "microseconds", "us"), (1e-9, "nanoseconds", "ns"))


@dataclass(frozen=True, eq=False)
class _Pieces:
    """Of the motion: differences of positions, integrals of rates, differences of rates (pieces, n each); which joints move."""

    steps: Array
    integrals: Array
    changes: Array
    moving: Truth
    dt: float


def check_rates(recording: Recording) -> Iterator[Finding]:
    """Findings on measured rates; none where none were measured, or where they are no derivatives of the positions."""
    if recording.v is None or recording.v.shape != recording.q.shape or np.any(np.diff(recording.t) < 0):
        return
    pieces = _pieces(recording, recording.v)
    if pieces is None:
        return
    alike = _correlations(pieces)
    slopes = np.sum(pieces.steps * pieces.integrals, axis=0) / np.maximum(np.sum(pieces.integrals**2, axis=0), 1e-300)
    yield from _shuffled(recording, alike)
    own = np.diag(alike)
    wrong = [recording.rates[k] for k in np.flatnonzero(own < -_UNLIKE)]
    if wrong:
        evidence = ", ".join(
            f"correlation {own[k]:.3f} of {recording.rates[k]}" for k in np.flatnonzero(own < -_UNLIKE)
        )
        what = f"rates of {listed(wrong)} have the wrong sign against their positions"
        yield Finding("sign", what, evidence, "turn it round, as 'v=-vel*'", "error", tuple(wrong))
    yield from _sizes(recording, np.where(np.abs(own) > _ALIKE, np.abs(slopes), np.nan))
    yield from _lags(recording, pieces, own > _ALIKE)


def _pieces(recording: Recording, v: Array) -> _Pieces | None:
    good = finite_rows(recording)
    if good.sum() < _FEWEST or not usual_step(recording.t) > 0:
        return None
    recording, _ = unwrapped(recording)
    t = recording.t[good]
    width = int(np.clip(len(t) // _WINDOWS, 1, 50))
    parts: tuple[list[Array], list[Array], list[Array]] = ([], [], [])
    for k in range(v.shape[1]):  # a column at a time: they are long
        rate = v[good, k]
        summed = np.append(0.0, np.cumsum((rate[1:] + rate[:-1]) / 2 * np.diff(t)))
        for part, x in zip(parts, (recording.q[good, k], summed, rate), strict=True):
            part.append(np.diff(x[::width]))
    steps, integrals, changes = (np.column_stack(part) for part in parts)
    return _Pieces(steps, integrals, changes, moving(recording.q), usual_step(t))


def _correlations(pieces: _Pieces) -> Array:
    """(n, n): of the motion of each position with the integral of each rate; nan for joints at rest."""

    def unit(x: Array) -> Array:
        x = x - np.mean(x, axis=0)
        return x / np.maximum(np.linalg.norm(x, axis=0), 1e-300)

    found = unit(pieces.steps).T @ unit(pieces.integrals)
    found[~pieces.moving] = np.nan
    return found


def _shuffled(recording: Recording, alike: Array) -> Iterator[Finding]:
    sizes = np.nan_to_num(np.abs(alike))
    best = np.argmax(sizes, axis=1)
    odd = [k for k in range(len(best)) if best[k] != k and sizes[k, k] < _UNLIKE and sizes[k, best[k]] > _ALIKE]
    if odd:
        who = [recording.positions[k] for k in odd]
        pairs = ", ".join(
            f"{recording.positions[k]} moves as the rate of {recording.rates[best[k]]} says "
            f"(correlation {sizes[k, best[k]]:.3f}, with its own {sizes[k, k]:.3f})"
            for k in odd
        )
        remedy = "give the columns of q and v in one order, by names or by 'v=name1, name2, ...'"
        what = f"columns of positions and rates are shuffled: {listed(who)}"
        yield Finding("shuffled", what, pairs, remedy, "error", tuple(who))


def _sizes(recording: Recording, slopes: Array) -> Iterator[Finding]:
    """Positions that move as their rates say, but not as far."""
    known = slopes[np.isfinite(slopes)]
    for factor, word, unit in _TIMES:
        if len(known) and np.all(np.abs(known / factor - 1) < _SAME):
            evidence = f"positions change by {np.median(known):.3g} of what the integrals of their rates say"
            yield Finding("time unit", f"time is in {word}", evidence, f"name the unit, as 't=stamp[{unit}]'", "error")
            return
    left = np.isfinite(slopes) & (np.abs(slopes - 1) > _SAME)
    for factor, what, remedy in _UNITS:
        hit = left & (np.abs(slopes / factor - 1) < _SAME)
        who = [recording.positions[k] for k in np.flatnonzero(hit)]
        if who:
            evidence = (
                f"positions change {np.median(slopes[hit]):.4g} times as much as the integrals of their rates say"
            )
            yield Finding(
                "degrees", what.format(listed(who)), evidence, f"name the unit, as '{remedy}'", "error", tuple(who)
            )
        left &= ~hit
    who = [recording.positions[k] for k in np.flatnonzero(left)]
    if who:
        evidence = ", ".join(
            f"{slopes[k]:.3g} times as much for {recording.positions[k]}" for k in np.flatnonzero(left)
        )
        remedy = "check units and gear ratios, or leave the rates out: 'v=none'"
        what = f"positions and rates of {listed(who)} do not belong together"
        yield Finding("scale", what, f"positions change {evidence}", remedy, "error", tuple(who))


def _lags(recording: Recording, pieces: _Pieces, fits: Truth) -> Iterator[Finding]:
    """By regression: a rate that comes L late has the integral of the step less L times its change."""
    late: dict[int, float] = {}
    for k in np.flatnonzero(fits):
        A = np.column_stack([pieces.integrals[:, k], pieces.changes[:, k]])
        found, *_ = np.linalg.lstsq(A, pieces.steps[:, k], rcond=None)
        rest = pieces.steps[:, k] - A @ found
        if not found[0] > 0:
            continue
        spread = math.sqrt(float(rest @ rest) / len(rest) * float(np.linalg.pinv(A.T @ A)[1, 1]))
        if abs(found[1] / found[0]) > max(pieces.dt, 6 * spread / found[0]):
            late[int(k)] = float(found[1] / found[0])
    if late:
        who = [recording.rates[k] for k in late]
        evidence = ", ".join(f"{1e3 * abs(x):.3g} ms for {recording.rates[k]}" for k, x in late.items())
        word = "behind" if np.median(list(late.values())) > 0 else "ahead of"
        what = f"rates of {listed(who)} are {word} their positions"
        remedy = "differentiate the positions instead of using these rates; forces may be late as well"
        yield Finding("lag", what, evidence, remedy, "warning", tuple(who))
