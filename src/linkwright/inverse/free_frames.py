"""Frames of a closed mechanism that its loops and couplings leave alone: an arm with coupled fingers is an arm up to them."""

from __future__ import annotations

from linkwright.errors import QuantityError
from linkwright.mechanics.inverse.seen import moving_rates
from linkwright.mechanics.tree.kinematics import frame_place
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.loop_checks import joints_in
from linkwright.model.parameters import form_of


def free_frame(robot: ClosedRobot, frame: str | None, base: str | None = None) -> str:
    """The frame, or the outermost one: no joint that moves it as seen from `base` depends on others."""
    tree, bound = form_of(robot.tree).tree, _bound(robot)
    free = [name for name in tree.frames if (moves := moving_rates(tree, name, base)) and not bound & {*moves}]
    if frame is None and free:
        last = max(tree.frames[name].link for name in free)
        return [name for name in free if tree.frames[name].link == last][-1]
    if frame is not None:
        frame_place(tree, frame)
    if frame is None or frame not in free:
        which = f"the frame '{frame}'" if frame else "all frames"
        what = f"loops or couplings move {which} of '{robot.name}'"
        some = f"frames that they leave alone: {', '.join(free[-12:])}; " if free else ""
        raise QuantityError(what, hint=f"{some}name the body of a parallel robot that is held at poses: platform: tool")
    return frame


def _bound(robot: ClosedRobot) -> set[int]:
    """Rates of joints in loops, of those that follow others, and of those that others follow."""
    tree, offsets = form_of(robot.tree).tree, robot.tree.offsets
    found = {k for loop in robot.loops for k in moving_rates(tree, loop.first, loop.second)}
    for coupling in robot.couplings:
        found |= {offsets[name][1] for name in (coupling.joint, *joints_in(coupling.value, robot.joints))}
    return found
