"""Cycles: the path that each loop closes in the tree, its kind of motion, and the axes in which its equations are short.

Whether a loop is planar or spherical is a property of its structure, so it is read off the joint screws (Hunt 1978) at any
configurations, closed or not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from linkwright.arrays import Array
from linkwright.graph.expr import number
from linkwright.model.assembly.assembly import random_starts
from linkwright.model.assembly.closure_equations import ALIGNED, SLIDES, ClosureEquations, Pair
from linkwright.model.assembly.numeric_tree import to_matrix
from linkwright.model.tree import BASE, Place, Tree
from linkwright.spatial.transform import Transform, rotation
from linkwright.spatial.vector import IDENTITY, Mat, X, Y, Z

_TINY = 1e-9


@dataclass(frozen=True, eq=False)
class Cycle:
    """A loop's way through the tree.

    meet:   the link where its branches meet (BASE: the ground)
    first, second: links from there outward to either place
    rates:  indices in v that move one place against the other
    motion: "planar", "spherical", "translational" or "spatial"
    normal: of a planar motion, in the axes of the link where the branches meet
    """

    pair: Pair
    meet: int
    first: tuple[int, ...]
    second: tuple[int, ...]
    rates: tuple[int, ...]
    motion: str
    normal: tuple[float, ...] | None
    span: Array
    """Velocities (linear over the length of the mechanism, angular) of which all that the loop's joints do is made, at the
    origin and in the axes of the link where the branches meet: (dimension, 6)."""

    @property
    def links(self) -> tuple[int, ...]:
        return (*self.first, *self.second)


def find_cycles(conditions: ClosureEquations) -> tuple[Cycle, ...]:
    """The cycle of every loop, in the loops' order."""
    tree = conditions.skeleton.tree
    return tuple(_cycle(conditions, k, tree) for k in range(len(conditions.pairs)))


def flattened(conditions: ClosureEquations) -> tuple[ClosureEquations, tuple[Cycle, ...]]:
    """The conditions of loops known to be planar, and all cycles."""
    cycles = find_cycles(conditions)
    world = conditions.skeleton.placements(conditions.skeleton.neutral()[None])[0]
    normals = tuple(None if c.normal is None else normal_in_first(world, c) for c in cycles)
    return replace(conditions, normals=normals), cycles


def normal_in_first(world: Array, cycle: Cycle) -> Array:
    """The normal of a loop's plane in the axes of its first place; zero without a plane."""
    if cycle.normal is None:
        return np.zeros(3)
    first = (world[cycle.pair.first.link] @ to_matrix(cycle.pair.first.X))[:3, :3]
    return first.T @ world[cycle.meet, :3, :3] @ np.array(cycle.normal)


def branches(tree: Tree, first: int, second: int) -> tuple[int, list[int], list[int]]:
    """Where the paths to two links part (BASE: at the ground), and the rest of either path."""
    one, two = tree.path(first), tree.path(second)
    shared = 0
    while shared < min(len(one), len(two)) and one[shared] == two[shared]:
        shared += 1
    return one[shared - 1] if shared else BASE, one[shared:], two[shared:]


def _cycle(conditions: ClosureEquations, k: int, tree: Tree) -> Cycle:
    pair = conditions.pairs[k]
    meet, first, second = branches(tree, pair.first.link, pair.second.link)
    screws = _loop_screws(conditions, k, meet)
    moved = np.abs(conditions.signs[k]) @ conditions.skeleton.columns[4]
    rates = tuple(int(i) for i in np.flatnonzero(moved))
    motion, normal = _motion(screws)
    if normal is not None:
        screws = np.concatenate([screws[:, :3] - np.outer(screws[:, :3] @ normal, normal),
                                 np.outer(screws[:, 3:] @ normal, normal)], axis=-1)  # fmt: skip
    given = None if normal is None else tuple(float(x) for x in np.round(normal, 15) + 0.0)
    return Cycle(pair, meet, tuple(first), tuple(second), rates, motion, given, _span(screws))


def _loop_screws(conditions: ClosureEquations, k: int, meet: int) -> Array:
    """Velocities (linear over the length, angular) of a loop's joints in axes and at the origin of the link where its branches
    meet, at a few arbitrary configurations: (columns, 6)."""
    skeleton = conditions.skeleton
    q = random_starts(conditions, skeleton.neutral(), np.arange(skeleton.tree.nv), 4)
    world = skeleton.placements(q)
    screws = skeleton.screws(world)[:, np.flatnonzero(conditions.signs[k])]
    base = world[:, meet]
    Rt = base[:, None, :3, :3].swapaxes(-1, -2)
    w = screws[..., 3:]
    u = (screws[..., :3] + np.cross(w, base[:, None, :3, 3])) / skeleton.length
    return np.concatenate([(Rt @ u[..., None])[..., 0], (Rt @ w[..., None])[..., 0]], axis=-1).reshape(-1, 6)


