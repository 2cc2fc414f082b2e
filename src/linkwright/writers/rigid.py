"""Elastic joints in formats that have none: rigid ones. The motor turns with its joint, and what turns with the motor does."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from linkwright.graph.expr import Expr
from linkwright.graph.rewrite import symbols_of
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.closures import COORDINATE, Coupling
from linkwright.model.robot import Mimic
from linkwright.writers.format import Expression


def stiffen(robot: Robot, made: Expression) -> Robot:
    """The robot in the limit of stiff transmissions."""
    tree = robot.tree
    motors = tree.motors
    if made.format.transmissions or not motors:
        return robot
    joints = dict(tree.joints)
    for name, driven in motors.items():
        joint = joints[name]
        assert joint.transmission is not None
        drive = joint.transmission.drive
        lost = f"stiffness {drive.stiffness}, damping {drive.damping}"
        made.lose("elastic joint", driven, lost, f"rigid: its motor '{name}' turns with it")
        joints[name] = replace(joint, mimic=Mimic(driven), transmission=None)
    stiff = replace(tree, joints=MappingProxyType(joints))
    if not isinstance(robot, ClosedRobot):
        return stiff
    couplings = tuple(x for x in robot.couplings if not _of_motors(x, set(motors), made))
    start = {n: x for n, x in robot.start.items() if n not in motors}
    actuated = tuple(motors.get(n, n) for n in robot.actuated)
    return replace(
        robot, tree=stiff, couplings=couplings, start=MappingProxyType(start), actuated=tuple(dict.fromkeys(actuated))
    )


def _of_motors(coupling: Coupling, motors: set[str], made: Expression) -> bool:
    used = symbols_of(coupling.value.graph, [coupling.value.index]) if isinstance(coupling.value, Expr) else []
    found = coupling.joint in motors or any(COORDINATE.format(n) in used for n in motors)
    if found:
        made.lose("coupling", coupling.joint, "a coupling of motors", "the joint moves on its own")
    return found
