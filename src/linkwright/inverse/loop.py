"""The loop of six joints and a wanted motion, cut at a line: three neighbours here, two joints and the motion there.

    E1 E2 E3 E4 E5 E6 = G    ->    Eh Eh+1 Eh+2 line(h+3) = .. E1^-1 G E6^-1 .. line(h+3)

The joint h+3 does not move its own axis, so it is not in the equation. h is the first angle, which stays when the others are
eliminated; of the mirrored loop, which begins at the tool, it is one of the last three.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from linkwright.graph.expr import Scalar, apply
from linkwright.inverse.half_angles import Array
from linkwright.inverse.lines import LineVector, line_vector
from linkwright.mechanics.inverse.axes import Angle, Axis, Prismatic, Value
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec


@dataclass(frozen=True)
class Loop:
    """axes: of the six joints, lengths in parts of the arm's size; first: the joint whose angle stays. It may be prismatic: the
    angle is then twice the arc tangent of its length, and the left side is multiplied by (1 + cosine) / 2."""

    axes: tuple[Axis, ...]
    first: int

    @property
    def slides(self) -> bool:
        """Whether the first joint is prismatic."""
        return isinstance(self.axes[self.first], Prismatic)

    @property
    def line(self) -> Axis:
        """The axis that is followed."""
        return self.axes[self.first + 3]

    @property
    def _other_side(self) -> list[int | None]:
        """Joints that are undone, in the order in which they act on the line; None: the wanted motion."""
        return [*range(self.first + 4, 6), None, *range(self.first)]

    @property
    def two(self) -> list[int]:
        """The two joints among them."""
        return [k for k in self._other_side if k is not None]

    def left(self) -> Array:
        """Coefficients (14, 3, 3, 3) of 1, cosine, sine of three neighbours."""
        parts = [line_vector(self.line.p, self.line.h)]
        for k in (self.first + 2, self.first + 1, self.first):
            axis = self.axes[k]
            turned = [x.slid(axis.h) if isinstance(axis, Prismatic) else x.parts(axis.h, axis.p) for x in parts]
            parts = [x[function] for function in range(3) for x in turned]
        return np.array([[float(n) for n in x.numbers] for x in parts]).T.reshape(14, 3, 3, 3)  # type: ignore[arg-type]

    def right(self, motion: Transform) -> list[LineVector]:
        """Nine coefficients of 1, cosine, sine of the two others."""
        return self._acted([line_vector(self.line.p, self.line.h)], self._other_side, motion)

    def _acted(self, parts: list[LineVector], steps: Sequence[int | None], motion: Transform) -> list[LineVector]:
        for k in steps:
            if k is None:
                parts = [x.moved(motion) for x in parts]
            else:
                parts = [part for x in parts for part in x.parts(-self.axes[k].h, self.axes[k].p)]
        return parts

    def angles(self, motion: Transform, three: Sequence[Value]) -> list[Value]:
        """All six from three neighbours that satisfy the equations."""
        p, h = self.line.p, self.line.h
        known: dict[int, Value] = {}
        for k, angle in zip(range(self.first + 2, self.first - 1, -1), reversed(three), strict=True):
            p, h = self.axes[k].point(angle, p), self.axes[k].vector(angle, h)
            known[k] = angle
        one, other = self.two
        steps = self._other_side
        at = steps.index(other)
        if steps[-1] is None:
            p, h = motion.inverse.point(p), motion.R.apply_T(h)
        parts = self._acted([line_vector(self.line.p, self.line.h)], steps[:at], motion)
        goal = line_vector(p, h)
        known[one] = outer = self._outer(self.axes[other], parts, goal)
        start = _sum(parts, outer)
        known[other] = self._between(self.axes[other], start, goal)
        known[self.first + 3] = self._left_over(known, motion)
        return [known[k] for k in range(6)]

    def _outer(self, axis: Axis, parts: Sequence[LineVector], goal: LineVector) -> Angle:
        """The angle that makes what the next joint cannot change right: six linear equations, least squares."""
        constant, c, s = (_unchanged(x, axis) for x in parts)
        rest = [y - x for x, y in zip(constant, _unchanged(goal, axis), strict=True)]
        cc, cs, ss = _dot(c, c), _dot(c, s), _dot(s, s)
        x, y = _dot(c, rest), _dot(s, rest)
        return _unit(ss * x - cs * y, cc * y - cs * x)

    def _between(self, axis: Axis, start: LineVector, goal: LineVector) -> Angle:
        """How far a joint has to be undone to come from one line to the other."""
        a, b, h = start.shifted(-axis.p).vectors, goal.shifted(-axis.p).vectors, axis.h
        pairs = list(zip(a, b, strict=True))
        c = [v.dot(w) - h.dot(v) * h.dot(w) for v, w in pairs]
        s = [-h.dot(v.cross(w)) for v, w in pairs]
        return _unit(_dot(c, [1] * 4), _dot(s, [1] * 4))

    def _left_over(self, known: dict[int, Value], motion: Transform) -> Angle:
        """The joint whose axis was followed, from where it has to turn two directions to."""
        k = self.first + 3
        axis = self.axes[k]
        across = _across(axis.h)
        seen = across
        for j in range(k + 1, 6):
            seen = self.axes[j].vector(self.axes[j].opposite(known[j]), seen)
        seen = motion.R.apply(seen)
        for j in range(k):
            seen = self.axes[j].vector(self.axes[j].opposite(known[j]), seen)
        return _unit(seen.dot(across), seen.dot(axis.h.cross(across)))


def _sum(parts: Sequence[LineVector], angle: Angle) -> LineVector:
    constant, c, s = parts

    def add(x: Scalar, y: Scalar, z: Scalar) -> Scalar:
        return x + y * angle.c + z * angle.s

    triples = zip(constant.vectors, c.vectors, s.vectors, strict=True)
    return LineVector(
        add(constant.one, c.one, s.one),
        add(constant.square, c.square, s.square),
        add(constant.along, c.along, s.along),
        tuple(u + v * angle.c + w * angle.s for u, v, w in triples),
    )


def _unchanged(x: LineVector, axis: Axis) -> list[Scalar]:
    """What a turn about an axis does not change."""
    seen = x.shifted(-axis.p)
    return [seen.square, seen.along, *(axis.h.dot(v) for v in seen.vectors)]


def _dot(a: Sequence[Scalar], b: Sequence[Scalar]) -> Scalar:
    return sum((x * y for x, y in zip(a[1:], b[1:], strict=True)), a[0] * b[0])


def _unit(c: Scalar, s: Scalar) -> Angle:
    scale = 1 / apply("max", apply("hypot", c, s), 1e-300)
    return Angle(c * scale, s * scale)


def _across(h: Vec) -> Vec:
    """A unit vector across a unit vector of numbers."""
    n = np.array([float(x) for x in h])  # type: ignore[arg-type]
    other = np.cross(n, np.eye(3)[np.argmin(abs(n))])
    return Vec(*(float(x) for x in other / np.linalg.norm(other)))
