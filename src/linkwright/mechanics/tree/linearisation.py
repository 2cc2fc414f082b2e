"""Linear behaviour near a state: how a small deviation (dq, dv) of a motion under forward dynamics grows.

dq is taken in the tangent space, in the axes in which v is given: the deviation of a configuration X(q) is X^-1 dX. A motion
runs with X^-1 dX/dt = v, and mixed derivatives of X commute, hence d(dq)/dt = dv - v x dq with the bracket v x of the joint's
group: zero for one-axis joints, w x for spherical ones, (w x dp + u x dphi, w x dphi) for floating and planar ones. So
  d/dt (dq, dv) = A (dq, dv) + B dtau,    A = [[-(v x), 1], [da/dq, da/dv]],    B = [[0], [M^-1]],
and A = [[0, 1], [da/dq, da/dv]] where all joints have one axis.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.graph.expr import Scalar
from linkwright.mechanics.state import State
from linkwright.mechanics.tree.coriolis_matrix import cross_motion
from linkwright.mechanics.tree.motion import Scalars, axes, rate, size
from linkwright.model.tree import Tree
from linkwright.spatial.matrix import Matrix, unit_vectors


def linearisation(x: State, derivatives: Sequence[Matrix]) -> list[Matrix]:
    """[A, B], 2n x 2n and 2n x n, from the derivatives of forward dynamics by q, v and tau. Deviations of a closed robot are
    those of its free joints; the bracket is that of the joints of the tree, which move with them."""
    by_q, by_v, inverse = derivatives
    unit = unit_vectors(x.nv)
    upper = [[*brackets, *one] for brackets, one in zip(_free_brackets(x), unit, strict=True)]
    lower = [[*dq, *dv] for dq, dv in zip(by_q, by_v, strict=True)]
    nothing: Matrix = [[0] * x.nv for _ in range(x.nv)]
    return [[*upper, *lower], [*nothing, *inverse]]


def _free_brackets(x: State) -> Matrix:
    brackets = _negative_brackets(x.tree, x.v)
    if x.embedding is None:
        return brackets
    rows = [brackets[k] for k in x.embedding.cut.coordinates.free_v]
    return x.per_free_rate(rows)


def _negative_brackets(tree: Tree, v: Scalars) -> Matrix:
    """-(v x) of every joint with several degrees of freedom, on the diagonal."""
    result: Matrix = [[0] * tree.nv for _ in range(tree.nv)]
    for link in tree.links:
        if size(link) == 1:
            continue
        own = axes(link)
        for column, linear, angular in own:
            moved = cross_motion(*rate(link, v), linear, angular)
            for row, u, w in own:
                value: Scalar = u.dot(moved[0]) + w.dot(moved[1])
                result[row][column] = -value
    return result
