"""Mass matrix by the composite-rigid-body method in link frames.

Featherstone 2008, table 6.2; Khalil & Dombre 2002, section 9.6.

Composite inertias are first moments and tensors at the link's origin; turning one about its joint takes about a dozen products
(spatial/turn.py).
"""

from __future__ import annotations

from linkwright.graph.expr import Scalar
from linkwright.graph.notes import note
from linkwright.mechanics.tree.newton_euler import newton_euler, rotor_inertias, weightless
from linkwright.model.tree import BASE, Link, Tree
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.matrix import Matrix
from linkwright.spatial.motion import Force
from linkwright.spatial.pose import Pose
from linkwright.spatial.turn import symmetric, turned_symmetric
from linkwright.spatial.vector import IDENTITY, Mat, Scalars, Vec, outer


def mass_matrix(tree: Tree, q: Scalars) -> Matrix:
    """M(q), symmetric: both halves hold the same expressions."""
    at = tree.poses(q)
    composite = composite_inertias(tree, at)
    M: Matrix = [[0] * tree.nv for _ in range(tree.nv)]
    for i, link in tree.inward():
        columns = [(k, composite[i] @ S) for k, S in link.axes]
        note(f"joint {link.joint}", "wrench per unit acceleration", columns)
        own_block(M, link, columns)
        j = i
        while (parent := tree.links[j].parent) != BASE:
            columns = [(k, at[j].to_parent(f)) for k, f in columns]
            note(f"joint {link.joint}", "wrench per unit acceleration", columns)
            j = parent
            for k, f in columns:
                for row, S in tree.links[j].axes:
                    accumulate(M, row, k, S.dot(f))
    for k, rotor in enumerate(rotor_inertias(tree)):
        M[k][k] = M[k][k] + rotor
    return M


def own_block(M: Matrix, link: Link, columns: list[tuple[int, Force]]) -> None:
    """The block of a joint against itself, columns: (index in v, force) per degree of freedom."""
    for position, (row, S) in enumerate(link.axes):
        for k, f in columns[position:]:
            M[row][k] = M[row][k] + S.dot(f)
            if row != k:
                M[k][row] = M[row][k]


def accumulate(M: Matrix, row: int, column: int, value: Scalar) -> None:
    """Add to both halves; a mimic joint and its master share an index, and then the element takes both."""
    if row == column:
        M[row][row] = M[row][row] + 2 * value
    else:
        M[row][column] = M[row][column] + value
        M[column][row] = M[row][column]


def composite_inertias(tree: Tree, at: list[Pose]) -> list[Inertia]:
    """Inertia of each link with everything it carries, at the link's own frame."""
    composite = [link.inertia for link in tree.links]
    for i, link in tree.inward():
        note_composite(link, composite[i])
        if link.parent != BASE:
            composite[link.parent] = composite[link.parent] + carried(composite[i], at[i])
    return composite


def note_composite(link: Link, x: Inertia) -> None:
    """Say what a composite inertia is."""
    note(f"link {link.name}", "composite inertia", x.m, x.h, x.I)


def carried(x: Inertia, at: Pose) -> Inertia:
    """A link's inertia as its parent sees it."""
    return at.carried(x, _turned, _shifted)


def _turned(x: Inertia, R: Mat) -> Inertia:
    return Inertia(x.m, R.apply(x.h), turned_symmetric(R, x.I))


def _shifted(x: Inertia, p: Vec) -> Inertia:
    """A point r becomes r + p."""
    h = x.h + p * x.m
    d = p.dot(x.h) + p.dot(h)
    return Inertia(x.m, h, x.I + symmetric(IDENTITY * d - outer(p, x.h) - outer(h, p)))


def mass_matrix_columns(tree: Tree, q: Scalars) -> Matrix:
    """M(q) by inverse dynamics: column k is the torque of a unit acceleration of joint k at rest, without gravity."""
    bare = weightless(tree)
    still = [0] * tree.nv
    rest = newton_euler(bare, q, still, still)
    columns = [newton_euler(bare, q, still, [int(j == k) for j in range(tree.nv)]) for k in range(tree.nv)]
    return [[columns[c][r] - rest[r] for c in range(tree.nv)] for r in range(tree.nv)]
