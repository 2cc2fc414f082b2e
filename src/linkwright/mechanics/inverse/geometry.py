"""How the axes of a chain lie: parallel, perpendicular, meeting in points.

Asked of numbers. Where entries depend on symbols (the value of a given joint, parameters), several random values are put in for
them, and what is true at all of these is true always, but for a choice of measure zero.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from itertools import cycle, islice
from random import Random

from linkwright.graph import domains
from linkwright.graph.expr import Expr, Scalar, lift
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import symbols_of
from linkwright.mechanics.inverse.axes import Revolute
from linkwright.mechanics.inverse.chain import Chain
from linkwright.spatial.vector import Mat, Vec, X, Y, Z, norm

TOLERANCE = 1e-9
"""Of directions, and of lengths as a part of the arm's size. The closed form of a near miss would be wrong by that much."""
_SAMPLES = 3
_SEED = 20160719


def sampled(values: Sequence[Scalar]) -> list[list[float]]:
    """Numbers for all values, once where they are numbers, else at random values of their symbols."""
    graph = Graph()
    roots = [lift(graph, x).index for x in values]
    names = symbols_of(graph, roots)
    random = Random(_SEED)
    points = [{n: random.uniform(0.3, 1.3) for n in names} for _ in range(_SAMPLES if names else 1)]
    return [domains.floats(graph, roots, point) for point in points]


class Geometry:
    """Questions to the axes of a chain, by their places in it."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain

    @cached_property
    def _axes(self) -> list[list[tuple[Vec, Vec]]]:
        """Per sample, direction and point of every axis."""
        found: list[list[tuple[Vec, Vec]]] = []
        for numbers in sampled([x for axis in self.chain.axes for x in (*axis.h, *axis.p)]):
            vectors = [Vec(*numbers[k : k + 3]) for k in range(0, len(numbers), 3)]
            found.append(list(zip(vectors[::2], vectors[1::2], strict=True)))
        return found

    @cached_property
    def size(self) -> float:
        """About how long the arm is: the largest distance of a point of an axis, or of the frame, from the first axis."""
        home = sampled(list(self.chain.home.p))
        turning = [k for k, axis in enumerate(self.chain.axes) if isinstance(axis, Revolute)]
        lengths = [1e-6]
        samples = max(len(home), len(self._axes))  # one, of what depends on no symbol
        for axes, end in zip(islice(cycle(self._axes), samples), cycle(home), strict=False):
            points = [axes[k][1] for k in turning] + [Vec(*end)]
            lengths += [_norm(p - points[0]) for p in points]
        return max(lengths)

    def parallel(self, i: int, j: int) -> bool:
        """Whether two directions are the same or opposite."""
        return self.tilt(i, j) < TOLERANCE

    def tilt(self, i: int, j: int) -> float:
        """By how much two directions are not parallel, at most: the sine of the angle between them."""
        return max(_norm(a[i][0].cross(a[j][0])) for a in self._axes)

    def perpendicular(self, i: int, j: int) -> bool:
        """Whether two directions are at right angles."""
        return all(abs(_dot(a[i][0], a[j][0])) < TOLERANCE for a in self._axes)

    def coplanar(self, i: int, j: int, k: int) -> bool:
        """Whether three directions are parallel to one plane."""
        return all(abs(_dot(a[i][0], a[j][0].cross(a[k][0]))) < TOLERANCE for a in self._axes)

    def miss(self, i: int, j: int) -> float:
        """By how much two axes that are not parallel miss each other, at most."""
        return max(abs(_dot(a[i][1] - a[j][1], _unit(a[i][0].cross(a[j][0])))) for a in self._axes)

    def apart(self, i: int, j: int, k: int) -> float:
        """How far the points of an axis j that are nearest to two others are from each other, at most."""
        return max(_norm(_crossing(*a[j], *a[i]) - _crossing(*a[j], *a[k])) for a in self._axes)

    def meet(self, i: int, j: int) -> Vec | None:
        """The point that two revolute axes share; None where they are parallel or miss each other."""
        if not self._turning(i, j) or self.parallel(i, j) or self.miss(i, j) > TOLERANCE * self.size:
            return None
        a, b = self.chain.axes[i], self.chain.axes[j]
        return self.simplest(_crossing(a.h, a.p, b.h, b.p), [_crossing(*s[i], *s[j]) for s in self._axes])

    def concurrent(self, i: int, j: int, k: int) -> Vec | None:
        """The point that three consecutive revolute axes share, if they do."""
        point, other = self.meet(i, j), self.meet(j, k)
        if point is None or other is None:
            return None
        gaps = [Vec(*g) for g in sampled(list(point - other))]
        return point if all(_norm(g) < TOLERANCE * self.size for g in gaps) else None

    def simplest(self, value: Vec, samples: Sequence[Vec]) -> Vec:
        """A vector as numbers where it is the same in all samples, else as it is."""
        first = samples[0]
        if any(_norm(s - first) > TOLERANCE * self.size for s in samples):
            return value
        return Vec(*(_clean(float(x), self.size) for x in first))  # type: ignore[arg-type]

    def on_axis(self, i: int, point: Vec) -> bool:
        """Whether a point lies on an axis."""
        numbers = sampled([*self.chain.axes[i].h, *self.chain.axes[i].p, *point])
        gaps = [_norm((Vec(*n[6:]) - Vec(*n[3:6])).cross(Vec(*n[:3]))) for n in numbers]
        return all(g < TOLERANCE * self.size for g in gaps)

    def _turning(self, *places: int) -> bool:
        return all(isinstance(self.chain.axes[k], Revolute) for k in places)


def _crossing(h: Vec, p: Vec, k: Vec, r: Vec) -> Vec:
    """The point of axis (h, p) that is nearest to axis (k, r)."""
    n = h.cross(k)
    return p + h * ((r - p).cross(k).dot(n) / n.dot(n))


def _clean(x: float, size: float) -> float:
    return 0.0 if abs(x) < 1e-14 * size else x


def _norm(v: Vec) -> float:
    return norm(_numbers(v))


def _dot(u: Vec, v: Vec) -> float:
    return math.fsum(a * b for a, b in zip(_numbers(u), _numbers(v), strict=True))


def _unit(v: Vec) -> Vec:
    return v * (1 / _norm(v))


def _numbers(v: Vec) -> list[float]:
    return [float(x) for x in v if not isinstance(x, Expr)]


def across(h: Vec, R: Mat) -> Vec:
    """A direction at right angles to h: a column of R where one is, which costs nothing later."""
    samples = sampled([*h, *(x for column in R.T for x in column)])
    for k, column in enumerate(R.T):
        if all(abs(_dot(Vec(*s[:3]), Vec(*s[3 + 3 * k : 6 + 3 * k]))) < TOLERANCE for s in samples):
            return column
    flattest = min(range(3), key=lambda k: abs(samples[0][k]))
    return h.cross((X, Y, Z)[flattest])
