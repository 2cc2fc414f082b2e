"""What a procedure's Python source imports, so that it also runs as it stands: the functions of the op table on floats.

Where a real function has no value they give NaN, as compiled code does, instead of an exception.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
"""An array of a procedure."""

nan, inf = math.nan, math.inf
isfinite = math.isfinite
sin, cos, tan = math.sin, math.cos, math.tan
atan2, hypot, fabs = math.atan2, math.hypot, math.fabs


def zeros(*shape: int) -> Floats:
    """A local array."""
    return np.zeros(shape)


def sqrt(x: float) -> float:
    """Square root; NaN of a negative number."""
    return math.sqrt(x) if x >= 0.0 else math.nan


def asin(x: float) -> float:
    """Arc sine; NaN beyond 1."""
    return math.asin(x) if -1.0 <= x <= 1.0 else math.nan


def acos(x: float) -> float:
    """Arc cosine; NaN beyond 1."""
    return math.acos(x) if -1.0 <= x <= 1.0 else math.nan


def exp(x: float) -> float:
    """Exponential; infinite where it is too large."""
    return math.exp(x) if not x > 709.78 else float(np.exp(np.float64(min(x, 1e4))))


def log(x: float) -> float:
    """Natural logarithm; NaN of a negative number."""
    return math.log(x) if x > 0.0 else -math.inf if x == 0.0 else math.nan


def sign(x: float) -> float:
    """1, -1, or 0 of 0."""
    return 1.0 if x > 0.0 else -1.0 if x < 0.0 else x * 0.0
