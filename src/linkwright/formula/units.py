"""Units that may follow a number in a file: `30 deg`, `250 mm`, `9.81 m/s^2`. Everything becomes SI and radians."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

UNITS: Mapping[str, tuple[Fraction, int]] = MappingProxyType(
    {
        name: (Fraction(factor), turns)
        for name, factor, turns in (
            ("m", 1, 0), ("km", 1000, 0), ("dm", "1/10", 0), ("cm", "1/100", 0), ("mm", "1/1000", 0), ("um", "1/1000000", 0),
            ("inch", "254/10000", 0),
            ("rad", 1, 0), ("mrad", "1/1000", 0), ("deg", "1/180", 1), ("rev", 2, 1), ("rpm", "1/30", 1),
            ("kg", 1, 0), ("g", "1/1000", 0), ("t", 1000, 0),
            ("s", 1, 0), ("ms", "1/1000", 0), ("Hz", 1, 0),
            ("N", 1, 0), ("kN", 1000, 0), ("mN", "1/1000", 0), ("Nm", 1, 0), ("mNm", "1/1000", 0), ("J", 1, 0), ("W", 1, 0),
        )
    }
)  # fmt: skip
"""Name -> (factor, power of pi): one degree is pi/180, exactly."""
