"""A closed robot under test, and the brute force that it is compared with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.parameters import substitute
from linkwright.referee import reference
from linkwright.referee.closed import Closed
from linkwright.referee.closed_reference import ClosedReference
from linkwright.referee.states import ClosedStates, sample_closed
from linkwright.verification.context.base import SMALL, RobotContext, without_drives

if TYPE_CHECKING:
    from linkwright.model.cut import Cut

Array = np.ndarray[Any, Any]
_SINGULAR = 30.0
"""So many times the best condition number is near a singular configuration."""


@dataclass(frozen=True)
class ClosedContext(RobotContext[ClosedRobot, ClosedStates]):
    """States are those of all joints at which the loops close."""

    @cached_property
    def parameters(self) -> dict[str, float]:
        """Values of the parameters, of those without one such that the robot closes."""
        from linkwright.model.assembly.study import study

        return dict(study(self.given).values)

    def _in_numbers(self) -> ClosedRobot:
        found = substitute(self.given, self.parameters)
        return found.with_tree(replace(found.tree, parameters=MappingProxyType({})))

    @property
    def small(self) -> bool:
        """Whether every law is asked in full."""
        return self.robot.tree.nv <= SMALL

    @cached_property
    def cut(self) -> Cut:
        """Which coordinates are free, and where the loops were closed first."""
        from linkwright.model.assembly.analysis import cut

        return cut(self.robot)

    @property
    def rounding(self) -> float:
        from linkwright.model.assembly.study import study

        return study(self.robot).conditions.tolerance if self.cut.counting else 0.0

    def _sample(self) -> ClosedStates:
        return self.sampled(self.count)

    def sampled(self, count: int, seed: int | None = None, reach: float = 0.35) -> ClosedStates:
        """Other states than the sample ones: more, or further apart."""
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

    @cached_property
    def tree_forces(self) -> float:
        """The largest force in any joint of the tree: what rounding is measured by where forces cancel."""
        return float(np.max(np.abs(self.reference.motion().forces(self.states.wrench).value), initial=0.0))
