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


def _always(limit: float) -> Callable[[Setting], float | None]:
    return lambda setting: limit


def _ranged(setting: Setting) -> float | None:
    return 1.0 if np.isfinite(setting.per_joint("range")).any() else None


def _effort(sliding: bool) -> Callable[[Setting], float | None]:
    def limit(setting: Setting) -> float | None:
        found = setting.per_motor("effort")[setting.sliding == sliding]
        return float(found.min()) if np.isfinite(found).any() else None

    return limit


def _strength(setting: Setting) -> float | None:
    return setting.task.design.strength


def _tubular(setting: Setting) -> bool:
    return tubes.chain(setting.structure) is not None


# fmt: off
_ROWS = (
    Constraint("reach", "1", "lengths", "distance of the farthest point from the base, relative to the sum of lengths",
               measures.reach, limit=_always(1.0)),
    Constraint("postures", "1", "postures", "share of the path's points and working space's corners out of reach, best branch",
               measures.missing_postures, limit=_always(0.0)),
    Constraint("corner_ranges", "1", "corners", "way of a joint between two of these postures, relative to its range",
               measures.corner_ranges, limit=_ranged),
    Constraint("path", "m, rad", "motion", "error of a pose along the path", measures.path_error, limit=_always(PATH_ERROR)),
    Constraint("ranges", "1", "motion", "way of a joint along the path, relative to its range", measures.ranges, limit=_ranged),
    Constraint("velocity", "1", "motion", "speed of a motor, relative to its limit", measures.velocity, limit=_always(1.0)),
    Constraint("acceleration", "1", "motion", "acceleration of a motor, relative to its limit",
               measures.acceleration, limit=_always(1.0)),
    Constraint("condition", "1", "motion", "condition number of the Jacobian", measures.condition),
    Constraint("space", "m", "solids", "room between links and the walls of the installation space",
               solids.space_room, -1, _always(0.0), lambda setting: setting.task.space is not None),
    Constraint("obstacles", "m", "solids", "room between links and obstacles",
               solids.obstacle_room, -1, _always(0.0), lambda setting: bool(setting.task.obstacles)),
    Constraint("self_collision", "m", "solids", "room between links that are no neighbours",
               solids.self_room, -1, _always(0.0), lambda setting: bool(solids.pairs(setting.structure.links))),
    Constraint("torque", "N m", "forces", "torque of a turning motor", measures.torque, limit=_effort(False)),
    Constraint("force", "N", "forces", "force of a sliding motor", measures.force, limit=_effort(True)),
    Constraint("stress", "Pa", "solids", "stress of a tube of an open chain", tubes.stress, 1, _strength, _tubular),
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
    if not task.objectives:
        raise InputError(f"task '{task.name}' has no objective", hint=f"one or more of: {', '.join(OBJECTIVES)}")
