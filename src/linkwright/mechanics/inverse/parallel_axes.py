"""Arms of which some consecutive joints turn about one direction n only: three that move in a plane, or four that also slide
along n (UR arms; a SCARA with a wrist of two axes). The joints before them (A) and after them (B) have to leave n where it is,

    R_A' M_R R_B' n = n,   M = target home^-1,

and, where the inner ones are planar, the height of points: that determines them one after the other. What is then left for the
inner joints is a motion of the plane.  Hawkins 2013 (the UR arms); Elias & Wen 2022.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from linkwright.graph.expr import Scalar
from linkwright.mechanics.inverse.axes import Axis, Prismatic, Revolute, Value
from linkwright.mechanics.inverse.branches import Branch
from linkwright.mechanics.inverse.carried import Left
from linkwright.mechanics.inverse.chain import Chain
from linkwright.mechanics.inverse.geometry import Geometry, across, sampled
from linkwright.mechanics.inverse.masks import Mask
from linkwright.mechanics.inverse.planar import Plane, Solution, normal, solutions
from linkwright.mechanics.inverse.quartic import Affine, conic_and_circle, line, total
from linkwright.mechanics.inverse.scara import direction_of_turns, turns_and_slides
from linkwright.mechanics.inverse.subproblems import direction, turn_into_plane, turn_onto
from linkwright.spatial.vector import Vec

Outer = tuple[tuple[Value, ...], tuple[Value, ...], tuple[Scalar, ...]]
"""Values of the joints before and after, and conditions."""


@dataclass(frozen=True)
class Split:
    """A chain cut into joints before, inner ones from `first` on, and joints after."""

    chain: Chain
    geometry: Geometry
    first: int
    count: int
    n: Vec

    @property
    def before(self) -> tuple[Axis, ...]:
        return self.chain.axes[: self.first]

    @property
    def inner(self) -> tuple[Axis, ...]:
        return self.chain.axes[self.first : self.first + self.count]

    @property
    def after(self) -> tuple[Axis, ...]:
        return self.chain.axes[self.first + self.count :]

    @property
    def turning(self) -> int:
        """The place of an inner joint that turns."""
        return next(k for k in range(self.first, self.place(0)) if isinstance(self.chain.axes[k], Revolute))

    @property
    def outer_turn(self) -> bool:
        """Whether all other joints turn, the neighbours about other directions than n; one before may slide."""
        slides = any(isinstance(axis, Prismatic) for axis in self.after) or (
            self.count == 4 and any(isinstance(axis, Prismatic) for axis in self.before)
        )
        beside = [k for k in (self.first - 1, self.place(0)) if 0 <= k < len(self.chain.joints)]
        turning = [k for k in beside if isinstance(self.chain.axes[k], Revolute)]
        return not slides and not any(self.geometry.parallel(self.turning, k) for k in turning)

    def place(self, k: int) -> int:
        """The place in the chain of joint k after the inner ones."""
        return self.first + self.count + k

    def left(self, before: Sequence[Value], after: Sequence[Value] = ()) -> Left:
        """What is left at values of the joints before and after, or of some of them."""
        known = zip(self.before, before, strict=False), zip(self.after, after, strict=False)
        return Left(self.chain, *map(tuple, known))


def parallel_axes(chain: Chain, mask: Mask) -> Sequence[Branch] | str:
    """All branches where inner joints turn about one direction only."""
    if mask.rotation != "all" or not 5 <= len(chain.joints) <= 6:
        return f"it is for whole poses by five or six joints; the chain has {len(chain.joints)}"
    reasons: list[str] = []
    for seen in (chain, chain.reversed):
        for split in _splits(seen):
            found = _solved(split)
            if not isinstance(found, str):
                return found
            reasons.append(found)
    return ", ".join(dict.fromkeys(reasons)) or "no three consecutive axes are parallel"


def _splits(chain: Chain) -> Iterator[Split]:
    """Inner joints of a kind that is solved: four with a slide first, as three of them may be planar as well."""
    geometry, size = Geometry(chain), len(chain.joints)
    for count in (4, 3):
        for first in range(size - count + 1):
            places = range(first, first + count)
            kind = normal if count == 3 else direction_of_turns
            n = kind(chain, geometry, places)
            if n is not None and (count == 3 or any(not isinstance(chain.axes[k], Revolute) for k in places)):
                yield Split(chain, geometry, first, count, n)


def _solved(split: Split) -> list[Branch] | str:
    way = _OUTER.get((split.count, len(split.before), len(split.after)))
    if way is None or not split.outer_turn:
        return "the parallel axes stand where the other joints cannot be told from each other"
    outer = way(split)
    if isinstance(outer, str):
        return outer
    found: list[Branch] = []
    for before, after, conditions in outer:
        inner = _inner(split, before, after)
        if isinstance(inner, str):
            return inner
        for values, more in inner:
            every = zip((j.index for j in split.chain.joints), (*before, *values, *after), strict=True)
            found.append(Branch(dict(every), tuple(dict.fromkeys((*conditions, *more)))))
    return found


def _inner(split: Split, before: Sequence[Value], after: Sequence[Value]) -> list[Solution] | str:
    """What the inner joints make of what is left to them."""
    left = split.left(before, after)
    axes = list(split.inner)
    place = split.place(0)
    if split.after and (point := split.geometry.meet(place - 1, place)) is not None:
        axes[-1] = axes[-1].through(point)  # the next joint leaves it where it is
    side = _side(split)
    if split.count == 4:
        return turns_and_slides(axes, split.n, side, left)
    found = solutions(Plane(tuple(axes), split.n, side, left))
    return "the joints between cannot reach all of their plane" if found is None else found


def _side(split: Split) -> Vec:
    """A direction across n by which the turn is told: one that the next joint leaves where it is, if there is one."""
    if split.after and split.geometry.perpendicular(split.turning, split.place(0)):
        return split.after[0].h
    return across(split.n, split.chain.home.R)


# --- joints before and after -------------------------------------------------------------------------------------------


def _one_and_two(split: Split) -> list[Outer] | str:
    """E1 (planar) E5 E6."""
    (one,), (five, six) = split.before, split.after
    place = split.place(0)
    if isinstance(one, Prismatic):
        return _slide_and_two(split, one)
    if split.geometry.parallel(place, place + 1):
        return _one_and_parallel(split, one, five, six)
    centre = split.geometry.meet(place, place + 1)
    if centre is None:
        return _one_and_skew(split, one, five, six)
    found: list[Outer] = []
    for first, condition in _level(split, one, centre):
        pairs, more = _wrist(split.left((first,)), split.n, five, six)
        found += [((first,), pair, (condition, more)) for pair in pairs]
    return found


def _slide_and_two(split: Split, one: Axis) -> list[Outer] | str:
    """A slide turns nothing: it has the height that the others leave to it."""
    if split.geometry.perpendicular(split.turning, 0):
        return f"'{split.chain.names[0]}' slides in the plane of the parallel axes"
    (five, six), n = split.after, split.n
    pairs, condition = _wrist(split.left(()), n, five, six)
    found: list[Outer] = []
    for pair in pairs:
        height = n.dot(split.left((), pair).point(five.p) - five.p)
        found.append(((height / n.dot(one.h),), pair, (condition,)))
    return found


def _one_and_parallel(split: Split, one: Axis, five: Axis, six: Axis) -> list[Outer]:
    """The last two axes are parallel: the first turns them to their angle with n, and the fifth has the height."""
    n, h = split.n, six.h
    roots = turn_into_plane(-one.h, split.chain.wanted_vector(h), n, n.dot(h))
    same = _same(split.geometry, split.place(0), split.place(1))
    found: list[Outer] = []
    for first in roots.angles:
        left = split.left((first,))
        both = turn_onto(h, left.vector_back(n), n)
        heights = turn_into_plane(five.h, six.p - five.p, n, n.dot(left.point(six.p) - five.p))
        for fifth in heights.angles:
            sixth = both - (fifth if same else -fifth)
            found.append(((first,), (fifth, sixth), (roots.condition, heights.condition)))
    return found


def _one_and_skew(split: Split, one: Axis, five: Axis, six: Axis) -> list[Outer]:
    """The last two axes miss each other: direction and height are two equations, linear in cosine and sine of the first and of
    the fifth angle. The latter are put into cos^2 + sin^2 = 1, a conic in those of the first."""
    n, chain = split.n, split.chain
    wanted = chain.wanted_point(six.p) - one.p
    sides = (
        (_along(-one.h, chain.wanted_vector(six.h), n), _along(five.h, six.h, n)),
        (_along(-one.h, wanted, n) + Affine(n.dot(one.p - five.p), 0, 0), _along(five.h, six.p - five.p, n)),
    )
    (turned, (a0, a1, a2)), (raised, (b0, b1, b2)) = sides
    u, v = turned + Affine(-a0, 0, 0), raised + Affine(-b0, 0, 0)
    scale = 1 / (a1 * b2 - a2 * b1)
    c, s = u * (b2 * scale) + v * (-a2 * scale), v * (a1 * scale) + u * (-b1 * scale)
    found: list[Outer] = []
    for first, condition in conic_and_circle(total(c.square, s.square, line(Affine(-1, 0, 0)))):
        fifth = direction(c.at(first), s.at(first))
        back = split.left((first,)).vector_back(n)
        sixth = turn_onto(six.h, back, five.vector(five.opposite(fifth), n))
        found.append(((first,), (fifth, sixth), (condition,)))
    return found


def _along(h: Vec, v: Vec, k: Vec) -> Affine:
    """k . R v for a turn about h, in its cosine and sine."""
    along = h.dot(v) * h.dot(k)
    return Affine(along, k.dot(v) - along, k.dot(h.cross(v)))


def _three_after(split: Split) -> list[Outer] | str:
    """(planar) E4 E5 E6."""
    four, five, six = split.after
    n, chain, place = split.n, split.chain, split.place(0)
    centre = split.geometry.meet(place + 1, place + 2)
    found: list[Outer] = []
    if centre is not None:
        roots = turn_into_plane(four.h, centre - four.p, n, n.dot(chain.wanted_point(centre) - four.p))
        for fourth in roots.angles:
            pairs, more = _wrist(split.left(()), n, five, six, four.vector(four.opposite(fourth), n))
            found += [((), (fourth, *pair), (roots.condition, more)) for pair in pairs]
        return found
    centre = split.geometry.meet(place, place + 1)
    if centre is None:
        return "of the three axes behind the parallel ones no neighbours meet"
    back = split.left(()).vector_back(n)
    roots = turn_into_plane(-six.h, centre - six.p, back, n.dot(centre - chain.wanted_point(six.p)))
    for sixth in roots.angles:
        seen = six.vector(sixth, back)
        inner = turn_into_plane(five.h, seen, four.h, four.h.dot(n))
        for fifth in inner.angles:
            fourth = turn_onto(four.h, five.vector(fifth, seen), n)
            found.append(((), (fourth, fifth, sixth), (roots.condition, inner.condition)))
    return found


def _one_and_one(split: Split) -> list[Outer]:
    """E1 (planar) E5: only some poses can be reached."""
    (one,), (five,), n = split.before, split.after, split.n
    found: list[Outer] = []
    for first, condition in _level(split, one, five.p):
        found.append(((first,), (turn_onto(five.h, split.left((first,)).vector_back(n), n),), (condition,)))
    return found


def _beside(split: Split) -> list[Outer]:
    """E1 (turns and slides) E6: the first turns the last axis to its angle with n."""
    (one,), (six,), n = split.before, split.after, split.n
    roots = turn_into_plane(one.h, n, split.chain.wanted_vector(six.h), n.dot(six.h))
    return [
        ((first,), (turn_onto(six.h, split.left((first,)).vector_back(n), n),), (roots.condition,))
        for first in roots.angles
    ]


def _two_after(split: Split) -> list[Outer]:
    """(turns and slides) E5 E6."""
    five, six = split.after
    pairs, condition = _wrist(split.left(()), split.n, five, six)
    return [((), pair, (condition,)) for pair in pairs]


def _one_after(split: Split) -> list[Outer]:
    """(turns and slides) E5: only some poses can be reached."""
    (five,), n = split.after, split.n
    return [((), (turn_onto(five.h, split.left(()).vector_back(n), n),), ())]


def _level(split: Split, one: Axis, point: Vec) -> list[tuple[Value, Scalar]]:
    """Values of the joint before that bring a point to the height at which the inner joints keep it."""
    n, wanted = split.n, split.chain.wanted_point(point)
    roots = turn_into_plane(-one.h, wanted - one.p, n, n.dot(point - one.p))
    return [(angle, roots.condition) for angle in roots.angles]


def _wrist(
    left: Left, n: Vec, five: Axis, six: Axis, seen: Vec | None = None
) -> tuple[list[tuple[Value, Value]], Scalar]:
    """The last two joints turn n back to where the inner ones leave it; seen: n from before the last two, if that is not n."""
    k = n if seen is None else seen
    roots = turn_into_plane(five.h, six.h, k, n.dot(left.vector(six.h)))
    back = left.vector_back(n)
    return [(a, turn_onto(six.h, back, five.vector(five.opposite(a), k))) for a in roots.angles], roots.condition


def _same(geometry: Geometry, i: int, j: int) -> bool:
    """Whether two parallel axes point the same way."""
    return sampled([geometry.chain.axes[i].h.dot(geometry.chain.axes[j].h)])[0][0] > 0


_OUTER: Mapping[tuple[int, int, int], Callable[[Split], list[Outer] | str]] = {
    (3, 1, 2): _one_and_two,
    (3, 0, 3): _three_after,
    (3, 1, 1): _one_and_one,
    (4, 1, 1): _beside,
    (4, 0, 2): _two_after,
    (4, 0, 1): _one_after,
}
"""Inner joints, those before, those after -> values of the latter; the others are these seen from the tool."""
