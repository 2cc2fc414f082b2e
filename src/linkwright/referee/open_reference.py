"""Brute force of a tree: straight from its joints, along a motion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.referee.joints import rates
from linkwright.referee.movement import Movement
from linkwright.referee.robot_reference import STEP, Reference, joint_brackets
from linkwright.referee.series import Series, constant, integrated, polynomial, stacked
from linkwright.referee.states import States
from linkwright.referee.tree import ReferenceTree


@dataclass(frozen=True)
class OpenReference(Reference):
    """tree_of: the tree for other values of its parameters, complex ones included."""

    tree_of: Callable[[Mapping[str, Any]], ReferenceTree] | None = None

    def moved(self, order: int) -> Movement:
        s = self.states
        v = polynomial([s.v, s.a, s.j, s.s], order)
        return Movement(self.tree, self._positions(v), v, polynomial([s.a, s.j, s.s], order))

    def _positions(self, v: Series) -> Series:
        robot, count = self.tree.robot, len(self)

        def slope(q: Series) -> Series:
            u = v.cut(q.order)
            found = rates(robot, [q[..., k] for k in range(robot.nq)], [u[..., k] for k in range(robot.nv)])
            return stacked(found, q.order, (count,)) if found else Series(np.zeros((q.order + 1, count, 0)))

        return integrated(self.states.q, slope, v.order)

    def reduced(self, forces: Series) -> Series:
        return forces

    def columns(self, A: Series) -> Series:
        return A

    def coriolis(self) -> Array:
        return self.motion().coriolis.value

    def coriolis_matrix(self, order: int = 0) -> Series:
        return self.motion(order + 1).coriolis_matrix

    def slopes(self, a: Array) -> dict[str, Array]:
        robot, s, n = self.tree.robot, self.states, self.n
        q, v, acceleration, wrench = (np.repeat(x, n, axis=0) for x in (s.q, s.v, a, s.wrench))
        units = np.tile(np.eye(n), (len(self), 1))
        dq = rates(robot, np.moveaxis(q, -1, 0), np.moveaxis(units, -1, 0))
        step = np.stack([np.broadcast_to(x, len(q)) for x in dq], axis=-1) if n else np.zeros_like(q)
        found: dict[str, Array] = {}
        for name, moved in {"q": (q + 1j * STEP * step, v), "v": (q, v + 1j * STEP * units)}.items():
            motion = Movement(self.tree, *(constant(x, 0) for x in (*moved, acceleration)))
            change = motion.forces(wrench).value.imag / STEP
            found[name] = np.swapaxes(change.reshape(len(self), n, n), 1, 2)
        return found

    def brackets(self) -> Array:
        return -joint_brackets(self.motion())

    def along_parameters(self, direction: Mapping[str, float]) -> Array:
        assert self.tree_of is not None
        assert isinstance(self.states, States)
        moved = {n: x + 1j * STEP * direction.get(n, 0.0) for n, x in self.values.items()}
        return at_instant(self.tree_of(moved), self.states).forces(self.states.wrench).value.imag / STEP


def at_instant(tree: ReferenceTree, states: States) -> Movement:
    """The motion at its first instant: values without derivatives."""
    return Movement(tree, *(constant(x, 0) for x in (states.q, states.v, states.a)))
