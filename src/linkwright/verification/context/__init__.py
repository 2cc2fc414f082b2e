"""What laws are asked about: one context per kind of mechanism, all of them a LawContext."""

from __future__ import annotations

from typing import Any, assert_never

from linkwright.manifold.lagrangian import Lagrangian
from linkwright.mechanism import Mechanism
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.verification.context.closed import ClosedContext
from linkwright.verification.context.lagrangian import LagrangianContext
from linkwright.verification.context.open import OpenContext

__all__ = ["AnyContext", "AnyRobotContext", "ClosedContext", "LagrangianContext", "OpenContext", "law_context"]

AnyRobotContext = OpenContext | ClosedContext
AnyContext = AnyRobotContext | LagrangianContext


def law_context(mechanism: Mechanism, **about: Any) -> AnyContext:
    """The context of a mechanism; about: the fields of LawContext besides it."""
    match mechanism:
        case OpenRobot():
            return OpenContext(mechanism, **about)
        case ClosedRobot():
            return ClosedContext(mechanism, **about)
        case Lagrangian():
            return LagrangianContext(mechanism, **about)
        case _:
            assert_never(mechanism)
