"""Dynamics of closed mechanisms by brute force: the tree's forces by virtual work (verification/movement.py), projected onto the
motions that the loops allow (verification/closed.py)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from linkwright.verification.closed import Closed
from linkwright.verification.movement import Movement
from linkwright.verification.series import constant
from linkwright.verification.skeleton import Skeleton

Array = np.ndarray[Any, Any]
_STENCIL = ((1, 4 / 5), (2, -1 / 5), (3, 4 / 105), (4, -1 / 280))
"""Central differences of order 8."""
_STEP = 1e-2


@dataclass(frozen=True)
class Projected:
    """A closed robot on states: positions of the whole tree (states, nq), at which it is closed; free rates, accelerations and
    forces (states, n); wrenches (states, frames, 6). skeleton: the tree with other inertias than the robot's, or None."""

    closed: Closed
    positions: Array
    v: Array
    a: Array
    tau: Array
    wrench: Array
    skeleton: Skeleton | None = field(default=None)

    def __len__(self) -> int:
        return len(self.positions)

    @property
    def tree(self) -> Skeleton:
        return self.closed.tree if self.skeleton is None else self.skeleton

    @cached_property
    def W(self) -> Array:
        return self.closed.spread(self.positions)

    @cached_property
    def rates(self) -> Array:
        return _applied(self.W, self.v)

    @cached_property
    def drift(self) -> Array:
        """Accelerations of the tree where the free ones vanish."""
        return self.closed.drift(self.positions, self.rates)

    @cached_property
    def accelerations(self) -> Array:
        return _applied(self.W, self.a) + self.drift

    @cached_property
    def motion(self) -> Movement:
        """The tree at the instant, moving as the loops want it."""
        return Movement(self.tree, *(constant(x, 0) for x in (self.positions, self.rates, self.accelerations)))

    def project(self, forces: Array) -> Array:
        return _applied(np.swapaxes(self.W, -1, -2), forces)

    # --- dynamics ----------------------------------------------------------------------------------------------------

    @cached_property
    def forces(self) -> Array:
        return self.project(self.motion.forces(self.wrench).value)

    @cached_property
    def mass(self) -> Array:
        return np.swapaxes(self.W, -1, -2) @ self.motion.mass.value @ self.W

    @cached_property
    def coriolis(self) -> Array:
        """c: what velocities need where nothing is accelerated; the dependent joints are."""
        m = self.motion
        return self.project(m.coriolis.value + _applied(m.mass.value, self.drift))

    @cached_property
    def coriolis_matrix(self) -> Array:
        """W' (M dW/dt + C W), C the tree's: what Christoffel symbols of the projected mass matrix give."""
        slow = self.closed.motion(self.positions, self.rates, self.accelerations, 1)
        C = Movement(self.tree, slow.q, slow.v, slow.a).coriolis_matrix.value
        return np.swapaxes(self.W, -1, -2) @ (self.motion.mass.value @ self.spread_rate + C @ self.W)

    @cached_property
    def step(self) -> Array:
        """Times of differences: the nearer a singular position, the larger is W, and the sooner it bends."""
        largest = (np.max(np.abs(x.reshape(len(x), -1)), axis=1, initial=1.0) for x in (self.rates, self.W))
        return _STEP / np.prod(list(largest), axis=0)

    @cached_property
    def spread_rate(self) -> Array:
        """dW/dt, by differences of order 8 along a motion with these rates."""
        total = np.zeros_like(self.W)
        scale = self.step
        for k, weight in _STENCIL:
            for sign in (1, -1):
                total += sign * weight * self.closed.spread(self._later(sign * k * scale)) / scale[:, None, None]
        return total

    def _later(self, times: Array) -> Array:
        """Closed positions after a time: the free coordinates move at constant rates."""
        return self.closed.close_all(self.closed.moved(self.positions, times[:, None] * self.rates))[0]

    @cached_property
    def gravity(self) -> Array:
        return self.project(self.motion.gravity.value)

    @cached_property
    def passive(self) -> Array:
        return self.project(self.motion.passive.value)

    @cached_property
    def bias(self) -> Array:
        """Everything but the mass matrix."""
        return self.coriolis + self.gravity + self.passive - self.project(self.motion.outside(self.wrench).value)

    @cached_property
    def forward(self) -> Array:
        """Accelerations of the free coordinates under tau."""
        return np.linalg.solve(self.mass, (self.tau - self.bias)[..., None])[..., 0]


def _applied(A: Array, x: Array) -> Array:
    return np.einsum("...ij,...j->...i", A, x)
