"""Chain: the joints on the way from a base to a frame as axes in space (product of exponentials).

At coordinates q the frame is at  E1(q1) E2(q2) ... En(qn) home,  each E the motion of space by one joint about its axis as it
lies while all joints are at zero.  Brockett 1984; Murray, Li & Sastry 1994, section 3.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from linkwright.errors import NoClosedForm
from linkwright.graph.expr import Scalar, number
from linkwright.mechanics.inverse.axes import Axis, Prismatic, Revolute, Value
from linkwright.mechanics.inverse.seen import goal
from linkwright.mechanics.tree.kinematics import frame_place, link_transforms, tidy
from linkwright.model.tree import BASE, Link, Place, Tree
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec


@dataclass(frozen=True)
class Joint:
    """A joint on the way. index: of its coordinate in q."""

    name: str
    index: int
    axis: Axis


@dataclass(frozen=True)
class Chain:
    """joints in order, the frame's home pose, and the pose wanted (symbols): E1 ... En home = target.

    Entries are numbers, or expressions of the values of given joints and of parameters that are symbols.
    """

    joints: tuple[Joint, ...]
    home: Transform
    target: Transform

    @property
    def axes(self) -> tuple[Axis, ...]:
        return tuple(joint.axis for joint in self.joints)

    @property
    def kinds(self) -> tuple[type[Axis], ...]:
        return tuple(type(axis) for axis in self.axes)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(joint.name for joint in self.joints)

    @property
    def reversed(self) -> Chain:
        """The same problem seen from the tool: axes in its home frame, the last joint first, both poses inverse."""
        back = self.home.inverse
        joints = [replace(j, axis=j.axis.turned_over().moved(back)) for j in reversed(self.joints)]
        return Chain(tuple(_tidied(j) for j in joints), tidy(back), self.target.inverse)

    def locked(self, k: int, q: Scalar) -> Chain:
        """Without joint k, which stays at q: what lies on its shorter side is carried along."""
        axis = self.joints[k].axis
        value = axis.value(q)
        before, after = self.joints[:k], self.joints[k + 1 :]
        if len(before) < len(after):
            undo = axis.opposite(value)
            moved = tuple(_carried(j, axis, undo) for j in before)
            return replace(self, joints=(*moved, *after), target=axis.transform(undo, self.target))
        moved = tuple(_carried(j, axis, value) for j in after)
        return replace(self, joints=(*before, *moved), home=axis.transform(value, self.home))

    def wanted_point(self, x: Vec) -> Vec:
        """Where a point of space, carried by all joints, has to go: target home^-1 x."""
        return self.target.point(self.home.inverse.point(x))

    def wanted_vector(self, v: Vec) -> Vec:
        """Where a direction, carried by all joints, has to go."""
        return self.target.R.apply(self.home.R.apply_T(v))

    def reached(self, values: Sequence[Value]) -> Transform:
        """Where the frame is at values of the joints."""
        found = self.home
        for joint, value in zip(reversed(self.joints), reversed(values), strict=True):
            found = joint.axis.transform(value, found)
        return found


def chain_of(tree: Tree, pose: Sequence[Scalar], frame: str | None = None, base: str | None = None) -> Chain:
    """The chain to a frame, seen from the world or from a frame `base` of the same tree. pose: sixteen entries, row by row."""
    if "," in (frame or ""):
        raise NoClosedForm("there is no closed form of the inverse kinematics of several frames at once")
    end = frame_place(tree, frame)
    start = Place(BASE, Transform()) if base is None else frame_place(tree, base)
    out, back = tree.path(end.link), tree.path(start.link)
    shared = len([1 for a, b in zip(out, back, strict=False) if a == b])
    at = link_transforms(tree, [0] * tree.nq, {*out, *back})
    seen = (at[start.link] @ start.X).inverse
    joints = [_joint(tree, j, at[j], seen, inward=True) for j in reversed(back[shared:])]
    joints += [_joint(tree, j, at[j], seen, inward=False) for j in out[shared:]]
    _refuse_shared(tree, joints)
    return Chain(tuple(_tidied(j) for j in joints), tidy(seen @ at[end.link] @ end.X), goal(pose))


def _joint(tree: Tree, j: int, X: Transform, seen: Transform, inward: bool) -> Joint:
    """A link's joint in the coordinates of the base; seen from beyond it, it moves the other way."""
    link = tree.links[j]
    h, p = seen.R.apply(X.R.T[2]), seen.point(X.p)
    axis = _axis(link, h, p)
    return Joint(link.joint, link.iq, axis.turned_over() if inward else axis)


def _axis(link: Link, h: Vec, p: Vec) -> Axis:
    row = link.joint_type
    if not row.hinge_or_slider:
        raise NoClosedForm(f"joint '{link.joint}' is {link.kind}: closed forms are of revolute and prismatic joints")
    return Revolute(h, p) if row.hinge else Prismatic(h, p)


def _refuse_shared(tree: Tree, joints: Sequence[Joint]) -> None:
    """Complain about joints that do not move by a coordinate of their own."""
    by_name = {(link.joint, link.iq): link for link in tree.links}
    for joint in joints:
        link = by_name[joint.name, joint.index]
        if number(link.ratio) != 1 or number(link.offset) != 0:
            raise NoClosedForm(
                f"joint '{joint.name}' mimics another: closed forms are of joints that move by themselves"
            )
    if len({joint.index for joint in joints}) < len(joints):
        raise NoClosedForm(
            "two joints on the way move by one coordinate: closed forms are of joints that move by themselves"
        )


def _carried(joint: Joint, axis: Axis, value: Value) -> Joint:
    """A joint's axis moved by another joint."""
    own = joint.axis
    return replace(joint, axis=replace(own, h=axis.vector(value, own.h), p=axis.point(value, own.p)))


def _tidied(joint: Joint) -> Joint:
    """Without what rounding left of zeros and ones."""
    return replace(joint, axis=replace(joint.axis, h=joint.axis.h.map(_whole), p=joint.axis.p.map(_zero)))


def _whole(x: Scalar) -> Scalar:
    n = number(x)
    return round(n) if isinstance(n, float) and abs(n - round(n)) < _ROUNDING else x


def _zero(x: Scalar) -> Scalar:
    n = number(x)
    return 0 if isinstance(n, float) and abs(n) < _ROUNDING else x


_ROUNDING = 1e-14
"""What turning through a dozen frames leaves of a zero."""
