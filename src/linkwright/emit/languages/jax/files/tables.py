"""Large functions for JAX: the loop that computes a table of operations."""

import functools

import jax
import jax.numpy as jnp
import numpy as np

from .support import _REAL

# --- a generated module with large functions has what follows


class _Table:
    """A large function as rows of indices. Tables are compared by identity: jit compiles each once."""

    def __init__(self, constants, stages):
        self.constants, self.stages = constants, stages


@functools.partial(jax.jit, static_argnums=0)
def _run(table, *inputs):
    """Every value of a large function. XLA would need minutes for its operations one by one: they are rows of indices."""
    constants, stages = table.constants, table.stages
    batch = inputs[0].shape[1:]
    known = [x.reshape(len(x), -1) for x in inputs]
    known.append(jnp.broadcast_to(jnp.asarray(constants, dtype=_REAL)[:, None], (len(constants), known[0].shape[1])))
    size, first = sum(stage[1] for stage in stages), sum(map(len, known))
    values = jnp.concatenate([*known, jnp.zeros((size, known[0].shape[1]), _REAL)])
    for op, count, *rest in stages:
        if op == "steps":
            values = _steps(values, *_rows(first, *rest))
        else:
            made = _OPS[op](*(_take(values, k) for k in rest))
            values = jax.lax.dynamic_update_slice_in_dim(values, made, first, 0)
        first += count
    return values.reshape(-1, *batch)


def _take(values, places):
    return values.at[places].get(mode="promise_in_bounds")


def _rows(first, width, kinds, left, right):
    """Whether a step divides at all; for each step where its values go, places of operands, what it does with them."""
    kinds, left, right = (x.reshape(-1, width) for x in (np.frombuffer(kinds.encode(), np.uint8), left, right))
    product, quotient, minus = (kinds == ord(kind) for kind in "*/-")
    at = np.arange(first, first + kinds.size, width, dtype=np.int32)
    return bool(quotient.any()), (at, left, right, product[..., None], quotient[..., None], minus[..., None])


def _steps(values, divides, rows):
    """Sums, differences, products and quotients, one row of them at a time."""

    def step(values, row):
        at, left, right, product, quotient, minus = row
        a, b = _take(values, left), _take(values, right)
        made = jnp.where(product, a * b, a + jnp.where(minus, -b, b))
        if divides:  # the inner `where` keeps gradients finite where nothing is divided
            made = jnp.where(quotient, a / jnp.where(quotient, b, 1.0), made)
        return jax.lax.dynamic_update_slice_in_dim(values, made, at, 0), None

    return jax.lax.scan(step, values, rows)[0]


_OPS = {
    "pow": jnp.power,
    "sqrt": jnp.sqrt,
    "sin": jnp.sin,
    "cos": jnp.cos,
    "tan": jnp.tan,
    "asin": jnp.arcsin,
    "acos": jnp.arccos,
    "atan2": jnp.arctan2,
    "exp": jnp.exp,
    "log": jnp.log,
    "abs": jnp.abs,
    "min": jnp.minimum,
    "max": jnp.maximum,
    "sign": jnp.sign,
    "hypot": jnp.hypot,
    "select": lambda c, a, b: jnp.where(c > 0, a, b),
    "only_if": lambda c, a: jnp.where(c > 0, a, jnp.nan),
}
