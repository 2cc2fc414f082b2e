"""Joint axes in space, and the values their joints take: an angle as cosine and sine, a slide as a length."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import NamedTuple

from linkwright.graph.expr import Scalar, apply, cos, is_zero, sin
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec


class Angle(NamedTuple):
    """A turn: cosine and sine, squares summing to one. What follows from it needs no sine of an arc tangent."""

    c: Scalar
    s: Scalar

    def __neg__(self) -> Angle:
        return Angle(self.c, -self.s)

    def __add__(self, other: Angle) -> Angle:  # type: ignore[override]
        return Angle(self.c * other.c - self.s * other.s, self.s * other.c + self.c * other.s)

    def __sub__(self, other: Angle) -> Angle:
        return self + -other

    @property
    def opposite(self) -> Angle:
        """Half a turn further."""
        return Angle(-self.c, -self.s)


Value = Angle | Scalar
"""Where a joint is: of a revolute one an Angle, of a prismatic one a length."""


@dataclass(frozen=True)
class Axis(ABC):
    """The axis of a joint while all joints are at zero. h: its unit direction; p: a point of it."""

    h: Vec
    p: Vec

    @abstractmethod
    def vector(self, value: Value, v: Vec) -> Vec:
        """A direction, moved by the joint."""

    @abstractmethod
    def point(self, value: Value, x: Vec) -> Vec:
        """A point, moved by the joint."""

    @abstractmethod
    def opposite(self, value: Value) -> Value:
        """The value that undoes this one."""

    @abstractmethod
    def value(self, q: Scalar) -> Value:
        """The value at a coordinate."""

    @abstractmethod
    def coordinate(self, value: Value) -> Scalar:
        """The coordinate of a value; angles in (-pi, pi]."""

    def transform(self, value: Value, X: Transform) -> Transform:
        """A frame, moved by the joint."""
        columns = [self.vector(value, c) for c in X.R.T]
        return Transform(type(X.R)(*columns).T, self.point(value, X.p))

    def moved(self, X: Transform) -> Axis:
        """The axis carried along by a motion of space."""
        return replace(self, h=X.R.apply(self.h), p=X.point(self.p))

    def turned_over(self) -> Axis:
        """The axis of the inverse motion: the same values move the other way."""
        return replace(self, h=-self.h)

    def through(self, p: Vec) -> Axis:
        """The same axis by another point of it."""
        return replace(self, p=p)


@dataclass(frozen=True)
class Revolute(Axis):
    """Rodrigues' formula in parts along the axis and across it: zeros of the axis leave nothing behind."""

    def vector(self, value: Value, v: Vec) -> Vec:
        assert isinstance(value, Angle)
        along = self.h * self.h.dot(v)
        return along + (v - along) * value.c + self.h.cross(v) * value.s

    def point(self, value: Value, x: Vec) -> Vec:
        return self.p + self.vector(value, x - self.p)

    def opposite(self, value: Value) -> Value:
        assert isinstance(value, Angle)
        return -value

    def value(self, q: Scalar) -> Value:
        return Angle(cos(q), sin(q))

    def coordinate(self, value: Value) -> Scalar:
        assert isinstance(value, Angle)
        return apply("atan2", value.s, value.c)


@dataclass(frozen=True)
class Prismatic(Axis):
    """A slide along h; where the axis lies does not matter."""

    def vector(self, value: Value, v: Vec) -> Vec:
        return v

    def point(self, value: Value, x: Vec) -> Vec:
        assert not isinstance(value, Angle)
        return x if is_zero(value) else x + self.h * value

    def opposite(self, value: Value) -> Value:
        assert not isinstance(value, Angle)
        return -value

    def value(self, q: Scalar) -> Value:
        return q

    def coordinate(self, value: Value) -> Scalar:
        assert not isinstance(value, Angle)
        return value
