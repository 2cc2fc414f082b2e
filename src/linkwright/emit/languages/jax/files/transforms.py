"""What generated tests for JAX ask besides the common checks: jit, vmap and derivatives of a function."""

import jax
import jax.numpy as jnp
import numpy as np


def SUBJECT(x):
    return jnp.sin(x)


STATE = (np.array([0.5, 0.25]),)
DIRECTION = (np.array([1.0, 2.0]),)
H = 0.001

# --- a generated test file has what follows, with a function and a state of its own


def along(h):
    """The function's output at the sample state moved by h in a fixed direction."""
    return np.ravel(SUBJECT(*(x + h * d for x, d in zip(STATE, DIRECTION, strict=True))))


def terms_jit():
    """jit(f) = f."""
    return [np.ravel(jax.jit(SUBJECT)(*STATE)), -np.ravel(SUBJECT(*STATE))]


def terms_vmap():
    """vmap(f) = f state by state."""
    states = [[x + h * d for x, d in zip(STATE, DIRECTION, strict=True)] for h in (0.0, 0.1, -0.2)]
    batch = [jnp.stack(values) for values in zip(*states, strict=True)]
    return [np.ravel(jax.vmap(SUBJECT)(*batch)), -np.ravel([SUBJECT(*state) for state in states])]


def terms_forward():
    """The derivative along a direction, forward mode, against differences of fourth order."""
    differences = (8.0 * (along(H) - along(-H)) - (along(2 * H) - along(-2 * H))) / (12.0 * H)
    return [np.ravel(jax.jit(lambda *x: jax.jvp(SUBJECT, x, DIRECTION)[1])(*STATE)), -differences]


def terms_reverse():
    """u' (J d), forward mode, against (J' u)' d, reverse mode."""
    weights = np.cos(np.arange(along(0.0).size))

    def weighted(*state):
        return jnp.ravel(SUBJECT(*state)) @ weights

    forward = weights @ np.ravel(jax.jvp(SUBJECT, STATE, DIRECTION)[1])
    gradient = jax.jit(jax.grad(weighted, argnums=tuple(range(len(STATE)))))(*STATE)
    return [forward.reshape(1), -np.array([sum(np.vdot(g, d) for g, d in zip(gradient, DIRECTION, strict=True))])]
