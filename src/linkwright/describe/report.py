"""The report of a mechanism: everything that was read and found out, as plain data. `linkwright check` prints it.

One shape for every kind. Always there:

    version             of this shape
    kind                "open", "closed" or "lagrangian"
    name, file          of the mechanism, and where it was read
    nq, nv              sizes of q and v as its functions take them (of a closed robot: of the free coordinates)
    degrees_of_freedom
    loops               a list, empty unless the robot is closed
    parameters          name -> number, list of numbers (a vector, or a matrix row by row), or null where it has no value
    notes               [{kind, what, where}]: ignored, repaired, assumed
    tree                joints, bodies and frames of a robot; null of a Lagrangian
    closure             how a closed robot moves; null of the others
    lagrangian          variables, constants and formulas of a Lagrangian; null of a robot
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwright.mechanism import kind_of
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot

if TYPE_CHECKING:
    from linkwright.mechanism import Mechanism

VERSION = 1


def report(mechanism: Mechanism) -> dict[str, Any]:
    """The facts of a mechanism as plain data, in the shape above."""
    match mechanism:
        case OpenRobot():
            from linkwright.describe.report_tree import report_of_tree

            return _shape(mechanism, report_of_tree(mechanism))
        case ClosedRobot():
            from linkwright.describe.report_closed import report_of_closed

            return _shape(mechanism, report_of_closed(mechanism))
        case _:
            from linkwright.describe.report_lagrangian import report_of_lagrangian

            return _shape(mechanism, report_of_lagrangian(mechanism))


def _shape(mechanism: Mechanism, own: dict[str, Any]) -> dict[str, Any]:
    """What all kinds have, and what one adds to it."""
    return {
        "version": VERSION,
        "kind": kind_of(mechanism),
        "name": mechanism.name,
        "file": mechanism.source,
        "nq": mechanism.nq,
        "nv": mechanism.nv,
        "degrees_of_freedom": own["degrees_of_freedom"],
        "loops": own.get("loops", []),
        "parameters": own["parameters"],
        "notes": own["notes"],
        "tree": own.get("tree"),
        "closure": own.get("closure"),
        "lagrangian": own.get("lagrangian"),
    }
