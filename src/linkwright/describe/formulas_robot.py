"""Formulas of robots, element by element; those of a closed robot with its closure."""

from __future__ import annotations

from linkwright.describe.formula import Formula, Tell, element_formula
from linkwright.errors import QuantityError
from linkwright.graph.quantity import Quantity
from linkwright.mechanism import derive, find_quantity
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.request import Printed

USUAL = "M,V,G"
"""All of M a + V + G = tau."""
OF_FRAME = "fk,J"
"""What is usual of a frame: its pose and its Jacobian."""
_ALIASES = {"G": "gravity"}


def formulas_of_robot(robot: Robot, request: Printed, tell: Tell) -> list[Formula]:
    """The quantities that were named, and what is printed of a closed robot besides."""
    names = request.names(USUAL if request.frame is None else OF_FRAME)
    if request.frame is not None and not any("frame" in _entry(robot, name).options for name in names):
        what = f"{', '.join(names)}: nothing of this is of the frame '{request.frame}'"
        raise QuantityError(what, robot.source, "leave --frame out, or ask for fk or J, which are of a frame")
    more = _closures(robot)
    found: list[Formula] = []
    for name in [*names, *(n for n in more if n not in names)]:
        entry = _entry(robot, name)
        tell(entry.name)
        found.append(element_formula(robot, entry, request, **_closing(robot, entry, bool(more))))
    return found


def _entry(robot: Robot, name: str) -> Quantity:
    return find_quantity(robot, _ALIASES.get(name, name))


def _closing(robot: Robot, entry: Quantity, solved: bool) -> dict[str, str]:
    """How a closed mechanism is printed: over q and theta, and theta(q) for itself; over q alone where theta is linear."""
    if not isinstance(robot, ClosedRobot) or "closure" not in entry.options:
        return {}
    return {"closure": "given" if solved else "explicit"}


def _closures(robot: Robot) -> list[str]:
    """What is printed of a closed mechanism besides: its closed form or, where it has none, its closure."""
    if not isinstance(robot, ClosedRobot):
        return []
    try:
        f = derive(robot, "closure", form="direct")
    except QuantityError:
        return ["closure_residual"]
    return ["closure"] if f.ops.sqrt or f.ops.atan2 else []
