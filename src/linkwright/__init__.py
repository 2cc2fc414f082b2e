"""Linkwright: a compiler from a description of a mechanism to its equations of motion."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from linkwright.errors import LinkwrightError
from linkwright.lazy import provide, target
from linkwright.version import __version__

_HOMES = {
    "ClosedRobot": "linkwright.model.closed_robot:ClosedRobot",
    "Expr": "linkwright.graph.expr:Expr",
    "Function": "linkwright.graph.function:Function",
    "Lagrangian": "linkwright.manifold.lagrangian:Lagrangian",
    "OpenRobot": "linkwright.model.robot:OpenRobot",
    "Robot": "linkwright.model.closed_robot:Robot",
    "build": "linkwright.compiler:build",
    "calibrate": "linkwright.calibration.run:calibrate",
    "compile": "linkwright.native:compile",
    "derive": "linkwright.mechanism:derive",
    "dh": "linkwright.readers:dh",
    "equations": "linkwright.notebook.written:equations",
    "excite": "linkwright.identification.excitation.run:excite",
    "identify": "linkwright.identification.run:identify",
    "load": "linkwright.readers:load",
    "picture": "linkwright.notebook.pictures:picture",
    "save": "linkwright.writers:save",
    "show": "linkwright.notebook.pictures:show",
    "simulate": "linkwright.notebook.simulate:simulate",
    "symbol": "linkwright.graph.expr:symbol",
    "verify": "linkwright.verification:verify",
}
provide(
    {
        "expr.latex": "linkwright.readable.as_it_is:latex",
        "expr.text": "linkwright.readable.as_it_is:text",
        "function.html": "linkwright.notebook.function_html:function_html",
        "function.latex": "linkwright.readable.function_latex:function_latex",
        "lagrangian.with_parameters": "linkwright.notebook.changes:with_constants",
        "robot.difference": "linkwright.model.configuration_space:difference",
        "robot.html": "linkwright.notebook.robot_html:robot_html",
        "robot.integrate": "linkwright.model.configuration_space:integrate",
        "robot.random_configuration": "linkwright.model.configuration_space:random_configuration",
        "robot.subtree": "linkwright.notebook.changes:subtree",
        "robot.with_parameters": "linkwright.notebook.changes:with_parameters",
        "robot.with_payload": "linkwright.notebook.changes:with_payload",
    }
)  # methods of mechanisms (model/robot_methods.py), of functions and of expressions
__all__ = [
    "ClosedRobot",
    "Expr",
    "Function",
    "Lagrangian",
    "LinkwrightError",
    "OpenRobot",
    "Robot",
    "__version__",
    "build",
    "calibrate",
    "compile",
    "derive",
    "dh",
    "equations",
    "excite",
    "identify",
    "load",
    "picture",
    "save",
    "show",
    "simulate",
    "symbol",
    "verify",
]

if TYPE_CHECKING:
    from linkwright.calibration.run import calibrate
    from linkwright.compiler import build
    from linkwright.graph.expr import Expr, symbol
    from linkwright.graph.function import Function
    from linkwright.identification.excitation.run import excite
    from linkwright.identification.run import identify
    from linkwright.manifold.lagrangian import Lagrangian
    from linkwright.mechanism import derive
    from linkwright.model.closed_robot import ClosedRobot, Robot
    from linkwright.model.robot import OpenRobot
    from linkwright.native import compile
    from linkwright.notebook.pictures import picture, show
    from linkwright.notebook.simulate import simulate
    from linkwright.notebook.written import equations
    from linkwright.readers import dh, load
    from linkwright.verification import verify
    from linkwright.writers import save


def __getattr__(name: str) -> Any:
    """Imports are lazy: no room of Linkwright is loaded until a name of it is used."""
    if name not in _HOMES:
        raise AttributeError(f"module 'linkwright' has no attribute '{name}'", name=name, obj=sys.modules[__name__])
    found = globals()[name] = target(_HOMES[name])
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
