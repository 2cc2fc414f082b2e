"""A closed robot under test: its functions derived once, its sample states, and the brute force that it is compared with."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.errors import QuantityError
from linkwright.graph.function import Function
from linkwright.mechanism import derive
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.parameters import substitute
from linkwright.referee import reference
from linkwright.referee.closed import Closed
from linkwright.referee.closed_reference import ClosedReference
from linkwright.referee.states import ClosedStates, sample_closed
from linkwright.verification.law_context import SMALL, Derive, without_drives

if TYPE_CHECKING:
    from linkwright.model.cut import Cut

Array = np.ndarray[Any, Any]
_SINGULAR = 30.0
"""So many times the best condition number is near a singular configuration."""


@dataclass(frozen=True)
class ClosedLawContext:
    """What a law is asked about. `derive` is the derivation under test: tests put wrong ones here."""

    given: ClosedRobot
    derive: Derive = derive
    seed: int = 0
    count: int = 3
    file: str | None = None
    _functions: dict[Any, tuple[ClosedRobot, Function]] = field(default_factory=dict[Any, tuple[ClosedRobot, Function]])
    """By the id of the robot, which is kept beside the function so that the id is not given to another."""

    @cached_property
    def parameters(self) -> dict[str, float]:
        """Values of the parameters, of those without one such that the robot closes."""
        from linkwright.model.assembly.study import study

        return dict(study(self.given).values)

    @cached_property
    def robot(self) -> ClosedRobot:
        """The robot in numbers."""
        found = substitute(self.given, self.parameters)
        return found.with_tree(replace(found.tree, parameters=MappingProxyType({})))

    @property
    def small(self) -> bool:
        """Whether every law is asked in full."""
        return self.robot.tree.nv <= SMALL

    @cached_property
    def cut(self) -> Cut:
        from linkwright.model.assembly.analysis import cut

        return cut(self.robot)

    @property
    def rounding(self) -> float:
        """What the digits of the file explain, where its equations contradict each other within them; 0: they do not."""
        from linkwright.model.assembly.study import study

        return study(self.robot).conditions.tolerance if self.cut.counting else 0.0

    @cached_property
    def states(self) -> ClosedStates:
        return self.sampled(self.count)

    def sampled(self, count: int, seed: int | None = None, reach: float = 0.35) -> ClosedStates:
        seed = self.seed if seed is None else seed
        return sample_closed(self._closed, self.cut.coordinates, self._home, count, seed, reach)

    @property
    def _closed(self) -> Closed:
        return Closed(self.robot, self.cut.coordinates.free_v, counting=self.cut.counting)

    @cached_property
    def _home(self) -> Array:
        """Where states are sampled: near the start, unless the mechanism is nearly singular there and less so elsewhere."""
        from linkwright.model.assembly.study import study

        start, others = np.array(self.cut.start), study(self.robot).samples
        conditions = self._closed.conditions(np.concatenate([start[None], others]))
        best = int(np.argmin(conditions))
        return start if conditions[0] < _SINGULAR * conditions[best] else others[best - 1]

    @cached_property
    def reference(self) -> ClosedReference:
        """Brute force at the sample states."""
        return self.reference_of(self.robot)

    def reference_of(self, robot: ClosedRobot, **about: Any) -> ClosedReference:
        """Brute force of the robot, or of a variant of it, at the sample states."""
        return reference(robot, self.states, free=self.cut.coordinates.free_v, counting=self.cut.counting, **about)

    @cached_property
    def rigid(self) -> ClosedRobot:
        """Without drives and wrenches."""
        return self.variant(self.robot.with_tree(without_drives(replace(self.robot.tree, wrenches=()))))

    def variant(self, other: ClosedRobot) -> ClosedRobot:
        """The robot itself where a variant of it is none: its functions are derived already."""
        ours, theirs = ((x.joints, x.wrenches, x.tree.tendons) for x in (self.robot, other))
        return self.robot if ours == theirs else other

    def function(self, quantity: str, robot: ClosedRobot | None = None, **choices: Any) -> Function:
        """A quantity of the robot (or of a variant of it), derived once."""
        robot = robot if robot is not None else self.robot
        key = (id(robot), quantity, tuple(sorted(choices.items())))
        if key not in self._functions:
            self._functions[key] = (robot, self.derive(robot, quantity, **choices))
        return self._functions[key][1]

    def function_or_none(self, quantity: str, robot: ClosedRobot | None = None, **choices: Any) -> Function | None:
        """The same, or None where this robot does not have the quantity."""
        try:
            return self.function(quantity, robot, **choices)
        except QuantityError:
            return None

    def value(self, quantity: str, robot: ClosedRobot | None = None, **choices: Any) -> Array:
        """The first output of a quantity on the sample states, one per row."""
        return evaluated(self.function(quantity, robot, **choices), self.states)[0]


def evaluated(function: Function, states: ClosedStates, **more: Any) -> list[Array]:
    """All outputs of a function on all states at once. Inputs come from the states by name; `more` overrides them."""
    known = {**vars(states), **more}
    found = function(**{name: known[name] for name in function.inputs if name in known})
    parts: list[Any] = list(found.values()) if len(function.outputs) > 1 else [found]
    return [
        np.broadcast_to(np.asarray(x), (len(states), *p.shape)) if np.ndim(x) == len(p.shape) else np.asarray(x)
        for x, p in zip(parts, function.outputs.values(), strict=True)
    ]
