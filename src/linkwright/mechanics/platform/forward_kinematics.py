"""Forward kinematics of parallel robots: all poses of the platform for given positions of the motors.

Where every leg holds its point of the platform at a known distance from a known point (motors at the base or in the length of
the leg), a pose satisfies  |x + R b_i - c_i| = l_i  for all legs (spheres.py). With at most one angle all poses are roots of a
polynomial: five-bars, 3-RRR, 3-RPR, Deltas, robots with four legs that keep the platform upright. In all other cases Newton's
method starts from many poses, and some may be missing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError, QuantityError
from linkwright.graph.expr import floats
from linkwright.mechanics.closed.constraint_forces import lacking_motors
from linkwright.mechanics.platform.legs import Parallel, parallel
from linkwright.mechanics.platform.path_following import PlatformFunctions, follow
from linkwright.mechanics.platform.spheres import Platform, Spheres, spheres_of
from linkwright.model.assembly.mobility_report import cut
from linkwright.model.assembly.mobility_study import study
from linkwright.model.closed_robot import ClosedRobot

STARTS = 200
"""Poses from which Newton's method starts."""
_CLOSED = 1e-10
_APART = 1e-6
_SEED = 20190630


@dataclass(frozen=True)
class Poses:
    """All poses that were found, nearest first: coordinates of the platform (n, coordinates), and the largest error of each, in
    m (or of its closure). most: how many there can be; None where that is not known, and some may be missing."""

    x: Array
    residual: Array
    most: int | None


class PlatformKinematics:
    """What forward kinematics needs of a robot, once for all positions of its motors."""

    def __init__(self, robot: ClosedRobot) -> None:
        self.robot, self.cut = robot, cut(robot)
        self.legs = _legs(robot)
        self.platform = Platform(self.legs)
        self.start = np.array([self.cut.start[k] for k in self.legs.iq])
        if study(robot).actuation.left:
            raise lacking_motors(self.cut, "poses for positions of motors")

    @property
    def turning(self) -> Array:
        """Which motors turn: their positions are the same after a full turn."""
        return np.array([self.legs.legs[n].tree.links[j].joint_type.hinge for n, j in self.legs.actuated])

    @property
    def size(self) -> float:
        """Of the platform: the farthest of its points that a leg holds; the unit of lengths beside angles."""
        points = np.array([floats(leg.anchor) for leg in self.legs.legs])
        return float(np.max(np.linalg.norm(points, axis=1))) or 1.0

    def motors(self, given: Any) -> Array:
        """Positions of the motors, (motors,) or (batch, motors), checked."""
        count = len(self.legs.actuated)
        values = np.array(given, dtype=float)
        if values.ndim not in (1, 2) or values.shape[-1] != count or not np.all(np.isfinite(values)):
            raise InputError(
                f"'{self.robot.name}' has {count} motors, and was given {values.shape[-1] if values.ndim else 1} positions"
                f"{'' if np.all(np.isfinite(values)) else ', not all finite'}",
                hint=f"in this order: {', '.join(self.robot.actuated)}",
            )
        return values

    def pose(self, given: Any) -> Array:
        """Coordinates of the platform; those of the start where none are given."""
        x = self.start if given is None else np.array(given, dtype=float).reshape(-1)
        if x.shape != self.start.shape or not np.all(np.isfinite(x)):
            hint = f"finite numbers in this order: {', '.join(self.robot.position_names)}"
            raise InputError(f"the platform of '{self.robot.name}' has {len(self.start)} coordinates", hint=hint)
        return x

    def poses(self, motors: Array, near: Array, starts: int) -> Poses:
        """Of one position of the motors (motors,)."""
        spheres = spheres_of(self.legs, self.platform, motors)
        if spheres is None:
            found, most = Poses(*_by_closing(self.robot, self.legs, self.platform, motors), None), None
        elif spheres.solvable:
            x, most = _settled(spheres, spheres.candidates(), 40), spheres.most
            found = Poses(x, spheres.errors(x), most)
        else:
            x, most = _settled(spheres, _starts(spheres, near, starts), 60), None
            found = Poses(x, spheres.errors(x), most)
        order = np.argsort(np.linalg.norm(self.from_here(found.x, near), axis=1))
        return Poses(found.x[order], found.residual[order], most)

    def from_here(self, x: Array, near: Array) -> Array:
        """Differences of poses; of angles the smallest."""
        way = x - near
        way[:, ~self.platform.slides] = np.remainder(way[:, ~self.platform.slides] + np.pi, 2 * np.pi) - np.pi
        return way


@lru_cache(maxsize=16)
def kinematics_of(robot: ClosedRobot) -> PlatformKinematics:
    """Once per robot."""
    return PlatformKinematics(robot)


def platform_poses(robot: ClosedRobot, actuated: Any, starts: int = STARTS) -> list[Array]:
    """Poses (the platform's coordinates) for positions of the actuated joints, nearest to the robot's start first.

    All, where they are the roots of a polynomial; of others those that Newton's method finds from `starts` poses.
    """
    known = kinematics_of(robot)
    return list(known.poses(known.motors(np.ravel(actuated)), known.start, starts).x)


def platform_forward_kinematics(
    robot: ClosedRobot, motors: Any, near: Any = None, starts: int = STARTS
) -> dict[str, Array]:
    """Poses for positions of the motors, (motors,) or (batch, motors), nearest to `near` (default: the start) first.

    solutions (N, coordinates), NaN where there are fewer; count; residual (N,), in m; complete: whether none can be missing
    """
    known = kinematics_of(robot)
    values, here = known.motors(motors), known.pose(near)
    every = [known.poses(row, here, starts) for row in np.atleast_2d(values)]
    width = max([1, *(len(found.x) for found in every), *(found.most or 0 for found in every)])
    solutions = np.full((len(every), width, len(here)), np.nan)
    residual = np.full((len(every), width), np.nan)
    for k, found in enumerate(every):
        solutions[k, : len(found.x)], residual[k, : len(found.x)] = found.x, found.residual
    told = {
        "solutions": solutions,
        "count": np.array([float(len(found.x)) for found in every]),
        "residual": residual,
        "complete": np.array([found.most is not None for found in every]),
    }
    return told if values.ndim == 2 else {name: part[0] for name, part in told.items()}


