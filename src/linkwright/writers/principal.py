"""Bodies as MuJoCo has them: inertia about principal axes, and enough of it where something moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linkwright.graph.expr import floats
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.closures import Start
from linkwright.model.robot import Joint
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import IDENTITY, Mat, Vec
from linkwright.writers.masses import about_com

LEAST = 2e-15
"""Mass and moments of inertia that MuJoCo asks of what moves: above 1e-15."""
_ROOM = 1e-15
"""Part of the largest moment by which the triangle inequality is kept on the right side of rounding."""


def principal(inertia: Inertia) -> tuple[float, Vec, Mat, tuple[float, ...]]:
    """mass, centre of mass, axes (columns), moments about them."""
    mass, com, tensor = about_com(inertia)
    rows = [floats(r) for r in tensor]
    if not any(rows[i][j] for i in range(3) for j in range(3) if i != j):
        return mass, com, IDENTITY, tuple(rows[i][i] for i in range(3))
    import numpy as np

    moments, axes = np.linalg.eigh(np.array(rows))
    if np.linalg.det(axes) < 0:
        axes[:, 2] *= -1
    return mass, com, Mat.of(axes.tolist()), tuple(moments.tolist())


def movable(robot: Robot) -> Mapping[str, Inertia]:
    """Inertias that MuJoCo takes: of bodies that can be, and not nothing where a joint moves them."""
    carried = Carried(robot)
    found = {name: _possible(body.inertia) for name, body in robot.bodies.items()}
    between = {j.child for first in robot.joints.values() for j in carried.merged(first)[:-1]}
    for joint in robot.joints.values():
        body = joint.child
        if joint.type != "fixed" and body not in between and not _carries(body, found, carried.children):
            found[body] = _at_least(found[body])
    return found


def _carries(body: str, inertias: Mapping[str, Inertia], children: Mapping[str, Sequence[Joint]]) -> bool:
    """Whether a body, or one that is fixed to it, has mass and moments that are large enough."""
    mass, _, _, moments = principal(inertias[body])
    if mass >= LEAST and min(moments) >= LEAST:
        return True
    return any(j.type == "fixed" and _carries(j.child, inertias, children) for j in children.get(body, ()))


def _possible(inertia: Inertia) -> Inertia:
    """The nearest inertia of a body that can be: a mass that has a place, moments >= 0 that satisfy A + B >= C."""
    mass, com, R, moments = principal(inertia)
    good = triangle(moments)
    if good == moments and (mass or not any(floats(inertia.h))):
        return inertia
    return _about(mass, com, R, good)


def triangle(moments: Sequence[float]) -> tuple[float, ...]:
    """The nearest moments of a body: each as large as zero, none larger than the sum of the others. The largest stays, and the
    others grow: what has a moment about one axis only, as bodies of planar robots do, turns about it as before."""
    d = [max(x, 0.0) for x in moments]
    k = max(range(3), key=d.__getitem__)
    lacking = d[k] - (sum(d) - d[k])
    if lacking > 0:
        share = lacking / 2 + _ROOM * d[k]
        d = [x if i == k else x + share for i, x in enumerate(d)]
    return tuple(d) if d != list(moments) else tuple(moments)


def told(old: Inertia, new: Inertia) -> tuple[str, str]:
    """What an inertia was and why it cannot stay; what it is now."""
    (mass, _, _, moments), (other, _, _, others) = principal(old), principal(new)
    if not mass and any(floats(old.h)):
        return f"a first moment {_row(floats(old.h))} without mass has no place", f"at the origin, mass {other:.6g}"
    was, now = f"moments {_row(moments)} about its centre of mass", f"moments {_row(others)}"
    if mass != other:
        return f"mass {mass:.6g}: it moves, so it needs some", f"mass {other:.6g}, {now}"
    if min(moments) < 0:
        return f"{was}: none may be negative", now
    if triangle(moments) != moments:
        return f"{was}: no body has one above the sum of the others", now
    return f"{was}: it moves, so it needs more", now


def _row(values: Sequence[float]) -> str:
    return " ".join(f"{x:.6g}" for x in values)


def _at_least(inertia: Inertia) -> Inertia:
    mass, com, R, moments = principal(inertia)
    return _about(max(mass, LEAST), com, R, triangle([max(x, LEAST) for x in moments]))


def _about(mass: float, com: Vec, R: Mat, moments: Sequence[float]) -> Inertia:
    a, b, c = moments
    return Inertia.about_com(mass, com, R @ Mat(Vec(a, 0, 0), Vec(0, b, 0), Vec(0, 0, c)) @ R.T)


class Carried:
    """What hangs on what: the joints of each body, and those of them that one body of MJCF has together."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.children: dict[str, list[Joint]] = {}
        for joint in robot.joints.values():
            self.children.setdefault(joint.parent, []).append(joint)
        self.held = {f.body for f in robot.frames.values() if f.name != f.body}
        self.start: Mapping[str, Start] = {}
        if isinstance(robot, ClosedRobot):
            self.start = robot.start
            self.held |= {robot.frame(x).body for loop in robot.loops for x in (loop.first, loop.second)}

    def merged(self, joint: Joint) -> list[Joint]:
        """This joint, and those behind it with nothing in between."""
        chain = [joint]
        while self._nothing(chain[-1].child):
            (behind,) = self.children[chain[-1].child]
            if not self._joins(chain[-1], behind):
                break
            chain.append(behind)
        return chain

    def _nothing(self, body: str) -> bool:
        """Whether a body has neither mass nor a frame, and carries one joint."""
        alone = self.robot.bodies[body].inertia.vanishes and len(self.children.get(body, ())) == 1
        return alone and body not in self.held

    def _joins(self, joint: Joint, behind: Joint) -> bool:
        """Whether both can be joints of one body, in the one pose that it has in the file."""
        kinds = ("revolute", "continuous", "prismatic")
        moves = joint.type in kinds and behind.type in (*kinds, "spherical")
        still = not any(self.start.get(j.name) for j in (joint, behind))
        return moves and still and Transform() == behind.X
