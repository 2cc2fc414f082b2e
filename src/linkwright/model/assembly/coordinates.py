"""Coordinates: which joints are free (they tell where everything is) and which depend on them.

A set of rates may be free if every velocity that keeps the mechanism closed is told apart by it: its rows of the basis of these
velocities are independent. The platform's joints come first, then motors, then joints near the base, whole joints before parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import Array
from linkwright.model.cut import Coordinates
from linkwright.model.tree import BASE, Tree

if TYPE_CHECKING:
    from linkwright.model.closed_robot import ClosedRobot

_LEVELS = (0.1, 1e-2, 1e-4, 1e-7)
"""How far (sine of an angle) a rate must be from those chosen before; the next level where too few are."""


def rates_of(robot: ClosedRobot, joint: str) -> list[int]:
    """Indices in v of a joint."""
    if joint not in robot.tree.offsets:
        return []
    at = robot.tree.offsets[joint][1]
    return list(range(at, at + robot.joints[joint].nv))


@dataclass
class _Choice:
    """Rates chosen so far, and what is left of the others."""

    N: Array  # (count, nv, mobility)
    chosen: list[int]
    basis: Array

    def share(self, rates: Sequence[int], first: bool) -> float:
        """How well the rates tell motions apart that those chosen do not: the smallest singular value of what is left of their
        rows, over its size, at most configurations; first: and at the first one."""
        rows = self.N[:, list(rates)]
        rest = rows - (rows @ self.basis) @ self.basis.swapaxes(-1, -2)
        if len(rates) > self.N.shape[-1]:
            return 0.0
        least = np.linalg.svd(rest, compute_uv=False)[:, len(rates) - 1]
        whole = np.linalg.norm(rows, axis=(-1, -2))
        shares = least / np.maximum(whole, 1e-12) * (whole > 1e-7)
        return float(min(np.median(shares), shares[0]) if first else np.median(shares))

    def take(self, rates: Sequence[int]) -> None:
        self.chosen += rates
        rows = self.N[:, self.chosen].swapaxes(-1, -2)
        self.basis = np.linalg.svd(rows, full_matrices=False)[0] if rows.size else self.basis


def choose_rates(
    N: Array, wanted: Sequence[Sequence[Sequence[int]]], others: Sequence[Sequence[Sequence[int]]]
) -> list[int]:
    """Free rates from groups of joints (each: rates of a joint), a group before the next, whole joints before parts of them.

    N: bases of the velocities that keep the mechanism closed, at several configurations, the start first
    wanted: groups that are taken wherever they tell motions apart; others: the same, but rather what does so at the start, too
    """
    choice = _Choice(N, [], np.zeros((*N.shape[:1], N.shape[-1], 0)))
    for joints, careful in [*((x, (False,)) for x in wanted), *((x, (True, False)) for x in others)]:
        parts = [[r] for joint in joints for r in joint if len(joint) > 1]
        for candidates, first, least in product((joints, parts), careful, _LEVELS):
            for rates in candidates:
                room = N.shape[-1] - len(choice.chosen)
                fresh = not set(rates) & set(choice.chosen)
                if rates and fresh and len(rates) <= room and choice.share(rates, first) > least:
                    choice.take(rates)
    return choice.chosen


def rank_of_rates(N: Array, rates: Sequence[int]) -> int:
    """How many independent motions some rates tell apart, at most configurations."""
    if not rates or not N.shape[-1]:
        return 0
    s = np.linalg.svd(N[:, list(rates)], compute_uv=False)
    return int(np.median(np.sum(s > 1e-7, axis=-1)))


def split(robot: ClosedRobot, free: Sequence[int]) -> Coordinates:
    """Indices of free and dependent positions and rates; positions of a joint that is free in part are dependent."""
    free_q: list[int] = []
    dependent_q: list[int] = []
    for name, (iq, iv) in robot.tree.offsets.items():
        row = robot.joints[name].joint_type
        nq, nv = row.nq, row.nv
        if row.holonomic:
            for k in range(nv):
                (free_q if iv + k in free else dependent_q).append(iq + k)
        else:
            whole = all(iv + k in free for k in range(nv))
            (free_q if whole else dependent_q).extend(range(iq, iq + nq))
    dependent = [k for k in range(robot.tree.nv) if k not in free]
    return Coordinates(tuple(free_q), tuple(dependent_q), tuple(sorted(free)), tuple(dependent))


def depth_order(tree: Tree, robot: ClosedRobot) -> list[str]:
    """Joints with coordinates, nearest to the base first."""
    depth: dict[int, int] = {BASE: 0}
    first: dict[str, int] = {}
    for i, link in tree.outward():
        depth[i] = depth[link.parent] + link.nv
        first.setdefault(link.joint, depth[link.parent])
    return sorted(robot.tree.offsets, key=lambda name: first.get(name, 0))
