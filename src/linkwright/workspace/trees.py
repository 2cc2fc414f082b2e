"""Workspace of a serial or tree robot: its inverse kinematics in every cell and orientation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.graph.expr import floats
from linkwright.inverse.solutions import within_limits
from linkwright.mechanics.inverse.masks import mask_of
from linkwright.mechanics.tree.kinematics import last_frame
from linkwright.model.parameters import parametrised_tree
from linkwright.model.robot import OpenRobot
from linkwright.native import OpenDynamics
from linkwright.workspace.conditioning import conditioning
from linkwright.workspace.grids import around, grid_of, plane_of
from linkwright.workspace.orientations import about, directions, everywhere
from linkwright.workspace.result import Grid, Workspace
from linkwright.workspace.view import AXES, View

_SAMPLES = 40_000
"""Random postures: they tell how far the arm reaches, and where to start from."""
_STARTS = 4
"""Postures from which a cell is tried that no orientation reaches."""
_BRANCHES = 8
"""Of which the conditioning is looked at where orientations are sampled."""
_FLAT = 1e-9
_REACHED = 1e-7


def of_tree(robot: OpenRobot, view: View, tell: Callable[[float], object]) -> Workspace:
    """The workspace of a frame in a plane."""
    arm = _Arm(robot, view)
    turns = arm.orientations()
    grid = arm.grid
    tried: list[tuple[Array, Any]] = []
    for k, turn in enumerate(turns):
        tried.append(arm.postures(turn, len(turns) == 1))
        tell(0.9 * (k + 1) / len(turns))
    postures, exists = (
        np.stack(part, axis=1).reshape(*grid.shape, len(turns), -1) for part in zip(*tried, strict=True)
    )
    some = np.asarray(np.isfinite(postures).any(axis=(2, 3)))
    reached = some if view.orientation else some | arm.reached(~some.ravel()).reshape(grid.shape)
    tell(1.0)
    return Workspace(grid, postures, exists, len(turns) == 1, reached, f"inverse kinematics: {arm.method}")


class _Arm:
    """A chain to a frame, a plane of cells, random postures."""

    def __init__(self, robot: OpenRobot, view: View) -> None:
        self.robot = robot
        self.view = view
        self.dynamics = OpenDynamics(robot)
        tree = parametrised_tree(robot).tree
        self.frame = view.frame if view.frame is not None else last_frame(tree)
        self.low, self.high = ranges(robot)
        self.samples = self.low + (self.high - self.low) * _shares(len(self.low))
        poses = np.asarray(self.dynamics.function("forward_kinematics", frame=self.frame)(self.samples))
        self.home = np.asarray(self.dynamics.function("forward_kinematics", frame=self.frame)(np.zeros(robot.nq)))
        self.points = poses[:, :3, 3]
        self.size = float(np.max(np.ptp(self.points, axis=0))) / 2
        self.flat = np.ptp(self.points, axis=0) < _FLAT * self.size
        self.plane, self.third = plane_of(self.points, view, flat=bool(self.flat.any()))
        value = float(np.median(self.points[:, self.third])) if self.flat[self.third] else 0.0
        others = {AXES[self.third]: value, **view.others}
        if set(others) != {AXES[self.third]}:
            hint = f"--at {AXES[self.third]}=..."
            raise InputError(f"only {AXES[self.third]} stays in this plane, not {', '.join(view.others)}", hint=hint)
        box = view.edges or around(self.points[:, list(self.plane)])
        self.grid: Grid = grid_of((AXES[self.plane[0]], AXES[self.plane[1]]), box, view.cells, others)
        self.places = np.zeros((len(self.grid.points), 3))
        self.places[:, list(self.plane)] = self.grid.points
        self.places[:, self.third] = others[AXES[self.third]]
        self.mask = mask_of(tree, self.frame)
        self.slides = np.array([robot.joints[n].type == "prismatic" for n in robot.joint_names])

    @property
    def method(self) -> str:
        """How the inverse kinematics is solved."""
        return self.dynamics.inverse_kinematics_method(frame=self.frame)

    def orientations(self) -> Array:
        """Those that are tried, (k, 3, 3), as far as the chain can turn the frame at all."""
        from scipy.spatial.transform import Rotation

        given, home = self.view.angles, self.home[:3, :3]
        if len(given) == 3:
            return Rotation.from_euler("xyz", given).as_matrix()[None]
        turning = np.array(floats(self.mask.axis)) if self.mask.rotation == "about" else None
        if len(given) == 1 and turning is not None:
            return Rotation.from_rotvec(given[0] * turning).as_matrix()[None] @ home
        if given:
            hint = "three angles: roll, pitch, yaw" + ("; or one, about its axis" if turning is not None else "")
            raise InputError(f"{len(given)} angles make no orientation", hint=hint)
        if turning is not None:
            return about(turning, self.view.orientations) @ home
        if self.mask.rotation == "none":
            return home[None]
        return (everywhere if self.mask.rotation == "all" else self._directions)(self.view.orientations)

    def _directions(self, count: int) -> Array:
        """Rotations that point the mask's axis of the frame everywhere."""
        own = np.array([floats(v) for v in (*self.mask.across, self.mask.axis)])
        return directions(count) @ own

    def postures(self, turn: Array, one: bool) -> tuple[Array, Any]:
        """Conditioning of the solutions in one orientation, (cells, branches), and which exist if limits do not count. one:
        of all branches, in their places; otherwise of some that are within the limits."""
        poses = np.tile(np.eye(4), (len(self.places), 1, 1))
        poses[:, :3, :3] = turn
        poses[:, :3, 3] = self.places
        every = self.dynamics.inverse.branches(poses, None, {"frame": self.frame})
        found = within_limits(every, self.dynamics.inverse.ranges_of({"frame": self.frame}))
        q, exists = np.asarray(found["solutions"]), np.isfinite(every["residual"])
        if not one:
            first = np.argsort(~np.isfinite(found["residual"]), axis=-1, kind="stable")[:, :_BRANCHES]
            q = np.take_along_axis(q, first[..., None], axis=-2)
            exists = np.take_along_axis(exists, first, axis=-1)
        there = np.isfinite(q).all(axis=-1)
        share = np.full(there.shape, np.nan)
        if there.any():
            share[there] = conditioning(self.jacobians(q[there], turn))
        return share, exists

    def jacobians(self, q: Array, turn: Array) -> Array:
        """Of the position alone where orientations are sampled; lengths in parts of the arm's size."""
        J = np.array(self.dynamics.function("jacobian", frame=self.frame)(q))
        J[:, :3] /= self.size
        J[:, :, self.slides] *= self.size
        mask = self.mask
        moves = np.array([floats(v) for v in mask.directions])
        moves = moves[np.abs(moves) @ np.ptp(self.points, axis=0) > _FLAT * self.size]
        turns = {
            "all": np.eye(3),
            "about": np.array([floats(mask.axis)]),
            "direction": np.array([floats(v) for v in mask.across]) @ turn.T,
            "none": np.zeros((0, 3)),
        }[mask.rotation]
        parts = [moves @ J[:, :3]] + ([turns @ J[:, 3:]] if self.view.orientation else [])
        on_the_way = np.abs(J).max(axis=(0, 1)) > 0
        return np.concatenate(parts, axis=1)[:, :, on_the_way]

    def reached(self, asked: Any) -> Any:
        """Cells among those asked for that are reached in some orientation, from the random postures nearest to them."""
        from scipy.spatial import cKDTree

        found = np.zeros(len(self.places), dtype=bool)
        solve = self.dynamics.function("inverse_kinematics_solution", frame=self.frame, mask="position")
        near: Any = cKDTree(self.points).query(self.places, k=_STARTS)[1]
        for k in range(_STARTS):
            left = np.flatnonzero(asked & ~found)
            if not len(left):
                break
            poses = np.tile(np.eye(4), (len(left), 1, 1))
            poses[:, :3, 3] = self.places[left]
            made = solve(poses, self.samples[near[left, k]])
            inside = ((made["q"] >= self.low - _FLAT) & (made["q"] <= self.high + _FLAT)).all(axis=-1)
            found[left] = (made["residual"] <= _REACHED) & inside
        return found


def ranges(robot: OpenRobot) -> tuple[Array, Array]:
    """Between which positions the joints move: their limits, a turn where a joint has none."""
    low: list[float] = []
    high: list[float] = []
    for name in robot.joint_names:
        joint = robot.joints[name]
        if joint.nq != 1:
            hint = "a robot whose joints have one coordinate each; leave --floating out"
            raise InputError(f"joint '{name}' has {joint.nq} coordinates: its range is no interval", hint=hint)
        ends = joint.limits
        if not joint.joint_type.spins and (ends.lower is None or ends.upper is None):
            raise InputError(f"joint '{name}' slides without an end", hint="give it limits in the file")
        low.append(ends.lower if ends.lower is not None else -np.pi)
        high.append(ends.upper if ends.upper is not None else np.pi)
    return np.array(low), np.array(high)


def _shares(count: int) -> Array:
    from scipy.stats import qmc

    return qmc.Halton(count, scramble=False).random(_SAMPLES)
