"""A line in fourteen numbers that every motion of space changes linearly.

Of a point p and a direction l: p.p, p.l, l, p, p x l and (p.p) l - 2 (p.l) p. Raghavan & Roth 1993 found that these are the
equations of a 6R arm whose left and right sides have the same monomials; that they are linear under any motion is why.
"""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.graph.expr import Scalar, is_zero
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import ZERO, Mat, Vec, outer


@dataclass(frozen=True)
class LineVector:
    """Numbers of a line, or a coefficient of such numbers; `one` is 1 of a line, so that shifts are linear too."""

    one: Scalar
    square: Scalar
    along: Scalar
    vectors: tuple[Vec, ...]
    """Direction, point, moment, and the direction mirrored: they turn with space."""

    @property
    def numbers(self) -> list[Scalar]:
        """All fourteen."""
        return [self.square, self.along, *(x for v in self.vectors for x in v)]

    def shifted(self, b: Vec) -> LineVector:
        """The same with all points moved by b."""
        if all(is_zero(x) for x in b):
            return self
        direction, point, moment, mirrored = self.vectors
        bb, bl = b.dot(b), b.dot(direction)
        return LineVector(
            self.one,
            self.square + 2 * b.dot(point) + bb * self.one,
            self.along + bl,
            (
                direction,
                point + b * self.one,
                moment + b.cross(direction),
                mirrored - b.cross(moment) * 2 + direction * bb - b * (2 * (bl + self.along)),
            ),
        )

    def turned(self, R: Mat) -> LineVector:
        """The same with space turned about the origin."""
        return LineVector(self.one, self.square, self.along, tuple(R.apply(v) for v in self.vectors))

    def moved(self, X: Transform) -> LineVector:
        """The same with space moved."""
        return self.turned(X.R).shifted(X.p)

    def parts(self, h: Vec, o: Vec) -> tuple[LineVector, LineVector, LineVector]:
        """What a turn about the axis h by o makes of it: constant, and what is multiplied by cosine and sine."""
        seen = self.shifted(-o)
        along = seen.turned(outer(h, h))
        across = tuple(v - w for v, w in zip(seen.vectors, along.vectors, strict=True))
        beside = tuple(h.cross(v) for v in seen.vectors)
        return along.shifted(o), LineVector(0, 0, 0, across).shifted(o), LineVector(0, 0, 0, beside).shifted(o)

    def slid(self, a: Vec) -> tuple[LineVector, LineVector, LineVector]:
        """What a slide by tan(angle / 2) makes of it, times cos^2(angle / 2): constant, and what is multiplied by cosine
        and sine of the angle. A slide is quadratic, and so it is linear in these, as a turn is."""
        direction, point, moment, _ = self.vectors
        twice = LineVector(
            0,
            a.dot(point) * 2,
            a.dot(direction),
            (ZERO, a * self.one, a.cross(direction), -(a.cross(moment) + a * self.along) * 2),
        )
        square = a.dot(a)
        often = LineVector(0, square * self.one, 0, (ZERO, ZERO, ZERO, direction * square - a * (2 * a.dot(direction))))
        return (self + often).times(0.5), (self + often.times(-1)).times(0.5), twice.times(0.5)

    def __add__(self, other: LineVector) -> LineVector:
        vectors = tuple(v + w for v, w in zip(self.vectors, other.vectors, strict=True))
        return LineVector(self.one + other.one, self.square + other.square, self.along + other.along, vectors)

    def times(self, k: Scalar) -> LineVector:
        """Each number multiplied."""
        return LineVector(self.one * k, self.square * k, self.along * k, tuple(v * k for v in self.vectors))


def line_vector(p: Vec, h: Vec) -> LineVector:
    """The numbers of a line."""
    square, along = p.dot(p), p.dot(h)
    return LineVector(1, square, along, (h, p, p.cross(h), h * square - p * (2 * along)))
