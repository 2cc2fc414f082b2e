"""A frame seen from another one of the same tree: where it is, how it moves with the joints in between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from linkwright.mechanics.tree.kinematics import frame_place, link_transforms
from linkwright.model.tree import BASE, Link, Place, Tree
from linkwright.spatial.motion import Motion
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Mat, Scalars, Vec


@dataclass(frozen=True)
class Seen:
    """A frame in the axes of another. columns: index in v -> velocity of the frame's origin and angular velocity per unit of
    that rate; joints that move both alike have none. joints: the same of each joint, in order from the base."""

    X: Transform
    columns: Mapping[int, Motion]
    joints: tuple[Mapping[int, Motion], ...]


def seen(tree: Tree, q: Scalars, frame: str | None, base: str | None = None) -> Seen:
    """`frame` (None: the last one) as seen from `base` (None: the world)."""
    tip = frame_place(tree, frame)
    root = frame_place(tree, base) if base is not None else Place(BASE, Transform())
    inner, outer = tree.path(root.link), tree.path(tip.link)
    shared = [a for a, b in zip(inner, outer, strict=False) if a == b]
    start = shared[-1] if shared else BASE
    at = link_transforms(tree, q, ({*inner} | {*outer}) - {*shared}, {start: Transform()})
    there, here = at[tip.link] @ tip.X, at[root.link] @ root.X
    columns: dict[int, Motion] = {}
    joints: list[Mapping[int, Motion]] = []
    for links, sign in ((outer[len(shared) :], 1), (inner[len(shared) :], -1)):
        for i in links:
            own: dict[int, Motion] = {}
            for k, (linear, angular) in tree.links[i].axes:
                w = at[i].R.apply(angular) * sign
                v = at[i].R.apply(linear) * sign + w.cross(there.p - at[i].p)
                own[k] = Motion(here.R.apply_T(v), here.R.apply_T(w))
                columns[k] = columns.get(k, Motion()) + own[k]
            joints.insert(0 if sign < 0 else len(joints), own)  # seen from the base, those inward of it come first
    return Seen(here.inverse @ there, columns, tuple(joints))


def moving_links(tree: Tree, frame: str | None, base: str | None = None) -> list[Link]:
    """The links on the way between two frames, without those that carry both."""
    ends = (frame_place(tree, frame).link, BASE if base is None else frame_place(tree, base).link)
    one, other = (tree.path(i) for i in ends)
    return [tree.links[i] for i in sorted({*one} ^ {*other})]


def moving_rates(tree: Tree, frame: str | None, base: str | None = None) -> list[int]:
    """Indices in v of the joints that move a frame as seen from another."""
    return sorted({k for link in moving_links(tree, frame, base) for k in link.rates})


def goal(pose: Scalars) -> Transform:
    """The twelve numbers that matter of a homogeneous matrix, row by row."""
    rows = [pose[4 * i : 4 * i + 4] for i in range(3)]
    return Transform(Mat.of([row[:3] for row in rows]), Vec(*(row[3] for row in rows)))
