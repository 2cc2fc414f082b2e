"""
Tiny arm: equations of motion, JAX
Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.

Conventions
  M(q) a = tau
  angles in radians */ ''' % /end{document}

Parameters
  m1       1.5   kg  mass of the upper link
  L_upper  0.25  m

Functions
  mass_matrix  M(q) a = tau

jit, vmap, grad, jacfwd and jacrev work on every function.
Double precision needs jax.config.update('jax_enable_x64', True) before anything else; without it results are single.
Inputs may also have leading batch dimensions, which broadcast; outputs then have them too.
A function with several outputs returns them as a tuple, in the order of its description.
CHECK_INPUTS = False in this module leaves out the check for finite numbers.
"""

import math
import warnings

import jax
import jax.numpy as jnp
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
    batch, q, parameters = _inputs(("q", q, (2,)), ("parameters", parameters, (2,)))
    q = jnp.unstack(q)
    parameters = jnp.unstack(parameters)
    angle = jnp.stack([q[1]])
    sine, cosine = jnp.unstack(jnp.sin(angle)), jnp.unstack(jnp.cos(angle))
    t1 = parameters[0] * parameters[1] * cosine[0]
    M_0 = 2.0 * t1 + parameters[0]
    h_0 = -(-0.5 * sine[0])
    return (_array(batch, (2, 2), M_0, t1, t1, parameters[0]), _array(batch, (), h_0))
