"""What generated functions for NumPy share: inputs with their checks, outputs."""

import math

import numpy as np

_REAL = float

# --- a generated module has what follows, after imports of its own

CHECK_INPUTS = True
"""Whether inputs must be finite numbers; their shapes are always checked."""


def _elements(name, value, shape):
    """Leading batch shape of an input, and its elements along the first axis."""
    value = np.asarray(value, dtype=_REAL)
    cut = value.ndim - len(shape)
    if cut < 0 or value.shape[cut:] != shape:
        raise ValueError(f"{name} has shape {value.shape}; it must end with {shape}, after any batch dimensions")
    if CHECK_INPUTS and not np.isfinite(value).all():
        raise ValueError(f"{name} has elements that are no finite numbers: {value}")
    batch = value.shape[:cut]
    return batch, np.ascontiguousarray(np.moveaxis(value.reshape((*batch, math.prod(shape))), -1, 0))


def _array(elements, shape):
    """Elements along the first axis -> the batch dimensions, then the output's own."""
    return np.ascontiguousarray(np.moveaxis(elements, 0, -1)).reshape((*elements.shape[1:], *shape))
