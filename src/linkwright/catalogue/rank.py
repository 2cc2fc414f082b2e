"""Which motions chains have, decided exactly: ranks of their Jacobians at random lengths and angles of two prime fields.

A minor that vanishes identically vanishes at every point of every field: a rank that is found is never too high, and "full" is
proven. It is too low with probability (degree / p)^2 < 1e-15 (Schwartz 1980): the larger of both counts.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.arrays import Whole
from linkwright.catalogue.row import Rows
from linkwright.exact.elimination import cross, ranks_modulo
from linkwright.exact.field import SHORT_PRIMES, Field

Pair = tuple[Whole, Whole]
_FREE = 2


@dataclass(frozen=True)
class Freedom:
    """Ranks of the Jacobian and of its angular rows; which rows of (v, w) are not zero: v of the last frame's origin, along the
    axes of the first frame, whose z is the first axis."""

    rank: int
    angular: int
    motions: tuple[bool, ...]


_found: dict[Rows, Freedom] = {}


def freedom(rows: Rows) -> Freedom:
    """Of one chain."""
    return freedoms([rows])[0]


def freedoms(chains: Sequence[Rows]) -> list[Freedom]:
    """Of many chains, those of one length at once."""
    missing = dict.fromkeys(rows for rows in chains if rows not in _found)
    for joints in {len(rows) for rows in missing}:
        own = [rows for rows in missing if len(rows) == joints]
        _found.update(zip(own, _freedoms(own), strict=True))
    return [_found[rows] for rows in chains]


def _freedoms(chains: Sequence[Rows]) -> Iterable[Freedom]:
    seen = [jacobians(chains, p) for p in SHORT_PRIMES]
    rank = np.max([ranks_modulo(J, p) for J, p in zip(seen, SHORT_PRIMES, strict=True)], axis=0)
    angular = np.max([ranks_modulo(J[:, 3:], p) for J, p in zip(seen, SHORT_PRIMES, strict=True)], axis=0)
    moves: list[list[bool]] = np.any([(J != 0).any(axis=2) for J in seen], axis=0).tolist()
    return map(Freedom, rank.tolist(), angular.tolist(), map(tuple[bool, ...], moves))


def jacobians(chains: Sequence[Rows], p: int) -> Whole:
    """Geometric Jacobians (N, 6, n) modulo p of chains with n joints, at one random point that depends on p and n alone."""
    n = len(chains[0])
    draw = random.Random(p * 64 + n)
    slides, alpha, theta, a, d = (np.array(x) for x in _columns(chains, n))
    zero = np.zeros(len(chains), np.int64)
    x, y, z = (np.stack([zero + (i == k) for i in range(3)]) for k in range(3))
    origin = np.zeros_like(x)
    axes: list[Whole] = []
    origins: list[Whole] = []
    for k in range(n):
        y, z = _turn(y, z, _angle(alpha[:, k], draw, p), p)
        origin = (origin + x * (a[:, k] * draw.randrange(1, p))) % p
        x, y = _turn(x, y, _angle(np.where(slides[:, k], theta[:, k], _FREE), draw, p), p)
        origin = (origin + z * ((slides[:, k] | d[:, k]) * draw.randrange(1, p))) % p
        axes.append(z)
        origins.append(origin)
    columns = [
        np.where(slides[:, k], np.concatenate([z, 0 * z]), np.concatenate([np.stack(cross(z, (origin - o) % p, p)), z]))
        for k, (z, o) in enumerate(zip(axes, origins, strict=True))
    ]
    return np.stack(columns, axis=1).transpose(2, 0, 1)


def _columns(chains: Sequence[Rows], n: int) -> list[list[list[Any]]]:
    """Of the rows: whether the joint slides, alpha, theta (_FREE where free), a, d."""
    coded = {
        row: (row.joint == "P", *(_FREE if x is None else x for x in (row.alpha, row.theta)), row.a, row.d)
        for rows in chains
        for row in rows
    }
    return [[[coded[rows[k]][i] for k in range(n)] for rows in chains] for i in range(5)]


def _angle(quarters: Whole, draw: random.Random, p: int) -> Pair:
    """Cosines and sines modulo p: of no or a quarter turn, or of a random angle."""
    c, s = Field(p).circle(draw.randrange(1, p))
    return np.array([1, 0, c])[quarters], np.array([0, 1, s])[quarters]


def _turn(u: Whole, v: Whole, angle: Pair, p: int) -> Pair:
    """Two axes turned in their plane."""
    c, s = angle
    return (c * u + s * v) % p, (c * v - s * u) % p
