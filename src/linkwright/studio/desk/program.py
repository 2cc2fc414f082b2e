"""The program of a document: one module of JavaScript that moves it in the page, and the layout of its inputs and outputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.studio.desk.reading import mechanism_of
from linkwright.studio.desk.setup import setup_of
from linkwright.view.module import module_of


def program(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The module's text and its layout."""
    mechanism, setup = mechanism_of(payload), setup_of(payload)
    match mechanism:
        case OpenRobot():
            from linkwright.studio.desk.program_tree import program_of_tree

            functions, layout = program_of_tree(mechanism, setup)
            return {"javascript": module_of(functions, mechanism.name), "layout": layout}
        case ClosedRobot():
            from linkwright.studio.desk.program_closed import program_of_closed

            functions, solvers, layout = program_of_closed(mechanism, setup)
            return {"javascript": module_of(functions, mechanism.name, solvers), "layout": layout}
        case _:
            from linkwright.studio.desk.program_lagrangian import RESULTS, program_of_lagrangian

            functions, layout = program_of_lagrangian(mechanism, setup)
            return {"javascript": module_of(functions, mechanism.name, keys=RESULTS), "layout": layout}
