"""The equations of a mechanism as people read them: what `linkwright equations` prints of each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwright.collector import rarely_collected
from linkwright.describe.formula import Formula, Tell
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.request import Printed

if TYPE_CHECKING:
    from linkwright.mechanism import Mechanism


@rarely_collected()
def formulas(mechanism: Mechanism, request: Printed = Printed(), tell: Tell = lambda name: None) -> list[Formula]:
    """The formulas that were asked for, in that order. tell: called with the name of each quantity before it is derived."""
    match mechanism:
        case OpenRobot() | ClosedRobot():
            from linkwright.describe.formulas_robot import formulas_of_robot

            return formulas_of_robot(mechanism, request, tell)
        case _:
            from linkwright.describe.formulas_lagrangian import formulas_of_lagrangian

            return formulas_of_lagrangian(mechanism, request, tell)
