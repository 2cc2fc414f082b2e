"""Sample points of Lagrangians: numbers for their constants, random states on their manifolds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from linkwright.errors import QuantityError
from linkwright.manifold.lagrangian import Lagrangian
from linkwright.manifold.state import slots_of
from linkwright.manifold.symbols import Constant
from linkwright.referee.lagrangian import Brute
from linkwright.referee.states import LagrangianState as State

LARGE = 14
"""Velocities beyond which there is one sample state."""
TRIES = 20
"""States drawn for one at which the Lagrangian is a real number."""


def in_numbers(system: Lagrangian, rng: np.random.Generator) -> Lagrangian:
    """Constants without a value get a random one."""
    values = dict(system.values)
    for c in system.constants:
        if c.name not in values and c.kind != "basis":
            values[c.name] = tuple(float(x) for x in np.ravel(_random(c, rng)))
    return replace(system, values=values)


def _random(c: Constant, rng: np.random.Generator) -> Any:
    if not c.shape:
        return rng.uniform(0.5, 1.5)
    x = rng.uniform(-1, 1, c.shape)
    if c.kind == "unit":
        return x / np.linalg.norm(x)
    if c.kind == "symmetric":
        return x @ x.T / 4 + np.eye(len(x))
    if c.kind == "skew":
        return x - x.T
    return np.linalg.qr(x)[0] * np.sign(np.linalg.det(x)) if c.kind == "rotation" else x


def sample(system: Lagrangian, count: int, seed: int) -> list[State]:
    """Random states of a system, on its manifolds, where its Lagrangian is a real number."""
    states = _states(system, seed)
    tried = (next(states) for _ in range(TRIES * count))
    found = list(islice((x for x in tried if brute(system, x).real), count))
    if len(found) < count:
        what = f"the Lagrangian of '{system.name}' is no real number at {TRIES * count} random states"
        hint = "powers and logarithms of what may be negative: take a square, or an even whole power"
        raise QuantityError(what, system.source, hint)
    return found


def _states(system: Lagrangian, seed: int) -> Iterator[State]:
    rng = np.random.default_rng(seed)
    slots = slots_of(system.variables)
    while True:
        q, v, a = rng.uniform(0.3, 1.0, system.nq), rng.uniform(-1, 1, system.nv), rng.uniform(-1, 1, system.nv)
        for s in slots:
            if s.kind == "S2":
                direction = rng.normal(size=3)
                q[s.q] = u = direction / np.linalg.norm(direction)
                v[s.v] -= u * (u @ v[s.v])
                a[s.v] -= u * (u @ a[s.v])
            elif s.kind == "SO3":
                turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
                q[s.q] = np.ravel(turn * np.sign(np.linalg.det(turn)))
        inputs = {i.name: rng.uniform(-1, 1, i.shape or (1,)) for i in system.inputs}
        yield State(q, v, a, inputs)


def brute(system: Lagrangian, s: State) -> Brute:
    """Brute force at one state."""
    return Brute(system, s.q, s.v, s.inputs)
