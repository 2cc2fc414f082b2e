"""Units that may follow a number in a file: `30 deg`, `250 mm`, `9.81 m/s^2`. Everything becomes SI and radians."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

Dimension = tuple[int, int, int]
"""Powers of kilogram, metre and second; angles have none."""
NONE: Dimension = (0, 0, 0)


def times(a: Dimension, b: Dimension, power: int) -> Dimension:
    """Of a times b to a power."""
    return a[0] + power * b[0], a[1] + power * b[1], a[2] + power * b[2]


_ROWS: tuple[tuple[str, int | str, int, Dimension], ...] = (
    ("m", 1, 0, (0, 1, 0)), ("km", 1000, 0, (0, 1, 0)), ("dm", "1/10", 0, (0, 1, 0)), ("cm", "1/100", 0, (0, 1, 0)),
    ("mm", "1/1000", 0, (0, 1, 0)), ("um", "1/1000000", 0, (0, 1, 0)), ("inch", "254/10000", 0, (0, 1, 0)),
    ("rad", 1, 0, (0, 0, 0)), ("mrad", "1/1000", 0, (0, 0, 0)), ("deg", "1/180", 1, (0, 0, 0)), ("rev", 2, 1, (0, 0, 0)),
    ("rpm", "1/30", 1, (0, 0, -1)),
    ("kg", 1, 0, (1, 0, 0)), ("g", "1/1000", 0, (1, 0, 0)), ("t", 1000, 0, (1, 0, 0)),
    ("s", 1, 0, (0, 0, 1)), ("ms", "1/1000", 0, (0, 0, 1)), ("Hz", 1, 0, (0, 0, -1)),
    ("N", 1, 0, (1, 1, -2)), ("kN", 1000, 0, (1, 1, -2)), ("mN", "1/1000", 0, (1, 1, -2)),
    ("Nm", 1, 0, (1, 2, -2)), ("mNm", "1/1000", 0, (1, 2, -2)), ("J", 1, 0, (1, 2, -2)), ("W", 1, 0, (1, 2, -3)),
)  # fmt: skip

UNITS: Mapping[str, tuple[Fraction, int]] = MappingProxyType(
    {name: (Fraction(factor), turns) for name, factor, turns, _ in _ROWS}
)
"""Name -> (factor, power of pi): one degree is pi/180, exactly."""
DIMENSIONS: Mapping[str, Dimension] = MappingProxyType({name: dimension for name, _, _, dimension in _ROWS})
