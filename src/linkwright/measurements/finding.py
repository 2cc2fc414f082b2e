"""What is wrong with measurements, said with the evidence and the remedy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from linkwright.arrays import Array

Severity = Literal["error", "warning"]


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong.

    kind:     one word or two to tell findings apart: "degrees", "saturation"
    what:     what is wrong, naming the joints
    evidence: the numbers that say so
    remedy:   what to do
    severity: "error" where numbers made from the data would be wrong, "warning" where they would be worse
    who:      names of the coordinates or forces
    """

    kind: str
    what: str
    evidence: str
    remedy: str
    severity: Severity
    who: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.severity}: {self.what} ({self.evidence}); {self.remedy}"


@dataclass(frozen=True, eq=False)
class JointLimits:
    """Bounds of positions (lower, upper) and sizes of rates (velocity) and forces (effort); nan where there is none."""

    lower: Array
    upper: Array
    velocity: Array
    effort: Array

    @classmethod
    def unknown(cls, positions: int, rates: int, forces: int) -> JointLimits:
        """No bound at all."""
        return cls(*(np.full(n, np.nan) for n in (positions, positions, rates, forces)))


def listed(names: list[str]) -> str:
    """'a', 'a and b', 'a, b and c'."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
