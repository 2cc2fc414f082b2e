"""What closes a robot, as far as a format can say it."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.closures import Coupling, Loop, Start
from linkwright.writers.format import Expression
from linkwright.writers.home import linear


def express_closures(robot: ClosedRobot, made: Expression) -> Robot:
    """The robot without the loops, couplings, motors and starts that the format cannot say; a tree where nothing is left."""
    loops = tuple(x for x in robot.loops if _keeps_loop(robot, x, made))
    couplings = tuple(x for x in robot.couplings if _keeps_coupling(robot, x, made))
    kept = replace(robot, loops=tuple(_without_mode(x, made) for x in loops), couplings=couplings)
    if made.format.mimics:
        kept = _with_mimics(kept)
    if not kept.loops and not kept.couplings:
        return kept.tree
    if robot.platform is not None and not made.format.platform:
        made.lose("platform", robot.platform, "its pose is the robot's coordinates", "coordinates of joints")
        kept = replace(kept, platform=None)
    opened = len(loops) < len(robot.loops) or len(couplings) < len(robot.couplings)
    if robot.actuated and (opened or not made.format.actuated):  # motors of a robot with more freedom would be too few
        made.lose("motors", "", ", ".join(robot.actuated), "the coordinates are chosen as if every joint had one")
        kept = replace(kept, actuated=())
    return replace(kept, start=MappingProxyType(_starts(kept, made)))


def _with_mimics(robot: ClosedRobot) -> ClosedRobot:
    """Joints that mimic others in place of linear couplings."""
    found = {x.joint: linear(robot, x) for x in robot.couplings}
    joints = {n: replace(j, mimic=found.get(n, j.mimic)) for n, j in robot.joints.items()}
    return replace(
        robot,
        tree=replace(robot.tree, joints=MappingProxyType(joints)),
        couplings=(),
        start=MappingProxyType({n: x for n, x in robot.start.items() if n not in found}),
    )


def _starts(robot: ClosedRobot, made: Expression) -> dict[str, Start]:
    """Where joints start; formats of simulators have a place for every joint, zero where nothing else is said."""
    if made.format.start == "any":
        return dict(robot.start)
    single = {n: 0 for n, j in robot.joints.items() if j.joint_type.single and not j.mimic}
    given = {n: x for n, x in robot.start.items() if made.format.start == "single" and not isinstance(x, tuple)}
    for name, x in robot.start.items():
        if name not in given and any(x if isinstance(x, tuple) else (x,)):
            made.lose("start", name, str(x), "where the file has it")
    return {n: given.get(n, 0) for n in single} if robot.loops else {}


def _without_mode(loop: Loop, made: Expression) -> Loop:
    """`load` made a start of the mode: it says the same."""
    return loop if made.format.symbols else replace(loop, mode=None)


def _keeps_loop(robot: ClosedRobot, loop: Loop, made: Expression) -> bool:
    why = "" if loop.kind in made.format.loop_kinds else "there is no such closure"
    why = why or made.format.loop(robot, loop)
    if why:
        made.lose("loop", loop.name, f"a {loop.kind} of '{loop.first}' and '{loop.second}'", f"left open: {why}")
    return not why


def _keeps_coupling(robot: ClosedRobot, coupling: Coupling, made: Expression) -> bool:
    why = made.format.coupling(robot, coupling)
    if why:
        value = repr(coupling.value)
        shown = value if len(value) <= 60 else value[:57] + "..."
        made.lose("coupling", coupling.joint, f"it is {shown}", f"the joint moves on its own: {why}")
    return not why
