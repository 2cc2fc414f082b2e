"""First and second time derivative of the geometric Jacobian, column by column in world axes.

A column is (s + w x r, w) with an axis (s, w) that is fixed to a link and the way r from the link to the frame's origin.
What is fixed to a link changes with its angular velocity: du/dt = W x u, d2u/dt2 = dW/dt x u + W x du/dt.
Siciliano et al. 2009, section 3.1; the same by screws: Mueller & Kumar 2021.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from linkwright.graph.expr import Scalar, is_zero
from linkwright.mechanics.tree.kinematics import frame_place
from linkwright.model.tree import BASE, Link, Tree
from linkwright.spatial.pose import Pose
from linkwright.spatial.vector import IDENTITY, ZERO, Mat, Scalars, Vec

Jet = tuple[Vec, Vec, Vec]
"""A vector and its first two time derivatives."""


@dataclass(frozen=True)
class Carrier:
    """A link in the world: its axes, the jet of the way from its parent's origin to its own, its angular velocity and
    acceleration.

    known: jets of vectors, shared by all links. Parallel axes are one vector, whose jet is shortest at its innermost carrier.
    """

    known: dict[Vec, Jet]
    R: Mat = IDENTITY
    way: Jet = (ZERO, ZERO, ZERO)
    w: Vec = ZERO
    dw: Vec = ZERO

    def fixed(self, u: Vec) -> Jet:
        """The jet of a vector (in world axes) that the link carries."""
        if u not in self.known:
            du = self.w.cross(u)
            self.known[u] = u, du, self.dw.cross(u) + self.w.cross(du)
        return self.known[u]

    def carried(self, u: Vec) -> Jet:
        """The jet of a vector in the link's axes; along one of them it is a multiple of that axis, which others may need."""
        along = [k for k in range(3) if not is_zero(u[k])]
        if len(along) != 1:
            return self.fixed(self.R.apply(u))
        x, dx, ddx = self.fixed(self.R.T[along[0]])
        k = u[along[0]]
        return x * k, dx * k, ddx * k


def jacobian_rates(
    tree: Tree, q: Scalars, v: Scalars, a: Scalars, frame: str | None = None
) -> list[list[list[Scalar]]]:
    """[J, dJ/dt, d2J/dt2], 6 x nv each, of the frame's origin in world axes."""
    place = frame_place(tree, frame)
    columns: list[list[list[Scalar]]] = [[[0] * 6 for _ in range(tree.nv)] for _ in range(3)]
    path = tree.path(place.link)
    carriers = {BASE: Carrier({})}
    for i in path:
        link = tree.links[i]
        carriers[i] = _step(link, carriers[link.parent], link.pose(q), v, a)
    r = carriers[place.link].carried(place.X.p)
    for i in reversed(path):
        link = tree.links[i]
        for k, (linear, angular) in link.axes:
            s, w = carriers[i].carried(linear), carriers[i].carried(angular)
            for n, (x, y) in enumerate(zip(_sum(s, _cross(w, r)), w, strict=True)):
                columns[n][k] = [old + new for old, new in zip(columns[n][k], (*x, *y), strict=True)]
        r = _sum(carriers[i].way, r)
    return [[[column[row] for column in J] for row in range(6)] for J in columns]


def _step(link: Link, parent: Carrier, at: Pose, v: Scalars, a: Scalars) -> Carrier:
    R = parent.R @ at.X.R @ at.R
    linear, angular = link.rate(v)
    dlinear, dangular = link.rate(a)
    own, slip = R.apply(angular), R.apply(linear)
    if link.nv == 1:  # the axis is fixed to the parent as well, whose angular velocity is the shorter expression
        dz = parent.fixed(R.T[2])[1]
        turning, dragging = dz * angular[2], dz * linear[2]
    else:
        turning, dragging = parent.w.cross(own), parent.w.cross(slip)
    moved = Carrier(parent.known, R, w=parent.w + own, dw=parent.dw + R.apply(dangular) + turning)
    way = _sum(parent.carried(at.X.p), parent.carried(at.X.R.apply(at.p)))
    if not is_zero(at.slide):
        way = _sum(way, moved.carried(Vec(0, 0, at.slide)))
    drift = dragging + dragging + R.apply(dlinear + angular.cross(linear))
    return replace(moved, way=(way[0], way[1] + slip, way[2] + drift))


def _sum(x: Jet, y: Jet) -> Jet:
    return x[0] + y[0], x[1] + y[1], x[2] + y[2]


def _cross(x: Jet, y: Jet) -> Jet:
    """The jet of x cross y, by the product rule."""
    mixed = x[1].cross(y[1])
    return (
        x[0].cross(y[0]),
        x[1].cross(y[0]) + x[0].cross(y[1]),
        x[2].cross(y[0]) + (mixed + mixed) + x[0].cross(y[2]),
    )
