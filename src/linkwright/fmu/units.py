"""Units as the standard wants them: powers of the base units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

BASE: Mapping[str, Mapping[str, int]] = {
    "s": {"s": 1},
    "1/s": {"s": -1},
    "m": {"m": 1},
    "m/s": {"m": 1, "s": -1},
    "m/s2": {"m": 1, "s": -2},
    "rad": {"rad": 1},
    "rad/s": {"rad": 1, "s": -1},
    "rad/s2": {"rad": 1, "s": -2},
    "N": {"kg": 1, "m": 1, "s": -2},
    "N.m": {"kg": 1, "m": 2, "s": -2},
}
"""Unit -> exponents. An angle is no number here, as the standard allows, so that rad and rad/s are told from 1 and 1/s."""


def used(units: Iterable[str]) -> dict[str, Mapping[str, int]]:
    """The definitions of the units that occur."""
    return {unit: BASE[unit] for unit in dict.fromkeys(units) if unit}
