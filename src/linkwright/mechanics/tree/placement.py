"""Where places on the links are, how fast they move, and what forces at points of the world do in the joints, in world axes.

Each is linear in the number of links: a tree is walked once, outward for positions and velocities, inward for forces.
Featherstone 2008, sections 2.9 and 5.3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linkwright.graph.expr import Scalar
from linkwright.mechanics.tree.kinematics import link_transforms
from linkwright.mechanics.tree.newton_euler import project
from linkwright.model.tree import BASE, Place, Tree
from linkwright.spatial.motion import NO_FORCE, Force, Motion
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Scalars, Vec


def place_transforms(tree: Tree, q: Scalars, places: Sequence[Place]) -> list[Transform]:
    """X_world_place of every place."""
    at = link_transforms(tree, q)
    return [at[place.link] @ place.X for place in places]


def place_twists(tree: Tree, q: Scalars, v: Scalars, places: Sequence[Place]) -> list[Motion]:
    """Velocity of the origin and angular velocity of every place."""
    at = link_transforms(tree, q)
    twists = _link_twists(tree, at, v)
    found: list[Motion] = []
    for place in places:
        linear, angular = twists[place.link]
        found.append(Motion(linear + angular.cross(at[place.link].R.apply(place.X.p)), angular))
    return found


def _link_twists(tree: Tree, at: Mapping[int, Transform], v: Scalars) -> dict[int, Motion]:
    twists = {BASE: Motion()}
    for i, link in tree.outward():
        linear, angular = link.rate(v)
        before, turning = twists[link.parent]
        carried = before + turning.cross(at[i].p - at[link.parent].p)
        twists[i] = Motion(carried + at[i].R.apply(linear), turning + at[i].R.apply(angular))
    return twists


def joint_forces_of_points(tree: Tree, q: Scalars, acting: Sequence[tuple[int, Vec, Vec]]) -> list[Scalar]:
    """J' f of forces at points, both in the world; acting: (link, point, force), BASE for what does not move."""
    at = link_transforms(tree, q)
    felt = dict.fromkeys(range(len(tree.links)), NO_FORCE)
    for i, point, force in acting:
        if i != BASE:
            felt[i] = felt[i] + Force(force, point.cross(force))  # about the world's origin
    tau: list[Scalar] = [0] * tree.nv
    for i, link in tree.inward():
        force, moment = felt[i]
        X = at[i]
        project(link, Force(X.R.apply_T(force), X.R.apply_T(moment - X.p.cross(force))), tau)
        if link.parent != BASE:
            felt[link.parent] = felt[link.parent] + felt[i]
    return tau
