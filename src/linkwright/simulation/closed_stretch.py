"""A stretch of a closed mechanism's motion, in free coordinates or of the whole tree, until the other way is better."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.simulation.integrable import PATIENCE
from linkwright.simulation.prescribed import split
from linkwright.simulation.run import Run

if TYPE_CHECKING:
    from linkwright.simulation.closed_flow import ClosedFlow

BAD, GOOD = 30.0, 10.0
"""Condition number of the dependent rates beyond which the whole tree is integrated, and below which it no longer is."""
_PATIENCE = 1e-3
"""Seconds of the whole tree after free coordinates could not go on."""
_PER_SECOND = 5e5
"""Evaluations per second of motion that are still headway: each costs ten times that of a tree."""


@dataclass(frozen=True)
class Ended:
    """Where a stretch ended. hold: how long the other way must go on, at least."""

    t: float
    positions: Array
    rates: Array
    work: float
    samples: list[Array]
    steps: int
    hold: float = 0.0


def stretch(
    model: ClosedFlow, whole: bool, hold: float, start: tuple[float, Array, Array, float], wanted: Array, run: Run
) -> Ended:
    """Until the end, or until the other way to integrate is the better one. A step in free coordinates that meets or passes a
    singular position is taken back."""
    from scipy.integrate import DOP853

    method: Any = DOP853
    now, positions, rates, work = start
    way = _Whole(model) if whole else _Free(model, positions)
    solver = method(way.slope, now, way.pack(positions, rates, work), run.time, rtol=run.tolerance, atol=run.tolerance)
    samples: list[Array] = []
    _, side = model.turn(positions)
    while now < run.time:
        try:
            with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
                message = solver.step()
            ahead = way.unpack(solver.y)
        except (InputError, np.linalg.LinAlgError):
            if whole:
                raise
            return Ended(now, positions, rates, work, samples, int(solver.nfev), now + _PATIENCE)
        if message is not None or not np.all(np.isfinite(solver.y)):
            hint = "joint forces too large, a mass matrix that is singular, or a position beyond which the loops cannot close"
            raise InputError(f"the integration stopped at t = {solver.t:g} s: {message or 'not finite'}", hint=hint)
        _require_headway(int(solver.nfev), start[0], float(solver.t))
        model.reached(float(solver.t))
        condition, here = model.turn(ahead[0])
        if not whole and (condition > BAD or here != side):
            return Ended(now, positions, rates, work, samples, int(solver.nfev), float(solver.t))
        between = solver.dense_output()
        now, (positions, rates, work) = float(solver.t), ahead
        while len(samples) < len(wanted) and wanted[len(samples)] <= now:
            samples.append(model.state(*way.unpack(between(wanted[len(samples)]))))
        if whole:
            solver.y = way.pack(positions, rates, work)
            solver.f = solver.fun(solver.t, solver.y)
            if model.minimal and condition < GOOD and now > hold:
                break
    return Ended(now, positions, rates, work, samples, int(solver.nfev))


def _require_headway(spent: int, begun: float, t: float) -> None:
    """End an integration that would not end: forces that jump, as by sign(v), make its steps shrink without bound."""
    if spent > PATIENCE + _PER_SECOND * (t - begun):
        what = f"the integration makes no headway at t = {t:.4g} s: {spent} evaluations for the last {t - begun:.3g} s"
        hint = "do joint forces jump with a velocity? Smooth them, or soften what is stiff (springs, damping)"
        raise InputError(what, hint=hint)


class _Free:
    """State: free positions, free rates, work. The dependent positions follow, from where they were last."""

    def __init__(self, model: ClosedFlow, positions: Array) -> None:
        self.model, self.last = model, positions

    def pack(self, positions: Array, rates: Array, work: float) -> Array:
        """The state that is integrated."""
        return np.concatenate([positions[self.model.free_q], rates[self.model.free_v], [work]])

    def unpack(self, y: Array) -> tuple[Array, Array, float]:
        """Positions and rates of the tree, and work, of a state."""
        n = len(self.model.free_q)
        guess = self.last.copy()
        guess[self.model.free_q] = y[:n]
        self.last = positions = self.model.equations.closed(guess, self.model.dependent_v)
        return positions, self.model.spread(positions, y[n:-1]), float(y[-1])

    def slope(self, t: float, y: Array) -> Array:
        """Its rate."""
        m = self.model
        positions, rates, _ = self.unpack(y)
        v = rates[m.free_v]
        tau = m.torque(t, positions, rates)
        a = m.forward(positions[m.free_q], positions[m.dependent_q], v, m.felt(positions, tau))
        return np.concatenate([v, a, [m.power(tau, positions, rates)]])


class _Whole:
    """State: positions and rates of the whole tree, work."""

    def __init__(self, model: ClosedFlow) -> None:
        self.model = model

    def pack(self, positions: Array, rates: Array, work: float) -> Array:
        """The state that is integrated."""
        return np.concatenate([positions, rates, [work]])

    def unpack(self, y: Array) -> tuple[Array, Array, float]:
        """Projected onto closed positions, and onto rates that keep them closed."""
        m = self.model
        positions = m.equations.closed(y[: m.robot.tree.nq])
        rates = y[m.robot.tree.nq : -1]
        inverse, _ = split(J := m.equations.jacobian(positions))
        return positions, rates - inverse @ (J @ rates), float(y[-1])

    def slope(self, t: float, y: Array) -> Array:
        """Its rate."""
        m = self.model
        positions, rates = m.equations.normalised(y[: m.robot.tree.nq]), y[m.robot.tree.nq : -1]
        a, tau = m.accelerations(t, positions, rates)
        return np.concatenate([m.equations.position_rates(positions, rates), a, [m.power(tau, positions, rates)]])
