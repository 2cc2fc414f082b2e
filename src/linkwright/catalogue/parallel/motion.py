"""Which legs have the motion of the platform: steps one and two of the test, over many ways to place the ends at once.

Lengths are drawn, the leg's end is put where random joints take it, and Newton's method looks for joints (and free angles) that
close all six equations at corners of a small cube about there. Generic rank would not do: a leg has fewer directions of axes on
the manifold where it keeps the platform's orientation than elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product

import numpy as np

from linkwright.catalogue.parallel.closing import Problems, close, turn_to
from linkwright.catalogue.parallel.kinematics import Array, Rows, forward
from linkwright.catalogue.parallel.leg import Leg
from linkwright.catalogue.parallel.masks import Mask
from linkwright.catalogue.parallel.placing import FROM_LEG, Placing
from linkwright.spatial.rotations import about

CLOSED = 1e-8
"""A residual below it (m, rad) closes a leg."""
REACH, TURN = 0.05, 0.1
"""Half edges of the cube, m and rad."""
STARTS, SOLVED_STARTS = 12, 24
"""Random starts per case of special angles; with free angles unknown."""
KEPT = 6
"""Sets of angles that are kept per way of placing."""
IDLE = 1e-6
"""Smallest singular value of a leg's Jacobian at which it moves by itself."""


@dataclass(frozen=True)
class Motion:
    """Angles (k, 2 n) with which a leg has the motion, best first; none, and the smallest residual that was found, else.
    idle: whether it closed only with joints that move by themselves."""

    constants: Array
    residual: float
    idle: bool = False


def corners(mask: Mask) -> Array:
    """(8, 6): corners of a cube of poses; where it has more dimensions than three, eight of its corners that are far apart."""
    signs = np.array(list(product((-1.0, 1.0), repeat=3)))
    x, y, z = signs.T
    columns = (x, y, z, x * y, y * z, x * z) if len(mask.moves) > 3 else (x, y, z)
    poses = np.zeros((8, 6))
    for column, k in zip(columns, mask.moves, strict=False):
        poses[:, k] = column * (REACH if k < 3 else TURN)
    return poses


def motions(leg: Leg, mask: Mask, kinds: Sequence[Placing], seed: int) -> list[Motion]:
    """Of each way to place the ends."""
    rng = np.random.default_rng(seed)
    cases = leg.special()
    alone = [(k, at) for k, place in enumerate(kinds) for at in place.different()]
    tried = _try(leg, mask, [(kinds[k], [at]) for k, at in alone], np.repeat(cases, STARTS, axis=0), False, rng)
    found: list[list[Tried]] = [
        [_all_legs([t for (j, _), t in zip(alone, tried, strict=True) if j == k], len(cases))]
        for k in range(len(kinds))
    ]
    if len(leg.unknown):
        # angles that all legs share, where those that stand differently have none of the special ones in common
        wanted = [k for k, place in enumerate(kinds) if len(place.different()) == 1 or not _closed(found[k][0])]
        wanted = [k for k in wanted if kinds[k].platform != FROM_LEG]
        for _, group in groupby(
            sorted(wanted, key=lambda k: len(kinds[k].different())), lambda k: len(kinds[k].different())
        ):
            members = list(group)
            anywhere = np.repeat(cases[:1], SOLVED_STARTS, axis=0)
            anywhere[:, leg.unknown] = rng.uniform(0, np.pi, (SOLVED_STARTS, len(leg.unknown)))
            places = [(kinds[k], kinds[k].different()) for k in members]
            for k, t in zip(members, _try(leg, mask, places, anywhere, True, rng), strict=True):
                found[k].append(t)
    return [_best(tried) for tried in found]


def _all_legs(tried: list[Tried], cases: int) -> Tried:
    """Per case of angles, the best start of every leg, and of those the worst leg."""
    left = np.stack([t[0].reshape(cases, -1) for t in tried])
    firm = np.stack([t[2].reshape(cases, -1) for t in tried])
    best = np.where(firm > IDLE, left, np.inf).argmin(axis=-1)[..., None]
    chosen = (np.take_along_axis(v, best, axis=-1)[..., 0] for v in (left, firm))
    worst, weakest = (f(v, axis=0) for f, v in zip((np.max, np.min), chosen, strict=True))
    return worst, tried[0][1].reshape(cases, -1, tried[0][1].shape[-1])[:, 0], weakest


def _closed(tried: Tried) -> bool:
    return bool(((tried[0] < CLOSED) & (tried[2] > IDLE)).any())