def platform_path(
    robot: ClosedRobot, inverse: Callable[[Array], Array], jacobian: Callable[[Array], Array], asked: tuple[Any, Any]
) -> dict[str, Array]:
    """Poses along a path of the motors. inverse, jacobian: inverse kinematics, inverse Jacobian; asked: motors, first pose."""
    known = kinematics_of(robot)
    motors, start = known.motors(asked[0]), known.pose(asked[1])
    scale = np.where(known.platform.slides, known.size, 1.0)
    functions = PlatformFunctions(inverse, jacobian, known.turning, scale, np.where(known.turning, 1.0, known.size))
    if not np.all(np.isfinite(inverse(start))):
        raise InputError(
            f"the pose from which '{robot.name}' starts is out of reach", hint="start from a pose that its legs reach"
        )
    found = follow(functions, start, np.atleast_2d(motors))
    told = {"q": found["x"], **{name: found[name] for name in ("residual", "conditioning", "reached")}}
    return told if motors.ndim == 2 else {name: part[0] for name, part in told.items()}


def _legs(robot: ClosedRobot) -> Parallel:
    legs = parallel(cut(robot))
    if legs is None:
        hint = "describe it by platform: and legs:"
        raise QuantityError(f"'{robot.name}' is not a platform that legs carry", robot.source, hint)
    return legs


# --- Newton -------------------------------------------------------------------------------------------------------------------


def _polished(spheres: Spheres, x: Array, steps: int) -> Array:
    """The solutions that damped Newton steps lead to, from all starts at once; those that lead nowhere are dropped."""
    size = float(np.max(spheres.radii)) ** 2
    x, damping = x.copy(), np.full(len(x), 1e-3)
    h, slope = spheres.residual(x)
    for _ in range(steps):
        open_ = np.flatnonzero((np.max(np.abs(h), axis=1, initial=0.0) > 1e-15 * size) & (damping < 1e8))
        if not len(open_):
            break
        J, r = slope[open_], h[open_]
        soft = damping[open_] * np.minimum(1.0, np.sum(r * r, axis=1) / size**2) * size
        A = J.swapaxes(1, 2) @ J + soft[:, None, None] * np.eye(x.shape[1])
        values, axes = np.linalg.eigh(A)
        shares = np.einsum("pji,plj,pl->pi", axes, J, r)
        firm = values > 1e-15 * values[:, -1:]  # nothing is known along the others
        step = -np.einsum("pij,pj->pi", axes, np.divide(shares, values, out=np.zeros_like(shares), where=firm))
        trial = x[open_] + step / np.maximum(1.0, np.max(np.abs(step), axis=1, keepdims=True))
        h_new, slope_new = spheres.residual(trial)
        better = np.sum(h_new**2, axis=1) < np.sum(r**2, axis=1)
        good = open_[better]
        x[good], h[good], slope[good] = trial[better], h_new[better], slope_new[better]
        damping[open_] = np.where(better, damping[open_] * 0.3, np.maximum(damping[open_] * 10, 1e-8))
    return x[np.max(np.abs(h), axis=1, initial=0.0) < _CLOSED * size]


def _settled(spheres: Spheres, starts: Array, steps: int) -> Array:
    """Distinct solutions, each verified by substitution, angles within half a turn."""
    x = _polished(spheres, starts, steps)
    turns = ~spheres.platform.slides
    x[:, turns] = np.remainder(x[:, turns] + np.pi, 2 * np.pi) - np.pi
    return x[_distinct(spheres.platform, x)]


def _distinct(platform: Platform, x: Array) -> list[int]:
    """Which of the poses are not the same as one before."""
    at, kept = platform.at(x), list[int]()
    for k in range(len(x)):
        if not kept or float(np.min(at.distances(k, kept))) > _APART:
            kept.append(k)
    return kept


def _starts(spheres: Spheres, near: Array, count: int) -> Array:
    """The given pose, and random ones around the middle of the spheres."""
    draw = np.random.default_rng(_SEED)
    slides = spheres.platform.slides
    middle, reach = spheres.centres.mean(axis=0), float(np.max(spheres.radii))
    along = spheres.platform.at(np.zeros((1, len(near)))).axes[0] @ middle
    shares = draw.uniform(-1, 1, (count, len(near)))
    return np.vstack([near, np.where(slides, along + reach * shares, np.pi * shares)])


def _by_closing(robot: ClosedRobot, legs: Parallel, platform: Platform, values: Array) -> tuple[Array, Array]:
    """Legs of any kind: the whole mechanism is closed with its motors held. Poses, and the residuals of their closures."""
    from linkwright.model.assembly.solving import distinct

    found = study(robot)
    q = found.start.copy()
    held = [legs.legs[n].iq[j] for n, j in legs.actuated]
    q[held] = values
    motors = [legs.legs[n].iv[j] for n, j in legs.actuated]
    moving = np.array([k for k in range(robot.tree.nv) if k not in motors], dtype=np.intp)
    every = distinct(found.conditions, q, moving, 96)
    every = every[_distinct(platform, every[:, list(legs.iq)])]
    return every[:, list(legs.iq)], np.max(np.abs(found.conditions(every)[0]), axis=1, initial=0.0)
