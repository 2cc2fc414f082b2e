"""Functions of one state, state by state of a batch."""

import threading

import numpy as np

from .support import _array, _elements

_INNER = threading.local()

# --- a generated module with loops has what follows


def _each(function, inputs, shapes):
    """A function of one state for (name, value, shape) of each input, state by state of a batch."""
    given = [_elements(*one) for one in inputs]
    batch = np.broadcast_shapes(*(shape for shape, _ in given))
    states = [np.broadcast_to(_array(x, shape), (*batch, *shape)) for (_, x), (_, _, shape) in zip(given, inputs)]
    outputs = [np.empty((*batch, *shape)) for shape in shapes]
    checks, _INNER.checks = getattr(_INNER, "checks", True), False
    try:
        with np.errstate(all="ignore"):
            for k in np.ndindex(batch):
                for y, found in zip(outputs, function(*(x[k] for x in states))):
                    y[k] = found
    finally:
        _INNER.checks = checks
    return outputs[0] if len(outputs) == 1 else tuple(outputs)
