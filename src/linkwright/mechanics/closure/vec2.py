"""Vectors and turns in a plane, as complex numbers over any scalar; constant angles and their cosines and sines."""

from __future__ import annotations

import math
from dataclasses import dataclass

from linkwright.graph.expr import Expr, Scalar, apply, cos, is_zero, number, sin
from linkwright.mechanics.closure.constants import proven_constant
from linkwright.mechanics.closure.forms import Relations

_TINY = 1e-12


@dataclass(frozen=True)
class Vec2:
    """A complex number: a vector in the plane, or a turn."""

    x: Scalar
    y: Scalar

    def __add__(self, other: Vec2) -> Vec2:
        return Vec2(self.x + other.x, self.y + other.y)

    def __sub__(self, other: Vec2) -> Vec2:
        return Vec2(self.x - other.x, self.y - other.y)

    def __neg__(self) -> Vec2:
        return Vec2(-self.x, -self.y)

    def __mul__(self, other: Vec2) -> Vec2:
        return Vec2(self.x * other.x - self.y * other.y, self.x * other.y + self.y * other.x)

    def scaled(self, k: Scalar) -> Vec2:
        return Vec2(self.x * k, self.y * k)

    @property
    def bar(self) -> Vec2:
        return Vec2(self.x, -self.y)

    @property
    def quarter(self) -> Vec2:
        """Turned by +90 degrees."""
        return Vec2(-self.y, self.x)

    @property
    def square(self) -> Scalar:
        return self.x * self.x + self.y * self.y

    @property
    def vanishes(self) -> bool:
        return is_zero(self.x) and is_zero(self.y)


NOWHERE = Vec2(0, 0)


def over(v: Vec2, a: Vec2) -> Vec2:
    """v / a."""
    if is_zero(a.y):
        return v.scaled(1 / a.x)
    if is_zero(a.x):
        return Vec2(v.y, -v.x).scaled(1 / a.y)
    return (v * a.bar).scaled(1 / a.square)


def clean(p: Vec2) -> Vec2:
    """Without what rounding left of zeros: next to a length, 1e-16 is nothing."""
    x, y = number(p.x), number(p.y)
    if x is None or y is None:
        return Vec2(proven_constant(p.x), proven_constant(p.y))
    size = abs(float(x)) + abs(float(y))
    return Vec2(*(0 if isinstance(v, float) and abs(v) < 1e-15 * max(size, 1e-3) else v for v in (x, y)))


def turn_of(angle: Scalar) -> tuple[Scalar, Scalar]:
    """Cosine and sine of a constant angle, exact for quarter turns."""
    value = number(angle)
    if value is None:
        return cos(angle), sin(angle)
    quarters = float(value) / (math.pi / 2)
    if abs(quarters - round(quarters)) < _TINY:
        return ((1, 0), (0, 1), (-1, 0), (0, -1))[round(quarters) % 4]
    return math.cos(value), math.sin(value)


def constant_turn(angle: Scalar, relations: Relations) -> Vec2:
    """Cosine and sine of a constant angle of the relations."""
    if not isinstance(angle, Expr):
        return Vec2(*turn_of(angle))
    g = angle.graph
    units = {x.index: Vec2(c, s) for x, c, s in relations.units if x.graph is g}

    def turn(i: int) -> Vec2:
        if i in units:
            return units[i]
        parts = g.args[i]
        if g.op[i] == "neg" and g.value(i) is None:
            return turn(parts[0]).bar
        if g.op[i] in ("add", "sub"):
            other = turn(parts[1])
            return turn(parts[0]) * (other if g.op[i] == "add" else other.bar)
        value = g.value(i)
        return Vec2(*turn_of(Expr(g, i) if value is None else value))

    return turn(angle.index)


def angle_of(turn: Vec2) -> Scalar:
    """The angle of a constant turn."""
    x, y = number(turn.x), number(turn.y)
    if x is not None and y is not None:
        return math.atan2(y, x)
    if isinstance(turn.x, Expr) and isinstance(turn.y, Expr):
        angle = _same_angle(turn.x, turn.y)
        if angle is not None:
            return angle
    return apply("atan2", turn.y, turn.x)


def _same_angle(c: Expr, s: Expr) -> Expr | None:
    """x where c = cos(x) and s = sin(x) are written so."""
    g = c.graph
    if s.graph is not g or g.op[c.index] != "cos":
        return None
    x = g.args[c.index][0]
    if g.op[s.index] == "sin" and g.args[s.index][0] == x:
        return Expr(g, x)
    inner = g.args[s.index][0] if g.op[s.index] == "neg" else -1
    return -Expr(g, x) if inner >= 0 and g.op[inner] == "sin" and g.args[inner][0] == x else None
