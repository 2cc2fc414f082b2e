"""The program of a document: one module of JavaScript that moves it in the page, and the layout of its inputs and outputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.studio.desk.reading import mechanism_of
from linkwright.studio.desk.setup import setup_of

if TYPE_CHECKING:
    from linkwright.graph.function import Function
    from linkwright.passes.kernel import Kernel

LONG = 1500
"""Operations from which on functions are not optimised: of humanoids that takes half of the time and saves 2 % of them."""


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


def module_of(
    functions: Sequence[Function],
    name: str,
    solvers: Sequence[Kernel] = (),
    keys: Mapping[str, str] | None = None,
) -> str:
    """Functions -> kernels -> a module of JavaScript without checks of inputs: the page calls it a thousand times a second."""
    from linkwright.emit import About
    from linkwright.emit.javascript import module
    from linkwright.passes import optimise
    from linkwright.passes.schedule import schedule

    kernels = [schedule(optimise(f, 1 if f.ops.flops < LONG else 0)) for f in functions]
    return module([*kernels, *solvers], About(name), keys)
