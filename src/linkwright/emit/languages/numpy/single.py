"""NumPy in single precision."""

from __future__ import annotations

from dataclasses import replace

from linkwright.emit.languages.numpy import NUMPY
from linkwright.emit.target import Real, shortest_single

NUMPY_SINGLE = replace(
    NUMPY, real=Real("np.float32", single=True, told="Inputs of other types become float32."), number=shortest_single
)
