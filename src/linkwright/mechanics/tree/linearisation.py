"""Linear behaviour near a state: how a small deviation (dq, dv) of a motion under forward dynamics grows.

dq is taken in the tangent space, in the axes in which v is given: the deviation of a configuration X(q) is X^-1 dX. A motion
runs with X^-1 dX/dt = v, and mixed derivatives of X commute, hence d(dq)/dt = dv - v x dq with the bracket v x of the joint's
group: zero for one-axis joints, w x for spherical ones, (w x dp + u x dphi, w x dphi) for floating and planar ones. So
  d/dt (dq, dv) = A (dq, dv) + B dtau,    A = [[-(v x), 1], [da/dq, da/dv]],    B = [[0], [M^-1]],
and A = [[0, 1], [da/dq, da/dv]] where all joints have one axis.
"""

from __future__ import annotations

from linkwright.mechanics.tree.dynamics_derivatives import forward_dynamics_derivatives
from linkwright.mechanics.tree.mass_matrix import Matrix
from linkwright.model.tree import Tree
from linkwright.spatial.vector import Scalars


def linearisation(tree: Tree, q: Scalars, v: Scalars, tau: Scalars, wrench: Scalars = ()) -> list[Matrix]:
    """[A, B], 2nv x 2nv and 2nv x nv."""
    by_q, by_v, inverse = forward_dynamics_derivatives(tree, q, v, tau, wrench)
    n = range(tree.nv)
    unit: Matrix = [[int(r == c) for c in n] for r in n]
    upper = [[*brackets, *one] for brackets, one in zip(_negative_brackets(tree, v), unit, strict=True)]
    lower = [[*dq, *dv] for dq, dv in zip(by_q, by_v, strict=True)]
    nothing: Matrix = [[0 for _ in n] for _ in n]
    return [[*upper, *lower], [*nothing, *inverse]]


def _negative_brackets(tree: Tree, v: Scalars) -> Matrix:
    """-(v x) of every joint with several degrees of freedom, on the diagonal."""
    result: Matrix = [[0] * tree.nv for _ in range(tree.nv)]
    for link in tree.links:
        if link.joint_type.holonomic:
            continue
        for column, S in link.axes:
            moved = link.rate(v).cross(S)
            for row, (u, w) in link.axes:
                result[row][column] = -(u.dot(moved.linear) + w.dot(moved.angular))
    return result
