"""Inverse kinematics of a leg in closed form: where its joints are when its last point is given.

Three kinds of legs, in space and in the plane:

  joint, two crossing axes, rod   RUS, PUS, RUU, PUU (Delta, sliders); in the plane RRR and PRR. The point where the axes cross
                                  is at the rod's length from the given point: a circle or a line meets a sphere.
  two crossing axes, slider       UPS; in the plane RPR. The slider's length is the distance.
  sliders                         in the plane PP; linear

Angles come as cosine and sine; every root has a sign that tells two ways to assemble the leg apart. Legs whose axes 2 and 3
cross nowhere have no solution here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from linkwright.graph.expr import Scalar, is_zero, number, sqrt
from linkwright.mechanics.platform.legs import Leg
from linkwright.model.tree import Link
from linkwright.spatial.small_systems import solve
from linkwright.spatial.vector import IDENTITY, Mat, Vec, Z

Signs = Sequence[Scalar]


@dataclass(frozen=True)
class Direction:
    """Cosine and sine of a sum of joint angles of the leg, plus `turn`."""

    joints: tuple[int, ...]
    turn: Scalar
    c: Scalar
    s: Scalar


@dataclass(frozen=True)
class LegSolution:
    """Angles and lengths of a leg's joints. Sums of parallel axes' angles, where they come for free, follow the single ones."""

    directions: list[Direction] = field(default_factory=list[Direction])
    lengths: dict[int, Scalar] = field(default_factory=dict[int, Scalar])


def signs_of(leg: Leg) -> int | None:
    """How many signs tell the ways to assemble a leg apart; None where it has no closed form here."""
    kinds = "".join(k.kind[0] for k in leg.tree.links)
    if "h" in kinds:
        return None
    if leg.plane is not None:
        return {"rr": 1, "pr": 1, "rp": 1, "pp": 0}.get(kinds) if _flat(leg) else None
    links = leg.tree.links
    if kinds in ("rrr", "prr") and _crosses(links[2]):
        return 2
    return 1 if kinds == "rrp" and _crosses(links[1]) else None


def solve_leg(leg: Leg, point: Vec, signs: Signs) -> LegSolution:
    """The joints of a leg whose end is at a point of the base. signs: as many of +1, -1 as `signs_of` says."""
    links, found = leg.tree.links, LegSolution()
    first = links[0]
    d = first.X.R.apply_T(point - first.X.p)
    kinds = "".join(k.kind[0] for k in links)
    if leg.plane is not None:
        return _planar(leg, kinds, d, signs, found)
    if kinds == "rrp":
        _slider_behind(leg, d, signs, found)
        return found
    rod = leg.end
    ways = _first_joint(first, _origin(links[1]), rod.dot(rod), d, signs[0], found)
    if parallel_start(leg):
        _two_axes(links, (0, 1), ways.still, rod, signs[1], found)
    else:
        _two_axes(links, (1,), links[1].X.R.apply_T(ways.turned), rod, signs[1], found)
    return found


def parallel_start(leg: Leg) -> bool:
    """Whether the first two axes of a leg are parallel: then the sum of their angles is what is known first."""
    first, second = leg.tree.links[:2]
    return first.joint_type.hinge and second.joint_type.hinge and second.X.R == IDENTITY


def _crosses(link: Link) -> bool:
    """Whether a link's axis meets its parent's axis in the parent's origin."""
    return all(is_zero(x) for x in link.X.p) and is_zero(link.slide)


def _origin(link: Link) -> Vec:
    """A link's origin in its parent, for a joint that turns."""
    return link.X.p + link.X.R.T[2] * link.slide


# --- legs in space ----------------------------------------------------------------------------------------------------


def _slider_behind(leg: Leg, d: Vec, signs: Signs, found: LegSolution) -> None:
    """Two crossing axes, then a slider: |beginning + length * way| is the distance of the given point."""
    first, _, slider = leg.tree.links
    d = Vec(d[0], d[1], d[2] - first.slide)
    way = slider.X.R.T[2]
    beginning = slider.X.p + slider.X.R.apply(Vec(leg.end[0], leg.end[1], 0))
    ahead = leg.end[2] + slider.slide
    along = way.dot(beginning)
    aside = beginning.dot(beginning) - along * along
    length = sqrt(d.dot(d) - aside) - along
    found.lengths[2] = length - ahead
    _two_axes(leg.tree.links, (0,), d, beginning + way * length, signs[0], found)


