"""Reference values on sample states: brute force along a motion (verification/movement.py), all states at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from linkwright.verification.movement import Movement
from linkwright.verification.series import Series, constant, integrated, polynomial, stacked
from linkwright.verification.skeleton import Skeleton
from linkwright.verification.states import States, rates

Array = np.ndarray[Any, Any]
_STENCIL = ((1, 4 / 5), (2, -1 / 5), (3, 4 / 105), (4, -1 / 280))
"""Central differences of order 8."""
_STEP = 1e-2


@dataclass(frozen=True)
class Reference:
    """A robot in numbers on sample states; `order` of the Taylor series along the motion q, v, a, j, s.

    values: parameters that are symbols in the generated code; skeleton_of: the robot for other values of them
    frame: the one frame that kinematic functions speak of; chosen: whether the user named it
    """

    skeleton: Skeleton
    states: States
    order: int
    frames: tuple[str, ...]
    frame: str
    chosen: bool
    values: Mapping[str, float]
    skeleton_of: Callable[[Mapping[str, float]], Skeleton]

    @cached_property
    def motion(self) -> Movement:
        """Along q(t) with dq/dt = N(q) v, dv/dt = a, da/dt = j, dj/dt = s."""
        s, order = self.states, self.order
        v = polynomial([s.v, s.a, s.j, s.s], order)
        return Movement(self.skeleton, self._positions(v), v, polynomial([s.a, s.j, s.s], order))

    def _positions(self, v: Series) -> Series:
        robot, count = self.skeleton.robot, len(self.states)

        def slope(q: Series) -> Series:
            u = v.cut(q.order)
            found = rates(robot, [q[..., k] for k in range(robot.nq)], [u[..., k] for k in range(robot.nv)])
            return stacked(found, q.order, (count,)) if found else Series(np.zeros((q.order + 1, count, 0)))

        return integrated(self.states.q, slope, self.order)

    @cached_property
    def tau(self) -> Series:
        return self.motion.forces(self.states.wrench)

    @cached_property
    def bias(self) -> Array:
        """Everything but the mass matrix."""
        m = self.motion
        return (m.coriolis + m.gravity + m.passive - m.outside(self.states.wrench)).value

    @cached_property
    def accelerations(self) -> Array:
        """Forward dynamics under the sample's tau."""
        return np.linalg.solve(self.motion.mass.value, (self.states.tau - self.bias)[..., None])[..., 0]

    def slopes(self, a: Array, of: Callable[[Movement, Array], Series] | None = None) -> dict[str, Array]:
        """Derivatives of the joint forces at accelerations a, (states, nv, directions) along q (tangent space) and v."""
        robot, s = self.skeleton.robot, self.states
        n, count = robot.nv, len(s)
        unit = np.broadcast_to(np.eye(n), (count, n, n))
        still = np.zeros((count, n, n))
        q = np.broadcast_to(s.q[:, None], (count, n, robot.nq))
        dq = rates(robot, np.moveaxis(q, -1, 0), np.moveaxis(unit, -1, 0))
        dq = np.stack([np.broadcast_to(x, (count, n)) for x in dq], axis=-1) if n else np.zeros_like(q)
        spread = {name: np.broadcast_to(x[:, None], (count, n, n)) for name, x in {"v": s.v, "a": a}.items()}
        wrench = np.broadcast_to(s.wrench[:, None], (count, n, *s.wrench.shape[1:]))
        found: dict[str, Array] = {}
        for name, moves in {"q": (dq, still), "v": (np.zeros_like(dq), unit)}.items():
            motion = Movement(
                self.skeleton, polynomial([q, moves[0]], 1), polynomial([spread["v"], moves[1]], 1),
                constant(spread["a"], 1),
            )  # fmt: skip
            found[name] = np.swapaxes(motion.forces(wrench).c[1], -1, -2)
        return found

    @cached_property
    def inverse_slopes(self) -> dict[str, Array]:
        return self.slopes(self.states.a)

    @cached_property
    def forward_slopes(self) -> dict[str, Array]:
        """Derivatives of the accelerations: -M^-1 times those of the forces that make them."""
        inverse = np.linalg.inv(self.motion.mass.value)
        return {name: -inverse @ x for name, x in self.slopes(self.accelerations).items()} | {"tau": inverse}

    def along_parameters(self, direction: Mapping[str, float]) -> Array:
        """d tau / dt of parameters that move along a direction, by differences of order 8."""
        s = self.states
        total = np.zeros_like(s.a)
        for k, weight in _STENCIL:
            for sign in (1, -1):
                at = {n: x + sign * k * _STEP * direction.get(n, 0.0) for n, x in self.values.items()}
                motion = at_rest(self.skeleton_of(at), s)
                total += sign * weight / _STEP * motion.forces(s.wrench).value
        return total


def at_rest(skeleton: Skeleton, states: States) -> Movement:
    """The motion at its first instant: values without derivatives."""
    return Movement(skeleton, *(constant(x, 0) for x in (states.q, states.v, states.a)))
