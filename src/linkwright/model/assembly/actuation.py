"""Actuation: whether the motors determine the motion, and which motions no motor and no platform needs to know of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwright.errors import DependentActuators, Locked, TooFewActuators
from linkwright.model.assembly.conditions import Conditions
from linkwright.model.assembly.coordinates import rank_of_rates, rates_of
from linkwright.model.assembly.start import involved

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from linkwright.model.closed_robot import ClosedRobot

    Array = NDArray[np.float64]


@dataclass(frozen=True)
class Actuation:
    """rates: indices in v of motors; independent: how many of them are; idle: spins of rods between ball joints that no motor
    drives and nothing feels; passive: rates without motors that no loop and no coupling speaks of (a load that swings, a base
    that floats)."""

    rates: tuple[int, ...]
    independent: int
    idle: int
    passive: tuple[int, ...]


def check_actuators(robot: ClosedRobot, conditions: Conditions, samples: Array, N: Array) -> Actuation:
    """Raises where named motors leave the mechanism undetermined."""
    rates = [k for name in robot.actuated for k in rates_of(robot, name)]
    closed = {int(k) for k in involved(conditions)}
    passive = [k for k in range(robot.tree.nv) if k not in closed and k not in rates]
    still = [n for n in robot.actuated if (r := rates_of(robot, n)) and np.max(np.abs(N[:, r])) < 1e-7]
    mobility = N.shape[-1]
    if still:
        what = f"joint '{still[0]}' of '{robot.name}' has a motor but cannot move; the mobility is {mobility}"
        raise Locked(
            what, robot.source, "the loops hold it: take it off the list of actuated joints, or correct the loops"
        )
    held = rates if rates else list(range(N.shape[1])) if not robot.platform else _platform_rates(robot)
    known = rank_of_rates(N, [*held, *passive])
    idle = _idle(conditions, samples[0], _left(N[0], [*held, *passive])) if known < mobility else 0
    independent = rank_of_rates(N, rates)
    left = mobility - known - idle
    if rates and left:
        raise _undetermined(robot, N, rates, independent, mobility, left)
    return Actuation(tuple(rates), independent, idle, tuple(passive))


def _platform_rates(robot: ClosedRobot) -> list[int]:
    return [k for name in robot.platform_joints for k in rates_of(robot, name)]


def _left(N: Array, held: Sequence[int]) -> Array:
    """Motions (nv, count) that do not move the held rates."""
    _, s, Vt = np.linalg.svd(N[list(held)], full_matrices=True)
    rank = int(np.sum(s > 1e-7))
    return N @ Vt[rank:].T


def _idle(conditions: Conditions, q: Array, motions: Array) -> int:
    """How many of the motions are spins of links between two that stand still: all of them, or none."""
    skeleton = conditions.skeleton
    tree = skeleton.tree
    link, _, _, _, spread = skeleton.columns
    rates = spread @ (motions * skeleton.units[:, None])
    columns = skeleton.screws(skeleton.placements(q[None]))[0][..., None] * rates[:, None, :]
    twists = np.zeros((len(tree.links) + 1, 6, motions.shape[1]))  # the ground's last
    for i, k in tree.outward():
        twists[i] = twists[k.parent] + columns[link == i].sum(axis=0)
    twists[:, :3] /= skeleton.length
    moving = np.max(np.abs(twists), axis=(1, 2)) > 1e-7
    joined = [(k.parent, i) for i, k in tree.outward()] + [(p.first.link, p.second.link) for p in conditions.pairs]
    for a, b in joined:
        if moving[a] and moving[b] and _rank(np.concatenate([twists[a], twists[b]], axis=1)) > 1:
            return 0
    ends = {
        i
        for p in conditions.pairs
        for i in (p.first.link, p.second.link)
        if moving[p.first.link] != moving[p.second.link]
    }
    held = {i for end in ends for i in tree.path(end)}
    for i in np.flatnonzero(moving):
        screw = np.linalg.svd(twists[i])[0][:, 0]
        if int(i) not in held or _rank(twists[i]) > 1 or abs(screw[:3] @ screw[3:]) > 1e-6:
            return 0
    return motions.shape[1]


def _rank(columns: Array) -> int:
    s = np.linalg.svd(columns, compute_uv=False)
    return int(np.sum(s > 1e-6 * s[0]))


def _undetermined(
    robot: ClosedRobot, N: Array, rates: Sequence[int], independent: int, mobility: int, left: int
) -> TooFewActuators | DependentActuators:
    loose = sorted(
        (n for n in robot.tree.offsets if n not in robot.actuated),
        key=lambda n: -rank_of_rates(N, [*rates, *rates_of(robot, n)]),
    )
    numbers = f"mobility {mobility}, {len(rates)} actuated, {independent} of them independent, {left} left undetermined"
    hint = f"name another under actuated, for instance '{loose[0]}', or none at all" if loose else ""
    if independent < len(rates):
        what = f"the motors of '{robot.name}' depend on each other: {numbers}"
        return DependentActuators(what, robot.source, hint)
    return TooFewActuators(f"'{robot.name}' has too few actuators: {numbers}", robot.source, hint)
