"""Whole robots: legs of drawn lengths closed on one platform, at poses with no symmetry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from linkwright.catalogue.parallel.closing import Problems, close, turn_to
from linkwright.catalogue.parallel.kinematics import Array, Rows, forward
from linkwright.catalogue.parallel.leg import Leg
from linkwright.catalogue.parallel.masks import Mask
from linkwright.catalogue.parallel.motion import REACH, TURN, corners
from linkwright.catalogue.parallel.placing import FROM_LEG, Placing
from linkwright.spatial.rotations import about

PAIR = 0.2, 0.15
"""Distances within pairs on the base and on the platform, m."""
RETRIES = 6
"""Random starts for a leg that does not close from the first one's joints."""


@dataclass(frozen=True)
class Robots:
    """B robots of N legs. rows: (B, n); q: (B, N, n); frames A, ends E in the platform (B, N, 3, 3), points a, e (B, N, 3);
    pose: (B, 6) of the platform; radii: (B, 2); left: (B,) how far from closing, over the pose and the cube about it."""

    rows: Rows
    q: Array
    A: Array
    E: Array
    a: Array
    e: Array
    pose: Array
    radii: Array
    left: Array

    def take(self, where: Array) -> Robots:
        """Some of them."""
        rest = (self.q, self.A, self.E, self.a, self.e, self.pose, self.radii, self.left)
        return Robots(self.rows.map(lambda v: v[where]), *(v[where] for v in rest))


def assemble(leg: Leg, mask: Mask, places: Sequence[Placing], constants: Array, rng: np.random.Generator) -> Robots:
    """One robot per place and set of angles (B, 2 n), with random lengths."""
    size = len(places)
    rows = leg.draw(constants, mask, rng)
    both = [place.ends for place in places]
    A, out, aside = (np.stack([getattr(x[0], k) for x in both]) for k in ("R", "out", "aside"))
    end_out, end_aside = (np.stack([getattr(x[1], k) for x in both]) for k in ("out", "aside"))
    q = leg.guess((size, 1), rng)
    E = _frames(leg, places, A @ forward(rows.spread(), q).R, rng)
    first = np.swapaxes(A[:, :1], -1, -2) @ E[:, :1]
    q = turn_to(Problems(rows, q, np.zeros((size, 1, 3)), first, np.zeros((size, 0), dtype=int))).q
    # the platform's middle stands above the base's: sideways of the first leg nothing, outward what the radii make of it
    reached = (A[:, 0] @ forward(rows.spread(), q).p[:, 0, :, None])[..., 0]
    parallel = np.array([place.methods[0].parallel for place in places])
    outward = np.where(parallel, rng.uniform(-0.1, 0.1, size), reached[:, 0])
    base = np.maximum(rng.uniform(0.4, 0.9, size), rng.uniform(0.1, 0.4, size) - outward)
    radii = np.stack([base, base + outward], axis=-1)
    a = radii[:, :1, None] * out + PAIR[0] * aside
    e = radii[:, 1:, None] * end_out + PAIR[1] * end_aside
    pose = np.zeros((size, 6))
    pose[:, :3] = np.where(parallel[:, None], reached - outward[:, None] * out[:, 0], reached * np.array([0, 0, 1.0]))
    pose[:, 2] *= 2 in mask.moves
    moves = list(mask.moves)
    reach = np.where(np.array(moves) < 3, REACH, TURN)
    pose[:, moves] += rng.uniform(0.4, 1.2, (size, len(moves))) * rng.choice((-1, 1), (size, len(moves))) * reach
    robots = Robots(rows, np.repeat(q, len(A[0]), axis=1), A, E, a, e, pose, radii, np.zeros(size))
    return _closed(leg, mask, robots, rng)