def _motion(screws: Array) -> tuple[str, Array | None]:
    """What joints with these velocities can do together, and the normal of the plane in which they do it."""
    if not len(screws):
        return "spatial", None
    u, w = screws[:, :3], screws[:, 3:]
    turns = w[np.linalg.norm(w, axis=-1) > _TINY]
    reach = max(1.0, float(np.max(np.abs(u))))
    if not len(turns):
        n = np.linalg.svd(u)[2][2]
        return ("planar", n) if np.max(np.abs(u @ n)) < ALIGNED * reach else ("translational", None)
    n = np.linalg.svd(turns, full_matrices=False)[2][0]
    if np.max(np.abs(np.cross(turns, n))) < ALIGNED:
        return ("planar", n) if np.max(np.abs(u @ n)) < ALIGNED * reach else ("spatial", None)
    # one point c at rest: u = c x w for all joints
    A = np.concatenate([_cross_matrix(-x) for x in w])
    c, *_ = np.linalg.lstsq(A, u.reshape(-1), rcond=None)
    return "spherical" if np.max(np.abs(A @ c - u.reshape(-1))) < 1e-7 else "spatial", None


def _span(screws: Array) -> Array:
    return np.linalg.svd(screws, full_matrices=False)[2][: rank_of(screws)] if len(screws) else np.zeros((0, 6))


def _cross_matrix(x: Array) -> Array:
    return np.array([[0, -x[2], x[1]], [x[2], 0, -x[0]], [-x[1], x[0], 0]])


def rank_of(rows: Array) -> int:
    """Dimension of the space that some rows span."""
    if not rows.size:
        return 0
    s = np.linalg.svd(rows, compute_uv=False)
    return int(np.sum(s > 1e-8 * max(1.0, float(s[0]))))


# --- axes ---------------------------------------------------------------------------------------------------------------


OUTSIDE_PLANES = {
    "point": (0, 1, 2), "universal": (0, 1, 2, 3), "pin": (0, 1, 2, 3, 4), "slider": (0, 1, 3, 4, 5),
    "cylinder": (0, 1, 3, 4), "weld": (0, 1, 2, 3, 4, 5),
}  # fmt: skip
"""Rows (see Closure) that a kind asks for in a loop without a plane."""


def equations_of(tree: Tree, cycle: Cycle, normal: Array) -> tuple[Place, tuple[int, ...]]:
    """Axes in which a loop's equations are written down, and the rows (see Closure) that its kind asks for.

    normal: of a planar loop, in the axes of its first place
    """
    pair = cycle.pair
    if cycle.normal is None:
        at = Place(cycle.meet, Transform()) if pair.kind == "point" else pair.first
        return at, OUTSIDE_PLANES[pair.kind]
    if pair.kind in ("slider", "cylinder") and abs(normal[2]) < SLIDES:
        return sliding_axes(pair.first, normal), (1, 5)
    upright = abs(abs(normal[2]) - 1) < _TINY
    turns = {"point": (), "universal": (3,), "weld": (5,), "slider": (5,)}
    turn = turns.get(pair.kind, () if upright else (5,))
    return Place(cycle.meet, rotation(_normal_axes(tree, cycle, np.array(cycle.normal)))), (0, 1, *turn)


def _normal_axes(tree: Tree, cycle: Cycle, normal: Array) -> Mat:
    """A rotation whose z is the normal: of zeros and ones where that will do, else that of the first joint that turns."""
    for branch in (cycle.first, cycle.second):
        turn = IDENTITY
        for i in branch:
            turn = turn @ tree.links[i].X.R
            if not tree.links[i].joint_type.slider:
                return _shortest(turn) if tree.links[i].joint_type.about_z else _numeric_axes(normal)
    return _numeric_axes(normal)


_UPRIGHT = (Mat(Y, Z, X).T, Mat(Z, X, Y).T, IDENTITY)
"""Rotations whose z is x, y, z."""


def _shortest(R: Mat) -> Mat:
    """A rotation with the same z, or the opposite one, that costs the least. z may depend on parameters: then R itself."""
    values = [number(x) for x in R.T[2]]
    if all(v is not None for v in values):
        along = [k for k, v in enumerate(values) if v is not None and abs(abs(v) - 1) < _TINY]
        plain = all(number(x) in (0, 1, -1) for row in R for x in row)
        if along and (along[0] == 2 or not plain):
            return _UPRIGHT[along[0]]
    return R


def _numeric_axes(normal: Array) -> Mat:
    if np.max(np.abs(normal)) > 1 - _TINY:
        return _UPRIGHT[int(np.argmax(np.abs(normal)))]
    x = np.eye(3)[int(np.argmin(np.abs(normal)))]
    y = np.cross(normal, x)
    y /= np.linalg.norm(y)
    return Mat.of([[float(v) for v in row] for row in np.stack([np.cross(y, normal), y, normal], axis=1)])


def sliding_axes(first: Place, normal: Array) -> Place:
    """Axes on the first link whose x is the way that a slider leaves open and whose z is the normal of the loop's plane.

    normal: in the axes of the first place (numbers), perpendicular to its z
    """
    x, y, z = first.X.R.T
    if abs(abs(normal[0]) - 1) < _TINY:
        columns = (z, -y, x)
    elif abs(abs(normal[1]) - 1) < _TINY:
        columns = (z, x, y)
    else:
        a, b = (float(x) for x in normal[:2] / np.linalg.norm(normal[:2]))
        n = x * a + y * b
        columns = (z, n.cross(z), n)
    return Place(first.link, Transform(Mat(*columns).T))
