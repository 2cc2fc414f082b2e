"""Brute force: what quantities are, from definitions alone, in numbers.

The second root of every law and of the tests that travel with generated code. It takes the types of a mechanism as its file
describes it and imports nothing that derives: no normal form, no symbolic algebra, no pass, and not the joint rows of `model`.

reference(robot, states)             a tree, or a closed robot with its free rates
reference(lagrangian, states)        a Lagrangian, one chart per state
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    from linkwright.manifold.lagrangian import Lagrangian
    from linkwright.model.closed_robot import ClosedRobot
    from linkwright.model.robot import OpenRobot
    from linkwright.referee.closed_reference import ClosedReference
    from linkwright.referee.lagrangian import Brute
    from linkwright.referee.open_reference import OpenReference
    from linkwright.referee.states import ClosedStates, LagrangianState, States

__all__ = ["reference"]


@overload
def reference(mechanism: OpenRobot, states: States, **about: Any) -> OpenReference: ...
@overload
def reference(mechanism: ClosedRobot, states: ClosedStates, **about: Any) -> ClosedReference: ...
@overload
def reference(mechanism: Lagrangian, states: Sequence[LagrangianState], **about: Any) -> list[Brute]: ...
def reference(mechanism: Any, states: Any, **about: Any) -> Any:
    """Brute force at states of a mechanism in numbers.

    about: of a closed robot `free`, the indices in the tree's v of its free rates, and
    `counting` (see Closed); further, `frame`, `chosen` and `tree`
    (inertias other than the robot's) of referee.robot_reference.Reference
    """
    from linkwright.referee.states import ClosedStates, States

    match (
        states
    ):  # their type says what the mechanism is, without its own: that of closed robots has a derivation behind it
        case States():
            from linkwright.referee.open_reference import OpenReference
            from linkwright.referee.tree import reference_tree

            return OpenReference(about.pop("tree", None) or reference_tree(mechanism), states, **about)
        case ClosedStates():
            from linkwright.referee.closed import Closed
            from linkwright.referee.closed_reference import ClosedReference

            closed = Closed(mechanism, about.pop("free"), counting=about.pop("counting", ()))
            return ClosedReference(about.pop("tree", None) or closed.tree, states, closed=closed, **about)
        case _:
            from linkwright.referee.lagrangian import Brute

            return [Brute(mechanism, s.q, s.v, s.inputs) for s in states]
