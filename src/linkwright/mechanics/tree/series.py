"""Vectors along a motion: [u, du/dt, d2u/dt2, ...], each the rate of the components before it, in axes that turn.

What is linear with constant factors acts on each rate alike. Only products of two moving things (Leibniz' rule) and turning
joints add terms: for y = R'u, where R turns at the rate W (in the axes of y),  dy/dt = R' du/dt - W x y.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb
from typing import Any, TypeVar

from linkwright.graph.expr import Scalar, is_zero
from linkwright.model.tree import Link
from linkwright.spatial.pose import Pose
from linkwright.spatial.vector import ZERO, Scalars, Vec

Vectors = list[Vec]
S = TypeVar("S")
T = TypeVar("T")


def joint_rates(link: Link, along: Sequence[Scalars]) -> tuple[Vectors, Vectors]:
    """Linear and angular rate of a joint and their derivatives, in the link's axes, for [v, dv/dt, ...]."""
    pairs = [link.rate(v) for v in along]
    return [linear for linear, _ in pairs], [angular for _, angular in pairs]


def product(f: Callable[[S, T], Any], x: Sequence[S], y: Sequence[T]) -> list[Any]:
    """f(x, y) and its rates, f linear in both."""
    result: list[Any] = []
    for k in range(min(len(x), len(y))):
        terms = [f(x[j], y[k - j]) for j in range(k + 1)]
        total = terms[0]
        for j, term in enumerate(terms[1:], 1):
            total = total + (term if comb(k, j) == 1 else term * comb(k, j))
        result.append(total)
    return result


def cross(x: Sequence[Vec], y: Sequence[Vec]) -> Vectors:
    """Vector product of two series."""
    return product(Vec.cross, x, y)


def plus(*series: Sequence[Vec]) -> Vectors:
    """The sum, as long as the shortest of them."""
    result: Vectors = []
    for parts in zip(*series, strict=False):
        total = parts[0]
        for part in parts[1:]:
            total = total + part
        result.append(total)
    return result


def outward(at: Pose, W: Sequence[Vec], u: Sequence[Vec]) -> Vectors:
    """Vectors in the axes of the joint at rest -> in the link's axes, which turn at the rate W."""
    return _turning(W, [at.R.apply_T(x) for x in u])


def inward(at: Pose, W: Sequence[Vec], u: Sequence[Vec]) -> Vectors:
    """Vectors in the link's axes -> in those of the joint at rest. Up to second derivatives (RW has rates R dW only so far)."""
    assert len(u) <= 3
    return _turning([-at.R.apply(w) for w in W[:2]], [at.R.apply(x) for x in u])


def _turning(W: Sequence[Vec], e: Sequence[Vec]) -> Vectors:
    """Rates of y = R'u from e_k = R' d^k u / dt^k.

    D[m][k] is the k-th rate of R' d^m u / dt^m:  D[m][k] = D[m+1][k-1] - d^(k-1)/dt^(k-1) (W x D[m][0]); unrolled, so that
    every rate of W multiplies only once.
    """
    D: list[Vectors] = [[x] for x in e]
    for k in range(1, len(e)):
        for m in range(len(e) - k):
            y = e[m + k]
            for j in range(k):
                parts = [(comb(k - 1 - i, j), D[m + i][k - 1 - i - j]) for i in range(k - j)]
                y = y - W[j].cross(_weighted(parts))
            D[m].append(y)
    return D[0]


def _weighted(parts: Sequence[tuple[int, Vec]]) -> Vec:
    total = ZERO
    for factor, x in parts:
        total = total + (x if factor == 1 else x * factor)
    return total


def slide_rates(link: Link, at: Pose, along: Sequence[Scalars]) -> list[Scalar]:
    """The displacement along the link's own z axis and its rates."""
    if link.nv > 1:
        return [0] * (len(along) + 1)
    return [at.slide, *(link.rate(v)[0][2] for v in along)]


def place_rates(at: Pose, along: tuple[Vectors, Vectors]) -> Vectors:
    """The displacement inside a planar or floating joint and its first two rates, in the axes of the joint at rest."""
    linear, W = along
    if all(is_zero(x) for x in at.p):
        return [ZERO] * 3
    rates = [at.p]
    if len(W) > 0:
        rates.append(at.R.apply(linear[0]))
    if len(W) > 1:
        rates.append(at.R.apply(linear[1] + W[0].cross(linear[0])))
    return rates
