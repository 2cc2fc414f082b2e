"""A parallel robot seen as what it is: a platform, and legs that each end in a point of it.

The platform hangs on the base by massless joints, displacements first, whose coordinates are the free ones; each leg is a chain
from the base with as many joints as its closure has equations.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from linkwright.graph.expr import Expr, Scalar, is_zero, lift, number
from linkwright.graph.graph import Graph
from linkwright.model.cut import Closure, Cut
from linkwright.model.regroup import regroup
from linkwright.model.tree import BASE, Link, Place, Tree
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import IDENTITY, ZERO, Mat, Vec, Z

END = "end"
"""Name of the only frame of a leg's tree (its point of the platform) and of the platform's (its link's frame)."""


@dataclass(frozen=True)
class Leg:
    """A leg as a tree of its own.

    iq, iv:  where its coordinates and rates are in the whole robot's
    anchor:  the point of the platform, in the frame of the platform's link
    plane:   axes of the plane that the leg moves in, in the base; None for a leg in space
    """

    name: str
    tree: Tree
    iq: tuple[int, ...]
    iv: tuple[int, ...]
    anchor: Vec
    plane: Mat | None
    mode: Scalar | None = None

    @property
    def end(self) -> Vec:
        """The point of the platform, in the frame of the last link."""
        return self.tree.frames[END].X.p

    @property
    def looks(self) -> tuple[object, ...]:
        """Kinds of joints, and which constants are zero, one or anything else: legs that look alike are treated alike."""
        links = self.tree.links
        constants = [(*k.X.p, *(e for row in k.X.R for e in row), k.slide, k.turn) for k in links]
        return (*(k.kind for k in links), *(_look(e) for row in constants for e in row), *(_look(e) for e in self.end))

    def map(self, f: Callable[[Scalar], Scalar]) -> Leg:
        return replace(self, tree=self.tree.map(f), anchor=self.anchor.map(f))

    def of(self, x: Sequence[Scalar]) -> list[Scalar]:
        """This leg's part of the positions of the whole tree."""
        return [x[k] for k in self.iq]


def _look(x: Scalar) -> object:
    exact = number(x)
    return exact if exact in (0, 1, -1) else "x"


@dataclass(frozen=True)
class Parallel:
    """iq, iv: the platform's coordinates and rates in the whole robot's; actuated: (leg, joint of it) per motor."""

    platform: Tree
    iq: tuple[int, ...]
    iv: tuple[int, ...]
    legs: tuple[Leg, ...]
    actuated: tuple[tuple[int, int], ...]
    wrenches: tuple[tuple[int, ...], ...]
    """Numbers of the external wrenches that act on the platform, then on each leg."""

    @property
    def compact(self) -> bool:
        """Whether the platform's inertia is all in its own body; base parameters move parts of it inward."""
        return all(k.inertia.vanishes for k in self.platform.links[:-1])


def parallel(cut: Cut, *, carrying: bool = False) -> Parallel | None:
    """The platform and the legs of a robot; None where it is not built so. carrying: whatever free joints move on the platform
    are left out."""
    tree, free = cut.tree, set(cut.coordinates.free_q)
    if not cut.closures or cut.followers:
        return None
    sides = [_sides(tree, x, free) for x in cut.closures]
    carriers = {side[0].link for side in sides if side is not None}
    if None in sides or len(carriers) != 1:
        return None
    chain = tree.path(carriers.pop())
    legs = [tree.path(side[1].link) for side in sides if side is not None]
    built = [i for path in (chain, *legs) for i in path]
    others = {i for i in range(len(tree.links)) if i not in built}
    if carrying and all(tree.links[i].iq in free and chain[-1] in tree.path(i) for i in others):
        free -= {tree.links[i].iq for i in others}
        others = set[int]()
    if others or len(set(built)) != len(built) or not _carries(tree, chain, free):
        return None
    pairs = [(x, *side) for x, side in zip(cut.closures, sides, strict=True) if side is not None]
    found = [_leg(tree, closure, point, end) for closure, point, end in pairs]
    if any(leg is None for leg in found):
        return None
    members = tuple(leg for leg in found if leg is not None)
    platform, owned = _subtree(tree, chain, Place(chain[-1], Transform()))
    links = [tree.links[i] for i in chain]
    return Parallel(
        platform, tuple(k.iq for k in links), tuple(k.iv for k in links), members, _motors(cut, members),
        (owned, *(_subtree(tree, path, Place(path[-1], Transform()))[1] for path in legs)),
    )  # fmt: skip


def regroup_legs(cut: Cut, gauge: str = "lamina") -> Cut:
    """The same dynamics with the inertias of the legs moved inward as far as they go; the platform keeps its own."""
    chain = set(cut.tree.path(carrier.link) if (carrier := _carrier(cut)) else ())
    moved = regroup(cut.tree, gauge)
    inertias = [(cut.tree if i in chain else moved).links[i].inertia for i in range(len(moved.links))]
    return replace(cut, tree=cut.tree.with_inertias(inertias))


def _carrier(cut: Cut) -> Place | None:
    """A place on the platform."""
    free = set(cut.coordinates.free_q)
    return next((side[0] for x in cut.closures if (side := _sides(cut.tree, x, free)) is not None), None)


def _motors(cut: Cut, legs: Sequence[Leg]) -> tuple[tuple[int, int], ...]:
    where = {iv: (n, j) for n, leg in enumerate(legs) for j, iv in enumerate(leg.iv)}
    return tuple(where[iv] for iv in cut.actuated if iv in where)


def _sides(tree: Tree, closure: Closure, free: set[int]) -> tuple[Place, Place] | None:
    """(on the platform, at the end of the leg)."""
    for one, other in ((closure.first, closure.second), (closure.second, closure.first)):
        moved = [tree.links[i].iq for i in tree.path(one.link)]
        carried = [tree.links[i].iq for i in tree.path(other.link)]
        if moved and carried and all(k in free for k in moved) and not any(k in free for k in carried):
            return one, other
    return None


def _carries(tree: Tree, chain: Sequence[int], free: set[int]) -> bool:
    """Whether a chain is a platform's: displacements, then rotations about one point, and nothing else is free."""
    links = [tree.links[i] for i in chain]
    if {k.iq for k in links} != free or any(not k.joint_type.hinge_or_slider or not _own(k) for k in links):
        return False
    turned = False
    for k in links:
        if turned and (k.joint_type.slider or k.X.p != ZERO or not is_zero(k.slide)):
            return False
        turned |= k.joint_type.hinge
    return True


def _own(link: Link) -> bool:
    return number(link.ratio) == 1 and number(link.offset) == 0


def _leg(tree: Tree, closure: Closure, point: Place, end: Place) -> Leg | None:
    path = tree.path(end.link)
    links = [tree.links[i] for i in path]
    planar = closure.rows == (0, 1) and closure.plane
    fits = (planar or closure.rows == (0, 1, 2)) and len(links) == len(closure.rows) and closure.axes.link == BASE
    if not fits or any(not k.joint_type.single or not _own(k) for k in links):
        return None
    own, _ = _subtree(tree, path, end)
    iq, iv = tuple(k.iq for k in links), tuple(k.iv for k in links)
    return Leg(closure.name, own, iq, iv, point.X.p, closure.axes.X.R if planar else None, closure.mode)


def _subtree(tree: Tree, path: Sequence[int], end: Place) -> tuple[Tree, tuple[int, ...]]:
    """A chain from the base as a tree of its own, and which of the wrenches act on it."""
    links = [
        turned_in_joint(replace(tree.links[i], parent=n - 1 if n else BASE, iq=n, iv=n)) for n, i in enumerate(path)
    ]
    own = {i: n for n, i in enumerate(path)}
    frames = {END: Place(own[end.link], end.X)}
    acting = [n for n, name in enumerate(tree.wrenches) if tree.frames[name].link in own]
    for n in acting:
        place = tree.frames[tree.wrenches[n]]
        frames[tree.wrenches[n]] = Place(own[place.link], place.X)
    names = tuple(tree.wrenches[n] for n in acting)
    return replace(tree, nq=len(links), nv=len(links), links=tuple(links), frames=frames, wrenches=names), tuple(acting)


def turned_in_joint(link: Link) -> Link:
    """A link whose constant rotation about its own axis is part of its joint's angle: one sum instead of four products for
    every vector that passes."""
    R = link.X.R
    if link.joint_type.slider or R == IDENTITY or R[2] != Z:
        return link
    angle = _angle(R[0][0], R[1][0])
    return link if angle is None else replace(link, X=Transform(IDENTITY, link.X.p), turn=link.turn + angle)


def _angle(c: Scalar, s: Scalar) -> Scalar | None:
    """The angle whose cosine and sine two scalars are, where that is to be seen."""
    values = number(c), number(s)
    if values[0] is not None and values[1] is not None:
        return math.atan2(float(values[1]), float(values[0]))
    graph = Graph()
    ci, si = lift(graph, c).index, lift(graph, s).index
    sign = -1 if graph.op[si] == "neg" else 1
    si = graph.args[si][0] if sign < 0 else si
    if graph.op[ci] != "cos" or graph.op[si] != "sin" or graph.args[ci] != graph.args[si]:
        return None
    return sign * Expr(graph, graph.args[ci][0])
