"""LawContext: a mechanism under test in numbers, its sample states, and its functions, derived once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

import numpy as np

from linkwright.errors import QuantityError
from linkwright.graph.function import Function
from linkwright.manifold.lagrangian import Lagrangian
from linkwright.mechanism import derive
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import Drive, OpenRobot
from linkwright.referee.states import ClosedStates, States
from linkwright.verification.states import evaluated

Array = np.ndarray[Any, Any]
Derive = Callable[..., Function]
M = TypeVar("M", OpenRobot, ClosedRobot, Lagrangian)
S = TypeVar("S")

SMALL = 12
"""Degrees of freedom up to which every law is asked in full."""


@dataclass(frozen=True)
class LawContext(ABC, Generic[M, S]):
    """What a law is asked about. `derive` is the derivation under test: tests put wrong ones here.

    given: as it was read; parameters without a value get one in `robot`
    file:  the mechanism's file, where an independent code can read it by itself
    """

    given: M
    derive: Derive = derive
    seed: int = 0
    count: int = 3
    file: str | None = None
    _functions: dict[Any, tuple[Any, Function]] = field(default_factory=dict[Any, tuple[Any, Function]])
    """By the id of the robot, which is kept beside the function so that the id is not given to another."""

    @cached_property
    def robot(self) -> M:
        """The mechanism in numbers."""
        return self._in_numbers()

    @cached_property
    def states(self) -> S:
        return self._sample()

    @abstractmethod
    def _in_numbers(self) -> M: ...

    @abstractmethod
    def _sample(self) -> S: ...

    @abstractmethod
    def on_states(self, function: Function) -> Iterable[list[Array]]:
        """All outputs of a function on the sample states, as many at a time as it takes."""

    @property
    def small(self) -> bool:
        """Whether every law is asked in full."""
        return self.robot.nv <= SMALL

    @property
    def rounding(self) -> float:
        """What the digits of the file explain, where its equations contradict each other within them; 0: they do not."""
        return 0.0

    def refused(self, quantity: str) -> QuantityError | None:
        """Why this mechanism does not have a quantity, where that is known without its derivation."""
        return None

    def function(self, quantity: str, robot: M | None = None, **choices: Any) -> Function:
        """A quantity of the mechanism (or of a variant of it), derived once."""
        if (error := self.refused(quantity)) is not None:
            raise error
        robot = robot if robot is not None else self.robot
        key = (id(robot), quantity, tuple(sorted(choices.items())))
        if key not in self._functions:
            self._functions[key] = (robot, self.derive(robot, quantity, **choices))
        return self._functions[key][1]

    def function_or_none(self, quantity: str, robot: M | None = None, **choices: Any) -> Function | None:
        """The same, or None where this mechanism does not have the quantity: accelerations of joints that move no mass."""
        try:
            return self.function(quantity, robot, **choices)
        except QuantityError:
            return None


R = TypeVar("R", OpenRobot, ClosedRobot)
StatesT = TypeVar("StatesT", States, ClosedStates)


@dataclass(frozen=True)
class RobotContext(LawContext[R, StatesT]):
    """A robot under test, open or closed: functions take all states at once."""

    def value(self, quantity: str, robot: R | None = None, **choices: Any) -> Array:
        """The first output of a quantity on the sample states, one per row."""
        return evaluated(self.function(quantity, robot, **choices), self.states)[0]

    def on_states(self, function: Function) -> list[list[Array]]:
        return [evaluated(function, self.states)]


def without_drives(robot: OpenRobot) -> OpenRobot:
    """The robot without friction, springs and rotors."""
    return robot.with_drives(lambda drive: Drive())
