"""Regressors: tau = Y p, linear in the inertial parameters.

Instead of carrying one wrench per parameter inward, the joint axes are carried outward once; every element of Y is then the
power of a parameter's force on the motion of one joint. Second moments (U form) keep the elements short.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from linkwright.graph.expr import Scalar
from linkwright.mechanics.tree.newton_euler import link_motions, project, rate_of_momentum
from linkwright.model.tree import BASE, Tree
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.motion import Force, Motion
from linkwright.spatial.pose import Pose
from linkwright.spatial.vector import Scalars

Screw = tuple[int, Motion]
"""Index in v, and the motion per unit of that rate."""
Column = Sequence[tuple[int, Inertia]]
"""A parameter: the links it belongs to (one, unless bodies are alike), and the inertia of one unit of it on each."""


def regressor(tree: Tree, q: Scalars, v: Scalars, a: Scalars, columns: Iterable[Column]) -> list[list[Scalar]]:
    """Y with one column per unit inertia; rotor inertia, friction and springs are not part of it."""
    at = tree.poses(q)
    motions = link_motions(tree, at, v, a)
    return by_screws(tree, at, columns, lambda i, unit: rate_of_momentum(unit, motions[i]))


def by_screws(
    tree: Tree, at: list[Pose], columns: Iterable[Column], force: Callable[[int, Inertia], Force]
) -> list[list[Scalar]]:
    """Of each parameter, its force (of a unit inertia on link i) on the motions of all joints further in."""
    screws = joint_screws(tree, at)
    made: list[list[Scalar]] = []
    for parts in columns:
        column: list[Scalar] = [0] * tree.nv
        for i, unit in parts:
            acting = force(i, unit)
            for k, S in screws[i]:  # power of the force on a motion of joint k
                column[k] = column[k] + S.dot(acting)
        made.append(column)
    return [[column[k] for column in made] for k in range(tree.nv)]


def regressor_by_wrenches(
    tree: Tree, q: Scalars, v: Scalars, a: Scalars, columns: Iterable[Column]
) -> list[list[Scalar]]:
    """The same Y with the wrench of every parameter carried inward: shorter where axes are parallel: the forces of mx and
    my turn into each other there."""
    at = tree.poses(q)
    motions = link_motions(tree, at, v, a)
    made: list[list[Scalar]] = []
    for parts in columns:
        column: list[Scalar] = [0] * tree.nv
        for i, unit in parts:
            force = rate_of_momentum(unit, motions[i])
            j = i
            while j != BASE:
                project(tree.links[j], force, column)
                force = at[j].to_parent(force)
                j = tree.links[j].parent
        made.append(column)
    return [[column[k] for column in made] for k in range(tree.nv)]


def joint_screws(tree: Tree, at: list[Pose]) -> list[list[Screw]]:
    """For each link, the axes of all joints between base and link, at the link's origin and in its axes."""
    result: list[list[Screw]] = []
    for i, link in tree.outward():
        inner = [] if link.parent == BASE else [(k, at[i].to_link(S)) for k, S in result[link.parent]]
        result.append([*inner, *link.axes])
    return result
