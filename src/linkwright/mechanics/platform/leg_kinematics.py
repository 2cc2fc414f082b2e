"""How the joints of a leg move its point of the platform, in the axes of any of its links."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from linkwright.graph.expr import Scalar, number
from linkwright.mechanics.platform.legs import Leg
from linkwright.model.joint_motion import turned_by
from linkwright.model.tree import BASE
from linkwright.spatial.matrix import Rows
from linkwright.spatial.motion import Motion
from linkwright.spatial.pose import Pose
from linkwright.spatial.vector import IDENTITY, ZERO, Mat, Scalars, Vec, rot_z

_TINY = 1e-12


@dataclass(frozen=True)
class View:
    """From where a leg is looked at: axes of its link `frame` (BASE: of the base). merged: angles about parallel axes are added
    before their sines are taken, for vectors that come from the base."""

    frame: int
    merged: bool = False


class PointMotion:
    """A leg at given coordinates: J with (velocity of the point in a basis) = J dq, and the basis."""

    def __init__(self, leg: Leg, q: Scalars, view: View, spin: Scalar | None = None) -> None:
        """spin: an angle about z by which the axes of the base are turned first; for legs that begin with a turn about z."""
        self.leg, self.q, self.view, self.spin = leg, q, view, spin
        self.at: list[Pose] = leg.tree.poses(q)

    # --- axes ---------------------------------------------------------------------------------------------------------

    @cached_property
    def turns(self) -> list[Mat]:
        """Rotations from the base to the axes of the view, one after the other."""
        found: list[Mat] = []
        angle: Scalar = 0
        turn: Scalar = 0
        running = False
        for link in self.leg.tree.links[: self.view.frame + 1]:
            if not link.joint_type.spins or not self.view.merged:
                found += [link.X.R, self.at[link.iq].R]
                running = False
                continue
            parallel = running and link.X.R == IDENTITY
            if parallel:
                found.pop()
            else:
                found.append(link.X.R)
                angle = turn = 0
            angle, turn, running = angle + link.coordinate(self.q), turn + link.turn, True
            if self.spin is not None and len(found) == 1:
                found.append(rot_z(angle + turn - self.spin))
            else:
                found.append(turned_by(angle, turn))
        return found

    def seen(self, u: Vec) -> Vec:
        """A vector in the base's axes -> in the view's."""
        for R in self.turns:
            u = R.apply_T(u)
        return u

    def unseen(self, u: Vec) -> Vec:
        """A vector in the view's axes -> in the base's."""
        for R in reversed(self.turns):
            u = R.apply(u)
        return u

    def inward(self, u: Vec, link: int) -> Vec:
        """A vector in the axes of a link behind the view's -> in the view's."""
        for k in range(link, self.view.frame, -1):
            u = self.at[k].inward(u)
        return u

    @cached_property
    def kept(self) -> list[Vec] | None:
        """Directions (in the view's axes) along which the closure says something; None where a planar leg has no two axes of
        the view in its plane."""
        axes = list(IDENTITY)
        if self.leg.plane is None:
            return axes
        if self.view.frame == BASE:
            return list(self.leg.plane.T[:2])
        normal = self.seen(self.leg.plane.T[2])
        flat = [axis for axis, x in zip(axes, normal, strict=True) if (v := number(x)) is not None and abs(v) < _TINY]
        return flat if len(flat) == 2 else None

    def components(self, u: Vec) -> list[Scalar]:
        return [axis.dot(u) for axis in self.kept or ()]

    def vector(self, components: Scalars) -> Vec:
        """The vector of the base's axes with these components."""
        u = ZERO
        for x, axis in zip(components, self.kept or (), strict=True):
            u = u + axis * x
        return self.unseen(u)

    # --- the Jacobian -------------------------------------------------------------------------------------------------

    @cached_property
    def lever(self) -> Vec:
        """From the origin of the view's link to the point, in the view's axes; from the base's origin for the base."""
        return self._levers[self.view.frame + 1]

    @cached_property
    def _levers(self) -> list[Vec]:
        """The point as each link sees it, in that link's axes; the base first."""
        found = [self.leg.end]
        for at in reversed(self.at):
            found.insert(0, at.whole.point(found[0]))
        return found

    @cached_property
    def J(self) -> Rows:
        columns = [self.components(self._column(j)) for j in range(len(self.at))]
        return [list(row) for row in zip(*columns, strict=True)]

    def _column(self, j: int) -> Vec:
        """Velocity of the point per rate of joint j, in the view's axes."""
        unit = [int(k == j) for k in range(len(self.at))]
        u, w = self.leg.tree.links[j].rate(unit)
        if j > self.view.frame:
            return self.inward(u + w.cross(self._levers[j + 1]), j)
        for k in range(j + 1, self.view.frame + 1):
            u, w = self.at[k].to_link(Motion(u, w))
        return u + w.cross(self.lever)
