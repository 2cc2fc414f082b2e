"""Workspace of a parallel robot: its inverse kinematics in every cell, in the assembly mode that the file starts in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.model.closed_robot import ClosedRobot
from linkwright.native import ClosedDynamics
from linkwright.workspace.conditioning import conditioning
from linkwright.workspace.grids import around, grid_of
from linkwright.workspace.result import Workspace
from linkwright.workspace.view import View

_COARSE = 41
_GROWTH = 4
"""Cells a side while the box is looked for, and how often its sides are doubled for it."""
_TILT = 0.5
"""Largest angle by which a platform that can tilt is turned in orientations that are tried; it turns fully in a plane."""


def of_platform(robot: ClosedRobot, view: View, tell: Callable[[float], object]) -> Workspace:
    """The workspace in two translations of the platform; its other coordinates stay, or its angles are sampled."""
    own = _Platform(robot, view)
    box = view.edges or own.box()
    grid = grid_of(own.names, box, view.cells, own.others)
    size = max(box[1] - box[0], box[3] - box[2]) / 2
    angles = own.angles()
    shape = len(grid.points), len(angles), 1
    postures, exists = np.full(shape, np.nan), np.zeros(shape, dtype=bool)
    for k, turn in enumerate(angles):
        postures[:, k, 0], exists[:, k, 0] = own.conditioning(grid.points, turn, size)
        tell((k + 1) / len(angles))
    shaped, there = (x.reshape(*grid.shape, len(angles), 1) for x in (postures, exists))
    how = "inverse kinematics of the platform" + (
        "" if np.isfinite(own.limits).any() else ", its motors without limits"
    )
    none = np.zeros(grid.shape, dtype=bool)
    return Workspace(grid, shaped, there, len(angles) == 1, none, how)


class _Platform:
    """A platform's coordinates: two that the grid moves, angles that are sampled, the rest stays."""

    def __init__(self, robot: ClosedRobot, view: View) -> None:
        self.dynamics = ClosedDynamics(robot)
        self.view = view
        self.short = [name.rsplit("_", 1)[-1] for name in robot.joint_names]
        self.start = np.array(self.dynamics.start[0])
        for name, value in view.others.items():
            if name not in self.short:
                raise InputError(f"the platform has no coordinate '{name}'", hint=f"it has {', '.join(self.short)}")
            self.start[self.short.index(name)] = value
        moves = [n for n in self.short if n in ("x", "y", "z")]
        plane = view.plane or ("xy" if "y" in moves and "z" not in moves else "xz")
        if not set(plane) <= set(moves):
            hint = f"it moves along {', '.join(moves) or 'none of them'}"
            raise InputError(f"the platform does not move in the plane {plane}", hint=hint)
        self.names = (plane[0], plane[1])
        self.turns = [k for k, n in enumerate(self.short) if n.startswith("phi") and n not in view.others]
        if view.angles and len(view.angles) != len(self.turns):
            hint = f"in this order: {', '.join(self.short[k] for k in self.turns) or 'it has none'}"
            raise InputError(f"{len(view.angles)} angles are given, {len(self.turns)} turn the platform", hint=hint)
        self.limits = _limits(robot)
        self.lengths = np.array([n in ("x", "y", "z") for n in self.short])
        self.slides = np.array([robot.joints[n].type == "prismatic" for n in robot.actuated])

    @property
    def others(self) -> dict[str, float]:
        """Coordinates that stay."""
        sampled: set[int] = set() if self.view.angles or self.view.orientations == 1 else set(self.turns)
        kept = [k for k, n in enumerate(self.short) if n not in self.names and k not in sampled]
        values = {**dict(enumerate(self.start)), **dict(zip(self.turns, self.view.angles, strict=False))}
        return {self.short[k]: float(values[k]) for k in kept}

    def angles(self) -> Array:
        """Orientations that are tried, a row each."""
        still = self.start[self.turns]
        if self.view.angles:
            return np.array([self.view.angles])
        if not self.turns or self.view.orientations == 1:
            return still[None]
        if len(self.turns) == 1:
            return (still + 2 * np.pi * np.arange(self.view.orientations) / self.view.orientations)[:, None]
        from scipy.stats import qmc

        shares = qmc.Halton(len(self.turns), scramble=False).random(self.view.orientations)
        return still + _TILT * (2 * shares - 1)

    def states(self, points: Array, turn: Array) -> Array:
        """Coordinates of the platform at points of the plane."""
        states = np.repeat(self.start[None], len(points), axis=0)
        states[:, [self.short.index(n) for n in self.names]] = points
        states[:, self.turns] = turn
        return states

    def reached(self, states: Array) -> tuple[Any, Any]:
        """Where the legs close and the motors are within their limits; where the legs close."""
        motors = self.dynamics.inverse_kinematics(states)
        low, high = self.limits
        closed = np.isfinite(motors).all(axis=-1)
        with np.errstate(invalid="ignore"):
            return closed & (motors >= low).all(axis=-1) & (motors <= high).all(axis=-1), closed

    def conditioning(self, points: Array, turn: Array, size: float) -> tuple[Array, Any]:
        """Of the inverse Jacobian, in parts of the size; NaN where a point is not reached. And where the legs close."""
        states = self.states(points, turn)
        J = np.array(self.dynamics.inverse_jacobian(states))
        J[..., :, self.lengths] *= size
        J[..., self.slides, :] /= size
        reached, closed = self.reached(states)
        J[~reached] = np.nan
        return conditioning(J), closed

    def box(self) -> tuple[float, float, float, float]:
        """Around all that is reached in some orientation."""
        place = self.start[[self.short.index(n) for n in self.names]]
        side = 0.5 * _size(self.dynamics)
        angles = self.angles()
        for _ in range(_GROWTH):
            wide = (place[0] - side, place[0] + side, place[1] - side, place[1] + side)
            cells = grid_of(self.names, wide, _COARSE, {})
            seen = np.zeros(len(cells.points), dtype=bool)
            for turn in angles[:: max(1, len(angles) // 12)]:
                seen |= self.reached(self.states(cells.points, turn))[0]
            found = seen.reshape(cells.shape)
            border = found[[0, -1]].any() or found[:, [0, -1]].any()
            if seen.any() and not border:
                near = cells.points[seen]
                return around(np.concatenate([near - cells.cell**0.5, near + cells.cell**0.5]))
            side *= 2
        half = 0.5 * _size(self.dynamics)  # without limits of its motors it goes anywhere
        return place[0] - half, place[0] + half, place[1] - half, place[1] + half


def _limits(robot: ClosedRobot) -> tuple[Array, Array]:
    """Of the motors; infinite where there are none."""
    ends = [robot.joints[n].limits for n in robot.actuated]
    low = [-np.inf if x.lower is None else x.lower for x in ends]
    high = [np.inf if x.upper is None else x.upper for x in ends]
    return np.array(low), np.array(high)


def _size(dynamics: Any) -> float:
    """Twice the largest distance of a frame from the base, as the robot was assembled."""
    q, theta = dynamics.start
    given = list(dynamics.function("forward_kinematics").inputs)
    poses = dynamics.forward_kinematics(*((q, theta) if "theta" in given else (q,)))
    return 2 * float(np.max(np.linalg.norm(np.asarray(poses)[:, :3, 3], axis=1)))
