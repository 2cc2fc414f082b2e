"""CONSTRAINTS: what a candidate must keep, cheapest first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from linkwright.errors import InputError, suggestion
from linkwright.synthesis.evaluation import measures, solids, tubes
from linkwright.synthesis.evaluation.objectives import OBJECTIVES
from linkwright.synthesis.evaluation.table import Bound, Constraint, Measure

if TYPE_CHECKING:
    from linkwright.synthesis.evaluation.rows import Setting
    from linkwright.synthesis.task import Task

PATH_ERROR = 1e-6
"""Of a pose along the path, in m and rad."""


ROUNDING = 1e-9
"""A straight arm reaches as far as it is long."""


def _always(limit: float) -> Callable[[Setting], float | None]:
    return lambda setting: limit


def _ranged(setting: Setting) -> bool:
    return bool(np.isfinite(setting.per_motor("range")).any())


def _motors_are_joints(setting: Setting) -> bool:
    return _ranged(setting) and tuple(setting.machine.motors) == tuple(setting.machine.joints)


def _torque(setting: Setting) -> float | None:
    motor = setting.make.motor
    return _finite(min(setting.task.limits.revolute.effort, motor.torque if motor else np.inf))


def _force(setting: Setting) -> float | None:
    return _finite(setting.task.limits.prismatic.effort)


def _power(setting: Setting) -> float | None:
    if all(motor.power == np.inf for motor in setting.task.design.motors):
        return None
    return setting.make.motor.power if setting.make.motor else None


def _finite(limit: float) -> float | None:
    return limit if np.isfinite(limit) else None


def _strength(setting: Setting) -> float | None:
    return setting.task.design.strength


def _tubular(setting: Setting) -> bool:
    return tubes.chain(setting.structure) is not None


# fmt: off
_ROWS = (
    Constraint("reach", "1", "lengths", "distance of the farthest point from the base, relative to the sum of lengths",
               measures.reach, limit=_always(1 + ROUNDING)),
    Constraint("postures", "1", "postures", "share of the path's points and working space's corners out of reach, best branch",
               measures.missing_postures, limit=_always(0.0)),
    Constraint("corner_ranges", "1", "corners", "way of a joint between two of these postures, relative to its range",
               measures.corner_ranges, 1, True, _always(1.0), _motors_are_joints),
    Constraint("path", "m, rad", "motion", "error of a pose along the path", measures.path_error, limit=_always(PATH_ERROR)),
    Constraint("ranges", "1", "motion", "way of a motor along the path, relative to its range",
               measures.ranges, 1, True, _always(1.0), _ranged),
    Constraint("velocity", "1", "motion", "speed of a motor, relative to its limit", measures.velocity, 1, True, _always(1.0)),
    Constraint("acceleration", "1", "motion", "acceleration of a motor, relative to its limit",
               measures.acceleration, 1, True, _always(1.0)),
    Constraint("condition", "1", "motion", "condition number of the Jacobian", measures.condition, peak=True),
    Constraint("space", "m", "solids", "room between links and the walls of the installation space",
               solids.space_room, -1, False, _always(0.0), lambda setting: setting.task.space is not None),
    Constraint("obstacles", "m", "solids", "room between links and obstacles",
               solids.obstacle_room, -1, False, _always(0.0), lambda setting: bool(setting.task.obstacles)),
    Constraint("self_collision", "m", "solids", "room between links that are no neighbours",
               solids.self_room, -1, False, _always(0.0), lambda setting: len(setting.structure.links) > 1),
    Constraint("torque", "N m", "forces", "torque of a turning motor", measures.torque, 1, True, _torque),
    Constraint("force", "N", "forces", "force of a sliding motor", measures.force, 1, True, _force),
    Constraint("power", "W", "forces", "mechanical power of a turning motor", measures.turning_power, 1, True, _power),
    Constraint("stress", "Pa", "solids", "stress of a tube of an open chain", tubes.stress, 1, False, _strength, _tubular),
    Constraint("deflection", "m", "solids", "way of the tool as the tubes of an open chain bend",
               tubes.deflection, applies=_tubular),
)
# fmt: on
CONSTRAINTS = {row.name: row for row in _ROWS}


def bounds(setting: Setting) -> tuple[Bound, ...]:
    """What must hold, in order: the table's rows with their limits or those of the task, then bounds of objectives."""
    given = dict(setting.task.constraints)
    check_names(setting.task)
    limits = {name: given.pop(name, row.limit(setting)) for name, row in CONSTRAINTS.items()}
    rows = [(CONSTRAINTS[name], limit) for name, limit in limits.items() if limit is not None]
    own = [Bound(row, limit) for row, limit in rows if row.applies(setting)]
    return (*own, *(Bound(OBJECTIVES[name], limit) for name, limit in given.items()))


def check_names(task: Task) -> None:
    """Objectives and constraints that there are not are errors."""
    known = CONSTRAINTS | OBJECTIVES
    tables: tuple[tuple[str, tuple[str, ...], dict[str, Measure]], ...] = (
        ("objective", task.objectives, dict(OBJECTIVES)),
        ("constraint", tuple(task.constraints), dict(known)),
    )
    for what, names, table in tables:
        for name in names:
            if name not in table:
                hint = suggestion(name, table, f"{what}s: {', '.join(table)}")
                raise InputError(f"there is no {what} '{name}'", f"task '{task.name}'", hint)
    twice = next((name for k, name in enumerate(task.objectives) if name in task.objectives[:k]), None)
    if twice:
        raise InputError(f"the objective '{twice}' is named twice", f"task '{task.name}'", "name it once")
    if not task.objectives:
        raise InputError(f"task '{task.name}' has no objective", hint=f"one or more of: {', '.join(OBJECTIVES)}")
