"""JAX in single precision."""

from __future__ import annotations

from dataclasses import replace

from linkwright.emit.languages.jax import JAX
from linkwright.emit.target import Real, shortest_single

JAX_SINGLE = replace(
    JAX,
    real=Real("jnp.float32", single=True, told="Inputs of other types become float32, whatever jax_enable_x64 is."),
    number=shortest_single,
)
