"""Diagnosis of a recording before any model is made: what can be seen in the numbers themselves."""

from __future__ import annotations

from linkwright.measurements.check_forces import check_forces
from linkwright.measurements.check_motion import check_positions
from linkwright.measurements.check_rates import check_rates
from linkwright.measurements.check_time import check_rows, check_time
from linkwright.measurements.finding import Finding, JointLimits
from linkwright.measurements.recording import Recording


def diagnose(recording: Recording, limits: JointLimits | None = None) -> tuple[Finding, ...]:
    """All findings, errors first; empty for a recording without fault.

    limits: of the joints, for what only they can tell, as degrees in both positions and rates
    """
    if limits is None:
        limits = JointLimits.unknown(recording.q.shape[1], len(recording.rates), recording.tau.shape[1])
    found = [
        *check_time(recording),
        *check_rows(recording),
        *check_positions(recording, limits),
        *check_rates(recording),
        *check_forces(recording, limits),
    ]
    kinds: dict[tuple[str, tuple[str, ...]], Finding] = {}
    for finding in sorted(found, key=lambda x: x.severity):  # "error" before "warning"
        kinds.setdefault((finding.kind, finding.who), finding)
    return tuple(kinds.values())