def at_once(leg: Leg, mask: Mask, places: Sequence[Placing], rng: np.random.Generator) -> Robots:
    """Robots of legs that have not the motion, closed at one pose: the platform's points are where the legs end there."""
    size, count = len(places), places[0].count
    constants = np.repeat(leg.special()[:1], size, axis=0)
    constants[:, leg.unknown] = rng.uniform(0.3, 1.3, (size, len(leg.unknown)))
    rows, q = leg.draw(constants, mask, rng), leg.guess((size, count), rng)
    A, out = (np.stack([getattr(place.ends[0], k) for place in places]) for k in ("R", "out"))
    E = _frames(leg, places, A @ forward(rows.spread(), q).R, rng)
    D = np.swapaxes(A, -1, -2) @ E
    q = turn_to(Problems(rows, q, np.zeros((size, count, 3)), D, np.zeros((size, 0), dtype=int)), 30).q
    reached = forward(rows.spread(), q)
    left = np.abs(reached.R - D).max(axis=(1, 2, 3))
    e = 0.6 * out + (A @ reached.p[..., None])[..., 0]
    return Robots(rows, q, A, E, 0.6 * out, e, np.zeros((size, 6)), np.full((size, 2), 0.6), left)


def _frames(leg: Leg, places: Sequence[Placing], own: Array, rng: np.random.Generator) -> Array:
    """Of the platform (B, N, 3, 3): as placed, pins either way round, or the leg's own."""
    decides = np.array([place.platform == FROM_LEG for place in places])
    turned = rng.integers(0, 2, len(places)) * (not leg.slides[-1]) * np.pi
    placed = np.stack([place.ends[1].R for place in places]) @ about(0, turned)[:, None]
    return np.where(decides[:, None, None, None], own, placed)


def _closed(leg: Leg, mask: Mask, robots: Robots, rng: np.random.Generator) -> Robots:
    """With joints at the pose, from the first leg's joints or random ones; then at the corners about it."""
    problems = at_pose(mask, robots, robots.pose)
    done, left = close(problems)
    for _ in range(RETRIES):
        lost = np.flatnonzero(left > 1e-10)
        if not len(lost):
            break
        again = problems.take(lost)
        guess = turn_to(Problems(again.rows, leg.guess(again.q.shape[:-1], rng), again.p, again.R, again.unknown)).q
        found, rest = close(Problems(again.rows, guess, again.p, again.R, again.unknown))
        better = rest < left[lost]
        done.q[lost[better]], left[lost[better]] = found.q[better], rest[better]
    shape = robots.q.shape
    robots = replace(robots, q=done.q.reshape(shape), left=left.reshape(shape[:2]).max(axis=1))
    good = np.flatnonzero(robots.left < 1e-10)
    part = robots.take(good)
    for corner in corners(mask):
        there = close(at_pose(mask, part, part.pose + corner))[1].reshape(len(good), shape[1])
        robots.left[good] = np.maximum(robots.left[good], there.max(axis=1))
    return robots


def at_pose(mask: Mask, robots: Robots, pose: Array) -> Problems:
    """Every leg of every robot (B N problems of one pose), from the joints that they have."""
    R = mask.orientation(pose)
    point = pose[:, None, :3] + np.einsum("bij,blj->bli", R, robots.e)
    p = np.einsum("blji,blj->bli", robots.A, point - robots.a)
    D = np.einsum("blji,bjk,blkm->blim", robots.A, R, robots.E)
    count = robots.q.shape[1]
    rows = robots.rows.map(lambda v: np.repeat(v, count, axis=0))
    size = len(pose) * count
    flat_q, flat_p, flat_D = (v.reshape(size, 1, *v.shape[2:]) for v in (robots.q, p, D))
    return Problems(rows, flat_q, flat_p, flat_D, np.zeros((size, 0), dtype=int))


def jacobians(mask: Mask, robots: Robots) -> Array:
    """(B, N, 6, n): velocity of the platform's origin and angular velocity, per unit of the joints of each leg alone."""
    columns = forward(robots.rows.spread(), robots.q).joints
    v, w = robots.A @ columns[..., :3, :], robots.A @ columns[..., 3:, :]
    arm = -np.einsum("bij,blj->bli", mask.orientation(robots.pose), robots.e)[..., None]
    return np.concatenate([v + np.cross(w, arm, axis=-2), w], axis=-2)
