"""Time derivative of the mass matrix, by composite bodies and their rates.

What a link carries changes, in the link's axes, only by the joints behind it: each adds what its own rate (l, w) does to the
inertia it moves,  dh = m l + w x h,  dI = [w] I - I [w] + 2 (l.h) 1 - l h' - h l'.  A force passed inward changes likewise, by
w x f and w x n + l x f. Only the joints' own rates appear, which mostly have one component: no link's velocity is needed.
"""

from __future__ import annotations

from linkwright.mechanics.tree.mass_matrix import Matrix, accumulate, carried, own_block
from linkwright.model.tree import BASE, Tree
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.motion import Force, Motion
from linkwright.spatial.pose import Pose
from linkwright.spatial.turn import symmetric
from linkwright.spatial.vector import IDENTITY, Scalars, outer, skew

Column = tuple[int, Force, Force]
"""Index in v; force of a joint's unit rate; its time derivative."""


def mass_matrix_rate(tree: Tree, q: Scalars, v: Scalars) -> Matrix:
    """dM/dt (q, v), symmetric: both halves hold the same expressions."""
    at = tree.poses(q)
    rates = [link.rate(v) for link in tree.links]
    composite = [link.inertia for link in tree.links]
    change = [Inertia() for _ in tree.links]
    M: Matrix = [[0] * tree.nv for _ in range(tree.nv)]
    for i, link in tree.inward():
        columns: list[Column] = [(k, composite[i] @ S, change[i] @ S) for k, S in link.axes]
        own_block(M, link, [(k, df) for k, _, df in columns])
        j = i
        while (parent := tree.links[j].parent) != BASE:
            columns = [_passed(at[j], rates[j], column) for column in columns]
            j = parent
            for k, _, df in columns:
                for row, S in tree.links[j].axes:
                    accumulate(M, row, k, S.dot(df))
        if link.parent != BASE:
            composite[link.parent] = composite[link.parent] + carried(composite[i], at[i])
            moved = change[i] + inertia_rate(composite[i], rates[i])
            change[link.parent] = change[link.parent] + carried(moved, at[i])
    return M


def _passed(at: Pose, own: Motion, column: Column) -> Column:
    """A column in the link's axes, at the parent's origin and in its axes."""
    k, f, df = column
    df = df + own.cross(f)
    return k, at.to_parent(f), at.to_parent(df)


def inertia_rate(x: Inertia, own: Motion) -> Inertia:
    """How fast an inertia changes for one who does not move with it, in the moving axes; the mass stays."""
    linear, angular = own
    turning = skew(angular) @ x.I
    mixed = outer(linear, x.h)
    tensor = turning + turning.T + IDENTITY * (2 * linear.dot(x.h)) - (mixed + mixed.T)
    return Inertia(0, linear * x.m + angular.cross(x.h), symmetric(tensor))
