"""Brute force of a closed robot: the tree's forces by virtual work (movement.py), projected onto the motions that its loops
and couplings allow (closed.py)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.referee.algebra import applied
from linkwright.referee.closed import Closed
from linkwright.referee.joints import rates
from linkwright.referee.movement import Movement
from linkwright.referee.robot_reference import STEP, Reference, joint_brackets
from linkwright.referee.series import Series
from linkwright.referee.states import ClosedStates
from linkwright.referee.tree import ReferenceTree


@dataclass(frozen=True)
class ClosedReference(Reference):
    """closed: how the mechanism closes; free: which rates of the tree are given, in the order of v.

    closed_of: mechanism and tree for other values of the parameters, complex ones included
    """

    closed: Closed = field(kw_only=True)
    closed_of: Callable[[Mapping[str, Any]], tuple[Closed, ReferenceTree]] | None = None
    _spread: dict[int, Series] = field(default_factory=dict[int, Series])

    @property
    def positions(self) -> Array:
        """Of the whole tree."""
        assert isinstance(self.states, ClosedStates)
        return self.states.positions

    @cached_property
    def W(self) -> Array:
        """Rates of the tree per free rate."""
        return self.closed.spread(self.positions)

    def spread(self, order: int) -> Series:
        """W along the motion."""
        if order not in self._spread:
            q = self.motion(order).q.cut(order)
            self._spread[order] = self.closed.spread_along(q) if order else Series(self.W[None])
        return self._spread[order]

    @property
    def rates(self) -> Array:
        """Of all joints of the tree."""
        return self.motion().v.value

    @property
    def tree_accelerations(self) -> Array:
        return self.motion().a.value

    @cached_property
    def drift(self) -> Array:
        """Accelerations of the tree where the free ones vanish."""
        return self.closed.along(self.positions, [self.states.v], 0).a.value

    def moved(self, order: int) -> Movement:
        s = self.states
        return self._with_inertias(self.closed.along(self.positions, [s.v, s.a, s.j, s.s], order))

    def _with_inertias(self, m: Movement) -> Movement:
        return Movement(self.tree, m.q, m.v, m.a)

    def reduced(self, forces: Series) -> Series:
        W = self.spread(forces.order)
        return (W.T @ forces[..., None])[..., 0] if forces.c.ndim == 3 else W.T @ forces

    def columns(self, A: Series) -> Series:
        return A @ self.spread(A.order)

    def coriolis(self) -> Array:
        """The dependent joints are accelerated where the free ones are not."""
        s = self.states
        still = self._with_inertias(self.closed.along(self.positions, [s.v], 0))
        tree = still.coriolis.value + applied(still.mass.value, still.a.value)
        return applied(np.swapaxes(self.W, -1, -2), tree)

    def coriolis_matrix(self, order: int = 0) -> Series:
        """W' (M dW/dt + C W), C the tree's: what Christoffel symbols of the projected mass matrix give."""
        m = self.motion(order + 1)
        W = self.spread(m.order)
        inner = m.mass.cut(m.order - 1) @ W.derived() + m.coriolis_matrix @ W.cut(m.order - 1)
        return W.cut(m.order - 1).T @ inner

    # --- derivatives -------------------------------------------------------------------------------------------------

    def slopes(self, a: Array) -> dict[str, Array]:
        n, s = self.n, self.states
        q, v, acceleration, wrench, W = (np.repeat(x, n, axis=0) for x in (self.positions, s.v, a, s.wrench, self.W))
        units = np.tile(np.eye(n), (len(self), 1))
        ahead = q + 1j * STEP * self._rates(q, applied(W, units))
        found: dict[str, Array] = {}
        for name, x, u in (("q", ahead, v), ("v", q, v + 1j * STEP * units)):
            change = self._forces(self.closed, self.tree, x, [u, acceleration], wrench).imag / STEP
            found[name] = np.swapaxes(change.reshape(len(self), n, n), 1, 2)
        return found

    def _rates(self, q: Array, v: Array) -> Array:
        """dq/dt = N(q) v of the tree, (states, nq)."""
        found = rates(self.tree.robot, np.moveaxis(q, -1, 0), np.moveaxis(v, -1, 0))
        return np.stack([np.broadcast_to(x, len(q)) for x in found], axis=-1)

    @staticmethod
    def _forces(closed: Closed, tree: ReferenceTree, q: Array, chain: Sequence[Array], wrench: Array) -> Array:
        """tau at positions that may be complex."""
        m = closed.along(q, chain, 0)
        forces = Movement(tree, m.q, m.v, m.a).forces(wrench).value
        return applied(np.swapaxes(closed.spread(q), -1, -2), forces)

    def brackets(self) -> Array:
        """Of deviations W dq of the whole tree, at the free rates: a joint may be free in part."""
        whole = joint_brackets(self.motion()) @ self.W
        return -whole[:, list(self.closed.free)]

    def along_parameters(self, direction: Mapping[str, float]) -> Array:
        assert self.closed_of is not None
        closed, tree = self.closed_of({n: x + 1j * STEP * direction.get(n, 0.0) for n, x in self.values.items()})
        q, s = self.positions, self.states
        opened = closed.gaps(q.astype(complex)).imag
        ways = np.zeros((len(self), tree.nv))
        ways[:, closed.dependent] = -applied(closed.inverse(q), opened)
        return self._forces(closed, tree, q + 1j * self._rates(q, ways), [s.v, s.a], s.wrench).imag / STEP


def at_positions(closed: Closed, positions: Array, v: Array, a: Array, wrench: Array | None = None) -> ClosedReference:
    """Brute force at closed positions of the tree, (states, nq), with free rates and accelerations; no motors, no jerk."""
    none, still = positions[:, :0], np.zeros_like(v)
    given = np.zeros((len(v), len(closed.robot.wrenches), 6)) if wrench is None else wrench
    return ClosedReference(
        closed.tree, ClosedStates(none, none, v, a, still, given, still, still, positions), closed=closed
    )
