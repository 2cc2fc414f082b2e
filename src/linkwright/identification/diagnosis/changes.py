"""Mistakes that change what a recording says of the motion, or of the robot: each as another reading of it, to be compared."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import LinkwrightError
from linkwright.graph.expr import number
from linkwright.identification.diagnosis.view import View
from linkwright.identification.model import IdentificationModel
from linkwright.identification.samples import Samples
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.parameters import substitute, values_of
from linkwright.spatial.vector import Vec, norm

_DEGREE = math.pi / 180
_AXES = {"x": Vec(1, 0, 0), "y": Vec(0, 1, 0), "z": Vec(0, 0, 1)}


@dataclass(frozen=True, eq=False)
class Change:
    """A mistake that may have been made: its kind and words as in a Finding, and the recording read without it."""

    kind: str
    what: str
    remedy: str
    who: tuple[str, ...]
    made: Callable[[View], View | None]


def changes(model: IdentificationModel, samples: Samples) -> Iterator[Change]:
    """All that are tried."""
    yield from _mountings(model)
    if model.robot.nq != model.robot.nv or "theta" in samples.more:
        return  # positions that are not each the integral of one rate cannot be exchanged one by one
    names = model.robot.position_names
    turning = [k for k, n in enumerate(names) if n in model.robot.joints and model.robot.joints[n].joint_type.spins]
    yield from _degrees([names[k] for k in turning], turning)
    for k, name in enumerate(names):
        remedy = f"turn it round in --columns (columns=): 'q=..., -{name}, ...', and v alike"
        yield Change("sign", f"the positions of {name} seem to have the wrong sign", remedy, (name,), _mirrored(k))
    for i, k in combinations(range(len(names)), 2):
        who = (names[i], names[k])
        remedy = "name the columns in the order of the robot's joints, as --columns 'q=..., v=...' (columns=)"
        yield Change(
            "shuffled", f"the positions of {who[0]} and {who[1]} look exchanged", remedy, who, _exchanged(i, k)
        )
    for k in turning:
        for turn, words in ((0.5, "a quarter turn"), (-0.5, "minus a quarter turn"), (1.0, "half a turn")):
            remedy = "add it to the column, or correct the joint's origin in the robot's file"
            what = f"the zero of {names[k]} seems to be off by {words}"
            yield Change("zero", what, remedy, (names[k],), _shifted(k, turn * math.pi))


# --- positions -------------------------------------------------------------------------------------------------------------


def _with_states(view: View, q: Array, v: Array, a: Array) -> View:
    return replace(view, samples=replace(view.samples, q=q, v=v, a=a))


def _scaled(factors: tuple[Array, Array]) -> Callable[[View], View]:
    """factors: of positions, and of rates and accelerations."""

    def made(view: View) -> View:
        s = view.samples
        return _with_states(view, s.q * factors[0], s.v * factors[1], s.a * factors[1])

    return made


def _degrees(who: list[str], turning: list[int]) -> Iterator[Change]:
    if not turning:
        return
    named = "all joints" if len(who) > 2 else " and ".join(who)
    for factor, rates, what, unit in (
        (_DEGREE, _DEGREE, f"positions of {named} are in degrees", "deg"),
        (_DEGREE, 1.0, f"positions of {named} are in degrees, rates in rad/s", "deg"),
        (1.0, _DEGREE, f"rates of {named} are in degrees per second, positions in rad", "deg/s"),
        (1 / _DEGREE, 1 / _DEGREE, f"positions of {named} are in radians, and were taken for degrees", "rad"),
    ):
        role = "v" if unit == "deg/s" else "q"
        remedy = f"name the unit in --columns (columns=): '{role}=...[{unit}]'"
        yield Change("degrees", what, remedy, tuple(who), _for_angles(turning, factor, rates))


def _for_angles(turning: list[int], positions: float, rates: float) -> Callable[[View], View]:
    def made(view: View) -> View:
        both = np.ones((2, view.samples.q.shape[1]))
        both[0, turning], both[1, turning] = positions, rates
        return _scaled((both[0], both[1]))(view)

    return made


def _mirrored(k: int) -> Callable[[View], View]:
    def made(view: View) -> View:
        turn = np.ones(view.samples.q.shape[1])
        turn[k] = -1.0
        return _scaled((turn, turn))(view)

    return made


def _exchanged(i: int, k: int) -> Callable[[View], View]:
    def made(view: View) -> View:
        order = list(range(view.samples.q.shape[1]))
        order[i], order[k] = k, i
        s = view.samples
        return _with_states(view, s.q[:, order], s.v[:, order], s.a[:, order])

    return made


def _shifted(k: int, by: float) -> Callable[[View], View]:
    def made(view: View) -> View:
        move = np.zeros(view.samples.q.shape[1])
        move[k] = by
        return _with_states(view, view.samples.q + move, view.samples.v, view.samples.a)

    return made


# --- gravity ---------------------------------------------------------------------------------------------------------------


def gravity_of(robot: Robot) -> tuple[float, ...]:
    """The file's gravity as numbers."""
    numeric = substitute(robot.tree, values_of(robot))
    return tuple(float(number(x) or 0) for x in numeric.gravity)


def with_gravity(robot: Robot, gravity: Vec) -> Robot:
    """The robot mounted otherwise."""
    tree = replace(robot.tree, gravity=gravity)
    return robot.with_tree(tree) if isinstance(robot, ClosedRobot) else tree


def _mountings(model: IdentificationModel) -> Iterator[Change]:
    own = gravity_of(model.robot)
    size = norm(own) or 9.81
    said = ", ".join(f"{x:g}" for x in own)
    for axis, unit in _AXES.items():
        for turn, word in ((1, "+"), (-1, "-")):
            gravity = unit * (turn * size)
            if np.allclose([float(number(x) or 0) for x in gravity], own, atol=1e-3 * size):
                continue
            what = f"gravity seems to pull along {word}{axis} of the base, and the file says ({said})"
            wanted = ", ".join(f"{float(number(x) or 0):g}" for x in gravity)
            remedy = f"set 'gravity: [{wanted}]' in the robot's file (a robot on a wall or ceiling), or turn its base"
            yield Change("gravity", what, remedy, (), _mounted(model, gravity))
    if norm(own):
        what = f"forces seem to be without gravity, and the file says ({said})"
        remedy = "record forces with gravity, or set 'gravity: [0, 0, 0]' in the robot's file (compensated by the controller)"
        yield Change("gravity", what, remedy, (), _mounted(model, Vec(0, 0, 0)))


def _mounted(model: IdentificationModel, gravity: Vec) -> Callable[[View], View | None]:
    @cache
    def other() -> IdentificationModel | None:
        try:
            return IdentificationModel.of(with_gravity(model.robot, gravity), ",".join(model.terms) or "none")
        except LinkwrightError:
            return None  # nothing that can be identified

    def made(view: View) -> View | None:
        return None if (found := other()) is None else replace(view, model=found)

    return made
