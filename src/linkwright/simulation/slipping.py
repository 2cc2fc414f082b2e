"""Motion with dry friction, from one change to the next: between changes every place slides one way or is held, and forces are
smooth; a change is where a rate passes zero, or where friction no longer holds. Then it is decided anew which places slide."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.simulation.integrable import making_headway
from linkwright.simulation.passive import DryFriction
from linkwright.simulation.progress import unheard
from linkwright.simulation.run import Run
from linkwright.simulation.stick_slip import Law, decided, holds

REST = 1e-9
"""Rates in rad/s or m/s below which a place is at rest: the steps are known no better."""
_LOOKS = 6
"""Instants within a step at which changes are looked for."""
_HALVINGS = 60


class Slipping(ABC):
    """A mechanism with dry friction. Its state is positions, rates, work; slip: 1, -1, or 0 where a place is held."""

    friction: DryFriction
    reached: Callable[[float], object] = staticmethod(unheard)
    """Called now and then with the time that the motion has come to."""

    @abstractmethod
    def slope(self, t: float, y: Array, slip: Array) -> Array:
        """Rates of the state while places slide, or are held, as slip says."""

    @abstractmethod
    def law(self, t: float, y: Array) -> Law:
        """Newton's law without the dry friction."""

    @abstractmethod
    def settled(self, y: Array, slip: Array) -> Array:
        """The state with the rates of held places at zero (and loops closed); the same object where nothing is amiss."""

    def sliding(self, y: Array) -> Array:
        """Rates of the places; y: one state, or one per column."""
        return self.friction.rates(y[-1 - self.friction.D.shape[1] : -1])


@dataclass(frozen=True, eq=False)
class Slid:
    """States at the wanted instants, one per row, with the slip of every place; and what they took."""

    states: Array
    slip: Array
    evaluations: int


def slide(moving: Slipping, start: Array, wanted: Array, run: Run, solver: Callable[..., Any]) -> Slid:
    """From a start at t = 0 to the end of a run. solver: a class of SciPy, such as DOP853."""
    counted = _Counted(moving)
    t, y = 0.0, start
    states, slips = list[Array](), list[Array]()
    slip = np.sign(moving.sliding(y))
    while t < run.time:
        slip, y = _changed(moving, t, y, slip)
        if not states:  # the first instant is the start
            states, slips = [y], [slip]
        # forces that change with time may tear loose what is held: they are looked at as often as the motion is told
        longest = np.inf if np.all(slip) else 1 / run.rate
        with np.errstate(over="ignore", invalid="ignore"):
            steps = solver(
                counted.under(slip), t, y, run.time, rtol=run.tolerance, atol=run.tolerance, max_step=longest
            )
        changing = False
        while t < run.time and not changing:
            between = _stepped(steps)
            t, y, changing = _first_change(moving, between, slip, (t, float(steps.t), steps.y))
            while len(states) < len(wanted) and wanted[len(states)] <= t:
                states.append(moving.settled(between(wanted[len(states)]), slip))
                slips.append(slip)
            if not changing and (kept := moving.settled(y, slip)) is not y:
                steps.y = y = kept
                steps.f = steps.fun(t, y)
    return Slid(np.array(states), np.array(slips), counted.spent)


class _Counted:
    """The slope for a slip that is given, ended where it makes no headway, whatever the changes between."""

    def __init__(self, moving: Slipping) -> None:
        self.moving, self.spent = moving, 0
        self.slip = np.zeros(0)
        self.checked = making_headway(self._slope, reached=moving.reached)

    def _slope(self, t: float, y: Array) -> Array:
        self.spent += 1
        return self.moving.slope(t, y, self.slip)

    def under(self, slip: Array) -> Callable[[float, Array], Array]:
        self.slip = slip
        return self.checked


def _changed(moving: Slipping, t: float, y: Array, slip: Array) -> tuple[Array, Array]:
    """Which places slide from now on, and the state with the others at rest."""
    resting = slip * moving.sliding(y) <= REST
    y = moving.settled(y, np.where(resting, 0.0, slip))
    return decided(moving.law(t, y), moving.friction, slip, resting), y


def _stepped(steps: Any) -> Any:
    """One step of an integrator: the states within it."""
    with np.errstate(over="ignore", invalid="ignore"):
        message = steps.step()
    if message is not None or not np.all(np.isfinite(steps.y)):
        hint = "joint forces too large, or a mass matrix that is singular (massless links?)"
        raise InputError(f"the integration stopped at t = {steps.t:g} s: {message or 'not finite'}", hint=hint)
    return steps.dense_output()


def _first_change(
    moving: Slipping, between: Any, slip: Array, step: tuple[float, float, Array]
) -> tuple[float, Array, bool]:
    """Until when a step is good, the state then, and whether something changes there."""
    begun, end, last = step
    held = not np.all(slip)

    def changes(t: float, y: Array) -> bool:
        against = bool(np.any(slip * moving.sliding(y) < -REST))
        return against or (held and not holds(moving.law(t, y), moving.friction, slip))

    looks = np.linspace(begun, end, _LOOKS + 1)
    late = next((k for k in range(1, _LOOKS + 1) if changes(looks[k], between(looks[k]))), None)
    if late is None:
        return end, last, False
    before, after = float(looks[late - 1]), float(looks[late])
    for _ in range(_HALVINGS):
        middle = (before + after) / 2
        if middle in (before, after):
            break
        if changes(middle, between(middle)):
            after = middle
        else:
            before = middle
    return after, between(after), True
