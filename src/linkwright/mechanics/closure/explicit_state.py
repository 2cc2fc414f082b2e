"""What is known while a closed form is built: turns (cosine and sine) of angles, lengths of sliders.

Angles are forms of coordinates. A solved form has a turn; the turn of any other known form is a product of such turns and of
sines and cosines of free coordinates, by the addition theorems; the shortest product that is found is taken.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from linkwright.graph.expr import Expr, Scalar, apply, as_number, cos, lift, number, sin
from linkwright.graph.graph import Graph
from linkwright.mechanics.closure.forms import NONE, LinearForm, Span, plus, single, times, total
from linkwright.mechanics.closure.linear import Linear
from linkwright.mechanics.closure.polygon import Side, gap, pointing
from linkwright.mechanics.closure.residual import value_of
from linkwright.mechanics.closure.vec2 import Vec2, constant_turn
from linkwright.model.cut import Cut

_TURN = 2 * math.pi
_TINY = 1e-12
_POWERS = 4
"""Turns of higher integer multiples of a solved angle go through the angle itself."""


@dataclass(frozen=True)
class Angle:
    """A solved form. ray: any vector that points in its direction, for atan2; turn: the unit vector (cosine, sine)."""

    form: LinearForm
    turn: Vec2
    ray: Vec2


@dataclass(frozen=True)
class Length:
    """A solved coordinate that is no angle, or a coupled one: its value."""

    index: int
    value: Scalar


@dataclass(frozen=True)
class Between:
    """The turn of a form that follows from solved ones, and is shorter than their product."""

    form: LinearForm
    turn: Vec2


@dataclass(frozen=True)
class Shifted:
    """The turn of a form plus a constant that comes without the addition theorem."""

    form: LinearForm
    constant: Scalar
    turn: Vec2


Step = Angle | Length | Between | Shifted
Key = tuple[LinearForm, LinearForm]
"""A known form: free coordinates, and numbers of solved angles."""


@dataclass
class State:
    """Everything known, over expressions of one graph. Indices are those of tree positions; sliding closures come after."""

    cut: Cut
    linear: Linear
    graph: Graph
    free: dict[int, Expr]
    span: Span
    values: dict[int, Scalar] = field(default_factory=dict[int, Scalar])
    solved: list[Angle] = field(default_factory=list[Angle])
    turns: dict[Key, Vec2] = field(default_factory=dict[Key, Vec2])
    bare: dict[int, Scalar] = field(default_factory=dict[int, Scalar])
    shifted: dict[tuple[LinearForm, Scalar], Vec2] = field(default_factory=dict[tuple[LinearForm, Scalar], Vec2])

    def take(self, steps: Sequence[Step]) -> None:
        """Learn what a pattern solved."""
        for step in steps:
            if isinstance(step, Length):
                self.values[step.index] = step.value
                self.span.known.add(step.index)
            elif isinstance(step, Angle):
                self.span.learn(step.form, len(self.solved))
                self.turns[NONE, single(len(self.solved))] = step.turn
                self.solved.append(step)
            elif isinstance(step, Shifted):
                self.shifted[step.form, lift(self.graph, step.constant)] = step.turn
            else:
                key, constant = self.key(step.form)
                assert key is not None
                self.turns[key] = step.turn * constant_turn(constant, self.linear.relations).bar

    # --- forms -----------------------------------------------------------------------------------------------------------

    def unknown(self, f: LinearForm) -> LinearForm:
        """What of a form is not known."""
        return self.span.split(self.linear.relations.reduced(f)[0])[0]

    def key(self, f: LinearForm) -> tuple[Key | None, Scalar]:
        """A known form and its constant part; None where it is not known."""
        reduced, constant = self.linear.relations.reduced(f)
        rest, known, solved = self.span.split(reduced)
        return (None if rest else (known, solved)), constant

    def turn(self, f: LinearForm) -> Vec2:
        """Cosine and sine of a known form."""
        key, constant = self.key(f)
        assert key is not None, "a turn was asked for before it is known"
        return self._turn(key) * constant_turn(constant, self.linear.relations)

    def _turn(self, key: Key) -> Vec2:
        if key not in self.turns:
            opposite = times(key[0], -1), times(key[1], -1)
            self.turns[key] = self.turns[opposite].bar if opposite in self.turns else self._product(key)
        return self.turns[key]

    def _product(self, key: Key) -> Vec2:
        known, solved = key
        if not solved:
            return self._native(known)
        best: tuple[int, Vec2, Key] | None = None
        for (a, b), turn in list(self.turns.items()):
            for sign in (1, -1):
                rest = plus(known, a, -sign), plus(solved, b, -sign)
                size = len(rest[0]) + 4 * sum(abs(n) if isinstance(n := number(c), int) else 9 for _, c in rest[1])
                if b and (not rest[1] or rest in self.turns) and (best is None or size < best[0]):
                    best = size, turn if sign == 1 else turn.bar, rest
        if best is not None:
            return best[1] * self._turn(best[2])
        result = self._native(known)
        for label, c in solved:
            result = result * self._power(label, c)
        return result

    def _native(self, known: LinearForm) -> Vec2:
        """Of free coordinates and coordinates that are known as values."""
        if not known:
            return Vec2(1, 0)
        way = total(known, {k: self.value(k) for k, _ in known})
        return Vec2(cos(way), sin(way))

    def _power(self, label: int, c: Scalar) -> Vec2:
        n = number(c)
        if not isinstance(n, int) or abs(n) > _POWERS:
            way = c * self.angle_of_label(label)
            return Vec2(cos(way), sin(way))
        turn = self.solved[label].turn if n > 0 else self.solved[label].turn.bar
        result = turn
        for _ in range(abs(n) - 1):
            result = result * turn
        return result

    # --- values ----------------------------------------------------------------------------------------------------------

    def value(self, index: int) -> Scalar:
        """A coordinate itself: free, a length, or an angle (by atan2)."""
        if index in self.free:
            return self.free[index]
        if index in self.values:
            return self.values[index]
        if index not in self.bare:
            self.bare[index] = self._angle(index)
        return self.bare[index]

    def knows(self, index: int) -> bool:
        return not self.unknown(single(index))

    def angle(self, index: int) -> Scalar:
        """As value, but quarter turns are fractions of pi: for sines and cosines, from which they vanish."""
        return self.value(index) if index in self.free or index in self.values else self._angle(index, exact=True)

    def _angle(self, index: int, exact: bool = False) -> Scalar:
        key, constant = self.key(single(index))
        assert key is not None
        known, solved = key
        result = total(known, {k: self.value(k) for k, _ in known})
        if exact:
            return result + self._exact(constant) + total(solved, {k: self.angle_of_label(k) for k, _ in solved})
        turned = {k: self._from_quarter(k) for k, _ in solved}
        constant = constant + total(solved, {k: quarters for k, (_, quarters) in turned.items()}) * (math.pi / 2)
        return result + constant + total(solved, {k: angle for k, (angle, _) in turned.items()})

    def _exact(self, constant: Scalar) -> Scalar:
        """Quarter turns as fractions of pi."""
        value = number(constant)
        quarters = None if value is None else float(value) / (math.pi / 2)
        if quarters is None or round(quarters) == 0 or abs(quarters - round(quarters)) > _TINY:
            return constant
        return Expr(self.graph, self.graph.pi()) * Fraction(round(quarters), 2)

    def angle_of_label(self, label: int) -> Scalar:
        ray = self.solved[label].ray
        return apply("atan2", lift(self.graph, ray.y), lift(self.graph, ray.x))

    def _from_quarter(self, label: int) -> tuple[Scalar, int]:
        """A solved angle, counted from the quarter turn that is nearest to it at the start, and which one that is: the jump of
        atan2 by a whole turn, which springs would feel, is then far away."""
        ray = self.solved[label].ray
        x, y = self.at_start(ray.x), self.at_start(ray.y)
        quarters = round(math.atan2(y, x) / (math.pi / 2)) if math.isfinite(x + y) else 0
        turned = ((ray.x, ray.y), (ray.y, -ray.x), (-ray.x, -ray.y), (-ray.y, ray.x))[quarters % 4]
        return apply("atan2", lift(self.graph, turned[1]), lift(self.graph, turned[0])), quarters

    def turns_missing(self, index: int) -> Scalar:
        """Whole turns between the value of an angle and the start."""
        if index in self.free or index in self.values or index >= self.cut.tree.nq:
            return 0
        here = self.at_start(self.value(index))
        gap_ = (self.cut.start[index] - here) / _TURN
        return round(gap_) * _TURN if math.isfinite(gap_) else 0  # a start on the edge may have a root of minus nothing

    # --- the start -------------------------------------------------------------------------------------------------------

    def at_start(self, x: Scalar) -> float:
        """An expression over the free coordinates, at the start."""
        from linkwright.graph.evaluate import evaluate
        from linkwright.mechanics.closure.residual import start_symbols

        if not isinstance(x, Expr):
            return float(x)
        symbols = start_symbols(self.cut)
        for k, e in self.free.items():
            symbols[e.graph.data[e.index]] = self.cut.start[k]
        return float(evaluate(x.graph, [x.index], symbols)[0])

    def start_of(self, index: int) -> float:
        """A coordinate at the start; also how far a sliding closure has slid there."""
        here = {k: float(x) for k, x in enumerate(self.cut.start)}
        if index in here:
            return here[index]
        polygon = next(p for p in self.linear.planar.values() if p.slide == index)
        sides = {
            f: Side(self._numbers(s.arm), {k: self._numbers(d) for k, d in s.slides.items()})
            for f, s in polygon.sides.items()
        }
        rest = gap(sides, {**here, index: 0.0})
        way = next(pointing(s.slides[index], f, here) for f, s in sides.items() if index in s.slides)
        return -float(as_number(rest.x * way.x + rest.y * way.y))

    def _numbers(self, v: Vec2) -> Vec2:
        return Vec2(value_of(self.cut, v.x), value_of(self.cut, v.y))
