"""Simulation on the manifold: steps of time, whatever computes them (native functions, or the interpreter).

    dyn = lw.compile(system)
    way = integrate(rkmk4(dyn.function("rkmk_step"), inputs), q, v, time=10, h=0.001)

Inputs are held during a step, as a digital controller does, unless the functions were derived with forces=..., which are
expressions in t, q and v; then the functions have an input t.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.manifold.lagrangian import Lagrangian, names_of
from linkwright.manifold.state import Slot, misplaced, slots_of
from linkwright.simulation.motion import Path
from linkwright.simulation.progress import SELDOM

Step = Callable[[float, float, Array, Array], tuple[Array, Array]]
"""(t, h, q, v) -> q, v at t + h."""
Inputs = Callable[[float, Array, Array], Mapping[str, Any]]
"""(t, q, v) -> every input by name."""

_NEWTON, _SMALL, _ENOUGH = 30, 1e-24, 1e-18


def rkmk4(function: Any, inputs: Inputs | None = None) -> Step:
    """By Runge-Kutta-Munthe-Kaas: the quantity rkmk_step."""
    give, call = _giver(function, inputs), _caller(function)

    def step(t: float, h: float, q: Array, v: Array) -> tuple[Array, Array]:
        made = call({"q": q, "v": v, "h": np.array([h]), **give(t, q, v)})
        return made["q_next"], made["v_next"]

    return step


class Variational:
    """By the variational step: the quantities variational_newton, variational_end and momentum."""

    def __init__(self, newton: Any, end: Any, momentum: Any, inputs: Inputs | None = None) -> None:
        self.newton, self.end, self.momentum = _caller(newton), _caller(end), _caller(momentum)
        self.give = _giver(newton, inputs)
        self.iterations = 0
        self._last: tuple[Array, Array] | None = None

    def __call__(self, t: float, h: float, q: Array, v: Array) -> tuple[Array, Array]:
        given = {"h": np.array([h]), **self.give(t, q, v)}
        # the momentum of the last step is kept as it is: made from v again, it would gather rounding
        p = self._last[1] if self._last is not None and self._last[0] is v else self.momentum({"q": q, "v": v})
        theta, change = h * v, float("inf")
        for _ in range(_NEWTON):
            better = self.newton({"q": q, "p": p, "theta": theta, **given})
            self.iterations += 1
            theta, change = better["theta_next"], float(better["change"])
            if change < _SMALL:  # it converges quadratically: what is left is the square of this
                break
        if not change < _ENOUGH:
            raise InputError(f"the variational step at t = {t:g} s was not found", hint="choose a smaller step")
        made = self.end({"q": q, "p": p, "theta": theta, **given})
        self._last = made["v_next"], made["p_next"]
        return made["q_next"], made["v_next"]


def _caller(function: Any) -> Callable[[Mapping[str, Any]], Any]:
    """By position where that is possible: native functions are fastest so."""
    names = list(function.inputs)
    if hasattr(function, "graph"):  # the interpreter
        return lambda given: function(**{n: given[n] for n in names if n in given})
    if "parameters" in names:
        names.remove("parameters")
    return lambda given: function(*[given[n] for n in names])


def _giver(function: Any, inputs: Inputs | None) -> Callable[[float, Array, Array], Mapping[str, Any]]:
    """Every input of a function besides the state: given, or zero; and the time where it wants to know it."""
    ports = function.inputs.values()
    rest = [p for p in ports if p.name not in ("q", "v", "p", "theta", "h", "t", "parameters")]
    zero = {p.name: np.zeros(p.shape) for p in rest}
    timed = any(p.name == "t" for p in ports)

    def give(t: float, q: Array, v: Array) -> Mapping[str, Any]:
        given = {**zero, **inputs(t, q, v)} if inputs else dict(zero)
        return {**given, "t": np.array([t])} if timed else given

    return give


class Heard:
    """The same steps, which tell now and then how far they are."""

    def __init__(self, step: Step, reached: Callable[[float], object]) -> None:
        self.step, self.reached, self.count = step, reached, 0

    @property
    def iterations(self) -> int:
        return getattr(self.step, "iterations", 0)

    def __call__(self, t: float, h: float, q: Array, v: Array) -> tuple[Array, Array]:
        self.count += 1
        if not self.count % SELDOM:
            self.reached(t)
        return self.step(t, h, q, v)


def integrate(step: Step, q: Array, v: Array, time: float, h: float, every: int = 1) -> Path:
    """Steps of length h up to about `time`; one sample per `every` steps, and the first and last state."""
    count = max(1, round(time / h))
    if not (time > 0 and h > 0 and count < 1e9):
        raise InputError(f"cannot simulate {time} s in steps of {h} s", hint="both must be positive")
    h = time / count
    ts, qs, vs = [0.0], [np.asarray(q, dtype=float)], [np.asarray(v, dtype=float)]
    q, v = qs[0], vs[0]
    for k in range(count):
        q, v = step(k * h, h, q, v)
        if (k + 1) % every == 0 or k + 1 == count:
            ts.append((k + 1) * h)
            qs.append(q)
            vs.append(v)
    found = Path(np.array(ts), np.array(qs), np.array(vs), count, getattr(step, "iterations", 0))
    if not (np.all(np.isfinite(found.q)) and np.all(np.isfinite(found.v))):
        bad = found.t[~np.all(np.isfinite(found.v), axis=1) | ~np.all(np.isfinite(found.q), axis=1)][0]
        hint = "choose a smaller step, or smaller forces"
        raise InputError(f"the simulation left the numbers at t = {bad:g} s", hint=hint)
    return found


# --- where a simulation starts -----------------------------------------------------------------------------------------------


def rest(slots: Sequence[Slot]) -> Array:
    """Unit vectors down, rotations at the identity, everything else at zero."""
    parts = {"S2": [0.0, 0.0, -1.0], "SO3": np.eye(3).ravel()}
    return np.concatenate([np.asarray(parts.get(s.kind, np.zeros(s.nq)), dtype=float) for s in slots])


def nearest_places(slots: Sequence[Slot], q: Array) -> Array:
    """Unit vectors of length one; rotations orthogonal, by the nearest one."""
    q = np.array(q, dtype=float)
    for s in slots:
        if s.kind == "S2":
            q[s.q] /= np.linalg.norm(q[s.q])
        elif s.kind == "SO3":
            u, _, w = np.linalg.svd(q[s.q].reshape(3, 3))
            q[s.q] = (u @ w).ravel()
    return q


def on_manifold(slots: Sequence[Slot], q: Array, v: Array, where: str = "") -> tuple[Array, Array]:
    """A state that is nearly on the manifold, on it."""
    v = np.array(v, dtype=float)
    for s in slots:
        what, hint = misplaced(s.kind, [float(x) for x in q[s.q]])
        if what:
            raise InputError(f"'{s.name}' {what}", where, hint)
    q = nearest_places(slots, q)
    for s in (s for s in slots if s.kind == "S2"):
        v[s.v] -= q[s.q] * (q[s.q] @ v[s.v])
    return q, v


def start_state(system: Lagrangian) -> tuple[Array, Array]:
    """What the file says under `start`; the rest at rest."""
    slots = slots_of(system.variables)
    q, v = rest(slots), np.zeros(sum(s.nv for s in slots))
    for s in slots:
        names = names_of(s.variable)
        if s.name in system.initial:
            q[s.q] = [float(x) for x in system.initial[s.name]]
        speed = names.rate or names.velocity
        if speed in system.initial:
            v[s.v] = [float(x) for x in system.initial[speed]]
    return on_manifold(slots, q, v, system.source)


def distance(slots: Sequence[Slot], q: Array) -> float:
    """How far states are from the manifold: | q.q - 1 |, | R'R - 1 |."""
    worst = 0.0
    for s in slots:
        x = np.atleast_2d(q)[:, s.q]
        if s.kind == "S2":
            worst = max(worst, float(np.max(np.abs(np.sum(x * x, axis=1) - 1))))
        elif s.kind == "SO3":
            R = x.reshape(-1, 3, 3)
            worst = max(worst, float(np.max(np.abs(np.swapaxes(R, 1, 2) @ R - np.eye(3)))))
    return worst
