"""Laws of mechanics, one file each: Robot -> Function.

f = derive(robot, "inverse_dynamics")                      numbers folded in
f = derive(robot, "mass_matrix", parameters="symbolic")    the file's parameters stay symbols
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linkwright.graph.function import Function
    from linkwright.model.robot import Robot


def derive(
    robot: Robot,
    quantity: str,
    method: str | None = None,
    parameters: str = "numeric",
    symbolic: str = "",
    **options: Any,
) -> Function:
    """A quantity of a robot, or of any other mechanism, as a Function.

    parameters: "numeric", "symbolic", "inertial" or "base" (see model/parameters.py)
    symbolic:   shell patterns of parameter names that stay symbols in numeric form

    Options such as frame="tool" belong to the quantity.
    """
    from linkwright import rooms

    return rooms.derive(robot, quantity, method, parameters=parameters, symbolic=symbolic, **options)


def derive_here(
    robot: Robot,
    quantity: str,
    method: str | None = None,
    parameters: str = "numeric",
    symbolic: str = "",
    **options: Any,
) -> Function:
    """What this room derives: quantities of trees."""
    from linkwright.derive.assemble import assemble

    return assemble(robot, quantity, method, parameters, symbolic, options)


class _Room(ModuleType):
    """`linkwright.derive` is this package and, by contract, also the function: importing the package must not hide it."""

    def __call__(self, *args: Any, **kwargs: Any) -> Function:
        return derive(*args, **kwargs)


sys.modules[__name__].__class__ = _Room
