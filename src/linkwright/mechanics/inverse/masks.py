"""Masks: which entries of a frame's pose count, what a chain can do at all, and so what is asked of it by default."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from linkwright.errors import QuantityError
from linkwright.graph.expr import Scalar, is_zero, number
from linkwright.mechanics.tree.kinematics import frame_place, link_transforms
from linkwright.model.tree import BASE, Tree
from linkwright.spatial.vector import Vec, X, Y, Z

_SAME = 1e-9
"""Sines of angles between axes up to which they count as parallel, cosines up to which as perpendicular."""


@dataclass(frozen=True)
class Mask:
    """What of a pose is asked for.

    linear, angular: how many of its rows count; axis: of the frame, whose direction counts, where only that does
    """

    name: str
    linear: int
    angular: int
    axis: Vec | None = None

    @property
    def rows(self) -> int:
        return self.linear + self.angular


MASKS: Mapping[str, Mask] = MappingProxyType(
    {
        mask.name: mask
        for mask in (
            Mask("pose", 3, 3),
            Mask("position", 3, 0),
            Mask("3T1R", 3, 1),
            Mask("plane", 2, 1),
            Mask("axis", 3, 2, Z),
            Mask("axis x", 3, 2, X),
            Mask("axis y", 3, 2, Y),
            Mask("axis z", 3, 2, Z),
        )
    }
)


def find_mask(text: str) -> Mask:
    """The mask of a name; spaces and case do not matter."""
    words = " ".join(text.split()).lower()
    for name, mask in MASKS.items():
        if name.lower() == words:
            return mask
    raise QuantityError(f"there is no mask '{text}'", hint=f"one of: {', '.join(MASKS)}")


@dataclass(frozen=True)
class Freedom:
    """What the joints on the way to a frame can do, from their axes at rest, in world axes.

    turns, slides: directions of the axes, one per rate (a helical joint has both); count: rates on the way
    """

    turns: tuple[Vec, ...]
    slides: tuple[Vec, ...]
    count: int

    @property
    def normal(self) -> Vec | None:
        """The direction that all turns are about: with it all of the chain's turns commute; None where there are two."""
        if self.turns:
            first = self.turns[0]
            return first if all(parallel(first, u) for u in self.turns) else None
        return None

    @property
    def plane(self) -> Vec | None:
        """The normal of the plane in which everything moves; None where it moves in space."""
        normal = self.normal
        if not self.turns:
            normal = next((c for u in self.slides[1:] if not _vanishes(c := self.slides[0].cross(u))), None)
        if normal is None or any(not _zero(normal.dot(u)) for u in self.slides):
            return None
        return normal

    @property
    def schoenflies(self) -> bool:
        """Whether it moves in space and turns about one direction, or not at all."""
        return self.normal is not None or not self.turns


def freedom(tree: Tree, frame: str | None) -> Freedom:
    """Of the joints between the world and a frame."""
    link = frame_place(tree, frame).link
    path = tree.path(link) if link != BASE else []
    rest: list[Scalar] = [0] * tree.nq
    for own in tree.links:
        if not own.joint_type.single:
            rest[own.iq : own.iq + own.joint_type.nq] = own.joint_type.rest
    at = link_transforms(tree, rest, set(path))
    motions = [(at[j].R, motion) for j in path for _, motion in tree.links[j].axes]
    turns = tuple(R.apply(m.angular) for R, m in motions if not _vanishes(m.angular))
    slides = tuple(R.apply(m.linear) for R, m in motions if not _vanishes(m.linear))
    return Freedom(turns, slides, len({k for j in path for k in tree.links[j].rates}))


def default_mask(tree: Tree, frame: str | None) -> Mask:
    """What the chain can do: see the contract in docs/kinematics.md."""
    own = freedom(tree, frame)
    if own.plane is not None:
        return MASKS["plane" if own.count > 2 and own.turns else "position"]
    if own.schoenflies and own.turns and own.count > 3:
        return MASKS["3T1R"]
    return MASKS["pose" if own.count > 5 else "axis" if own.count > 3 and not own.schoenflies else "position"]


def chosen_mask(tree: Tree, frame: str | None, text: str | None) -> Mask:
    """The mask that was named, or else what the chain can do."""
    return default_mask(tree, frame) if text is None else find_mask(text)


def parallel(u: Vec, v: Vec) -> bool:
    """Whether two unit vectors are parallel or opposite."""
    return _vanishes(u.cross(v))


def _vanishes(u: Sequence[Scalar]) -> bool:
    return all(_zero(x) for x in u)


def _zero(x: Scalar) -> bool:
    value = number(x)
    return is_zero(x) if value is None else abs(value) < _SAME
