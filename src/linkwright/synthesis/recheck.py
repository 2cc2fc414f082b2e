"""A result looked at again: ten times finer samples, every constraint with its number, energy by forward simulation.

The simulation shares nothing with the batches but the robot file: numbers instead of symbols, forward instead of inverse
dynamics, an integrator instead of sums over samples.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.synthesis.demand import demand
from linkwright.synthesis.evaluation.constraints import bounds
from linkwright.synthesis.evaluation.funnel import Evaluation, Funnel
from linkwright.synthesis.evaluation.integrals import positive_work
from linkwright.synthesis.evaluation.measures import corner_postures, energy
from linkwright.synthesis.evaluation.objectives import OBJECTIVES
from linkwright.synthesis.evaluation.rows import COARSE, Rows, Setting
from linkwright.synthesis.evaluation.tubes import robot_from
from linkwright.synthesis.machine import machine as compiled
from linkwright.trajectory.tables import write_motion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linkwright.synthesis.evaluation.protocol import Machine
    from linkwright.synthesis.evaluation.table import Bound
    from linkwright.synthesis.structure import Structure
    from linkwright.synthesis.task import Task

FINER = 10
ENERGY = 0.01
"""By how much the simulated energy may differ."""
TRACKING = 1e-3
"""How far a joint of the simulated robot may be from its way, rad or m: beyond that it does another motion."""
ROUNDING = 1e-3
"""By how much a value on finer samples may exceed its limit: samples miss the top of a curve by less."""


def recheck(structure: Structure, task: Task, x: Sequence[float], machine: Machine | None = None) -> dict[str, Any]:
    """What a candidate is like on finer samples, as JSON values. machine: the structure's own, made if not given.

    feasible:    whether every constraint holds (within ROUNDING) and the energy is confirmed
    parameters:  numbers of the robot file beside the variables: strokes, tube, motor
    constraints: name -> value, limit, unit, holds;  objectives: name -> value, unit, searched (the value of the search)
    energy:      inverse dynamics and simulation in J, their relative difference, how far joints were from their way
    """
    machine = machine or compiled(structure)
    funnel = Funnel.of(Setting.of(machine, task, demand(task)))
    coarse, rows = funnel.row(x, demand(task, FINER), FINER * COARSE)
    told: dict[str, Any] = {"structure": structure.name, "x": structure.values(x), "branch": int(coarse.branch[0])}
    if coarse.branch[0] < 0:
        return {
            **told,
            "feasible": False,
            "reason": next(iter(coarse.reasons), ""),
            "constraints": {},
            "objectives": {},
        }
    setting = rows.setting
    rows.known["corner_q"] = corner_postures(rows)[:, :, coarse.branch[0]]
    constraints = {bound.measure.name: _constraint(bound, rows) for bound in bounds(setting)}
    parameters = funnel.chosen(rows)
    told |= {"parameters": parameters, "samples": len(setting.demand.t), "constraints": constraints, "objectives": {}}
    held = all(row["holds"] for row in constraints.values())
    if np.isfinite(rows.motion.error[0]):
        told["objectives"] = {name: _objective(name, rows, coarse) for name in task.objectives}
        told["energy"] = _energy(structure.file(x, parameters), rows)
        held = held and told["energy"]["holds"]
    return {**told, "feasible": held}


def _constraint(bound: Bound, rows: Rows) -> dict[str, Any]:
    value = bound.measure.value(rows)
    holds = bool(bound.excess(value)[0] <= ROUNDING)
    return {"value": float(value[0]), "limit": bound.limit, "unit": bound.measure.unit, "holds": holds}


def _objective(name: str, rows: Rows, coarse: Evaluation) -> dict[str, Any]:
    row = OBJECTIVES[name]
    return {"value": float(row.value(rows)[0]), "unit": row.unit, "searched": float(coarse.values[name][0])}


def _energy(text: str, rows: Rows) -> dict[str, Any]:
    """The numeric model of a candidate follows its motion by computed torque; what its motors put in."""
    from linkwright.simulation import Run, simulate

    robot = robot_from(text)
    t, motion = rows.setting.demand.t, rows.motion
    with TemporaryDirectory() as folder:
        table = Path(folder) / "motion.csv"
        write_motion(table, t, q=motion.q[0], v=motion.v[0], a=motion.a[0])
        run = Run(time=float(t[-1]), rate=(len(t) - 1) / float(t[-1]), follow=str(table))
        made = simulate(robot, run)
    simulated = float(positive_work(made.t, (made.tau * made.v).sum(axis=1)))
    inverse = float(energy(rows)[0])
    away = made.tracking_error or 0.0
    difference = abs(simulated - inverse) / max(abs(inverse), 1e-12)
    return {
        "inverse_dynamics": inverse,
        "simulated": simulated,
        "difference": difference,
        "tracking_error": away,
        "holds": difference <= ENERGY and away <= TRACKING,
    }
