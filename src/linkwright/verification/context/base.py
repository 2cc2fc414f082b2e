"""LawContext: a mechanism under test in numbers, its sample states, and its functions, derived once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import QuantityError
from linkwright.graph.function import Function, Port
from linkwright.manifold.lagrangian import Lagrangian
from linkwright.mechanism import derive
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import Drive, OpenRobot
from linkwright.referee.robot_reference import Reference
from linkwright.referee.states import ClosedStates, States
from linkwright.verification.finding import Finding, gap, largest, notes
from linkwright.verification.scene import Scene
from linkwright.verification.states import evaluated

Derive = Callable[..., Function]
Exactly = Callable[["Exact"], bool]
M = TypeVar("M", OpenRobot, ClosedRobot, Lagrangian)
S = TypeVar("S")


class Exact(Scene):
    """A robot in fractions and symbols, with the derivations under test."""

    def __init__(self, function: Derive, robot: OpenRobot) -> None:
        super().__init__(robot)
        self.function = function

    def of(self, quantity: str, robot: OpenRobot | None = None, replaced: Any = None, **choices: Any) -> Any:
        """A quantity as a scalar, a list or a list of lists; symbols may be replaced by expressions."""
        return self.put(self.function(quantity, self.robot if robot is None else robot, **choices), replaced)


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

    equations: ClassVar[tuple[tuple[str, str | None], ...]]
    """What its equations of motion are made of, and by which methods."""

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
    def compared(self, *names: str, **choices: Any) -> list[float]:
        """Gaps between quantities and brute force."""

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

    def found(self, gaps: Iterable[float], *told: str, exactly: Exactly | None = None, how: str = "") -> Finding:
        """What a law found: the largest gap; and whether it holds exactly, of mechanisms of which that can be decided.

        how: what is said then
        """
        return Finding(largest(gaps), note=notes(*told))


R = TypeVar("R", OpenRobot, ClosedRobot)
StatesT = TypeVar("StatesT", States, ClosedStates)
Change = Callable[[OpenRobot], OpenRobot]


@dataclass(frozen=True)
class RobotContext(LawContext[R, StatesT]):
    """A robot under test, open or closed: functions take all states at once."""

    expected: ClassVar[Mapping[str, Callable[[Any], tuple[Array, ...]]]]
    """Quantity -> its outputs by brute force."""

    def value(self, quantity: str, robot: R | None = None, **choices: Any) -> Array:
        """The first output of a quantity on the sample states, one per row."""
        return evaluated(self.function(quantity, robot, **choices), self.states)[0]

    def on_states(self, function: Function) -> list[list[Array]]:
        return [evaluated(function, self.states)]

    @cached_property
    def reference(self) -> Reference:
        """Brute force at the sample states."""
        return self.reference_of(self.robot)

    @abstractmethod
    def reference_of(self, robot: R, **about: Any) -> Reference:
        """Brute force of the robot, or of a variant of it, at the sample states."""

    @abstractmethod
    def varied(self, port: Port) -> Reference | None:
        """Brute force that parameters of the file can be changed in; None where a name of the port is none of them."""

    @cached_property
    def tree_forces(self) -> float:
        """What rounding of forces is measured by where they cancel."""
        return 0.0

    frames: ClassVar[int]
    """So many frames have their Jacobians looked at."""
    accelerations: ClassVar[tuple[dict[str, Any], ...]] = ({},)
    """By which choices they are found."""
    nearly_singular: ClassVar[str] = "the mass matrix is singular: some joint moves no mass"

    @cached_property
    def undetermined(self) -> QuantityError | None:
        """Why accelerations of this robot are not determined, if they are not."""
        return None

    def compared(self, *names: str, frame: str | None = None, **choices: Any) -> list[float]:
        """Every output of the quantities against brute force, to its largest entry; those that the robot lacks are left out."""
        r, gaps = self.reference, list[float]()
        if frame is not None:
            r, choices = replace(r, frame=frame, chosen=True), {"frame": frame, **choices}
        for name in names:
            if (f := self.function_or_none(name, **choices)) is not None:
                size = self.tree_forces if name in _FORCES else 0.0
                gaps += [
                    _gap(*pair, size) for pair in zip(self.expected[name](r), evaluated(f, self.states), strict=True)
                ]
        return gaps

    @property
    def moderate(self) -> bool:
        """Whether all derivatives are asked."""
        return self.small

    @abstractmethod
    def changed(self, change: Change) -> R:
        """The robot with another tree."""

    @cached_property
    def rigid(self) -> R:
        """The numeric robot without drives and wrenches."""
        return self.changed(rigid)

    # --- a free motion, of positions of the whole tree and rates v ---------------------------------------------------------

    time: ClassVar[float]
    """Seconds that are simulated."""
    stuck: ClassVar[tuple[float, ...]] = ()
    """What a simulation that ends early says of the energy."""

    @property
    def calmest(self) -> int:
        """The sample state from which it starts."""
        return 0

    def known(self, positions: Array, v: Array) -> dict[str, Array]:
        """What functions are given."""
        return {"q": positions, "v": v}

    def tree_rates(self, robot: R, known: Mapping[str, Array]) -> Array:
        """Rates of all joints."""
        return known["v"]

    def events(self, robot: R) -> tuple[Any, ...]:
        """Where it ends early, as SciPy wants it."""
        return ()

    def opened(self, positions: Array) -> list[float]:
        """By how much loops are open."""
        return []


_FORCES = ("inverse_dynamics", "gravity", "coriolis_vector")
_VANISHES = 1e-6
"""What is nowhere larger than this is compared absolutely: by symmetry it may be rounding alone."""


def _gap(wanted: Array, found: Array, scale: float) -> float:
    known = ~np.isnan(wanted)
    size = float(np.max(np.abs(wanted[known]), initial=0.0))
    return gap(wanted[known], found[known], max(scale, 1.0 if size < _VANISHES else 0.0))


def without_drives(robot: OpenRobot) -> OpenRobot:
    """The robot without friction, springs and rotors."""
    return robot.with_drives(lambda drive: Drive())


def rigid(robot: OpenRobot) -> OpenRobot:
    """The robot without drives and wrenches."""
    return without_drives(replace(robot, wrenches=()))
