"""
Tiny arm: an example
Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.

python example_Tiny_arm.py
"""
import jax

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp  # noqa: E402

import Tiny_arm as robot  # noqa: E402

mass_matrix = jax.jit(robot.mass_matrix)
q = jnp.array([0.5, -0.25]).reshape((2,))
print("mass_matrix:", mass_matrix(q))

derivative = jax.jit(jax.jacfwd(robot.mass_matrix))
print("derivative along q:", derivative(q))

many = jax.jit(jax.vmap(lambda x: robot.mass_matrix(x)))
states = q + 0.01 * jnp.arange(5.0).reshape(5, 1)
print("five states:", many(states))