@dataclass(frozen=True)
class _Ways:
    """The way from the crossing point to the end of the leg: in the axes of the first link, and in those in front of it."""

    turned: Vec
    still: Vec


def _first_joint(first: Link, origin: Vec, square: Scalar, d: Vec, sign: Scalar, found: LegSolution) -> _Ways:
    """Moves the first joint so that `origin` (in its link) is at the distance sqrt(square) from the point d (in front of the
    joint)."""
    if first.joint_type.slider:
        x, y = d[0] - origin[0], d[1] - origin[1]
        rest = sign * sqrt(square - x * x - y * y)
        found.lengths[0] = d[2] - origin[2] - rest - first.slide
        return _Ways(Vec(x, y, rest), Vec(x, y, rest))
    d = Vec(d[0], d[1], d[2] - first.slide)
    gap = (d.dot(d) + origin.dot(origin) - square) / 2 - origin[2] * d[2]
    if is_zero(origin[1]):
        c, s = _meet(d[0], d[1], gap / origin[0], sign)
    else:
        c, s = _meet(origin[0] * d[0] + origin[1] * d[1], origin[0] * d[1] - origin[1] * d[0], gap, sign)
    found.directions.append(Direction((0,), first.turn, c, s))
    turned = Vec(c * d[0] + s * d[1], c * d[1] - s * d[0], d[2])
    swung = Vec(c * origin[0] - s * origin[1], s * origin[0] + c * origin[1], origin[2])
    return _Ways(turned - origin, d - swung)


def _cos_sin(p: Scalar, q: Scalar, k: Scalar, sign: Scalar) -> tuple[Scalar, Scalar]:
    """Of the angle with p cos + q sin = k."""
    if is_zero(q):
        c = k / p
        return c, sign * sqrt(1 - c * c)
    if is_zero(p):
        s = k / q
        return sign * sqrt(1 - s * s), s
    return _meet(p, q, k, sign)


def _meet(p: Scalar, q: Scalar, k: Scalar, sign: Scalar) -> tuple[Scalar, Scalar]:
    """The same for p and q that move: the sign means the same everywhere."""
    square = p * p + q * q
    root = sign * sqrt(square - k * k)
    return (p * k - q * root) / square, (q * k + p * root) / square


def _two_axes(
    links: Sequence[Link], sum_of: tuple[int, ...], w: Vec, rod: Vec, sign: Scalar, found: LegSolution
) -> None:
    """Turns two joints whose axes cross so that `rod` (in the outer link) points to w (in front of the inner joint, or of all
    the parallel ones whose angles are added)."""
    j = sum_of[-1]
    outer, turn = links[j + 1], _turn(links, sum_of)
    R = outer.X.R
    if _upright(R) and is_zero(rod[2]) and (is_zero(rod[0]) or is_zero(rod[1])):
        # at right angles, the rod in the plane of the outer axis: that plane's shadow on the inner one is sign * h long
        h = sign * sqrt(w[0] * w[0] + w[1] * w[1])
        up = w[2] * R[2][1]
        c, s = (h / rod[0], up / rod[0]) if is_zero(rod[1]) else (up / rod[1], -(h / rod[1]))
        swing = w[0] / h, w[1] / h
    else:
        along = w[2] - R[2][2] * rod[2]
        c, s = _cos_sin(R[2][0] * rod[0] + R[2][1] * rod[1], R[2][1] * rod[0] - R[2][0] * rod[1], along, sign)
        m = R.apply(Vec(c * rod[0] - s * rod[1], s * rod[0] + c * rod[1], rod[2]))
        swing = _turned_onto(m, w)
    _add_sum(sum_of, turn, swing, links, found)
    found.directions.append(Direction((j + 1,), outer.turn, c, s))


def _turn(links: Sequence[Link], sum_of: tuple[int, ...]) -> Scalar:
    total: Scalar = 0
    for k in sum_of:
        total = total + links[k].turn
    return total


