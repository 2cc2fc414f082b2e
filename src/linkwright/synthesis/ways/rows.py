"""Rows of numbers."""

from __future__ import annotations

import numpy as np

from linkwright.arrays import AnyArray as Array


def largest(x: Array) -> Array:
    """The largest entry of each row; infinite where something in it is no number."""
    if not x.size:
        return np.zeros(len(x))
    top = x.reshape(len(x), -1).max(axis=1)
    return np.where(np.isfinite(top), top, np.inf)
