"""Values of the joints before and after those that turn about one direction n only: they leave n where it is and, where the
inner joints are planar, the height of points along n. See parallel_axes.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from linkwright.graph.expr import Scalar
from linkwright.mechanics.inverse.axes import Axis, Prismatic, Value
from linkwright.mechanics.inverse.carried import Left
from linkwright.mechanics.inverse.geometry import Geometry, sampled
from linkwright.mechanics.inverse.quartic import Affine, conic_and_circle, line, total
from linkwright.mechanics.inverse.split import Split
from linkwright.mechanics.inverse.subproblems import direction, turn_into_plane, turn_onto
from linkwright.spatial.vector import Vec

Outer = tuple[tuple[Value, ...], tuple[Value, ...], tuple[Scalar, ...]]
"""Values of the joints before and after, and conditions."""


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


OUTER: Mapping[tuple[int, int, int], Callable[[Split], list[Outer] | str]] = {
    (3, 1, 2): _one_and_two,
    (3, 0, 3): _three_after,
    (3, 1, 1): _one_and_one,
    (4, 1, 1): _beside,
    (4, 0, 2): _two_after,
    (4, 0, 1): _one_after,
}
"""Inner joints, those before, those after -> values of the latter; the others are these seen from the tool."""
