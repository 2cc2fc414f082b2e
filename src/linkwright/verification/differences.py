"""Derivatives by differences in high precision: independent of every rule in graph/calculus.py."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwright.graph.evaluate import evaluate, mpmath_domain
from linkwright.graph.function import Function
from linkwright.model.closed_robot import Robot
from linkwright.verification.states import rates

Array = NDArray[np.float64]

_DIGITS = 40
_STEP = 1e-12
"""A central difference is wrong by about step^2, and loses step's digits: 1e-24, far below a float."""
_TIME = 1e-10
"""The same for a first and second difference in time: 1e-20."""


def directional_difference(function: Function, at: Mapping[str, Array], along: Mapping[str, Array]) -> Array:
    """Change of the function's one output per unit of a common factor of `along`; inputs not in `along` stay."""
    port = next(iter(function.outputs.values()))
    ahead, behind = (_values(function, at, along, sign * _STEP) for sign in (1, -1))
    change = [float((x - y) / (2 * _number(_STEP))) for x, y in zip(ahead, behind, strict=True)]
    return np.array(change).reshape(port.shape)


def motion_differences(robot: Robot, function: Function, at: Mapping[str, Array]) -> tuple[Array, Array]:
    """First and second time derivative of the function's one output along a motion: at t = 0 the state is `at`, v(t) is the
    cubic with dv/dt = a, d2v/dt2 = j, d3v/dt3 = s, and q(t) follows from v."""
    port = next(iter(function.outputs.values()))
    behind, here, ahead = (_moved_values(robot, function, at, sign * _TIME) for sign in (-1, 0, 1))
    step = _number(_TIME)
    first = [float((x - y) / (2 * step)) for x, y in zip(ahead, behind, strict=True)]
    second = [float((x - 2 * y + z) / step**2) for x, y, z in zip(ahead, here, behind, strict=True)]
    return np.array(first).reshape(port.shape), np.array(second).reshape(port.shape)


def _moved_values(robot: Robot, function: Function, at: Mapping[str, Array], time: float) -> list[Any]:
    chain = [np.array([_number(float(x)) for x in at[name]], dtype=object) for name in ("v", "a", "j", "s")]
    t = _number(time)
    moved: dict[str, Any] = {name: _polynomial(chain[i:], t) for i, name in enumerate(("v", "a", "j", "s"))}
    moved["q"] = _positions(robot, np.array([_number(float(x)) for x in at["q"]], dtype=object), chain, t)
    symbols: dict[str, Any] = {}
    for name, port in function.inputs.items():
        fixed = at[name] if name in at else np.array(port.defaults)
        values = moved.get(name, [_number(float(x)) for x in np.ravel(fixed)])
        symbols.update(zip((function.graph.data[i] for i in port.nodes), values, strict=True))
    return evaluate(function.graph, function.roots, symbols, mpmath_domain(_DIGITS))


def _positions(robot: Robot, q: Any, chain: list[Any], t: Any) -> Any:
    """q at time t by one Runge-Kutta step of dq/dt = N(q) v: wrong by t^5, far beyond the digits that count."""

    def slope(at: Any, time: Any) -> Any:
        return np.array(rates(robot.tree, at, _polynomial(chain, time)), dtype=object)

    first = slope(q, 0 * t)
    second = slope(q + first * (t / 2), t / 2)
    third = slope(q + second * (t / 2), t / 2)
    fourth = slope(q + third * t, t)
    return q + (first + 2 * second + 2 * third + fourth) * (t / 6)


def _polynomial(derivatives: list[Any], t: Any) -> Any:
    """x(t) from its derivatives at t = 0."""
    total = derivatives[0]
    for k, x in enumerate(derivatives[1:], 1):
        total = total + x * (t**k / math.factorial(k))
    return total


def _number(x: float) -> Any:
    return mpmath_domain(_DIGITS).number(x)


def _values(function: Function, at: Mapping[str, Array], along: Mapping[str, Array], step: float) -> list[Any]:
    domain = mpmath_domain(_DIGITS)
    symbols: dict[str, Any] = {}
    for name, port in function.inputs.items():
        defaults = np.array(port.defaults if port.defaults is not None else [math.nan] * port.size)
        start = np.ravel(at.get(name, defaults))
        rate = np.ravel(along.get(name, np.zeros(port.size)))
        for node, x, u in zip(port.nodes, start, rate, strict=True):
            symbols[function.graph.data[node]] = domain.number(float(x)) + domain.number(float(u)) * domain.number(step)
    roots = [i for port in function.outputs.values() for i in port.nodes]
    return evaluate(function.graph, roots, symbols, domain)
