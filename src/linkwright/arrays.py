"""Types of arrays. NumPy is not loaded for them: what is derived and written to a file needs none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    AnyArray = np.ndarray[Any, Any]
    """Of real, complex or whole numbers."""
    Indices = NDArray[np.intp]
    Whole = NDArray[np.int64]
    Truth = NDArray[np.bool_]
else:
    Array = AnyArray = Indices = Whole = Truth = Any
