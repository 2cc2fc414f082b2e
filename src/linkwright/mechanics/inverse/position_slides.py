"""Three joints that carry w to p, two or three of them slides."""

from __future__ import annotations

from linkwright.graph.expr import Scalar
from linkwright.mechanics.inverse.arm import Arm, Solution
from linkwright.mechanics.inverse.geometry import TOLERANCE, sampled
from linkwright.mechanics.inverse.subproblems import REACH, root, select, turn_into_plane, turn_onto
from linkwright.spatial.vector import Vec


def three_slides(arm: Arm) -> list[Solution] | None:
    """One solution, linear in p."""
    if arm.coplanar():
        return None
    a, b, c = arm.axes
    return [(parts_along(a.h, b.h, c.h, arm.p - arm.w), ())]


def parts_along(a: Vec, b: Vec, c: Vec, r: Vec) -> tuple[Scalar, Scalar, Scalar]:
    """A vector as a sum of multiples of three others (Cramer)."""
    volume = a.dot(b.cross(c))
    return b.cross(c).dot(r) / volume, c.cross(a).dot(r) / volume, a.cross(b).dot(r) / volume


def hinge_and_slides(arm: Arm) -> list[Solution] | None:
    """The hinge turns p into the plane in which the slides move w."""
    a, b, c = arm.axes
    normal = b.h.cross(c.h)
    square = normal.dot(normal)
    if arm.parallel(1, 2) or (arm.perpendicular(0, 1) and arm.perpendicular(0, 2)):
        return None
    # E1^-1 p lies in the plane through w
    roots = turn_into_plane(-a.h, arm.p - a.p, normal, normal.dot(arm.w - a.p))
    found: list[Solution] = []
    for angle in roots.angles:
        r = a.point(-angle, arm.p) - arm.w
        slides = r.cross(c.h).dot(normal) / square, b.h.cross(r).dot(normal) / square
        found.append(((angle, *slides), (roots.condition,)))
    return found


def slide_hinge_slide(arm: Arm) -> list[Solution] | None:
    """Height along the hinge and distance from it: w + t3 h3 and p - t1 h1 agree in both."""
    a, b, c = arm.axes
    k, m = b.h.dot(a.h), b.h.dot(c.h)
    samples = sampled([k, m])
    if any(abs(x) < TOLERANCE for x, _ in samples) or (arm.parallel(0, 1) and arm.parallel(1, 2)):
        return None
    if all(abs(x) < abs(y) for x, y in samples):
        return None  # backward the slides change places
    r, s = arm.w - b.p, arm.p - b.p
    # t1 = n0 + n1 t3;  |r + t3 h3|^2 = |s - t1 h1|^2
    n0, n1 = b.h.dot(s - r) / k, -m / k
    square = 1 - n1 * n1
    half = r.dot(c.h) + n1 * s.dot(a.h) - n0 * n1
    rest = r.dot(r) - s.dot(s) + 2 * n0 * s.dot(a.h) - n0 * n0
    linear = all(abs(x * x - y * y) < TOLERANCE for x, y in samples)
    found: list[Solution] = []
    for third, condition in [(-rest / (2 * half), 1)] if linear else _quadratic(square, half, rest):
        first = n0 + n1 * third
        turn = turn_onto(b.h, r + c.h * third, s - a.h * first)
        found.append(((first, turn, third), (condition,)))
    return found


def _quadratic(a: Scalar, half: Scalar, c: Scalar) -> list[tuple[Scalar, Scalar]]:
    """a x^2 + 2 half x + c = 0: the larger root first, the other from their product; each with its condition."""
    across = half * half - a * c
    large = -(half + select(half, root(across), -root(across)))
    condition = across + REACH * half * half
    return [(large / select(abs(a) - 1e-200, a, 1), condition), (c / select(abs(large) - 1e-200, large, 1), condition)]
