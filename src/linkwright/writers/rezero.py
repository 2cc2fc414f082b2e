"""Closed robots in a format whose loops must be closed where all coordinates are zero: coordinates count from the start.

The robot is put where its start closes it, every joint's frame is moved there, and what speaks of coordinates (limits, rests of
springs, couplings) is counted anew. A first end of a loop that is then away from the second by rounding is put where it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from linkwright.errors import LinkwrightError
from linkwright.graph.expr import Expr, as_number, symbol
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.closures import COORDINATE, Coupling, Loop, Start
from linkwright.model.held import displacement
from linkwright.model.robot import Frame, Joint, Limits
from linkwright.writers.format import Expression
from linkwright.writers.home import closes_at_home, home
from linkwright.writers.tree import Ends

_ROUNDED = 1e-7
"""Metres, or components of axes, by which rounding of a file may leave a loop open."""


def rezero(robot: ClosedRobot, made: Expression) -> ClosedRobot:
    """The robot with loops that are closed at home, as far as that can be."""
    if made.format.start != "home" or not robot.loops:
        return robot
    if any(closes_at_home(robot, x, _ROUNDED) for x in robot.loops if x.kind in made.format.loop_kinds):
        robot = _from_start(robot, made)
    return _ends_together(robot, made)


def _from_start(robot: ClosedRobot, made: Expression) -> ClosedRobot:
    from linkwright.model.assembly.mobility_report import cut

    try:
        start = [float(x) for x in cut(robot).start]
    except LinkwrightError:  # what cannot be closed is left open, and listed
        return robot
    at: dict[str, float] = {}
    for name, (iq, _) in robot.tree.offsets.items():
        row = robot.joints[name].joint_type
        own = start[iq : iq + row.nq]
        if row.single:
            at[name] = own[0]
        elif any(abs(x - y) > 0 for x, y in zip(own, row.rest, strict=True)):
            return robot
    for joint in robot.joints.values():
        if joint.mimic:
            at[joint.name] = _followed(robot, joint, at)
    for name, x in at.items():
        if x and not robot.joints[name].mimic:
            made.lose("zero", name, "where the joint's frame is", f"it counts from {x!r}, where the loops close")
    joints = {n: _moved(j, at.get(n, 0.0)) for n, j in robot.joints.items()}
    return replace(
        robot,
        tree=replace(robot.tree, joints=MappingProxyType(joints)),
        couplings=tuple(_recounted(x, at) for x in robot.couplings),
        start=MappingProxyType(dict[str, Start]()),
    )


def _followed(robot: ClosedRobot, joint: Joint, at: Mapping[str, float]) -> float:
    """Where a joint is that follows another."""
    if not joint.mimic:
        return at[joint.name]
    leader = _followed(robot, robot.joints[joint.mimic.joint], at)
    return float(as_number(joint.mimic.multiplier)) * leader + float(as_number(joint.mimic.offset))


def _moved(joint: Joint, x: float) -> Joint:
    """The joint with its zero where it was at x."""
    if not x:
        return joint
    limits = replace(joint.limits, lower=_less(joint.limits.lower, x), upper=_less(joint.limits.upper, x))
    return replace(
        joint,
        X=joint.X @ displacement(joint, [x]),
        limits=limits if joint.joint_type.limited else Limits(velocity=limits.velocity, effort=limits.effort),
        drive=replace(joint.drive, rest=joint.drive.rest - x) if joint.drive.stiffness else joint.drive,
        mimic=replace(joint.mimic, offset=0) if joint.mimic else None,
    )


def _less(limit: float | None, x: float) -> float | None:
    return None if limit is None else limit - x


def _recounted(coupling: Coupling, at: Mapping[str, float]) -> Coupling:
    """q + at = f(q + at), for q that counts from there."""
    if not isinstance(coupling.value, Expr):
        return replace(coupling, value=coupling.value - at[coupling.joint])
    graph = Graph()
    moved = {n: (symbol(n, graph) + x).index for n, x in ((COORDINATE.format(joint), x) for joint, x in at.items())}
    (node,) = copy_nodes(coupling.value.graph, graph, [coupling.value.index], moved)
    return replace(coupling, value=Expr(graph, node) - at[coupling.joint])


def _ends_together(robot: ClosedRobot, made: Expression) -> ClosedRobot:
    """First ends where the second ones are at home, if they are there but for rounding."""
    places, names = home(robot.tree), Ends(robot)
    frames, loops = dict(robot.frames), list[Loop]()
    for loop in robot.loops:
        if loop.kind not in made.format.loop_kinds or closes_at_home(robot, loop, _ROUNDED):
            loops.append(loop)
            continue
        if closes_at_home(robot, loop):
            made.lose("loop", loop.name, "open by the rounding of its file", "closed exactly")
        first, second = robot.frame(loop.first), robot.frame(loop.second)
        X = places[first.body].inverse @ places[second.body] @ second.X
        name = f"{names.name(loop.name)}_first"
        frames[name] = Frame(name, first.body, X, loop.where)
        loops.append(replace(loop, first=name))
    return replace(robot, tree=replace(robot.tree, frames=MappingProxyType(frames)), loops=tuple(loops))
