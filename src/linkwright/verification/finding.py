"""Finding: what one law found; and how two results are compared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

_FLOOR = 1e-6
"""Results smaller than this are compared absolutely: where forces cancel, only rounding is left to compare."""


@dataclass(frozen=True)
class Finding:
    """residual: largest relative gap, None where nothing was measured; exact: as in Row.

    tolerance: what the residual may be, where the law's own tolerance does not fit this robot; the note says why
    """

    residual: float | None = None
    exact: bool | None = None
    note: str = ""
    tolerance: float | None = None


def gap(x: Any, y: Any, scale: Any = 0.0) -> float:
    """Largest difference of two arrays, relative to their largest element, or to `scale` where that is larger."""
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    if x.shape != y.shape:
        raise ValueError(f"shapes {x.shape} and {y.shape} cannot be compared")
    if x.size == 0:
        return 0.0
    if not (np.all(np.isfinite(x)) and np.all(np.isfinite(y))):
        return float("inf")
    size = max(float(np.max(np.abs(x))), float(np.max(np.abs(y))), float(np.max(np.abs(scale), initial=0.0)), _FLOOR)
    return float(np.max(np.abs(x - y))) / size


def largest(gaps: Iterable[float]) -> float:
    """The largest gap; NaN counts as infinite."""
    return max((g if g == g else float("inf") for g in gaps), default=0.0)


def notes(*parts: str) -> str:
    """Remarks in one line, without the empty ones."""
    return "; ".join(part for part in parts if part)