def _add_sum(
    sum_of: tuple[int, ...], turn: Scalar, swing: tuple[Scalar, Scalar], links: Sequence[Link], found: LegSolution
) -> None:
    """The direction of a sum of angles; of (0, 1) also that of joint 1, as a difference."""
    C, S = swing
    if len(sum_of) == 2:
        first = found.directions[0]
        c, s = C * first.c + S * first.s, S * first.c - C * first.s
        found.directions.append(Direction((1,), links[1].turn, c, s))
    found.directions.append(Direction(sum_of, turn, C, S))


def _upright(R: Mat) -> bool:
    """Whether R is a quarter turn about x."""
    return R[0] == IDENTITY[0] and is_zero(R[1][1]) and is_zero(R[2][2])


# --- legs in the plane --------------------------------------------------------------------------------------------------


def normals(leg: Leg) -> list[Vec]:
    """The plane's normal in the axes in front of each joint."""
    assert leg.plane is not None
    normal, found = leg.plane.T[2], list[Vec]()
    for link in leg.tree.links:
        normal = link.X.R.apply_T(normal)
        found.append(normal)
    return found


def _flat(leg: Leg) -> bool:
    """Whether the axes of every link lie along the plane or across it."""
    return all(sorted(abs(v) for x in n if (v := number(x)) is not None) == [0, 0, 1] for n in normals(leg))


def in_plane(u: Vec, normal: Vec) -> Vec:
    """A vector without its component along a normal that is an axis."""
    return Vec(*(x if is_zero(n) else 0 for x, n in zip(u, normal, strict=True)))


def _planar(leg: Leg, kinds: str, d: Vec, signs: Signs, found: LegSolution) -> LegSolution:
    first, second = leg.tree.links
    ahead, behind = normals(leg)
    d = in_plane(d, ahead)
    if kinds == "pp":
        _two_sliders(leg, d, ahead, found)
    elif kinds == "rp":
        way = second.X.R.T[2]
        beginning = in_plane(second.X.p + second.X.R.apply(Vec(leg.end[0], leg.end[1], 0)), ahead)
        along = way.dot(beginning)
        aside = beginning.dot(beginning) - along * along
        length = signs[0] * sqrt(d.dot(d) - aside) - along
        found.lengths[1] = length - leg.end[2] - second.slide
        rod = beginning + way * length
        square = d.dot(d)
        c, s = (rod[0] * d[0] + rod[1] * d[1]) / square, (rod[0] * d[1] - rod[1] * d[0]) / square
        found.directions.append(Direction((0,), first.turn, c, s))
    else:
        rod, origin = in_plane(leg.end, behind), in_plane(_origin(second), ahead)
        slide = first.slide if first.joint_type.slider else 0
        ways = _first_joint(replace(first, slide=slide), origin, rod.dot(rod), d, signs[0], found)
        if parallel_start(leg):
            _add_sum((0, 1), first.turn + second.turn, _turned_onto(rod, ways.still), leg.tree.links, found)
        else:
            w = in_plane(second.X.R.apply_T(ways.turned), behind)
            found.directions.append(Direction((1,), second.turn, *_turned_onto(rod, w)))
    return found


def _turned_onto(rod: Vec, w: Vec) -> tuple[Scalar, Scalar]:
    """Cosine and sine of the angle about z that turns one vector onto another; lengths across z are the same."""
    if is_zero(rod[1]):
        return w[0] / rod[0], w[1] / rod[0]
    square = w[0] * w[0] + w[1] * w[1]
    return (rod[0] * w[0] + rod[1] * w[1]) / square, (rod[0] * w[1] - rod[1] * w[0]) / square


def _two_sliders(leg: Leg, d: Vec, normal: Vec, found: LegSolution) -> None:
    """Two displacements in the plane: q0 z0 + q1 z1 = what is left of the way."""
    first, second = leg.tree.links
    way = second.X.R.T[2]
    rest = d - in_plane(second.X.p + second.X.R.apply(leg.end) + way * second.slide + Vec(0, 0, first.slide), normal)
    flat = [k for k in range(3) if is_zero(normal[k])]
    found.lengths[0], found.lengths[1] = solve([[Z[k], way[k]] for k in flat], [rest[k] for k in flat])
