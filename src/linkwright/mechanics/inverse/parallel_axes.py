"""Arms of which some consecutive joints turn about one direction n only: three that move in a plane, or four that also slide
along n (UR arms; a SCARA with a wrist of two axes). The joints before them (A) and after them (B) have to leave n where it is,

    R_A' M_R R_B' n = n,   M = target home^-1,

and, where the inner ones are planar, the height of points: that determines them one after the other. What is then left for the
inner joints is a motion of the plane.  Hawkins 2013 (the UR arms); Elias & Wen 2022.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linkwright.mechanics.inverse.axes import Revolute, Value
from linkwright.mechanics.inverse.branches import Branch
from linkwright.mechanics.inverse.chain import Chain
from linkwright.mechanics.inverse.geometry import Geometry, across
from linkwright.mechanics.inverse.masks import Mask
from linkwright.mechanics.inverse.outer_joints import OUTER
from linkwright.mechanics.inverse.planar import Plane, Solution, normal, solutions
from linkwright.mechanics.inverse.scara import direction_of_turns, turns_and_slides
from linkwright.mechanics.inverse.split import Split
from linkwright.spatial.vector import Vec


def parallel_axes(chain: Chain, mask: Mask) -> Sequence[Branch] | str:
    """All branches where inner joints turn about one direction only."""
    reasons: list[str] = []
    for seen in (chain, chain.reversed):
        for split in _splits(seen):
            found = _solved(split)
            if not isinstance(found, str):
                return found
            reasons.append(found)
    return ", ".join(dict.fromkeys(reasons)) or f"no three consecutive axes are parallel{_near_miss(Geometry(chain))}"


def _near_miss(geometry: Geometry) -> str:
    """What a file that rounds its numbers makes of parallel axes."""
    names = geometry.chain.names
    for k in range(len(names) - 2):
        tilt = max(geometry.tilt(k, k + 1), geometry.tilt(k, k + 2))
        if 0 < tilt < _NEAR:
            return f" ('{names[k]}', '{names[k + 1]}' and '{names[k + 2]}' but for {tilt:.2g} rad)"
    return ""


_NEAR = 1e-3
"""Angle below which a miss is worth telling."""


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
    way = OUTER.get((split.count, len(split.before), len(split.after)))
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
