"""The determinant of a frame's Jacobian, as a product of short factors; of a redundant chain its manipulability.

A determinant does not depend on the axes that velocities are written in, nor (where angular velocities count) on the point of
the moved body: they are put where three axes meet, and where axes are parallel to z, so that the matrix falls apart into
blocks. An arm with a wrist has the factors of its wrist and of its arm; parallel axes have those of the plane.
Yoshikawa 1985; Siciliano et al. 2009, section 3.3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from linkwright.errors import QuantityError
from linkwright.graph.expr import Expr, Scalar, is_zero, number, sqrt
from linkwright.graph.function import count_ops
from linkwright.mechanics.inverse.masks import ChainMotion, Mask, mask_of
from linkwright.mechanics.inverse.screws import GROUND, Point, Screws
from linkwright.mechanics.state import State
from linkwright.mechanics.tree.kinematics import frame_place
from linkwright.model.tree import BASE, Tree
from linkwright.spatial.determinant import Factor, determinant, factors, signed, unsigned_factors
from linkwright.spatial.matrix import Matrix, matrix_product, transpose
from linkwright.spatial.motion import Motion
from linkwright.spatial.vector import Scalars, Vec, X, Y, Z

_TRIED = 6
"""Of all axes and points, those with the fewest entries that are not zero are expanded, this many."""
AXES = (X, Y, Z)
_SPACE = 6
_SAME = 1e-9
"""Sines of angles up to which directions count as parallel."""


def jacobian_determinant(x: State) -> Scalar:
    """det(J) of the masked Jacobian, or sqrt(det(J J')) where there are more joints than rows."""
    frame = x.options.get("frame")
    moves = frame_place(x.tree, frame).link != BASE
    return JacobianDeterminant.of(x.tree, x.q, frame, x.options.get("mask")).value if moves else 0


@dataclass(frozen=True)
class View:
    """Where the rows of a Jacobian are written: velocities of a point along directions of one link, angular ones of another."""

    point: Point
    linear: tuple[int, tuple[Vec, ...]]
    angular: tuple[int, tuple[Vec, ...]]


@dataclass(frozen=True)
class JacobianDeterminant:
    """Of the rows of a mask; rates: those of the tree that are its columns."""

    screws: Screws
    mask: Mask
    motion: ChainMotion
    rates: tuple[int, ...]

    @staticmethod
    def of(tree: Tree, q: Scalars, frame: str | None, mask: str | None) -> JacobianDeterminant:
        """mask: by default what the chain can do."""
        screws = Screws(tree, q, frame)
        if not screws.links:
            raise QuantityError(
                "the frame does not move: it has no Jacobian", hint="name a frame behind a joint, frame=..."
            )
        wanted, motion = mask_of(tree, frame, name=mask), ChainMotion.of(tree, frame, None)
        return JacobianDeterminant(screws, wanted, motion, tuple(screws.rates))

    @property
    def rows(self) -> int:
        """How many there are: in a plane a position has two."""
        return self.linear + self.mask.rows - len(self.mask.directions)

    @property
    def linear(self) -> int:
        """How many of the rows are of the position."""
        return 2 if self.in_plane else len(self.mask.directions)

    @property
    def in_plane(self) -> bool:
        """Whether rows are those of the plane in which everything moves."""
        return self.motion.normal is not None and (self.mask.rotation == "none" or self.mask.name == "plane")

    @property
    def square(self) -> bool:
        return len(self.rates) == self.rows

    @property
    def value(self) -> Scalar:
        """The determinant, or the square root of that of the product with the transpose."""
        if self.square:
            return _product(f.value for f in self.factors)
        if (
            len(self.rates) == self.rows + 1
        ):  # Cauchy and Binet: the minors are short, their squares need no product of matrices
            left_out = [tuple(r for r in self.rates if r != k) for k in self.rates]
            minors = [replace(self, rates=rates).value for rates in left_out]
        else:
            view = next(self._views([self.screws.end]))
            J = self._matrix(view)
            G = matrix_product(J, transpose(J)) if len(self.rates) > self.rows else matrix_product(transpose(J), J)
            return sqrt(determinant(G))
        squares = [m * m for m in minors if not is_zero(m)]
        total: Scalar = squares[0] if squares else 0
        for m in squares[1:]:
            total = total + m
        return sqrt(total)

    @property
    def factors(self) -> list[Factor]:
        """Of the determinant of a square Jacobian; columns are indices in `rates`, rows those of the mask, linear first."""
        found = self._apart() if self.mask.name == "pose" else None
        if found is not None:
            return found
        views = sorted(
            ((_work(self._matrix(v)), i, v) for i, v in enumerate(self._views(self._points()))), key=lambda x: x[:2]
        )
        best = min((v for *_, v in views[:_TRIED]), key=lambda v: _cost(factors(self._matrix(v))))
        return self._mixed(best)

    def _mixed(self, view: View) -> list[Factor]:
        """Blocks do not depend on a turn of the axes about z, where no row is mixed with one of another block: each is taken
        from the link that has it shortest."""
        best = unsigned_factors(self._matrix(view))
        if view.linear[0] != view.angular[0] or self.mask.rotation == "direction":
            return signed(best)
        for axes in range(GROUND, len(self.screws.links)):
            if axes != view.linear[0] and self.screws.turned(Z, axes, view.linear[0]) == Z:
                other = unsigned_factors(
                    self._matrix(View(view.point, (axes, view.linear[1]), (axes, view.angular[1])))
                )
                best = _shorter_groups(best, other)
        return signed(best)

    # --- three axes that meet, or three slides -------------------------------------------------------------------------

    def _apart(self) -> list[Factor] | None:
        """The factors where three columns have no linear part at some point, or three no angular part."""
        for point in self.screws.points():
            columns = self._columns(GROUND, point)
            still = [k for k, c in enumerate(columns) if all(map(is_zero, c[0]))]
            sliding = [k for k, c in enumerate(columns) if all(map(is_zero, c[1]))]
            for apart, part in ((still, 1), (sliding, 0)):
                if len(apart) == 3:
                    rest = [k for k in range(6) if k not in apart]
                    return self._two(point, (rest, apart) if part else (apart, rest))
        return None

    def _two(self, point: Point, columns: tuple[list[int], list[int]]) -> list[Factor]:
        """det = det(linear rows of the first columns) det(angular rows of the others), each in the axes that suit it."""
        found: list[Factor] = []
        for part, own in enumerate(columns):
            by_axes = [self._columns(axes, point) for axes in range(GROUND, len(self.screws.links))]
            best = _shortest(factors(transpose([list(c[k][part]) for k in own])) for c in by_axes)
            found += [_within(f, range(3 * part, 3 * part + 3), own) for f in best]
        order = [*columns[0], *columns[1]]
        if sum(a > b for i, a in enumerate(order) for b in order[i + 1 :]) % 2:
            found[0] = replace(found[0], value=-found[0].value)
        return found

    # --- views ---------------------------------------------------------------------------------------------------------

    def _points(self) -> list[Point]:
        """Points whose velocity may stand for that of the frame's origin: all where angular velocities count, else that one."""
        if self.mask.rotation == "all" or self.mask.only_about:
            return self.screws.points()
        if self.mask.rotation != "direction":
            return [self.screws.end]
        last, end = len(self.screws.links) - 1, self.screws.end
        axis = self.screws.end_axes.apply(self.mask.axis)
        return [p for p in self.screws.points() if _parallel(self.screws.seen_from(p, last) - end.at, axis)]

    def _views(self, points: Sequence[Point]) -> Iterator[View]:
        """All ways to write the rows of the mask."""
        last = len(self.screws.links) - 1
        for axes in range(GROUND, last + 1):
            for linear, angular in self._directions(axes, last):
                yield from (View(point, (axes, linear), angular) for point in points)

    def _directions(self, axes: int, last: int) -> Iterator[tuple[tuple[Vec, ...], tuple[int, tuple[Vec, ...]]]]:
        """Directions of linear rows in a link's axes, and of the angular ones in a link that may be another."""
        rotation, normal = self.mask.rotation, self.motion.normal
        if self.in_plane and normal is not None:
            turns = self.rows - self.linear
            own = self.screws.turned(normal, GROUND, axes)
            if _parallel(own, Z):
                over = turns == 0 and number(own[2]) == -1  # seen from below
                yield (Y, X) if over else (X, Y), (axes, (Z,) * turns)
            elif axes == GROUND:
                yield _across(own), (axes, (own,) * turns)
        elif rotation == "direction":
            yield AXES, (last, tuple(self.screws.end_axes.apply(u) for u in self.mask.across))
        elif rotation == "about":
            spatial = len(self.mask.directions) == len(AXES)
            yield (
                (AXES if spatial else tuple(self.screws.turned(u, GROUND, axes) for u in self.mask.directions)),
                (
                    GROUND,
                    (self.mask.axis,),
                ),
            )
        else:
            yield AXES, (axes, AXES if rotation == "all" else ())

    def _columns(self, axes: int, point: Point) -> list[Motion]:
        found = self.screws.columns(axes, point)
        return [found[k] for k in self.rates]

    def _matrix(self, view: View) -> Matrix:
        linear = self._columns(view.linear[0], view.point)
        angular = linear if view.angular[0] == view.linear[0] else self._columns(view.angular[0], view.point)
        rows = [[u.dot(c[0]) for c in linear] for u in view.linear[1]]
        return rows + [[u.dot(c[1]) for c in angular] for u in view.angular[1]]


def _parallel(u: Vec, v: Vec) -> bool:
    return all((value := number(x)) is not None and abs(value) < _SAME for x in u.cross(v))


def _across(axis: Vec) -> tuple[Vec, Vec]:
    """Two unit vectors that make a right-handed frame with a unit vector; those of the axes where it is one."""
    for k, own in enumerate(AXES):
        if _parallel(axis, own):
            u, v = AXES[(k + 1) % 3], AXES[(k + 2) % 3]
            return (u, v) if axis[k] == 1 else (v, u)
    side = next(u for u in AXES if (value := number(u.dot(axis))) is None or abs(value) < 0.6)
    u = axis.cross(side)
    u = u * (1 / sqrt(u.dot(u)))
    return u, axis.cross(u)


def _within(f: Factor, rows: Sequence[int], columns: Sequence[int]) -> Factor:
    return Factor(tuple(rows[r] for r in f.rows), tuple(columns[c] for c in f.columns), f.value)


def _shortest(candidates: Iterable[list[Factor]]) -> list[Factor]:
    return min(candidates, key=_cost)


def _shorter_groups(one: list[Factor], other: list[Factor]) -> list[Factor]:
    """Of each group of factors that both have, rows x and y together, the one that is shorter."""
    whole = sorted(r for f in one for r in f.rows)
    together: list[set[tuple[str, int]]] = [{("row", 0), ("row", 1)}]
    together += [{("row", 3), ("row", 4)}] if len(whole) == _SPACE else []
    together += [{*(("row", r) for r in f.rows), *(("column", c) for c in f.columns)} for f in (*one, *other)]
    groups: list[set[tuple[str, int]]] = []
    for items in together:
        joined = [g for g in groups if g & items]
        groups = [g for g in groups if not g & items] + [items.union(*joined)]
    chosen: list[Factor] = []
    for group in groups:
        own = [[f for f in found if ("row", f.rows[0]) in group] for found in (one, other)]
        chosen += min(own, key=_cost)
    return chosen


def _cost(found: Sequence[Factor]) -> int:
    return _operations([f.value for f in found])


def _work(A: Matrix) -> tuple[int, int]:
    """Entries that are not zero, and operations that they need."""
    values = [x for row in A for x in row if not is_zero(x)]
    return len(values), _operations(values)


def _operations(values: Sequence[Scalar]) -> int:
    nodes = [x for x in values if isinstance(x, Expr)]
    ops = count_ops(nodes[0].graph, [x.index for x in nodes]) if nodes else None
    return ops.flops + 4 * (ops.sin + ops.cos) if ops is not None else 0


def _product(values: Iterable[Scalar]) -> Scalar:
    total: Scalar = 1
    for x in values:
        total = total * x
    return total
