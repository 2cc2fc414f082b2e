"""How far measured and modelled are apart, in the units of a workshop."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.calibration.measured import Kind


@dataclass(frozen=True)
class Apart:
    """Root mean square and largest distance (m) and angle (rad); angles are nan where none were measured."""

    count: int
    rms: float
    largest: float
    rms_angle: float
    largest_angle: float


def apart(kind: Kind, gaps: Array) -> Apart:
    """Of gaps (N, rows)."""
    if not len(gaps):
        return Apart(0, *[float("nan")] * 4)
    length, angle = sizes(kind, gaps)
    told = [float("nan")] * 2 if not kind.rotations else [float(np.sqrt((angle**2).mean())), float(angle.max())]
    return Apart(len(gaps), float(np.sqrt((length**2).mean())), float(length.max()), told[0], told[1])


def sizes(kind: Kind, gaps: Array) -> tuple[Array, Array]:
    """Distance and angle of each posture."""
    return np.linalg.norm(gaps[:, : kind.translations], axis=1), np.linalg.norm(gaps[:, kind.translations :], axis=1)
