"""How much more two codes may differ near a singular position."""

from __future__ import annotations

from typing import Any

import numpy as np

REPEATED = 1e-8
"""Singular values below this share of the largest: equations that follow from others but for the rounding of a file."""


def roughness(J: np.ndarray[Any, Any]) -> float:
    """Of the Jacobian of all closures: loops that are nearly singular magnify the rounding of a file twice."""
    values = np.linalg.svd(J, compute_uv=False)
    return float((values[0] / values[values > REPEATED * values[0]][-1]) ** 2 * 1e-4)