Legs = tuple[Placing, list[int]]
"""A way of placing, and those of its legs that are looked at."""
Tried = tuple[Array, Array, Array]
"""Residuals (S,), constants (S, 2 n), smallest singular values of the legs (S,)."""


def _try(
    leg: Leg, mask: Mask, places: Sequence[Legs], constants: Array, solve: bool, rng: np.random.Generator
) -> list[Tried]:
    """Closes every case at every place; with given angles two corners decide whether it is worth to look at all."""
    poses = corners(mask)
    size = len(constants)
    parts = [_problems(leg, mask, legs, constants, rng) for legs in places]
    whole = _joined(parts, leg.unknown if solve else np.zeros(0, dtype=int))
    count = len(poses)
    if solve:
        whole, left = close(whole)
    else:
        few = np.array([k for k in range(whole.q.shape[1]) if k % count in (0, count - 1)])
        some, left = close(replace(whole, q=whole.q[:, few], p=whole.p[:, few], R=whole.R[:, few]))
        good = np.flatnonzero(left < CLOSED)
        near = np.repeat(some.q[good][:, ::2], count, axis=1)
        closed, left[good] = close(replace(whole.take(good), q=near))
        whole.q[good] = closed.q
    firm = np.zeros(len(left))
    good = np.flatnonzero(left < CLOSED)
    if len(good):
        columns = whole.take(good).reached().joints
        firm[good] = np.linalg.svd(columns, compute_uv=False)[..., -1].min(axis=1)
    angles = np.concatenate([whole.rows.alpha, whole.rows.theta], axis=-1)
    return [(left[k : k + size], angles[k : k + size], firm[k : k + size]) for k in range(0, len(left), size)]


def _joined(parts: Sequence[Problems], unknown: Array) -> Problems:
    """All of them, with the same unknown constants."""
    fields = zip(*((r.slides, r.alpha, r.theta, r.a, r.d) for r in (part.rows for part in parts)), strict=True)
    slides, alpha, theta, a, d = (np.concatenate(f) for f in fields)
    q, p, R = (np.concatenate(f) for f in zip(*((x.q, x.p, x.R) for x in parts), strict=True))
    return Problems(Rows(slides, alpha, theta, a, d), q, p, R, np.tile(unknown, (len(q), 1)))


def _problems(leg: Leg, mask: Mask, legs: Legs, constants: Array, rng: np.random.Generator) -> Problems:
    """Every case, for some legs, at all corners."""
    place, at = legs
    size, poses = len(constants), corners(mask)
    rows = leg.draw(constants, mask, rng)
    q = leg.guess((size, len(at)), rng)
    reached = forward(rows.spread(), q)
    base, platform = place.ends
    A, none = base.R[at], np.zeros((size, 0), dtype=int)
    if place.platform == FROM_LEG:
        end = A @ reached.R
    else:
        end = np.broadcast_to(platform.R[at], (size, len(at), 3, 3))
        if not leg.slides[-1]:  # a pin has no direction: it may stand either way round
            end = end @ about(0, np.pi * rng.integers(0, 2, (size, len(at))))
        turned = turn_to(Problems(rows, q, reached.p, np.swapaxes(A, -1, -2) @ end, none)).q
        q[::2] = turned[::2]  # what some legs reach with the orientation is little of what they reach without
        reached = forward(rows.spread(), q)
    shift = np.einsum("lji,cj->lci", A, poses[:, :3])
    p = reached.p[:, :, None] + shift
    R = np.einsum("lji,cjk,slkm->slcim", A, mask.orientation(poses), end)
    count = len(at) * len(poses)
    starts = np.repeat(q, len(poses), axis=1)
    return Problems(rows, starts, p.reshape(size, count, 3), R.reshape(size, count, 3, 3), none)


def _best(tried: list[Tried]) -> Motion:
    left = np.concatenate([t[0] for t in tried])
    constants, firm = np.concatenate([t[1] for t in tried]), np.concatenate([t[2] for t in tried])
    closed = left < CLOSED
    good = closed & (firm > IDLE)
    if not good.any():
        return Motion(np.zeros((0, constants.shape[1])), float(left.min()), bool(closed.any()))
    chosen = _different(constants, np.flatnonzero(good))
    return Motion(constants[list(chosen.values())[:KEPT]], float(left[good].max()))


def _different(constants: Array, where: Array) -> dict[tuple[float, ...], int]:
    """One of each set of angles, in order; angles that were solved for are all different, and special cases come first."""
    found: dict[tuple[float, ...], int] = {}
    for k in where:
        found.setdefault(tuple(np.round(np.mod(constants[k] + 1e-7, np.pi), 5)), int(k))
    return found
