"""Gravity's forces in the joints, from the leaves inward.

Gravity is one direction, so the force that a joint bears is the mass it carries times that direction, in any axes: no force is
carried inward. With M_c all the mass beyond joint c, and p_c its origin, what is carried is either
  moments        n_i = sum of R_c n_c + (h_i + sum of M_c p_c) x up        shorter where axes are parallel, or
  first moments  h_i = own h_i + sum of R_c h_c + M_c p_c,  n_i = h_i x up   shorter where they are not.
Moments of weights have no part along the vertical: a joint whose axis stays vertical bears none, exactly, whatever it carries;
nor does a slider that stays level. (Newton-Euler computes both as differences, and leaves rounding there.)
"""

from __future__ import annotations

from linkwright.graph.expr import Scalar, is_zero, number
from linkwright.graph.notes import note
from linkwright.mechanics.tree.newton_euler import project
from linkwright.model.tree import BASE, Tree
from linkwright.spatial.motion import Force
from linkwright.spatial.pose import Pose
from linkwright.spatial.vector import ZERO, Scalars, Vec

_TINY = 1e-12
"""Parts of gravity this many times smaller than all of it are rounding of the constant rotations."""


def by_first_moments(tree: Tree, q: Scalars) -> list[Scalar]:
    """g(q): joint forces that hold the robot still, each link seen as a body with all that it carries."""
    at = tree.poses(q)
    up = _upward(tree, at)
    masses = [link.inertia.m for link in tree.links]
    moments = [link.inertia.h for link in tree.links]
    tau: list[Scalar] = [0] * tree.nv
    for i, link in tree.inward():
        k, moment, vertical = link.parent, moments[i], up[i]
        note(f"link {link.name}", "composite first moment", moment)
        turned = at[i].R.apply(moment)
        if link.joint_type.single and not tree.children[i]:
            # what it feels along z does not change as it turns, and no other link asks for gravity in these axes
            moment, vertical = turned, at[i].X.R.apply_T(-tree.gravity if k == BASE else up[k])
        project(link, Force(vertical * masses[i], _level(moment.cross(vertical), up[i])), tau)
        if k != BASE:
            moments[k] = moments[k] + at[i].X.R.apply(turned) + at[i].whole.p * masses[i]
            masses[k] = masses[k] + masses[i]
    return tau


def by_moments(tree: Tree, q: Scalars) -> list[Scalar]:
    """g(q), moments carried inward."""
    at = tree.poses(q)
    up = _upward(tree, at)
    masses = [link.inertia.m for link in tree.links]
    moments = [link.inertia.h for link in tree.links]  # first ones, with what the link carries hung up at its joints
    carried = [ZERO for _ in tree.links]
    tau: list[Scalar] = [0] * tree.nv
    for i, link in tree.inward():
        moment = _level(carried[i] + moments[i].cross(up[i]), up[i])
        note(f"joint {link.joint}", "moment", moment)
        project(link, Force(up[i] * masses[i], moment), tau)
        k = link.parent
        if k != BASE:
            carried[k] = carried[k] + at[i].inward(moment)
            moments[k] = moments[k] + at[i].whole.p * masses[i]
            masses[k] = masses[k] + masses[i]
    return tau


def _upward(tree: Tree, at: list[Pose]) -> list[Vec]:
    """The acceleration that is felt as weight, in the axes of every link."""
    size = max((abs(float(value)) for x in tree.gravity if (value := number(x)) is not None), default=0.0)

    def exact(x: Scalar) -> Scalar:
        value = number(x)
        return 0 if isinstance(value, float) and abs(value) < _TINY * size else x

    up: list[Vec] = []
    for i, link in tree.outward():
        above = -tree.gravity if link.parent == BASE else up[link.parent]
        up.append(at[i].outward(above).map(exact))
        note(f"link {link.name}", "direction of gravity", up[i])
    return up


def _level(moment: Vec, up: Vec) -> Vec:
    """A moment of weights without the part along the vertical, which is zero, where an axis of the link is vertical."""
    level = [is_zero(x) for x in up]
    return Vec(*(0 if all(level[:k]) and all(level[k + 1 :]) else x for k, x in enumerate(moment)))
