"""Diagnosis of forces: constant columns, saturation, sizes, few digits."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from linkwright.arrays import Array, Truth
from linkwright.measurements.check_motion import quantum
from linkwright.measurements.finding import Finding, JointLimits, listed
from linkwright.measurements.recording import Recording

_RUN = 10
"""Samples in a row at an extreme value that make saturation."""
_SHARE = 0.002
"""Of all samples."""
_FAR = 5.0
"""Times the largest effort, from which on forces are in another unit."""
_COARSE = 40
"""Steps across the range of a column, below which it is told to be coarse."""


def check_forces(recording: Recording, limits: JointLimits) -> Iterator[Finding]:
    """Findings on forces."""
    spread = np.nanmax(recording.tau, axis=0) - np.nanmin(recording.tau, axis=0)
    same = [int(k) for k in np.flatnonzero(spread == 0)]
    if same:
        who = [recording.forces[k] for k in same]
        evidence = ", ".join(f"{recording.forces[k]} is {recording.tau[0, k] + 0.0:g} in all samples" for k in same)
        remedy = "name the columns that were measured, or leave this force out"
        yield Finding("constant", f"the force of {listed(who)} never changes", evidence, remedy, "error", tuple(who))
    live = [k for k in range(recording.tau.shape[1]) if k not in same]
    yield from _saturation(recording, limits, live)
    yield from _sizes(recording, limits)
    yield from _coarse("forces", recording.tau, recording.forces, live)
    if recording.v is not None:
        yield from _coarse("rates", recording.v, recording.rates, list(range(recording.v.shape[1])))
    yield from _coarse("positions", recording.q, recording.positions, list(range(recording.q.shape[1])))


def _saturation(recording: Recording, limits: JointLimits, live: list[int]) -> Iterator[Finding]:
    told: dict[int, str] = {}
    for k in live:
        x = recording.tau[:, k]
        low, high = float(np.nanmin(x)), float(np.nanmax(x))
        for value in (low, high):
            share = _stuck(x == value)
            if share > _SHARE:
                told[k] = f"{recording.forces[k]} stays at {value:.4g} for {100 * share:.2g} % of the time"
        share = np.count_nonzero(np.abs(x) >= 0.999 * limits.effort[k]) / len(x)
        if k not in told and share > _SHARE and max(abs(low), abs(high)) < 1.05 * limits.effort[k]:
            told[k] = (
                f"{recording.forces[k]} is at its limit of {limits.effort[k]:.4g} for {100 * share:.2g} % of the time"
            )
    if told:
        who = [recording.forces[k] for k in told]
        remedy = "excite more slowly, or leave these samples out: the true force is not known there"
        what = f"the force of {listed(who)} saturates"
        yield Finding("saturation", what, "; ".join(told.values()), remedy, "warning", tuple(who))


def _stuck(at: Truth) -> float:
    """Part of the samples that are in runs of at least `_RUN`."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], at, [False]]).astype(np.int8)))
    runs = edges[1::2] - edges[::2]
    return float(runs[runs >= _RUN].sum() / len(at))


def _sizes(recording: Recording, limits: JointLimits) -> Iterator[Finding]:
    usual = np.array([np.nanpercentile(np.abs(x), 99) for x in recording.tau.T])  # a column at a time: they are long
    far = np.flatnonzero(usual > _FAR * limits.effort)
    if len(far):
        who = [recording.forces[k] for k in far]
        evidence = ", ".join(
            f"{recording.forces[k]} reaches {usual[k]:.4g}, its limit is {limits.effort[k]:.4g}" for k in far
        )
        remedy = "name the unit, as 'tau=eff*[mNm]'; currents need the gains of the drives"
        what = f"forces of {listed(who)} are far beyond what the drives can do"
        yield Finding("effort", what, evidence, remedy, "warning", tuple(who))


def _coarse(word: str, block: Array, names: tuple[str, ...], live: list[int]) -> Iterator[Finding]:
    steps = {k: quantum(block[:, k]) for k in live}
    spread = np.nanmax(block, axis=0) - np.nanmin(block, axis=0)
    coarse = [k for k in live if steps[k] > 0 and spread[k] / steps[k] < _COARSE]
    if coarse:
        who = [names[k] for k in coarse]
        evidence = ", ".join(f"steps of {steps[k]:.3g} in a range of {spread[k]:.3g} for {names[k]}" for k in coarse)
        remedy = "record with more digits, or use another sensor"
        yield Finding("quantisation", f"{word} of {listed(who)} are coarse", evidence, remedy, "warning", tuple(who))
