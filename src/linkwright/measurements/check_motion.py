"""Diagnosis of positions: joints at rest, degrees, jumps, limits, coarse encoders."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from linkwright.arrays import Array, Truth
from linkwright.errors import counted
from linkwright.measurements.finding import Finding, JointLimits, listed
from linkwright.measurements.recording import Recording
from linkwright.measurements.wrapping import turns

DEGREES = 180 / math.pi
_REST = 12.0
"""Times its noise within which a joint is at rest."""
_NOISIEST = 0.05
"""rad or m by which a joint may shake and still be at rest: postures one after the other look like noise, too."""
_SMALL = 1e-3
"""Of the largest motion, below which it is so in any case."""
_JUMP = 20.0
"""Times the speed that 99 % of the samples keep, from which on a step is a jump."""
_LEVELS = 100
"""Different values below which a column is coarse."""
_FIRST = 10_000
"""Samples that mostly show it."""


def noise(x: Array) -> float:
    """Standard deviation of what changes from sample to sample: by second differences, of which half are small."""
    return float(np.nanmedian(np.abs(np.diff(x, 2))) / 0.6745 / math.sqrt(6)) if len(x) > 2 else 0.0


def moving(q: Array) -> Truth:
    """Which columns move by more than their noise and encoder steps, and by more than a trace of what the others do."""
    spread = np.nanmax(q, axis=0) - np.nanmin(q, axis=0)
    quiet = np.array([min(max(_REST * noise(x), 3 * quantum(x)), _NOISIEST) for x in q.T])
    return (spread > quiet) & (spread > _SMALL * np.max(spread, initial=0.0))


def quantum(x: Array) -> float:
    """The step of a column whose values are few: smallest difference between them; zero where they are many."""
    values = np.unique(x[np.isfinite(x)][:_FIRST])
    if len(values) >= _LEVELS:  # no need to sort a million
        return 0.0
    values = np.unique(x[np.isfinite(x)])
    return float(np.min(np.diff(values))) if 1 < len(values) < _LEVELS else 0.0


def check_positions(recording: Recording, limits: JointLimits) -> Iterator[Finding]:
    """Findings on positions."""
    yield from _rest(recording)
    odd = list(_units(recording, limits))
    yield from odd
    yield from _jumps(recording)
    if not odd:
        yield from _beyond(recording, limits)


def _rest(recording: Recording) -> Iterator[Finding]:
    still = [int(k) for k in np.flatnonzero(~moving(recording.q))]
    if not still:
        return
    who = [recording.positions[k] for k in still]
    spread = {k: float(np.nanmax(recording.q[:, k]) - np.nanmin(recording.q[:, k])) for k in still}
    evidence = ", ".join(
        f"{recording.positions[k]} moves {spread[k]:.2g} with noise of {noise(recording.q[:, k]):.1g}" for k in still
    )
    every = len(still) == recording.q.shape[1]
    what = "no joint moves" if every else f"{listed(who)} {'is' if len(who) == 1 else 'are'} at rest"
    remedy = "move every joint; what turns only with a resting joint cannot be identified"
    yield Finding("at rest", what, evidence, remedy, "error" if every else "warning", tuple(who))


def _units(recording: Recording, limits: JointLimits) -> Iterator[Finding]:
    """Angles in degrees, or lengths in millimetres: beyond the limits, and within them once they are divided."""
    reach = np.nanmax(np.abs(recording.q), axis=0)
    bound = np.fmax(np.abs(limits.lower), np.abs(limits.upper))
    for factor, unit, word in ((DEGREES, "deg", "degrees"), (1000.0, "mm", "millimetres")):
        fits = (reach > 2 * bound) & (reach / factor <= 1.1 * bound)
        who = [recording.positions[k] for k in np.flatnonzero(fits)]
        if who:
            k = int(np.flatnonzero(fits)[0])
            evidence = (
                f"{who[0]} reaches {reach[k]:.4g}, its limit is {bound[k]:.4g}, and {reach[k] / factor:.3g} would fit"
            )
            remedy = f"name the unit, as 'q=pos*[{unit}]'"
            yield Finding(
                "degrees", f"positions of {listed(who)} seem to be in {word}", evidence, remedy, "error", tuple(who)
            )
            return
    free = np.isnan(bound) & (reach > 2 * 2 * math.pi) & moving(recording.q)
    who = [recording.positions[k] for k in np.flatnonzero(free)]
    if who:
        most = float(reach[free][0])
        evidence = f"{who[0]} reaches {most:.4g}, which would be {most / 2 / math.pi:.1f} turns"
        remedy = "if so, name the unit: 'q=pos*[deg]'"
        yield Finding(
            "degrees", f"positions of {listed(who)} may be in degrees", evidence, remedy, "warning", tuple(who)
        )


def _jumps(recording: Recording) -> Iterator[Finding]:
    steps = np.diff(recording.t)
    if np.any(steps < 0) or not np.median(steps) > 0:
        return
    for k, name in enumerate(recording.positions):
        q = recording.q[:, k]
        wraps = turns(q)
        if np.any(wraps):
            times = np.flatnonzero(wraps)
            evidence = f"{counted(len(times), 'jump')} by 2 pi, first at t = {recording.t[times[0]]:.4g} s"
            remedy = "they are made continuous before smoothing"
            yield Finding("wrapped", f"{name} jumps by a turn", evidence, remedy, "warning", (name,))
        moved = np.abs(np.diff(q - 2 * math.pi * np.cumsum(wraps)))
        speed = moved / np.maximum(steps, np.median(steps))
        usual = float(np.nanpercentile(speed, 99))
        large = np.flatnonzero((speed > _JUMP * usual) & (moved > 0.01) & (moved > 8 * noise(q)))
        if len(large) and usual > 0:
            at = int(large[0])
            evidence = (
                f"{counted(len(large), 'step')} like that of {moved[at]:.3g} at t = {recording.t[at + 1]:.4g} s, "
                f"{speed[at] / usual:.3g} times as fast as 99 % of the samples"
            )
            remedy = "cut the recording there, or empty the cells of single wrong samples"
            yield Finding("jump", f"{name} jumps", evidence, remedy, "error", (name,))


def _beyond(recording: Recording, limits: JointLimits) -> Iterator[Finding]:
    low, high = np.nanmin(recording.q, axis=0), np.nanmax(recording.q, axis=0)
    over = np.fmax(np.fmax(limits.lower - low, high - limits.upper), 0)
    spare = 0.02 * np.where(np.isfinite(limits.upper - limits.lower), limits.upper - limits.lower, 1.0)
    out = np.flatnonzero(over > spare)
    if len(out):
        who = [recording.positions[k] for k in out]
        ranges = [(low[k], high[k], limits.lower[k], limits.upper[k]) for k in out]
        pairs = zip(who, ranges, strict=True)
        evidence = ", ".join("{} from {:.3g} to {:.3g}, limits {:.3g} and {:.3g}".format(name, *x) for name, x in pairs)
        remedy = "check the order of the columns, where zero is, and whether this is the robot of the recording"
        yield Finding("limits", f"{listed(who)} beyond the limits", evidence, remedy, "warning", tuple(who))
