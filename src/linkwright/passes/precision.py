"""Kernels in single precision: straight-line code is as it was, a solver's tolerance becomes one that floats can reach."""

from __future__ import annotations

import math
import struct
from dataclasses import replace

from linkwright.errors import QuantityError
from linkwright.passes.kernel import Kernel

EPSILON = 2.0**-23
"""Distance of 1 and the next float."""
TOLERANCE = 16 * EPSILON
"""Residual at which a solver stops. Of a closure equation in metres and radians rounding leaves some 2^-22; Newton's method
squares its error, so what it leaves at this tolerance is rounding too."""


def nearest(x: float) -> float:
    """The float next to a number; infinite beyond the largest."""
    try:
        return float(struct.unpack("<f", struct.pack("<f", x))[0])
    except OverflowError:
        return math.copysign(math.inf, x)


def in_single(kernel: Kernel) -> Kernel:
    """A kernel that floats can compute.

    Procedures that were written with tolerances of their own (a search for solutions, roots of polynomials) are refused: in
    floats they would miss solutions, or find one twice.
    """
    if kernel.procedure is not None:
        what = f"{kernel.name} of this robot is no formula but a search, which needs double precision"
        hint = 'compile it without dtype="float32" (bench it without --real), and convert its result'
        raise QuantityError(what, hint=hint)
    if kernel.repeat is None:
        return kernel
    old, new = f"{kernel.repeat.tolerance:g} or less", f"{TOLERANCE:.2g} or less"
    outputs = tuple(replace(port, doc=port.doc.replace(old, new)) for port in kernel.outputs)
    return replace(kernel, outputs=outputs, repeat=replace(kernel.repeat, tolerance=TOLERANCE))
