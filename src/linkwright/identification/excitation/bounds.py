"""Bounds of joints: those of the robot's file, of a file of limits, and of what a plan says of joints that have none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import FileError, InputError, suggestion
from linkwright.formula.scalar import constant, parse
from linkwright.graph.function import matching
from linkwright.mechanics.inverse.limits import joint_limits, rate_limits
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.narrowing import is_mapping
from linkwright.readers.options import read_bytes
from linkwright.readers.report import Report
from linkwright.readers.yaml_tree import parse_yaml

if TYPE_CHECKING:
    from linkwright.identification.excitation.moving import Moving
    from linkwright.identification.excitation.plan import Plan


KEYS = ("lower", "upper", "velocity", "acceleration", "effort")
Given = Mapping[str, Mapping[str, float]]
"""Joint, or a pattern of joints -> some of KEYS -> the limit."""


@dataclass(frozen=True, eq=False)
class Bounds:
    """Per coordinate of a robot: the limits themselves, infinite where there is none. (n,) each."""

    names: tuple[str, ...]
    lower: Array
    upper: Array
    velocity: Array
    acceleration: Array
    effort: Array

    def pick(self, names: tuple[str, ...]) -> Bounds:
        """Of some coordinates."""
        which = [self.names.index(n) for n in names]
        parts = (self.lower, self.upper, self.velocity, self.acceleration, self.effort)
        return Bounds(names, *(x[which] for x in parts))

    def spared(self, margin: float) -> Bounds:
        """With a part of everything kept free; of positions, half of it at each end."""
        bounded = np.isfinite(self.lower) & np.isfinite(self.upper)
        room = np.where(bounded, margin / 2 * (np.where(bounded, self.upper, 0) - np.where(bounded, self.lower, 0)), 0)
        rates = (x * (1 - margin) for x in (self.velocity, self.acceleration, self.effort))
        return Bounds(self.names, self.lower + room, self.upper - room, *rates)


def bounds_of(robot: Robot, given: Given) -> Bounds:
    """Of all coordinates of a robot's tree: its file's limits, replaced by those that are given."""
    tree = robot.tree
    names = tree.position_names if tree.nq == tree.nv else tree.rate_names
    table: dict[str, dict[str, float | None]] = {n: {} for n in names}
    for kind in ("velocity", "effort"):
        for n, limit in zip(names, rate_limits(tree, kind), strict=True):
            table[n][kind] = limit
    if tree.nq == tree.nv:
        ranges = joint_limits(tree)
    else:  # positions and rates differ in number: joints of one axis have limits, and one of each
        every = dict(zip(tree.position_names, joint_limits(tree), strict=True))
        ranges = [every.get(n, (None, None)) for n in names]
    for n, (low, high) in zip(names, ranges, strict=True):
        table[n] |= {"lower": low, "upper": high}
    for pattern, own in given.items():
        for n in _named(names, pattern):
            table[n] |= dict(own)
    return _arrays(names, table)


def _named(names: tuple[str, ...], pattern: str) -> list[str]:
    found = matching(names, pattern)
    if not found:
        hint = suggestion(pattern, names, f"joints: {', '.join(names)}")
        raise InputError(f"limits are given of '{pattern}', which is no joint", hint=hint)
    return found


def _arrays(names: tuple[str, ...], table: Mapping[str, Mapping[str, float | None]]) -> Bounds:
    def column(key: str, missing: float) -> Array:
        return np.array([missing if table[n].get(key) is None else table[n][key] for n in names], dtype=float)

    made = Bounds(names, column("lower", -np.inf), *(column(key, np.inf) for key in KEYS[1:]))
    for n, low, high in zip(names, made.lower, made.upper, strict=True):
        if not low < high:
            raise InputError(f"'{n}' has no room between its limits {low:g} and {high:g}", hint="hold it: --hold")
    for key in KEYS[2:]:
        for n, x in zip(names, getattr(made, key), strict=True):
            if not x > 0:
                raise InputError(f"the {key} limit of '{n}' is {x:g}", hint="give a number above zero")
    return made


def completed(bounds: Bounds, moving: Moving, plan: Plan) -> tuple[Bounds, tuple[str, ...]]:
    """Bounds of the coordinates that move, with what the plan says where the limits say nothing, and notes on that.

    A motion without a largest velocity is the better the faster it is: one that has none is an error.
    """
    lower, upper, velocity = np.array(bounds.lower), np.array(bounds.upper), np.array(bounds.velocity)
    centre = moving.rest[list(moving.iq)]
    notes: list[str] = []
    for k, name in enumerate(bounds.names):
        if np.isinf(velocity[k]) and plan.velocity is None:
            hint = (
                "give it by --limits limits.yaml ('joint: {velocity: 2}'), or that of all such joints by --velocity 2"
            )
            raise InputError(f"'{name}' has no velocity limit", moving.robot.source, hint)
        if np.isfinite(lower[k]) and np.isfinite(upper[k]):
            continue
        if not moving.angles[k]:
            hint = "give them by --limits limits.yaml ('joint: {lower: -1, upper: 1}'), or --hold the joint"
            raise InputError(f"'{name}' has no position limits on both sides", moving.robot.source, hint)
        middle = centre[k] if np.isinf(lower[k]) and np.isinf(upper[k]) else None
        lower[k] = middle - np.pi if middle is not None else lower[k] if np.isfinite(lower[k]) else upper[k] - 2 * np.pi
        upper[k] = lower[k] + 2 * np.pi
        notes.append(f"'{name}' has no position limits: it stays within one turn, {lower[k]:.3g} to {upper[k]:.3g}")
    velocity = np.where(np.isinf(velocity), plan.velocity or np.inf, velocity)
    acceleration = np.where(np.isinf(bounds.acceleration), plan.acceleration or np.inf, bounds.acceleration)
    return Bounds(bounds.names, lower, upper, velocity, acceleration, bounds.effort), tuple(notes)


def dependent_bounds(robot: ClosedRobot, bounds: Bounds) -> Bounds:
    """Those of the dependent joints of a closed robot."""
    return bounds.pick(tuple(bounds.names[k] for k in robot.coordinates.dependent_v))


def read_limits(path: str | Path) -> Given:
    """A file of limits: YAML, `joint: {lower: -90 deg, upper: 90 deg, velocity: 2, acceleration: 8, effort: 40}`; names may be
    patterns."""
    file = Path(path)
    report = Report(file.name)
    node = parse_yaml(read_bytes(file), report)
    plain = node.to_python()
    if report.errors:
        raise report.errors[0]
    if not is_mapping(plain):
        raise FileError("the limits are no table", file.name, "write 'joint1: {velocity: 2}', one joint per line")
    return checked_limits(plain, file.name)


def checked_limits(given: Mapping[Any, Any], where: str = "") -> Given:
    """Limits as they are used: numbers, under names that are known."""
    found: dict[str, dict[str, float]] = {}
    for name, own in given.items():
        if not is_mapping(own):
            raise InputError(f"the limits of '{name}' are no table", where, "write {velocity: 2, effort: 40}")
        for key, value in own.items():
            if key not in KEYS:
                hint = suggestion(str(key), KEYS, f"there are: {', '.join(KEYS)}")
                raise InputError(f"'{name}' has an unknown limit '{key}'", where, hint)
            found.setdefault(str(name), {})[str(key)] = _number(value, f"{key} of '{name}'", where)
    return found


def _number(value: Any, what: str, where: str) -> float:
    found = constant(parse(value, where=where)) if isinstance(value, str) else value
    if isinstance(found, bool) or not isinstance(found, int | float) or not np.isfinite(found):
        raise InputError(f"{what} is '{value}'", where, "give a number, such as 2 or 90 deg")
    return float(found)
