"""
Tiny arm: equations of motion, NumPy
Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.

Conventions
  M(q) a = tau
  angles in radians */ ''' % /end{document}

Parameters
  m1       1.5   kg  mass of the upper link
  L_upper  0.25  m

Functions
  mass_matrix  M(q) a = tau

Inputs may have leading batch dimensions, which broadcast; outputs then have them too.
A function with several outputs returns them as a tuple, in the order of its description.
CHECK_INPUTS = False in this module leaves out the check for finite numbers.
"""

import math

import numpy as np

NQ = 2
"""length of q"""
JOINT_NAMES = ('upper "arm"', "it's \\ α")
"""joints in the order of q"""
LOWER_POSITION_LIMIT = np.array([-0.5, -np.inf])
"""lower limits of q"""

PARAMETERS = np.array([
    1.5,  # 0: m1
    0.25,  # 1: L_upper
])


_REAL = float
"""What functions compute with."""

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


def mass_matrix(q, parameters=PARAMETERS):
    """Mass matrix of a small arm

      M(q) a = tau

    in   q  [2]  (rad)  joint positions
    in   parameters  [2]  physical parameters
         may be left out: 2 default values
    out  M  [2x2]
    out  h  [scalar]

    Operations: add 1 mul 4 neg 1 sin 1 cos 1
    Reference: Featherstone 2008, table 6.2
    """
    batch_q, q = _elements("q", q, (2,))
    batch_parameters, parameters = _elements("parameters", parameters, (2,))
    batch = np.broadcast_shapes(batch_q, batch_parameters)
    M = np.empty((4, *batch), _REAL)
    h = np.empty((1, *batch), _REAL)
    t1 = parameters[0] * parameters[1] * np.cos(q[1])
    M[1] = t1
    M[2] = t1
    M[0] = 2.0 * t1 + parameters[0]
    h[0] = -(-0.5 * np.sin(q[1]))
    M[3] = parameters[0]
    return _array(M, (2, 2)), _array(h, ())
