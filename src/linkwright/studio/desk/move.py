"""A motion of one joint from rest to rest, as the formula of time that a document has. It needs no NumPy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linkwright.studio.desk.asked import number_of
from linkwright.trajectory.formula import rest_to_rest_formula

_FAR = 1e9
"""Numbers beyond it are mistakes."""


def move(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The formula, and the seconds that the motion takes. Bounds that are not given do not hold."""
    start, end, begin = (number_of(payload, key, 0.0, -_FAR, _FAR) for key in ("from", "to", "start"))
    bounds = {key: _bound(payload, key) for key in ("velocity", "acceleration", "jerk")}
    found = rest_to_rest_formula(start, end, begin=begin, **bounds)
    return {"formula": found.text, "duration": found.duration}


def _bound(payload: Mapping[str, Any], key: str) -> float | None:
    return None if payload.get(key) is None else number_of(payload, key, 0.0, -_FAR, _FAR)
