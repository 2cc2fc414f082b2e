"""
Tiny arm: tests of the generated functions against independent values
Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
"""

import math
import sys
from functools import partial
from pathlib import Path

import jax

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp  # noqa: E402, F401
import numpy as np  # noqa: E402

sys.path.insert(0, str(Path(__file__).parent))

import Tiny_arm as robot  # noqa: E402

NAME = 'Tiny arm'

DATA = np.array([
    0.5, -0.25,
    1.5, 0.25,
    2.2266843162829835, 0.3633421581414918, 0.3633421581414918, 1.5,
    -0.12370197962726147,
    1.0, -1.0,
])

SIZE = 16

FUNCTIONS = (
    (robot.mass_matrix, (('q', (2,)), ('parameters', (2,)),), ((2, 2), (),)),
)

ARGUMENTS = (0, 2, 11, 15, 0, 2, 11, 15,)

CHECKS = (
    ('M at a sample', 1e-09, 0.001, 4, (
        (0, 0, 0, 0, 0, 0, 0), (3, 9, 11, 0, 0, 0, 0), (3, 10, 4, 0, 0, 0, 0),
    )),
    ('h at a sample', 1e-09, 0.001, 1, (
        (0, 0, 4, 0, 0, 0, 0), (3, 9, 15, 0, 0, 0, 0), (3, 10, 8, 0, 0, 0, 0),
    )),
)


def SUBJECT(q):
    return robot.mass_matrix(q=q)[0].reshape(-1)


STATE = (
    np.array([0.5, -0.25]).reshape((2,)),
)
DIRECTION = tuple(0.3 + np.sin(1.0 + np.arange(x.size)).reshape(x.shape) for x in STATE)
H = 0.001


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


OWN = (
    ('mass_matrix: jit', 1e-09, 0.001, terms_jit),
    ('mass_matrix: vmap', 1e-09, 0.001, terms_vmap),
    ('mass_matrix: jvp = differences', 1e-06, 0.001, terms_forward),
    ('mass_matrix: grad = jvp', 1e-09, 0.001, terms_reverse),
)


MEMORY = np.pad(DATA, (0, SIZE - len(DATA)))


def part(at, *shape):
    """A part of the memory, as an array of that shape."""
    return MEMORY[at : at + math.prod(shape)].reshape(shape)


def run(function, first):
    """Calls a function: its inputs and outputs are parts of the memory; an input that is nowhere is left out."""
    called, inputs, outputs = FUNCTIONS[function]
    places = ARGUMENTS[first : first + len(inputs) + len(outputs)]
    given = {name: part(at, *shape) for (name, shape), at in zip(inputs, places) if at >= 0}
    made = called(**given)
    for at, shape, x in zip(places[len(inputs) :], outputs, (made,) if len(outputs) == 1 else made):
        part(at, *shape)[...] = np.asarray(x).reshape(shape)


def terms(size, rows):
    """Takes the steps of a check, and returns the terms of its sum."""
    MEMORY[len(DATA) :] = math.nan
    found = []
    for code, a, b, c, d, e, f in rows:
        if code == 0:  # run
            run(a, b)
        elif code == 1:  # transpose
            part(b, d, c)[:] = part(a, c, d).T
        elif code == 2:  # multiply
            part(c, d, f)[:] = part(a, d, e) @ part(b, e, f)
        elif code == 3:  # add
            found.append(MEMORY[a] * part(b, size))
        else:  # absent: an element that must be NaN becomes 0, any other number infinite
            x = part(a, c)
            x[:] = np.where(part(b, c) > 0, np.where(np.isnan(x), 0.0, np.inf), x)
    return found


CASES = (*((*about, partial(terms, size, rows)) for *about, size, rows in CHECKS), *OWN)


def error(terms, floor):
    """Largest element of the sum of the terms, relative to the largest element of the terms."""
    scale = max(float(np.max(np.abs(term), initial=0.0)) for term in terms)
    return float(np.max(np.abs(sum(terms)), initial=0.0)) / max(scale, floor)


def pytest_generate_tests(metafunc):
    metafunc.parametrize("case", range(len(CASES)), ids=[case[0] for case in CASES])


def test_generated_code(case):
    name, tolerance, floor, terms = CASES[case]
    assert error(terms(), floor) <= tolerance, name


def main():
    passed, largest = 0, 0.0
    print(NAME)
    for name, tolerance, floor, terms in CASES:
        found = error(terms(), floor)
        ok = found <= tolerance
        passed += ok
        largest = max(largest, found) if found == found else math.inf
        print(f"  {'ok' if ok else 'FAILED':<6} {found:9.2e}  {name}")
    print(f"{len(CASES)} checks, {passed} passed, max relative error {largest:.2e}")
    return passed != len(CASES)


if __name__ == "__main__":
    sys.exit(main())
