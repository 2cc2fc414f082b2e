"""Loops and branches of generated functions for JAX, beside those that JAX has."""

import jax
import jax.numpy as jnp

from .support import _REAL, _inputs, _shaped

# --- a generated module with loops has what follows


def _real(x):
    return jnp.asarray(x, dtype=_REAL)


def _whole(x):
    return jnp.asarray(x, dtype=int)


def _same(state):
    return state


def _where(condition, yes, no, state):
    """One of two short branches: both are computed, which is cheaper than a choice."""
    return tuple(jnp.where(condition, a, b) for a, b in zip(yes(state), no(state)))


def _each(function, *inputs):
    """A function of one state at (name, value, shape) of each input, which may have leading batch dimensions."""
    batch, *elements = _inputs(*inputs)
    for _ in batch:
        function = jax.vmap(function)
    return function(*(_shaped(x, shape) for x, (_, _, shape) in zip(elements, inputs)))
