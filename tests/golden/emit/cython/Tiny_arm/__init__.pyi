# Tiny arm: types of the generated functions
# Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

NQ: int
"""length of q"""

JOINT_NAMES: tuple[str, ...]
"""joints in the order of q"""

LOWER_POSITION_LIMIT: Array
"""lower limits of q"""

PARAMETERS: Array
PARAMETERS_INDEX: dict[str, int]

def mass_matrix(
    q: ArrayLike,
    parameters: ArrayLike | None = None,
    *,
    out: tuple[Array, Array] | None = None,
) -> tuple[Array, float | Array]:
    """Mass matrix of a small arm"""

def set_checks(on: bool) -> None: ...
