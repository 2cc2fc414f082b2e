"""Closed chains: closure equations, elimination, projection, parallel robots. Robot -> Function, in free coordinates.

numbers/   what a mechanism does, found by computing: assembly, mobility, free coordinates; from a Robot to a Cut (cut.py)
closure/   how it closes, as expressions: equations, rates, closed forms, the step of the solver
dynamics/  forces and masses in free coordinates, one method per file
platform/  parallel robots: legs and the platform they carry

table.py says what can be derived, inputs.py what a derivation may use, assemble.py chooses the shortest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linkwright.graph.function import Function
    from linkwright.model.robot import Robot


def derive_here(
    robot: Robot,
    quantity: str,
    method: str | None = None,
    parameters: str = "numeric",
    symbolic: str = "",
    **options: Any,
) -> Function:
    """What this room derives: quantities of robots with loops, in free coordinates.

    closure: "explicit" (closed form inside), "given" (dependent positions are an input theta) or "tree" (all positions, rates
             and accelerations of the tree are inputs); by default "explicit" where there is a closed form
    form:    of an explicit closure, "trigonometric" or "direct"; by default the one that takes less time
    """
    from linkwright.loops.assemble import assemble

    return assemble(robot, quantity, method, parameters, symbolic, options)
