"""A loop in space: the two branches from where they meet, the rows of its closure, their rates and accelerations.

The way h from the first origin to the second, and the turn of the second frame against the first, along axes n: their rates are
n . (v2 - v1) and n . (w2 - w1), with velocities of the bodies at the second origin. Featherstone 2008, section 8.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.graph.expr import Scalar
from linkwright.mechanics.closure.polygon import meeting, outward
from linkwright.mechanics.tree.kinematics import link_transforms
from linkwright.model.cut import Closure
from linkwright.model.tree import Place, Tree
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import ZERO, Mat, Vec

Scalars = Sequence[Scalar]
Branch = list[tuple[int, Transform]]
"""Links outward, and where each is, seen from the axes of the walk."""


@dataclass(frozen=True)
class Walk:
    """Both branches of a loop, seen from one place on the link where they meet."""

    tree: Tree
    closure: Closure
    first: Branch
    second: Branch
    q: Scalars
    start: Transform

    def place(self, branch: Branch, place: Place) -> Transform:
        return (branch[-1][1] if branch else self.start) @ place.X

    @property
    def ends(self) -> tuple[Transform, Transform]:
        return self.place(self.first, self.closure.first), self.place(self.second, self.closure.second)

    @property
    def carried(self) -> bool:
        """Whether the closure's axes move with the first frame."""
        return bool(self.first) and self.closure.axes.link == self.first[-1][0]

    @property
    def axes(self) -> Mat:
        """The closure's axes, as columns."""
        return self.place(self.first, self.closure.axes).R if self.carried else (self.start @ self.closure.axes.X).R


def walk(tree: Tree, closure: Closure, q: Scalars) -> Walk:
    """Seen from the closure's axes where they sit on the link at which the branches meet; else from that link's frame."""
    joint = meeting(tree, closure)
    start = closure.axes.X.inverse if closure.axes.link == joint else Transform()
    branches = [_branch(tree, joint, place.link, q, start) for place in (closure.first, closure.second)]
    return Walk(tree, closure, branches[0], branches[1], q, start)


def _branch(tree: Tree, start: int, end: int, q: Scalars, X: Transform) -> Branch:
    links = outward(tree, start, end)
    at = link_transforms(tree, q, set(links), {start: X})
    return [(i, at[i]) for i in links]


def gap(w: Walk) -> list[Scalar]:
    """The equations that the kind has: three of places, then those of directions (one for universal, else three)."""
    if w.carried:
        # seen from the first frame's link, the first frame is constant
        to_second = (w.first[-1][1] @ w.closure.axes.X).inverse @ w.ends[1]
        first, second = w.closure.axes.X.inverse @ w.closure.first.X, to_second
    else:
        back = (w.start @ w.closure.axes.X).inverse
        first, second = (back @ X for X in w.ends)
    way = second.p - first.p
    if w.closure.kind == "universal":
        return [*way, first.R.T[2].dot(second.R.T[0])]
    if w.closure.kind in ("pin", "cylinder"):
        return [*way, *first.R.T[2].cross(second.R.T[2])]
    r1, r2 = first.R, second.R  # turn = r2 r1'
    return [*way, r2[2].dot(r1[1]), r2[0].dot(r1[2]), r2[1].dot(r1[0])]


@dataclass(frozen=True)
class Lever:
    """A row: moment about `turn` of the relative angular velocity, or the relative velocity along `way`."""

    way: Vec | None
    turn: Vec | None


def levers(w: Walk) -> list[Lever]:
    """What each kept row measures."""
    columns = w.axes.T
    found: list[Lever] = []
    for row in w.closure.rows:
        if row < 3:
            found.append(Lever(columns[row], None))
        elif w.closure.kind == "universal":
            X1, X2 = w.ends
            found.append(Lever(None, X2.R.T[0].cross(X1.R.T[2])))
        else:
            found.append(Lever(None, columns[row - 3]))
    return found


def jacobian(w: Walk, rows: Sequence[Lever]) -> list[dict[int, Scalar]]:
    """Per row: index of a rate -> coefficient."""
    point = w.ends[1].p
    found: list[dict[int, Scalar]] = [{} for _ in rows]
    for branch, sign in ((w.second, 1), (w.first, -1)):
        for i, X in branch:
            for k, (linear, angular) in w.tree.links[i].axes:
                turn = X.R.apply(angular)
                way = X.R.apply(linear) + turn.cross(point - X.p)
                for row, lever in zip(found, rows, strict=True):
                    x = lever.way.dot(way) if lever.way is not None else (lever.turn or ZERO).dot(turn)
                    row[k] = row.get(k, 0) + sign * x
    return found


def drift(w: Walk, rows: Sequence[Lever], v: Scalars) -> list[Scalar]:
    """Second time derivative of each kept row where all joint accelerations vanish."""
    w1, v1, dw1, a1 = _moving(w, w.first, v)
    w2, v2, dw2, a2 = _moving(w, w.second, v)
    w_rel, dw_rel = w2 - w1, dw2 - dw1
    a_rel = a2 - a1
    if w.carried and w.closure.kind in ("slider", "cylinder"):
        a_rel = a_rel - w1.cross(v2 - v1) * 2
    found: list[Scalar] = []
    for row, lever in zip(w.closure.rows, rows, strict=True):
        if lever.way is not None:
            found.append(lever.way.dot(a_rel))
            continue
        turn = lever.turn or ZERO
        x = turn.dot(dw_rel)
        if w.closure.kind == "universal":
            X1, X2 = w.ends
            x2, z1 = X2.R.T[0], X1.R.T[2]
            x = x + w_rel.dot(w2.cross(x2).cross(z1) + x2.cross(w1.cross(z1)))
        elif w.closure.kind in ("pin", "cylinder") and row >= 3:
            x = x + w_rel.dot(w1.cross(turn))
        found.append(x)
    return found


def _moving(w: Walk, branch: Branch, v: Scalars) -> tuple[Vec, Vec, Vec, Vec]:
    """Angular velocity, velocity at the second origin, and their rates without joint accelerations, of a branch's end."""
    turn, way, dturn, dway = ZERO, ZERO, ZERO, ZERO
    at = w.start.p
    for i, X in branch:
        linear, angular = (X.R.apply(x) for x in w.tree.links[i].rate(v))
        step = X.p - at
        # the frame's origin slides along `linear`: seen from the parent's body that is a Coriolis acceleration
        way, dway = way + turn.cross(step), dway + dturn.cross(step) + turn.cross(turn.cross(step))
        dway = dway + turn.cross(linear) * 2
        way = way + linear
        dturn = dturn + turn.cross(angular)
        turn = turn + angular
        dway = dway + _own(w.tree, i, X, v)
        at = X.p
    lever = w.ends[1].p - at
    return turn, way + turn.cross(lever), dturn, dway + dturn.cross(lever) + turn.cross(turn.cross(lever))


def _own(tree: Tree, i: int, X: Transform, v: Scalars) -> Vec:
    """Joints whose rates are seen in the moved frame: constant rates are a velocity that turns with the joint."""
    link = tree.links[i]
    if link.joint_type.holonomic or not link.joint_type.displaces:
        return ZERO
    linear, angular = link.rate(v)
    return X.R.apply(angular.cross(linear))
