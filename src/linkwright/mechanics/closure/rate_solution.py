"""The order in which rates of a closed mechanism are solved: relations, loops one by one, and blocks of what is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from linkwright.graph.expr import Expr, Scalar
from linkwright.mechanics.closure.forms import NONE, LinearForm, Relations, Span, form, multiple, plus, single, total
from linkwright.mechanics.closure.linear import linear
from linkwright.mechanics.closure.polygon import Polygon, Side, gap, pointing
from linkwright.mechanics.closure.residual import value_of
from linkwright.mechanics.closure.rows import Parts, RateOf, Row, follower_row, planar_row, spatial_rows
from linkwright.mechanics.closure.vec2 import Vec2
from linkwright.model.cut import Closure, Cut, Follower
from linkwright.spatial.linear import blocks

_X: Parts = [(Vec2(1, 0), NONE)]
_Y: Parts = [(Vec2(0, 1), NONE)]


@dataclass
class Unknown:
    """Rates of a planar loop that are multiples of one unknown, up to known ones: its form, and how it moves the loop."""

    form: LinearForm
    rest: LinearForm
    moves: Parts


@dataclass
class RateSolution:
    """Forms of rates (in indices of v, sliding closures after them) that are solved, and the rows that solve them."""

    cut: Cut
    q: Sequence[Scalar]
    span: Span
    relations: Relations
    polygons: dict[str, tuple[Polygon, dict[LinearForm, Side]]]
    positions: dict[int, Scalar]
    blocks: list[tuple[tuple[int, ...], tuple[Row, ...]]] = field(default_factory=list[Any])
    count: int = 0
    closures: list[Closure] = field(default_factory=list[Closure])
    followers: list[Follower] = field(default_factory=list[Follower])

    # --- forms ---------------------------------------------------------------------------------------------------------

    def rate_form(self, f: LinearForm) -> LinearForm:
        """A form of positions as a form of rates, in the coordinates that relations leave."""
        return self.reduced(form({self.iv(k): c for k, c in f}))

    def iv(self, iq: int) -> int:
        return self._index[iq]

    def __post_init__(self) -> None:
        tree = self.cut.tree
        self._index = {link.iq: link.iv for link in tree.links}
        self._index.update({tree.nq + k: tree.nv + k for k in range(len(self.cut.closures))})
        self._relations = {
            self.iv(k): form({self.iv(j): c for j, c in r.form}) for k, r in self.relations.found.items()
        }

    def reduced(self, f: LinearForm) -> LinearForm:
        rest = form((k, c) for k, c in f if k not in self._relations)
        for k, c in f:
            if k in self._relations:
                rest = plus(rest, self._relations[k], c)
        return rest

    def parts(self, f: LinearForm) -> tuple[LinearForm, LinearForm]:
        """A form in free rates and solved forms."""
        rest, known, solved = self.span.split(self.reduced(f))
        assert not rest, "a rate was left without an equation"
        return known, solved

    def rates(self, v: Sequence[Scalar]) -> RateOf:
        """Rates of forms from those of the tree."""
        values: dict[int, Scalar] = dict(enumerate(v))
        for polygon, sides in self.polygons.values():
            if polygon.slide is not None:
                values[self.iv(polygon.slide)] = self._slide_rate(polygon, sides, values)
        memo: dict[LinearForm, Scalar] = {}

        def rate(f: LinearForm) -> Scalar:
            if f not in memo:
                memo[f] = total(f, values)
            return memo[f]

        return rate

    def _slide_rate(self, polygon: Polygon, sides: dict[LinearForm, Side], values: dict[int, Scalar]) -> Scalar:
        """The rate of a closure's own slide, from the loop's velocity along it."""
        assert polygon.slide is not None
        angle, way = next((f, s.slides[polygon.slide]) for f, s in sides.items() if polygon.slide in s.slides)
        row = planar_row(sides, [(way, angle)], self.positions, self.rate_form)
        own = single(self.iv(polygon.slide))
        result: Scalar = 0
        for f, x in row.terms:
            if f != own:
                result = result - x * total(f, values)
        return result

    # --- planning ------------------------------------------------------------------------------------------------------

    def plan(self) -> None:
        while self._step():
            pass
        if self.closures or self.followers:
            self._together()

    def _step(self) -> bool:
        """Solve the next coupling or planar loop that needs nothing but what is known."""
        for follower in self.followers:
            row = follower_row(self.cut, follower, self.q)
            if all(not self.span.split(self.reduced(f))[0] for f, _ in row.terms[1:]):
                self._learn([single(follower.iv)], [row])
                self.followers.remove(follower)
                return True
        for closure in self.closures:
            if closure.name in self.polygons and self._loop(closure):
                self.closures.remove(closure)
                return True
        return False

    def _loop(self, closure: Closure) -> bool:
        sides = self.polygons[closure.name][1]
        unknown = self.unknowns(sides)
        if len(unknown) > 2 or (len(unknown) == 1 and self.cut.counting):  # then one row counts, and no other
            return False
        if len(unknown) == 1:  # more equations than unknowns: along the way it moves, which never vanishes
            (one,) = unknown
            self._learn([one.form], [planar_row(sides, one.moves, self.positions, self.rate_form)])
        elif len(unknown) == 2:
            first, second = unknown
            labels = self.count, self.count + 1
            for one, other, skip in ((first, second, labels[1]), (second, first, labels[0])):
                N = [(Vec2(p.y, -p.x), f) for p, f in other.moves]
                row = planar_row(sides, N, self.positions, self.rate_form)
                self._learn([one.form], [Row(row.terms, row.drift, frozenset({skip}))])
        return True

    def unknowns(self, sides: dict[LinearForm, Side]) -> list[Unknown]:
        """What of a planar loop's rates is not known: one entry per independent unknown."""
        found: list[Unknown] = []
        for angle, side in sides.items():
            self._sort(self.rate_form(angle), side.vector(self.positions).quarter, angle, found)
            for k, direction in side.slides.items():
                self._sort(self.rate_form(single(k)), direction, angle, found)
        return found

    def _sort(self, f: LinearForm, move: Vec2, angle: LinearForm, found: list[Unknown]) -> None:
        rest = self.span.split(f)[0]
        if not rest:
            return
        for one in found:
            factor = multiple(rest, one.rest)
            if factor is not None:
                one.moves.append((move.scaled(factor), angle))
                return
        found.append(Unknown(f, rest, [(move, angle)]))

    def _learn(self, forms: Sequence[LinearForm], rows: Sequence[Row]) -> None:
        labels: list[int] = []
        for f in forms:
            self.span.learn(f, self.count)
            labels.append(self.count)
            self.count += 1
        self.blocks.append((tuple(labels), tuple(rows)))

    def _together(self) -> None:
        """Everything that is left, cut into blocks."""
        rows: list[Row] = []
        base = self.count
        for closure in self.closures:
            if closure.name in self.polygons:
                polygon, sides = self.polygons[closure.name]
                for one in self.unknowns(sides):
                    if self.span.split(one.form)[0]:
                        self.span.learn(one.form, self.count)
                        self.count += 1
                kept = [k for k in (0, 1) if k in closure.rows or polygon.slide is not None]
                rows += [planar_row(sides, (_X, _Y)[k], self.positions, self.rate_form) for k in kept]
            else:
                rows += spatial_rows(self.cut, closure, self.q)
        rows += [follower_row(self.cut, f, self.q) for f in self.followers]
        for k in self.cut.coordinates.dependent_v:
            if self.span.split(self.reduced(single(k)))[0]:
                self.span.learn(self.reduced(single(k)), self.count)
                self.count += 1
        pattern = [{k - base for f, _ in row.terms for k, _ in self.parts(f)[1] if k >= base} for row in rows]
        for chosen, columns in blocks(pattern):
            self.blocks.append((tuple(base + c for c in columns), tuple(rows[r] for r in chosen)))
        self.closures, self.followers = [], []

    # --- matrices ------------------------------------------------------------------------------------------------------

    def matrix(self, labels: tuple[int, ...], rows: Sequence[Row]) -> list[list[Scalar]]:
        """Coefficients of a block's unknowns."""
        found: list[list[Scalar]] = []
        for row in rows:
            entries: dict[int, Scalar] = dict.fromkeys(labels, 0)
            for f, x in row.terms:
                for k, c in self.parts(f)[1]:
                    if k in entries:
                        entries[k] = entries[k] + c * x
            found.append([entries[k] for k in labels])
        return found

    def at_start(self, labels: tuple[int, ...]) -> list[list[float]] | None:
        """The same block in numbers, at the start; None where it falls into other blocks there."""
        twin = order(self.cut, [float(x) for x in self.cut.start])
        rows = next((rows for found, rows in twin.blocks if found == labels), None)
        if rows is None:
            return None
        return [[value_of(self.cut, x) for x in row] for row in twin.matrix(labels, rows)]


def order(cut: Cut, q: Sequence[Scalar]) -> RateSolution:
    """How the rates at positions q are solved."""
    found = linear(cut, next((x.graph for x in q if isinstance(x, Expr)), None))
    polygons = {name: (p, found.sides(p)) for name, p in found.planar.items()}
    positions: dict[int, Scalar] = dict(enumerate(q))
    for polygon, sides in polygons.values():
        if polygon.slide is not None:
            positions[polygon.slide] = _slide(polygon.slide, sides, positions)
    result = RateSolution(cut, q, Span(set(cut.coordinates.free_v)), found.relations, polygons, positions)
    result.closures = [c for c in cut.closures if c.name not in found.done]
    result.followers = [f for f in cut.followers if f.name not in found.done]
    result.plan()
    return result


def _slide(index: int, sides: dict[LinearForm, Side], positions: dict[int, Scalar]) -> Scalar:
    """How far a closure has slid."""
    rest = gap(sides, {**positions, index: 0})
    angle, way = next((f, s.slides[index]) for f, s in sides.items() if index in s.slides)
    along = pointing(way, angle, positions)
    return -(rest.x * along.x + rest.y * along.y)
