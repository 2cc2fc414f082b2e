"""First and second time derivative of the geometric Jacobian, column by column in world axes.

A column is (s + w x r, w) with an axis (s, w) that is fixed to a link and the way r from the link to the frame's origin.
What is fixed to a link changes with its angular velocity: du/dt = W x u, d2u/dt2 = dW/dt x u + W x du/dt.
Siciliano et al. 2009, section 3.1; the same by screws: Mueller & Kumar 2021.
"""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.derive.kinematics import frame_place
from linkwright.derive.motion import Scalars, axes, pose, rate, size
from linkwright.graph.expr import Scalar
from linkwright.model.tree import BASE, Link, Tree
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import IDENTITY, ZERO, Mat, Vec

Jet = tuple[Vec, Vec, Vec]
"""A vector and its first two time derivatives."""


@dataclass(frozen=True)
class Carrier:
    """A link in the world: its axes, the jet of the way from its parent's origin to its own, its angular velocity and
    acceleration."""

    R: Mat = IDENTITY
    way: Jet = (ZERO, ZERO, ZERO)
    w: Vec = ZERO
    dw: Vec = ZERO

    def fixed(self, u: Vec) -> Jet:
        """The jet of a vector (in world axes) that the link carries."""
        du = self.w.cross(u)
        return u, du, self.dw.cross(u) + self.w.cross(du)


def jacobian_rates(
    tree: Tree, q: Scalars, v: Scalars, a: Scalars, frame: str | None = None
) -> list[list[list[Scalar]]]:
    """[J, dJ/dt, d2J/dt2], 6 x nv each, of the frame's origin in world axes."""
    place = frame_place(tree, frame)
    columns: list[list[list[Scalar]]] = [[[0] * 6 for _ in range(tree.nv)] for _ in range(3)]
    path = tree.path(place.link)
    carriers = _carriers(tree, q, v, a, path)
    last = carriers[place.link]
    r = last.fixed(last.R.apply(place.X.p))
    for i in reversed(path):
        link, here = tree.links[i], carriers[i]
        # the axis of a one-axis joint is fixed to the parent as well, whose angular velocity is the shorter expression
        holder = carriers[link.parent] if size(link) == 1 else here
        for k, linear, angular in axes(link):
            s, w = holder.fixed(here.R.apply(linear)), holder.fixed(here.R.apply(angular))
            for n, (x, y) in enumerate(zip(_sum(s, _cross(w, r)), w, strict=True)):
                columns[n][k] = [old + new for old, new in zip(columns[n][k], (*x, *y), strict=True)]
        r = _sum(here.way, r)
    return [[[column[row] for column in J] for row in range(6)] for J in columns]


def _carriers(tree: Tree, q: Scalars, v: Scalars, a: Scalars, path: list[int]) -> dict[int, Carrier]:
    found = {BASE: Carrier()}
    for i in path:
        link = tree.links[i]
        found[i] = _step(link, found[link.parent], pose(link, q).whole, v, a)
    return found


def _step(link: Link, parent: Carrier, move: Transform, v: Scalars, a: Scalars) -> Carrier:
    R = parent.R @ move.R
    linear, angular = rate(link, v)
    dlinear, dangular = rate(link, a)
    own, slip = R.apply(angular), R.apply(linear)
    way, dway, ddway = parent.fixed(parent.R.apply(move.p))
    ddway = ddway + (parent.w + parent.w).cross(slip) + R.apply(dlinear + angular.cross(linear))
    dw = parent.dw + R.apply(dangular) + parent.w.cross(own)
    return Carrier(R, (way, dway + slip, ddway), parent.w + own, dw)


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
