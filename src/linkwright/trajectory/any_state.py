"""Motions between any states: velocities and accelerations at both ends. The profiles are Ruckig's (Berscheid & Kroeger 2021).

Ruckig's free edition has no way points (it would send them to a server): those are ours, by blends.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError, LinkwrightError
from linkwright.trajectory.limits import Limits
from linkwright.trajectory.profile import Profile, from_pieces


def between(way: Array, rates: Array, limits: Limits, straight: bool) -> tuple[Profile, ...]:
    """Profiles over the distances `way`. rates: (4, joints) velocity and acceleration at the start, the same at the end."""
    try:
        ruckig: Any = import_module("ruckig")
    except ImportError:
        hint = "pip install 'linkwright[trajectory]', or start and end at rest"
        raise LinkwrightError("motions between any states need ruckig", hint=hint) from None
    count = len(way)
    asked = ruckig.InputParameter(count)
    asked.current_position, asked.target_position = [0.0] * count, way.tolist()
    asked.current_velocity, asked.current_acceleration = rates[0].tolist(), rates[1].tolist()
    asked.target_velocity, asked.target_acceleration = rates[2].tolist(), rates[3].tolist()
    asked.max_velocity, asked.max_acceleration, asked.max_jerk = limits.rows.tolist()
    asked.synchronization = ruckig.Synchronization.Phase if straight else ruckig.Synchronization.Time
    answer = ruckig.Trajectory(count)
    try:
        result = ruckig.Ruckig(count).calculate(asked, answer)
    except ruckig.RuckigError as error:
        raise _refused(str(error).replace("[ruckig]", "").strip().rstrip(".")) from None
    if int(result) < 0:
        raise _refused(str(result))
    ends = np.column_stack([way, rates[2], rates[3]])
    begins = np.column_stack([np.zeros(count), rates[0], rates[1]])
    profiles = [_profile(p, a, b) for p, a, b in zip(answer.profiles[0], begins, ends, strict=True)]
    last = max(p.duration for p in profiles)  # they differ by rounding
    return tuple(replace(p, times=np.append(p.times[:-1], last)) for p in profiles)


def _profile(made: Any, begin: Array, end: Array) -> Profile:
    """Ruckig's pieces: those that brake, seven, those that speed up at the end."""
    parts = (made.brake, made, made.accel)
    spans, jerks = (np.concatenate([getattr(p, name) for p in parts]) for name in ("t", "j"))
    return from_pieces(spans, jerks, begin, end)


def _refused(why: str) -> InputError:
    hint = "velocities and accelerations at both ends must be within the bounds, with room to stop"
    return InputError(f"there is no motion between these states: {why}", hint=hint)
