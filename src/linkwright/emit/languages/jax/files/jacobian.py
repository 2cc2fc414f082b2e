"""What generated tests for JAX ask where the derivative of the function is generated too."""

import jax
import jax.numpy as jnp
import numpy as np


def SUBJECT(x):
    return jnp.sin(x)


def DERIVATIVE(x):
    return jnp.diag(jnp.cos(x))


STATE = (np.array([0.5, 0.25]),)

# --- a generated test file has what follows, with functions and a state of its own


def terms_jacobian():
    """jacfwd of the inverse dynamics is the generated derivative."""
    return [np.ravel(jax.jacfwd(SUBJECT)(*STATE)), -np.ravel(DERIVATIVE(*STATE))]
