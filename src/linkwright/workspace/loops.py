"""Workspace of a robot with closed loops and no platform: its free joints are moved from the start on, as far as the loops
close, and every place where the frame comes is marked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.model.closed_robot import ClosedRobot
from linkwright.native import ClosedDynamics
from linkwright.workspace.conditioning import conditioning
from linkwright.workspace.grids import around, grid_of, plane_of
from linkwright.workspace.result import Workspace
from linkwright.workspace.view import AXES, View

_STATES = 90_000
"""Cells of the free joints' ranges that are looked at."""
_SOLVED = 1e-9
_TURN = 1.0
"""A dependent joint that would jump by more between neighbouring cells has changed its mode."""


def of_loops(robot: ClosedRobot, view: View, tell: Callable[[float], object]) -> Workspace:
    """The cells that a frame reaches while free joints go through their ranges, in the mode of the start."""
    if view.orientation:
        hint = "leave the orientation out: the frame's is what the loops make it"
        raise InputError(f"'{robot.name}' has closed loops and no platform", hint=hint)
    dynamics = ClosedDynamics(robot)
    q, theta = _closed_states(robot, dynamics, tell)
    points = _poses(dynamics, q, theta, view.frame)[:, :3, 3]
    plane, third = plane_of(points, view, flat=True)
    near = points[:, list(plane)]
    box = view.edges or around(near)
    names = (AXES[plane[0]], AXES[plane[1]])
    grid = grid_of(names, box, view.cells, {AXES[third]: float(np.median(points[:, third]))})
    J = _jacobians(dynamics, q, theta, view.frame)[:, list(plane), :]
    size = max(box[1] - box[0], box[3] - box[2]) / 2
    J[..., [robot.joints[n].type != "prismatic" for n in robot.joint_names]] /= size
    share = conditioning(J)
    postures = np.full((*grid.shape, 1, 2), np.nan)
    column = np.floor((near[:, 0] - box[0]) / (box[1] - box[0]) * len(grid.x)).astype(int)
    row = np.floor((near[:, 1] - box[2]) / (box[3] - box[2]) * len(grid.y)).astype(int)
    inside = (column >= 0) & (column < len(grid.x)) & (row >= 0) & (row < len(grid.y))
    for branch, sign in enumerate((1.0, -1.0)):  # the best posture of either sign of the determinant
        best = np.full(grid.shape, -1.0)
        np.fmax.at(best, (row[inside], column[inside]), sign * share[inside])
        postures[:, :, 0, branch] = np.where(best >= 0, sign * best, np.nan)
    return Workspace(
        grid,
        postures,
        np.isfinite(postures),
        False,
        np.zeros(grid.shape, dtype=bool),
        "free joints through their ranges",
    )


def _closed_states(
    robot: ClosedRobot, dynamics: ClosedDynamics, tell: Callable[[float], object]
) -> tuple[Array, Array]:
    """Free and dependent positions at all cells of the free joints' ranges that are reached from the start without opening
    a loop: front by front, each cell from the closed neighbour that was found before it."""
    start, theta0 = dynamics.start
    count = max(5, round(_STATES ** (1 / len(start))))
    axes = [_range(robot, name, x, count) for name, x in zip(robot.joint_names, start, strict=True)]
    shape = tuple(len(a) for a in axes)
    solve = dynamics.function("closure_solution")
    jacobian = dynamics.function("closure_jacobian")
    mode = np.linalg.slogdet(jacobian(start, theta0)["Jtheta"])[0]
    state = np.full((*shape, len(theta0)), np.nan)
    first = tuple(int(np.argmin(np.abs(a - x))) for a, x in zip(axes, start, strict=True))
    seen = np.zeros(shape, dtype=bool)
    seen[first] = True
    front, guess = np.array([first]), np.array([theta0])
    while len(front):
        q = np.stack([a[front[:, k]] for k, a in enumerate(axes)], axis=-1)
        found = solve(q, guess)
        good = (found["residual"] <= _SOLVED) & (np.abs(found["theta"] - guess).max(axis=-1) < _TURN)
        good &= np.linalg.slogdet(jacobian(q, found["theta"])["Jtheta"])[0] == mode
        state[tuple(front[good].T)] = found["theta"][good]
        front, guess = _next(front[good], found["theta"][good], seen, shape)
        tell(0.9 * float(seen.mean()))
    closed = np.isfinite(state).all(axis=-1)
    places = np.argwhere(closed)
    q = np.stack([a[places[:, k]] for k, a in enumerate(axes)], axis=-1)
    return q, state[closed]


def _next(front: Array, theta: Array, seen: Any, shape: tuple[int, ...]) -> tuple[Any, Array]:
    """Neighbours of a front that were not seen before, and what to start their closing from."""
    places: list[Any] = []
    guesses: list[Array] = []
    for axis in range(len(shape)):
        for way in (-1, 1):
            near = front.copy()
            near[:, axis] += way
            inside = (near[:, axis] >= 0) & (near[:, axis] < shape[axis])
            near, own = near[inside], theta[inside]
            fresh = ~seen[tuple(near.T)]
            near, own = near[fresh], own[fresh]
            seen[tuple(near.T)] = True
            places.append(near)
            guesses.append(own)
    return np.concatenate(places), np.concatenate(guesses)


def _range(robot: ClosedRobot, name: str, start: float, count: int) -> Array:
    """Positions of a free joint that are looked at, the start among them."""
    limits = robot.joints[name].limits
    turns = robot.joints[name].joint_type.spins
    if not turns and (limits.lower is None or limits.upper is None):
        raise InputError(f"joint '{name}' slides without an end", hint="give it limits: [from, to]")
    low = limits.lower if limits.lower is not None else start - np.pi
    high = limits.upper if limits.upper is not None else start + np.pi
    below = max(1, round(count * (start - low) / (high - low)))
    return np.concatenate(
        [np.linspace(low, start, below, endpoint=False), np.linspace(start, high, max(2, count - below))]
    )


def _poses(dynamics: ClosedDynamics, q: Array, theta: Array, frame: str | None) -> Array:
    if frame is None:
        from linkwright.mechanics.tree.kinematics import last_frame
        from linkwright.model.parameters import parametrised_tree

        frame = last_frame(parametrised_tree(dynamics.closed_robot.tree).tree)
    return np.asarray(dynamics.function("forward_kinematics", frame=frame, closure="given")(q=q, theta=theta))


def _jacobians(dynamics: ClosedDynamics, q: Array, theta: Array, frame: str | None) -> Array:
    options = {"closure": "given", **({"frame": frame} if frame is not None else {})}
    return np.array(dynamics.function("jacobian", **options)(q=q, theta=theta))
