"""
Tiny arm: tests of the generated functions against independent values
Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
"""

import math
import sys
from pathlib import Path

import jax

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp  # noqa: E402, F401
import numpy as np  # noqa: E402

sys.path.insert(0, str(Path(__file__).parent))

import Tiny_arm as robot  # noqa: E402

NAME = 'Tiny arm'

DATA = (
    np.array([0.5, -0.25]),
    np.array([1.5, 0.25]),
    np.array([2.2266843162829835, 0.3633421581414918, 0.3633421581414918, 1.5]),
    np.array([-0.12370197962726147]),
)


def terms_0():
    terms = []
    r0, r1 = robot.mass_matrix(q=DATA[0].reshape(2), parameters=DATA[1].reshape(2))
    terms.append(1.0 * r0.ravel())
    terms.append(-1.0 * DATA[2].ravel())
    return terms


def terms_1():
    terms = []
    r0, r1 = robot.mass_matrix(q=DATA[0].reshape(2), parameters=DATA[1].reshape(2))
    terms.append(1.0 * r1.ravel())
    terms.append(-1.0 * DATA[3].ravel())
    return terms


def SUBJECT(q):
    return jnp.ravel(robot.mass_matrix(q=q)[0])


STATE = (
    np.array([0.5, -0.25]).reshape((2,)),
)
DIRECTION = tuple(0.3 + np.sin(1.0 + np.arange(x.size)).reshape(x.shape) for x in STATE)


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
    h = 1e-3
    differences = (8.0 * (along(h) - along(-h)) - (along(2 * h) - along(-2 * h))) / (12.0 * h)
    return [np.ravel(jax.jit(lambda *x: jax.jvp(SUBJECT, x, DIRECTION)[1])(*STATE)), -differences]


def terms_reverse():
    """u' (J d), forward mode, against (J' u)' d, reverse mode."""
    weights = np.cos(np.arange(along(0.0).size))

    def weighted(*state):
        return jnp.ravel(SUBJECT(*state)) @ weights

    forward = weights @ np.ravel(jax.jvp(SUBJECT, STATE, DIRECTION)[1])
    gradient = jax.jit(jax.grad(weighted, argnums=tuple(range(len(STATE)))))(*STATE)
    return [forward.reshape(1), -np.array([sum(np.vdot(g, d) for g, d in zip(gradient, DIRECTION, strict=True))])]


CHECKS = (
    ('M at a sample', terms_0, 1e-09, 0.001),
    ('h at a sample', terms_1, 1e-09, 0.001),
    ('mass_matrix: jit', terms_jit, 1e-09, 0.001),
    ('mass_matrix: vmap', terms_vmap, 1e-09, 0.001),
    ('mass_matrix: jvp = differences', terms_forward, 1e-06, 0.001),
    ('mass_matrix: grad = jvp', terms_reverse, 1e-09, 0.001),
)


def error(terms, floor):
    """Largest element of the sum of the terms, relative to the largest element of the terms."""
    scale = max(float(np.max(np.abs(term), initial=0.0)) for term in terms)
    return float(np.max(np.abs(sum(terms)), initial=0.0)) / max(scale, floor)


def pytest_generate_tests(metafunc):
    metafunc.parametrize("case", range(len(CHECKS)), ids=[check[0] for check in CHECKS])


def test_generated_code(case):
    name, terms, tolerance, floor = CHECKS[case]
    assert error(terms(), floor) <= tolerance, name


def main():
    passed, largest = 0, 0.0
    print(NAME)
    for name, terms, tolerance, floor in CHECKS:
        found = error(terms(), floor)
        ok = found <= tolerance
        passed += ok
        largest = max(largest, found) if found == found else math.inf
        print(f"  {'ok' if ok else 'FAILED':<6} {found:9.2e}  {name}")
    print(f"{len(CHECKS)} checks, {passed} passed, max relative error {largest:.2e}")
    return passed != len(CHECKS)


if __name__ == "__main__":
    sys.exit(main())
