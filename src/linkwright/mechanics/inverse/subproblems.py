"""Subproblems of Paden and Kahan: values of one joint that meet one condition, each with the condition under which it exists.

All are built over any scalar, without a branch: square roots of what is clamped at zero, angles as cosine and sine.
Murray, Li & Sastry 1994, section 3.3; Elias & Wen 2022 (canonical subproblems).
"""

from __future__ import annotations

from functools import reduce
from typing import NamedTuple

from linkwright.graph.expr import Scalar, apply, number, sqrt
from linkwright.mechanics.inverse.axes import Angle
from linkwright.spatial.vector import Vec

REACH = 1e-12
"""Part by which a discriminant may be negative: a stretched arm is found although rounding puts the pose beyond its reach."""
_TINY = 1e-200
"""Below, a square is zero: what it divides is replaced, so that no infinity arises."""


class Roots(NamedTuple):
    """Two angles; they exist where the condition is positive."""

    angles: tuple[Angle, Angle]
    condition: Scalar


class Lengths(NamedTuple):
    """Lengths; they exist where the condition is positive."""

    lengths: tuple[Scalar, ...]
    condition: Scalar


def maximum(*values: Scalar) -> Scalar:
    """The largest of some values."""
    return reduce(lambda a, b: apply("max", a, b), values)


def minimum(*values: Scalar) -> Scalar:
    """The smallest of some values."""
    return reduce(lambda a, b: apply("min", a, b), values)


def select(condition: Scalar, yes: Scalar, no: Scalar) -> Scalar:
    """yes where the condition is positive."""
    return apply("select", condition, yes, no)


def root(x: Scalar) -> Scalar:
    """The square root of what should not be negative."""
    return sqrt(maximum(x, 0))


def direction(c: Scalar, s: Scalar) -> Angle:
    """The angle of a vector (c, s) of any length; zero where it vanishes, as atan2 has it."""
    square = c * c + s * s
    if number(square) is not None:
        length = sqrt(square)
        return Angle(c / length, s / length)
    inverse = 1 / sqrt(maximum(square, _TINY))
    return Angle(select(square - _TINY, c * inverse, 1), s * inverse)


def line_and_circle(a: Scalar, b: Scalar, d: Scalar) -> Roots:
    """a cos + b sin = d."""
    square = a * a + b * b
    across = square - d * d
    w = root(across)
    inverse = 1 / maximum(square, _TINY)
    ad, bd, aw, bw = (x * inverse for x in (a * d, b * d, a * w, b * w))
    roots = Angle(ad - bw, bd + aw), Angle(ad + bw, bd - aw)
    return Roots(roots, across + REACH * square)


def turn_onto(h: Vec, x: Vec, y: Vec) -> Angle:
    """R x = y (subproblem 1): the turn about h that takes x to y, as seen along h."""
    return direction(x.dot(y) - h.dot(x) * h.dot(y), h.dot(x.cross(y)))


def turn_into_plane(h: Vec, x: Vec, k: Vec, d: Scalar) -> Roots:
    """k . R x = d (subproblem 4): turns about h that take x into a plane."""
    along = h.dot(k) * h.dot(x)
    return line_and_circle(k.dot(x) - along, k.dot(h.cross(x)), d - along)


def turn_to_distance(h: Vec, x: Vec, y: Vec, square: Scalar) -> Roots:
    """|R x - y|^2 = square (subproblem 3)."""
    return turn_into_plane(h, x, y, (x.dot(x) + y.dot(y) - square) / 2)


def two_turns(h: Vec, k: Vec, x: Vec, y: Vec) -> tuple[tuple[tuple[Angle, Angle], ...], Scalar]:
    """R(h) R(k) x = y about axes through one point (subproblem 2), x and y of one length: pairs of turns, and the condition."""
    inner = turn_into_plane(k, x, h, h.dot(y))
    pairs = tuple((turn_onto(h, turned(k, angle, x), y), angle) for angle in inner.angles)
    return pairs, inner.condition


def turned(h: Vec, angle: Angle, v: Vec) -> Vec:
    """A vector, turned about h."""
    along = h * h.dot(v)
    return along + (v - along) * angle.c + h.cross(v) * angle.s


def slide_into_plane(h: Vec, x: Vec, k: Vec, d: Scalar) -> Scalar:
    """k . (x + t h) = d."""
    return (d - k.dot(x)) / k.dot(h)


def slide_to_distance(h: Vec, x: Vec, y: Vec, square: Scalar) -> Lengths:
    """|x + t h - y|^2 = square."""
    r = x - y
    middle = -h.dot(r)
    across = middle * middle - r.dot(r) + square
    w = root(across)
    return Lengths((middle + w, middle - w), across + REACH * square)
