"""A candidate along the task's path: its robot file, positions of all joints, what its motors do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.numeric import numeric
from linkwright.model.robot import OpenRobot
from linkwright.native import compile
from linkwright.synthesis.demand import demand
from linkwright.synthesis.evaluation.funnel import Funnel
from linkwright.synthesis.evaluation.rows import Setting
from linkwright.synthesis.evaluation.tubes import robot_from

if TYPE_CHECKING:
    from linkwright.synthesis.found import Point
    from linkwright.synthesis.structure import Structure
    from linkwright.synthesis.task import Task

Machines = Callable[["Structure"], Any]
"""From a structure to its machine."""


@dataclass(frozen=True)
class Motors:
    """What motors do: (T, motors) each, with the limits of the task, inf where there is none."""

    names: Sequence[str]
    sliding: Sequence[bool]
    position: Array
    velocity: Array
    effort: Array
    velocity_limit: Array
    effort_limit: Array


@dataclass(frozen=True)
class Played:
    """text: the robot file with the candidate's numbers, strokes included; robot: in numbers; q: (T, all positions)."""

    point: Point
    structure: Structure
    text: str
    robot: Robot
    t: Array
    q: Array
    motors: Motors


def play(task: Task, structure: Structure, point: Point, machine: Any) -> Played:
    """One candidate on the samples of the search, with the tube and motor that are best. machine: the structure's own."""
    funnel = Funnel.of(Setting.of(machine, task, demand(task)))
    _, rows = funnel.row(point.x)
    setting, motion = rows.setting, rows.motion
    text = structure.file(point.x, funnel.chosen(rows))
    robot = robot_from(text)
    motors = Motors(
        tuple(machine.motors),
        tuple(bool(x) for x in machine.sliding),
        motion.motor_q[0],
        motion.motor_v[0],
        rows.forces[0],
        setting.per_motor("velocity"),
        _efforts(setting),
    )
    match robot:
        case OpenRobot():
            shown, q = numeric(robot), motion.q[0]
        case ClosedRobot():
            shown, q = numeric(robot), _all_joints(robot, motion.q[0], compile(robot).closure(motion.q[0]))
        case _:
            raise InputError(f"'{structure.name}' is no robot: nothing can be drawn of it")
    return Played(point, structure, text, shown, setting.demand.t, q, motors)


def _efforts(setting: Setting) -> Array:
    """What the task allows, and what the motor gives."""
    allowed, motor = setting.per_motor("effort"), setting.make.motor
    return np.where(setting.sliding, allowed, np.minimum(allowed, np.inf if motor is None else motor.torque))


def _all_joints(robot: ClosedRobot, free: Array, dependent: Array) -> Array:
    where = robot.coordinates
    made = np.empty((len(free), robot.tree.nq))
    made[:, list(where.free_q)], made[:, list(where.dependent_q)] = free, dependent
    return made
