"""Dry friction in closed robots: the whole tree, with rows for loops and for places that are held."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.simulation.passive import DryFriction
from linkwright.simulation.prescribed import split
from linkwright.simulation.slipping import Slipping
from linkwright.simulation.stick_slip import Law

if TYPE_CHECKING:
    from linkwright.simulation.closed_flow import ClosedFlow


class SlippingLoops(Slipping):
    """A closed robot whose joints dry friction may hold, also several of one loop at once."""

    def __init__(self, model: ClosedFlow, friction: DryFriction) -> None:
        self.model, self.friction, self.nq = model, friction, model.robot.tree.nq

    def slope(self, t: float, y: Array, slip: Array) -> Array:
        """Rates of the state: positions and rates of the tree, work."""
        m, (positions, rates) = self.model, self._state(y)
        a, tau = m.accelerations(t, positions, rates, slip)
        power = m.power(tau - self.friction.resistance(slip), positions, rates)
        return np.concatenate([m.equations.position_rates(positions, rates), a, [power]])

    def law(self, t: float, y: Array) -> Law:
        """Newton's law without the dry friction."""
        positions, rates = self._state(y)
        return self.model.law(t, positions, rates, self.model.torque(t, positions, rates))

    def settled(self, y: Array, slip: Array) -> Array:
        """Projected onto closed positions, and onto rates that keep them closed and held places at rest."""
        positions = self.model.equations.closed(y[: self.nq])
        rates = self._state(y)[1]
        J = np.vstack([self.friction.D[slip == 0], self.model.equations.jacobian(positions)])
        inverse, _ = split(J)
        return self.model.state(positions, rates - inverse @ (J @ rates), float(y[-1]))

    def _state(self, y: Array) -> tuple[Array, Array]:
        return self.model.equations.normalised(y[: self.nq]), y[self.nq : -1]
