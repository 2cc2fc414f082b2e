"""Newton's method with damping around a generated function (see linkwright/emit/repeat.py), as jit and vmap accept it."""

import jax
import jax.numpy as jnp

from .support import _REAL

# --- a generated module with a solver has what follows


def _newton(step, x, tolerance, limit):
    """Where step(x, direction, damping) = x, direction, residual leads, the residual, and how many steps were taken."""
    x = jnp.asarray(x, dtype=_REAL)
    x, direction, residual = step(x, jnp.zeros_like(x), 0.0)

    def open_ones(state):
        _, direction, residual, _, iterations = state
        return ~(residual <= tolerance) & jnp.isfinite(direction).all(axis=-1) & (iterations < limit)

    def once(state):
        x, direction, residual, damping, iterations = state
        going = open_ones(state)
        trial, following, found = step(x, jnp.where(going[..., None], direction, 0.0), damping)
        better = going & (found < residual) & jnp.isfinite(following).all(axis=-1)
        return (
            jnp.where(better[..., None], trial, x),
            jnp.where(better[..., None], following, direction),
            jnp.where(better, found, residual),
            jnp.where(better, jnp.minimum(2.0 * damping, 1.0), 0.5 * damping),
            iterations + going,
        )

    start = (x, direction, residual, jnp.ones_like(residual), jnp.zeros_like(residual))
    x, _, residual, _, iterations = jax.lax.while_loop(lambda state: open_ones(state).any(), once, start)
    return x, residual, iterations
