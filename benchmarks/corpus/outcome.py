"""What became of one model file: plain data, so that it travels from a worker as a line of JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

Verdict = Literal["agrees", "differs", "refused", "peer refuses", "nothing moves", "traceback", "too slow"]
TOLERANCE = 1e-8


@dataclass(frozen=True)
class Outcome:
    """difference: the largest one of all forces, relative to the largest force; detail: the reason where there is none."""

    file: str
    verdict: Verdict
    difference: float = 0.0
    detail: str = ""
    dof: int = 0

    def to_json(self) -> str:
        """One line."""
        return json.dumps(asdict(self))


def judged(file: str, difference: float, dof: int, detail: str = "") -> Outcome:
    """The outcome of a comparison that took place."""
    agrees = difference <= TOLERANCE
    return Outcome(file, "agrees" if agrees else "differs", difference, detail, dof)


def relative(ours: ArrayLike, theirs: ArrayLike) -> float:
    """Largest difference of two arrays, relative to their largest entry; infinite where one is not finite."""
    a, b = np.asarray(ours, dtype=float), np.asarray(theirs, dtype=float)
    if a.shape != b.shape or not (np.isfinite(a).all() and np.isfinite(b).all()):
        return float("inf")
    if a.size == 0:
        return 0.0
    return float(np.abs(a - b).max() / max(np.abs(a).max(), np.abs(b).max(), 1e-12))
