"""Three joints that carry w to p where no two axes lie specially: a quartic in one joint's value, the others follow.

Pieper 1968: along the common normal d of the first two axes and across it, height and distance of p from the first axis say
where the second joint has to bring what the third one moved; both are linear in its cosine and sine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from linkwright.graph.expr import Scalar, sqrt
from linkwright.mechanics.inverse.arm import Arm, Solution
from linkwright.mechanics.inverse.axes import Angle, Axis, Value
from linkwright.mechanics.inverse.geometry import TOLERANCE, across, sampled
from linkwright.mechanics.inverse.quartic import Affine, conic_and_circle, line, quartic_roots, total
from linkwright.mechanics.inverse.subproblems import (
    Lengths,
    direction,
    slide_into_plane,
    slide_to_distance,
    turn_into_plane,
    turn_onto,
    turn_to_distance,
)
from linkwright.spatial.vector import IDENTITY, ZERO, Vec


@dataclass(frozen=True)
class _Skew:
    """Two skew axes: points a, b of them on their common normal, its direction x and length, y across the second axis and x."""

    first: Axis
    second: Axis
    length: Scalar
    x: Vec
    y: Vec
    cosine: Scalar
    sine: Scalar

    @staticmethod
    def of(first: Axis, second: Axis) -> _Skew:
        h, k, gap = first.h, second.h, second.p - first.p
        n = h.cross(k)
        square = n.dot(n)
        a = first.p + h * (gap.cross(k).dot(n) / square)
        b = second.p + k * (gap.cross(h).dot(n) / square)
        way = b - a
        length = sqrt(way.dot(way))
        x = way * (1 / length)
        y = k.cross(x)
        return _Skew(first.through(a), second.through(b), length, x, y, h.dot(k), h.dot(y))

    def carried(self, w: Vec, p: Vec) -> tuple[Angle, Angle]:
        """The two turns that carry a point w, at the right height and distance, to p."""
        u, r = w - self.second.p, p - self.first.p
        X = (r.dot(r) - u.dot(u) - self.length * self.length) / (2 * self.length)
        Y = (self.first.h.dot(r) - self.cosine * self.second.h.dot(u)) / self.sine
        u1, u2 = self.x.dot(u), self.y.dot(u)
        second = direction(u1 * X + u2 * Y, u1 * Y - u2 * X)
        return turn_onto(self.first.h, self.second.point(second, w) - self.first.p, r), second


def skew_hinge(arm: Arm) -> list[Solution] | None:
    """Three hinges."""
    if arm.parallel(0, 1) or arm.meet(0, 1) is not None:
        return None
    pair = _Skew.of(arm.axes[0], arm.axes[1])
    axis, b, r = arm.axes[2], pair.second.p, arm.p - pair.first.p
    lever, gap = arm.w - axis.p, axis.p - b
    square = _plus(_turning(axis, lever, gap) * 2, lever.dot(lever) + gap.dot(gap))
    height = _plus(_turning(axis, lever, pair.second.h), pair.second.h.dot(gap))
    X = _less(r.dot(r) - pair.length * pair.length, square, 1) * (1 / (2 * pair.length))
    Y = _less(pair.first.h.dot(r), height, pair.cosine) * (1 / pair.sine)
    conic = total(X.square, Y.square, height.square, line(square * -1))
    return list(_carried(arm, pair, conic_and_circle(conic)))


def _turning(axis: Axis, v: Vec, k: Vec) -> Affine:
    """k . R v of a hinge."""
    along = axis.h.dot(v) * axis.h.dot(k)
    return Affine(along, k.dot(v) - along, k.dot(axis.h.cross(v)))


def _less(one: Scalar, a: Affine, k: Scalar) -> Affine:
    """one - k a."""
    return Affine(one - k * a.one, -(k * a.x), -(k * a.y))


def hinges_and_slide(arm: Arm) -> list[Solution] | None:
    """Two hinges and a slide: height along the second hinge and distance from it, of what the slide moved and of p seen from
    behind the first."""
    a, b, c = arm.axes
    if arm.parallel(0, 1) or (_varies(b.h.dot(c.h)) and not _varies(a.h.dot(b.h))):
        return None
    lever, gap, r = arm.p - a.p, a.p - b.p, arm.w - b.p
    if arm.perpendicular(1, 2):
        roots = turn_into_plane(-a.h, lever, b.h, b.h.dot(r - gap))
        firsts = [(angle, roots.condition) for angle in roots.angles]
        slide = None
    else:
        back = replace(a, h=-a.h)
        slide = _plus(_turning(back, lever, b.h), b.h.dot(gap - r)) * (1 / b.h.dot(c.h))
        square = _plus(_turning(back, lever, gap) * 2, lever.dot(lever) + gap.dot(gap) - r.dot(r))
        conic = total(line(square + slide * (-2 * r.dot(c.h))), slide.square.negative)
        firsts = conic_and_circle(conic)
    found: list[Solution] = []
    for first, condition in firsts:
        x = a.point(-first, arm.p) - b.p
        lengths = slide_to_distance(c.h, r, ZERO, x.dot(x)) if slide is None else Lengths((slide.at(first),), condition)
        for t in lengths.lengths:
            found.append(((first, turn_onto(b.h, r + c.h * t, x), t), (condition, lengths.condition)))
    return found


def _plus(a: Affine, k: Scalar) -> Affine:
    return Affine(a.one + k, a.x, a.y)


def skew_slide(arm: Arm) -> list[Solution] | None:
    """Two hinges and a slide."""
    if arm.parallel(0, 1) or arm.meet(0, 1) is not None:
        return None
    pair = _Skew.of(arm.axes[0], arm.axes[1])
    h, u, r = arm.axes[2].h, arm.w - pair.second.p, arm.p - pair.first.p
    start = h.dot(u)  # slides are counted from the foot of the second axis' point, where nothing cancels
    u = u - h * start
    square: list[Scalar] = [u.dot(u), 0, 1]
    height = [pair.second.h.dot(u), pair.second.h.dot(h)]
    X = [-x / (2 * pair.length) for x in square]
    X[0] = X[0] + (r.dot(r) - pair.length * pair.length) / (2 * pair.length)
    Y = [-(pair.cosine / pair.sine) * x for x in height]
    Y[0] = Y[0] + pair.first.h.dot(r) / pair.sine
    parts = [_squared(X), _squared(Y), _squared(height), [-x for x in square]]
    quartic = [_sum([part[n] for part in parts if n < len(part)]) for n in range(5)]
    roots = quartic_roots(quartic, arm.geometry.size)
    return list(_carried(arm, pair, [(t - start, condition) for t, condition in roots]))


def _squared(a: Sequence[Scalar]) -> list[Scalar]:
    found: list[Scalar] = [0] * (2 * len(a) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(a):
            found[i + j] = found[i + j] + x * y
    return found


def _sum(values: Sequence[Scalar]) -> Scalar:
    first: Scalar = 0
    for x in values:
        first = first + x
    return first


def _carried(arm: Arm, pair: _Skew, roots: Sequence[tuple[Value, Scalar]]) -> Iterator[Solution]:
    for value, condition in roots:
        turns = pair.carried(arm.axes[2].point(value, arm.w), arm.p)
        yield (*turns, value), (condition,)


# --- a slide between two hinges ----------------------------------------------------------------------------------------------


def _level_hinges(arm: Arm) -> list[Solution] | None:
    """Parallel hinges: the slide sets the height, and shifts the third axis."""
    if not arm.parallel(0, 2) or arm.perpendicular(0, 1):
        return None
    a, b, c = arm.axes
    slide = slide_into_plane(b.h, arm.w, a.h, a.h.dot(arm.p))
    shifted = c.through(b.point(slide, c.p))
    w, r = b.point(slide, arm.w), arm.p - a.p
    flat = [v - a.h * a.h.dot(v) for v in (w - shifted.p, a.p - shifted.p, r)]
    roots = turn_to_distance(c.h, flat[0], flat[1], flat[2].dot(flat[2]))
    return [
        ((turn_onto(a.h, shifted.point(angle, w) - a.p, r), slide, angle), (roots.condition,)) for angle in roots.angles
    ]


def _third_across(arm: Arm) -> list[Solution] | None:
    """The third hinge at right angles to the slide: the height along it is set by the first alone."""
    if not arm.perpendicular(1, 2) or arm.parallel(0, 2):
        return None
    a, b, c = arm.axes
    found: list[Solution] = []
    firsts = turn_into_plane(-a.h, arm.p - a.p, c.h, c.h.dot(arm.w - a.p))
    side = b.h.cross(c.h)
    for first in firsts.angles:
        x = a.point(-first, arm.p)
        thirds = turn_into_plane(c.h, arm.w - c.p, side, side.dot(x - c.p))
        for third in thirds.angles:
            slide = b.h.dot(x - c.point(third, arm.w))
            found.append(((first, slide, third), (firsts.condition, thirds.condition)))
    return found


def _oblique(arm: Arm) -> list[Solution] | None:
    """Seen along the slide, the third hinge draws an ellipse: its cosine and sine are linear in those of the first."""
    a, b, c = arm.axes
    if arm.perpendicular(1, 2) or (_varies(b.h.dot(c.h)) and not _varies(a.h.dot(b.h))):
        return None  # backward the determinant below is a number
    e = _across(b.h, c.h, arm.parallel(1, 2))
    f = b.h.cross(e)
    v, back = arm.w - c.p, -a.h
    rows = [_turning(c, v, k) for k in (e, f)]
    seen = [_turning(replace(a, h=back), arm.p - a.p, k) for k in (e, f)]
    seen = [_plus(s, k.dot(a.p - c.p) - r.one) for s, r, k in zip(seen, rows, (e, f), strict=True)]
    det = rows[0].x * rows[1].y - rows[0].y * rows[1].x
    cosine = (seen[0] * rows[1].y + seen[1] * -rows[0].y) * (1 / det)
    sine = (seen[1] * rows[0].x + seen[0] * -rows[1].x) * (1 / det)
    squares = total(cosine.square, sine.square)
    conic = squares._replace(one=squares.one - 1)
    found: list[Solution] = []
    for first, condition in conic_and_circle(conic):
        third = direction(cosine.at(first), sine.at(first))
        slide = b.h.dot(a.point(-first, arm.p) - c.point(third, arm.w))
        found.append(((first, slide, third), (condition,)))
    return found


def _varies(x: Scalar) -> bool:
    """Whether a value depends on what is only known later."""
    numbers = [values[0] for values in sampled([x])]
    return max(numbers) - min(numbers) > TOLERANCE


def _across(h: Vec, k: Vec, parallel: bool) -> Vec:
    """A unit vector at right angles to h, and to k where they differ."""
    n = across(h, IDENTITY) if parallel else h.cross(k)
    return n * (1 / sqrt(n.dot(n)))


HINGE_SLIDE_HINGE = (_level_hinges, _third_across, _oblique)
"""In this order."""
