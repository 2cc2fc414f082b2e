"""Derivatives by differences in high precision: independent of every rule in graph/calculus.py."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.graph.evaluate import evaluate, mpmath_domain
from linkwright.graph.function import Function

_DIGITS = 40
_STEP = 1e-12
"""A central difference is wrong by about step^2, and loses step's digits: 1e-24, far below a float."""


def directional_difference(function: Function, at: Mapping[str, Array], along: Mapping[str, Array]) -> Array:
    """Change of the function's one output per unit of a common factor of `along`; inputs not in `along` stay."""
    port = next(iter(function.outputs.values()))
    ahead, behind = (_values(function, at, along, sign * _STEP) for sign in (1, -1))
    change = [float((x - y) / (2 * mpmath_domain(_DIGITS).number(_STEP))) for x, y in zip(ahead, behind, strict=True)]
    return np.array(change).reshape(port.shape)


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
