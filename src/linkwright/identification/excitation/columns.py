"""The columns that a motion shall tell apart: forces per identifiable parameter, whatever the file's values are."""

from __future__ import annotations

from linkwright.errors import InputError
from linkwright.graph.function import Function
from linkwright.mechanism import derive
from linkwright.model.closed_robot import Robot


def columns_of(robot: Robot, drives: str) -> Function:
    """(q, v, a) -> (rows, n). drives: terms of drives that count beside the inertias, or "none": offsets and friction are told
    by almost any motion, and the steps of dry friction have no slope that a search could follow."""
    found = derive(robot, "identification_regressor", drives=drives or "none")
    other = next((name for name in found.inputs if name not in ("q", "theta", "v", "a")), None)
    if other is not None:
        hint = "leave the terms 'load' and 'stribeck' out"
        raise InputError(f"columns of drives='{drives}' depend on '{other}', which no motion gives", hint=hint)
    (port,) = found.outputs.values()
    if not port.size:
        hint = "give a robot whose joints feel masses or inertias"
        raise InputError(f"no parameter of '{robot.name}' is felt in its joints", robot.source, hint)
    return found
