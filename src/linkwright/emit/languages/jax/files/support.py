"""What generated functions for JAX share: inputs with their checks, outputs."""

import math
import warnings

import jax
import jax.numpy as jnp
import numpy as np

_REAL = float

# --- a generated module has what follows, after imports of its own

CHECK_INPUTS = True
"""Whether inputs must be finite numbers. Inside jit, vmap and grad values are not known: only shapes are checked there."""


def _inputs(*inputs):
    """(name, value, shape) of each input -> the common batch shape, and each input's elements along the first axis."""
    if _REAL is float and not jax.config.jax_enable_x64:
        warnings.warn(
            "JAX computes in single precision; for double: jax.config.update('jax_enable_x64', True), first of all",
            stacklevel=3,
        )
    values = [jnp.asarray(value, dtype=_REAL) for _, value, _ in inputs]
    for (name, _, shape), value in zip(inputs, values):
        if value.shape[max(value.ndim - len(shape), 0) :] != shape:
            raise ValueError(f"{name} has shape {value.shape}; it must end with {shape}, after any batch dimensions")
        if CHECK_INPUTS and not isinstance(value, jax.core.Tracer) and not np.isfinite(value).all():
            raise ValueError(f"{name} has elements that are no finite numbers: {value}")
    batch = jnp.broadcast_shapes(*(x.shape[: x.ndim - len(shape)] for x, (_, _, shape) in zip(values, inputs)))
    rows = [jnp.broadcast_to(x, (*batch, *shape)) for x, (_, _, shape) in zip(values, inputs)]
    return batch, *(jnp.moveaxis(x.reshape((*batch, math.prod(p[2]))), -1, 0) for x, p in zip(rows, inputs))


def _shaped(elements, shape):
    """Elements along the first axis -> the batch dimensions, then the output's own."""
    return jnp.moveaxis(elements, 0, -1).reshape((*elements.shape[1:], *shape))


def _array(batch, shape, *elements):
    """Elements, row by row, as an array."""
    rows = [jnp.broadcast_to(jnp.asarray(x, dtype=_REAL), batch) for x in elements]
    return _shaped(jnp.stack(rows), shape) if rows else jnp.zeros((*batch, *shape), _REAL)
