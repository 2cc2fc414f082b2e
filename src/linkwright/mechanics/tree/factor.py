"""Factorisation of the mass matrix along the tree: M = L' D L without fill-in.  Featherstone 2008, section 6.5 (LTDL).

Column k of L has entries only at the joints between k and the base, so branches of a tree never mix.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.errors import QuantityError
from linkwright.graph.columns import WIDEST, Place
from linkwright.mechanics.tree.mass_matrix import Matrix
from linkwright.model.tree import BASE, Link, Tree
from linkwright.spatial.factors import Factors, symmetric_factors


def ancestors(tree: Tree) -> list[list[int]]:
    """For each velocity index, those that may couple with it further in, outermost first. Mimic joints couple everything
    on the way of every joint that shares the index, so the relation is closed over all links."""
    own: list[set[int]] = [set() for _ in range(tree.nv)]
    for i, link in tree.outward():
        path = [k for j in tree.path(i)[:-1] for k in tree.links[j].rates]
        for k in link.rates:
            own[k].update(path)
            own[k].update(range(link.iv, k))
    if any(max(before, default=-1) >= k for k, before in enumerate(own)):
        return [list(reversed(range(k))) for k in range(tree.nv)]  # an index couples outward: treat as dense
    closed: list[set[int]] = []
    for k in range(tree.nv):
        reach = set(own[k])
        for j in own[k]:
            reach |= closed[j]
        closed.append(reach)
    # the elimination of k fills all pairs of its ancestors: they must know each other
    for k in reversed(range(tree.nv)):
        chain = sorted(closed[k])
        for position, j in enumerate(chain):
            closed[j].update(chain[:position])
    return [sorted(reach, reverse=True) for reach in closed]


def lanes_of(tree: Tree) -> list[Place]:
    """For each velocity index, the vector and the lane that its column is best off in (graph/columns.py): those of a
    chain without branches together, in their order, so that they stay where they are when the next one joins them."""
    found: list[Place] = [(0, 0)] * tree.nv
    count = 0
    for _, link in tree.outward():
        p = link.parent
        goes_on = p != BASE and len(tree.children[p]) == 1 and bool(tree.links[p].rates)
        vector, lane = found[tree.links[p].rates[-1]] if goes_on else (count, -1)
        for k in link.rates:
            vector, lane = (vector, lane + 1) if lane + 1 < WIDEST else (count, 0)
            found[k] = (vector, lane)
            count = max(count, vector + 1)
    return found


def no_mass(tree: Tree, link: Link) -> QuantityError:
    """What to say of a joint whose motion meets no inertia: nothing that it carries has any, or the joints beyond it, which do
    move mass, can undo its motion."""
    beyond = [other for other in tree.links if other.parent >= 0 and tree.links[other.parent].joint == link.joint]
    if all(other.joint == link.joint for other in beyond):
        return QuantityError(
            f"joint '{link.joint}' moves no mass, so its acceleration is not determined",
            hint="give a body beyond the joint a mass and an inertia, or the joint a rotor inertia",
        )
    other_way = "hold its base fixed instead of floating" if link.kind == "floating" else "the joint a rotor inertia"
    return QuantityError(
        f"body '{link.name}' has no mass or inertia of its own that joint '{link.joint}' could move: where the joints "
        "beyond it undo its motion nothing moves, so its acceleration is not determined",
        hint=f"give the body '{link.name}' itself a mass and an inertia, or {other_way}",
    )


def carrier(tree: Tree, k: int) -> Link:
    """The link that moves with the velocity of index k."""
    return next(link for link in tree.links if k in link.rates)


def factorise(tree: Tree, M: Matrix) -> Factors:
    """LTDL of a mass matrix of a tree, from the leaves inward."""
    return symmetric_factors(M, ancestors(tree), lambda k: no_mass(tree, carrier(tree, k)))


LEAST_PIVOT = 1e-12
"""Pivot of a mass matrix, relative to its diagonal, below which it is rounding: coaxial hinges on a body without mass leave
1e-16, a body of a millionth of its neighbours' inertia 1e-6."""


def singular(tree: Tree, M: Sequence[Sequence[float]]) -> QuantityError | None:
    """What to say of a mass matrix in numbers that is singular but for rounding; the same elimination finds the same joint."""
    H = [[float(x) for x in row] for row in M]
    for k in reversed(range(len(H))):
        pivot, row = H[k][k], H[k]
        if abs(pivot) <= LEAST_PIVOT * abs(M[k][k]):
            return no_mass(tree, carrier(tree, k))
        for i in range(k):
            factor = row[i] / pivot
            for j in range(k):
                H[i][j] -= factor * row[j]
    return None


def dense_factors(M: Matrix) -> Factors:
    """The same of a mass matrix in free coordinates: loops couple everything, so L is full."""

    def complaint(k: int) -> QuantityError:
        return QuantityError(
            f"coordinate {k} of the free ones moves no mass, so its acceleration is not determined",
            hint="give a body that it moves a mass, or a joint a rotor inertia",
        )

    return symmetric_factors(M, [list(reversed(range(k))) for k in range(len(M))], complaint, dense=True)
