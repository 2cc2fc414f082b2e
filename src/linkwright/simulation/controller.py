"""Forces from Python: a function (t, q, v), numbers, or numbers by joint; acting all the time, or sampled and held."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError, counted, suggestion
from linkwright.narrowing import is_mapping
from linkwright.simulation.forces import Torque

_SAME = 1e-9
"""Part of a sampling interval by which instants may differ and be one."""


def forces_of(given: Any, names: Sequence[str]) -> Torque:
    """(t, q, v) -> forces, checked at every call.

    given: a function of t, q and v, or what it would return: a number per force, or numbers by name (others are zero)
    names: of the forces, in order
    """
    if callable(given):
        return _called(given, names)
    constant = _numbers(given, names, "torque")
    return lambda t, q, v: constant


def _called(function: Callable[[float, Array, Array], Any], names: Sequence[str]) -> Torque:
    called = getattr(function, "__name__", type(function).__name__)

    def torque(t: float, q: Array, v: Array) -> Array:
        # the state is the integrator's own: a function that changes it in place would change the motion
        return _numbers(function(t, np.array(q), np.array(v)), names, f"'{called}' at t = {t:.4g} s")

    return torque


def _numbers(given: Any, names: Sequence[str], who: str) -> Array:
    """One number per name."""
    hint = "this mechanism takes no forces"
    if names:
        wanted = f"{counted(len(names), 'number')}, in order: {', '.join(names)}"
        hint = f"{wanted}; or those that are not zero by name: {{'{names[0]}': 1.0}}"
    if given is None:
        raise InputError(f"{who} returns nothing", hint=hint)
    if is_mapping(given):
        unknown = [str(name) for name in given if name not in names]
        if unknown:
            hint = suggestion(unknown[0], names, f"there are: {', '.join(names)}")
            raise InputError(f"{who} gives a force '{unknown[0]}', which there is not", hint=hint)
        given = [given.get(name, 0.0) for name in names]
    try:
        found = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"{who} gives {given!r}, no numbers", hint=hint) from None
    if found.size != len(names):
        raise InputError(f"{who} gives {counted(found.size, 'force')}", hint=hint)
    if not np.all(np.isfinite(found)):
        raise InputError(f"{who} gives {found.ravel().tolist()}", hint="forces are finite numbers")
    return found.reshape(len(names))


class Forces:
    """Forces of a motion that is integrated piece by piece, each from its own zero of time.

    every: seconds between two samples, between which forces are held; None: they act all the time
    """

    def __init__(self, torque: Torque, every: float | None) -> None:
        self.torque, self.every = torque, every
        self.begun = 0.0
        self.times: list[float] = []
        self.values: list[Array] = []
        self._ended = False

    def begin(self, t: float, q: Array, v: Array) -> None:
        """A piece begins; forces are sampled where it is time."""
        self.begun = t
        if self.every and t >= len(self.times) * self.every * (1 - _SAME):
            self.times.append(t)
            self.values.append(self.torque(t, q, v))

    def end(self) -> None:
        """From now on times are those of the whole motion."""
        self.begun, self._ended = 0.0, True

    def __call__(self, t: float, q: Array, v: Array) -> Array:
        if self.every is None:
            return self.torque(self.begun + t, q, v)
        if not self._ended:
            return self.values[-1]
        return self.values[max(0, bisect_right(self.times, t + _SAME * self.every) - 1)]
