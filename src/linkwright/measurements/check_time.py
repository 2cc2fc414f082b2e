"""Diagnosis of times and rows: order, unit, samples that are lost, repeated or missing."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from linkwright.errors import counted
from linkwright.measurements.clock import finite_rows, lost_steps, repeated_rows, stale_rows, usual_step
from linkwright.measurements.finding import Finding
from linkwright.measurements.recording import Recording

_SLOW, _FAST = 0.5, 1e-5
"""Seconds between samples from which on, and below which, the unit of time is doubted."""
_MANY = 0.1
"""Part of samples, lost or missing, that makes an error."""
_UNIT_REMEDY = "name the unit, as 't=stamp[ms]'"


def check_time(recording: Recording) -> Iterator[Finding]:
    """Findings on the times alone."""
    t = recording.t
    back = np.flatnonzero(np.diff(t) < 0)
    if len(back):
        k = int(back[0])
        evidence = f"{counted(len(back), 'step')} back, first from {t[k]:g} s to {t[k + 1]:g} s at row {k + 2}"
        remedy = "sort the rows, or give each run as a file of its own"
        yield Finding("time order", "time is not monotone", evidence, remedy, "error")
        return
    dt = usual_step(t)
    if dt <= 0:
        evidence = f"{np.count_nonzero(np.diff(t) == 0)} of {len(t) - 1} steps are zero"
        yield Finding("time order", "time stands still", evidence, "give a column of time that counts", "error")
        return
    if dt > _SLOW or dt < _FAST:
        unit = "milliseconds" if dt < 100 else "microseconds" if dt < 1e5 else "nanoseconds"
        evidence = f"{dt:.3g} s between samples, {t[-1] - t[0]:.4g} s in all"
        meant = f"time seems to be in {unit}" if dt > _SLOW else "time seems not to be in seconds"
        smooth = dt < _FAST or _is_smooth(recording)
        yield Finding("time unit", meant, evidence, _UNIT_REMEDY, "error" if smooth else "warning")
    yield from _lost(recording, dt)


def _is_smooth(recording: Recording) -> bool:
    """Whether neighbouring samples are parts of one motion: steps change little from one to the next."""
    steps = np.diff(recording.q, axis=0)
    change = np.diff(steps, axis=0)
    return bool(np.nansum(change**2) < 0.1 * np.nansum(steps**2))


def _lost(recording: Recording, dt: float) -> Iterator[Finding]:
    lost = lost_steps(recording.t, dt)
    total = int(lost.sum())
    if total:
        worst = int(np.argmax(np.diff(recording.t)))
        share = total / (total + len(recording.t))
        evidence = (
            f"{total} of {total + len(recording.t)} ({100 * share:.2g} %) in {counted(int(np.count_nonzero(lost)), 'gap')}, "
            f"the longest of {1e3 * (recording.t[worst + 1] - recording.t[worst]):.3g} ms at t = {recording.t[worst]:.4g} s"
        )
        remedy = "short gaps are bridged and long ones left out; record with a lower rate or a faster disk"
        yield Finding("lost samples", "samples are lost", evidence, remedy, "error" if share > _MANY else "warning")


def check_rows(recording: Recording) -> Iterator[Finding]:
    """Findings on rows: numbers that are missing, rows written twice."""
    for word, block in recording.blocks().items():
        missing = np.isnan(block)
        if not np.any(missing):
            continue
        names = {"q": recording.positions, "tau": recording.forces, "wrench": ()}.get(word, recording.rates)
        who = tuple(str(names[k]) if names else f"{word}{k + 1}" for k in np.flatnonzero(missing.any(axis=0)))
        rows = int(missing.any(axis=1).sum())
        first = int(np.argmax(missing.any(axis=1)))
        evidence = (
            f"{rows} of {len(block)} rows, first at t = {recording.t[first]:.4g} s, in {word} of {', '.join(who)}"
        )
        severity = "error" if rows > _MANY * len(block) else "warning"
        remedy = "these rows count as lost; leave out the column if it is mostly empty"
        yield Finding("missing numbers", "numbers are missing", evidence, remedy, severity, who)
    good = finite_rows(recording)
    twice = int((stale_rows(recording) & good).sum())
    if twice:
        resting = int((repeated_rows(recording) & good).sum()) - twice
        more = f", besides {resting} at rest" if resting else ""
        evidence = (
            f"{twice} of {len(recording.t)} rows ({100 * twice / len(recording.t):.2g} %) repeat the one above{more}"
        )
        remedy = "they are left out; record when a new sample has come, not by the clock"
        yield Finding("repeated samples", "samples are written twice", evidence, remedy, "warning")
