"""Actuation: how far the motors determine the motion, and which motions no motor and no platform needs to know of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import Array
from linkwright.model.assembly.closure_equations import ClosureEquations
from linkwright.model.assembly.coordinates import choose_rates, depth_order, rank_of_rates, rates_of
from linkwright.model.assembly.start import involved
from linkwright.model.robot import Note

if TYPE_CHECKING:
    from linkwright.model.closed_robot import ClosedRobot

_STILL = 1e-7
"""Rates below this, in motions of size one, are none."""


@dataclass(frozen=True)
class Actuation:
    """What the motors do.

    rates:       indices in v of motors
    independent: how many of them are
    idle:        spins of rods between ball joints that no motor drives and nothing feels
    passive:     rates without motors that no loop and no coupling speaks of (a load that swings, a base that floats)
    left:        motions of the loops that no motor determines; then other joints are free besides the motors
    still:       joints with motors that the loops hold
    drives:      joints that would determine all motions where the motors do not: independent motors, then others
    """

    rates: tuple[int, ...]
    independent: int
    idle: int
    passive: tuple[int, ...]
    left: int
    still: tuple[str, ...]
    drives: tuple[str, ...]


def find_actuation(robot: ClosedRobot, conditions: ClosureEquations, samples: Array, N: Array) -> Actuation:
    """How far the named motors determine the motion. Fewer than there are motions, or more, are no error: only what asks for
    the forces of motors needs as many as there are degrees of freedom."""
    rates = [k for name in robot.actuated for k in rates_of(robot, name)]
    closed = {int(k) for k in involved(conditions)}
    passive = [k for k in range(robot.tree.nv) if k not in closed and k not in rates]
    still = tuple(n for n in robot.actuated if (r := rates_of(robot, n)) and np.max(np.abs(N[:, r])) < _STILL)
    held = rates if rates else list(range(N.shape[1])) if not robot.platform else _platform_rates(robot)
    known = rank_of_rates(N, [*held, *passive])
    mobility = N.shape[-1]
    idle = _idle(conditions, samples[0], _left(N[0], [*held, *passive])) if known < mobility else 0
    left = mobility - known - idle if rates else 0
    independent = rank_of_rates(N, rates)
    drives = _drives(robot, conditions, N) if rates and independent < mobility else ()
    return Actuation(tuple(rates), independent, idle, tuple(passive), left, still, drives)


def _drives(robot: ClosedRobot, conditions: ClosureEquations, N: Array) -> tuple[str, ...]:
    own, followers = robot.platform_joints, {x.joint for x in robot.couplings}
    order = depth_order(conditions.skeleton.tree, robot)
    others = [n for n in order if n not in own and n not in followers]
    motors, *rest = ([rates_of(robot, n) for n in names] for names in (robot.actuated, others, order))
    chosen = choose_rates(N, [motors], rest)
    return tuple(n for n in dict.fromkeys((*robot.actuated, *order)) if set(rates_of(robot, n)) & set(chosen))


def actuation_notes(robot: ClosedRobot, found: Actuation, free: Sequence[str], mobility: int) -> list[Note]:
    """What is to be told of motors that are no set of coordinates. free: joints with free coordinates."""
    notes = [
        Note("assumed", f"the motor of joint '{n}' does nothing: the loops hold it", robot.source) for n in found.still
    ]
    if found.left:
        others = [n for n in free if n not in robot.actuated and not set(rates_of(robot, n)) <= set(found.passive)]
        what = (
            f"the motors determine {found.independent} of {mobility} degrees of freedom: "
            f"the coordinates of {', '.join(others)} are free besides"
        )
        notes.append(Note("assumed", what, robot.source))
    return notes


def _platform_rates(robot: ClosedRobot) -> list[int]:
    return [k for name in robot.platform_joints for k in rates_of(robot, name)]


def _left(N: Array, held: Sequence[int]) -> Array:
    """Motions (nv, count) that do not move the held rates."""
    _, s, Vt = np.linalg.svd(N[list(held)], full_matrices=True)
    rank = int(np.sum(s > 1e-7))
    return N @ Vt[rank:].T


def _idle(conditions: ClosureEquations, q: Array, motions: Array) -> int:
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
