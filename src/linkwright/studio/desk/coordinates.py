"""The elements of q, with the reasons why they are free or depend on others, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.view.coordinates_tree import coordinates_of_tree

if TYPE_CHECKING:
    from linkwright.mechanism import Mechanism


def coordinates(mechanism: Mechanism) -> list[dict[str, Any]]:
    """One per element of q; of a closed robot those of its tree."""
    match mechanism:
        case OpenRobot():
            return coordinates_of_tree(mechanism)
        case ClosedRobot():
            from linkwright.view.coordinates_closed import coordinates_of_closed

            return coordinates_of_closed(mechanism)
        case _:
            from linkwright.studio.desk.coordinates_lagrangian import coordinates_of_lagrangian

            return coordinates_of_lagrangian(mechanism)
