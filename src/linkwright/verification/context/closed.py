"""A closed robot under test, and the brute force that it is compared with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.graph.function import Port
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.cut import Cut
from linkwright.model.numeric import closing_values
from linkwright.model.parameters import substitute
from linkwright.referee import reference
from linkwright.referee.closed import Closed
from linkwright.referee.closed_reference import ClosedReference
from linkwright.referee.states import ClosedStates, sample_closed
from linkwright.referee.tree import ReferenceTree
from linkwright.verification.context.base import SMALL, Change, RobotContext
from linkwright.verification.finding import gap
from linkwright.verification.states import call
from linkwright.verification.suite.closed_expected import EXPECTED
from linkwright.verification.suite.numbers import in_numbers

_SINGULAR = 30.0
"""So many times the best condition number is near a singular configuration."""


_REACH = 8.0
"""How many times faster than at the start dependent joints may move against free ones in a simulation."""
_MANY = 40
"""Joint rates up to which all derivatives are asked."""


@dataclass(frozen=True)
class ClosedContext(RobotContext[ClosedRobot, ClosedStates]):
    """States are those of all joints at which the loops close."""

    expected = EXPECTED
    time, frames, stuck = 0.3, 3, (float("inf"),)
    equations = tuple((name, None) for name in ("inverse_dynamics", "mass_matrix", "gravity", "coriolis_vector"))

    @cached_property
    def parameters(self) -> dict[str, float]:
        """Values of the parameters, of those without one such that the robot closes."""
        return closing_values(self.given)

    def _in_numbers(self) -> ClosedRobot:
        found = substitute(self.given, self.parameters)
        return found.with_tree(replace(found.tree, parameters=MappingProxyType({})))

    @property
    def small(self) -> bool:
        """Whether every law is asked in full."""
        return self.robot.tree.nv <= SMALL

    @property
    def moderate(self) -> bool:
        return self.robot.tree.nv <= _MANY

    @cached_property
    def cut(self) -> Cut:
        """Which coordinates are free, and where the loops were closed first."""
        from linkwright.model.assembly.mobility_report import cut

        return cut(self.robot)

    @property
    def rounding(self) -> float:
        from linkwright.model.assembly.mobility_study import study

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
        from linkwright.model.assembly.mobility_study import study

        start, others = np.array(self.cut.start), study(self.robot).samples
        conditions = self._closed.conditions(np.concatenate([start[None], others]))
        best = int(np.argmin(conditions))
        return start if conditions[0] < _SINGULAR * conditions[best] else others[best - 1]

    @cached_property
    def reference(self) -> ClosedReference:
        return self.reference_of(self.robot)

    def reference_of(self, robot: ClosedRobot, **about: Any) -> ClosedReference:
        return reference(robot, self.states, free=self.cut.coordinates.free_v, counting=self.cut.counting, **about)

    def varied(self, port: Port) -> ClosedReference | None:
        if any(n not in self.parameters for n in port.labels):
            return None

        def moved(at: Any) -> tuple[Closed, ReferenceTree]:
            closed = Closed(in_numbers(self.given, at), self.cut.coordinates.free_v, at, self.cut.counting)
            return closed, closed.tree

        return self.reference_of(self.robot, values=self.parameters, closed_of=moved)

    def changed(self, change: Change) -> ClosedRobot:
        """The robot itself where nothing changes: its functions are derived already."""
        other = self.robot.with_tree(change(self.robot.tree))
        ours, theirs = ((x.joints, x.wrenches, x.tree.tendons) for x in (self.robot, other))
        return self.robot if ours == theirs else other

    @cached_property
    def tree_forces(self) -> float:
        """The largest force in any joint of the tree."""
        return float(np.max(np.abs(self.reference.motion().forces(self.states.wrench).value), initial=0.0))

    # --- a free motion -----------------------------------------------------------------------------------------------------

    @property
    def calmest(self) -> int:
        return int(np.argmin(self.reference.closed.conditions(self.states.positions)))

    def known(self, positions: Array, v: Array) -> dict[str, Array]:
        where = self.cut.coordinates
        return {"q": positions[..., list(where.free_q)], "theta": positions[..., list(where.dependent_q)], "v": v}

    def tree_rates(self, robot: ClosedRobot, known: Mapping[str, Array]) -> Array:
        where, found = self.cut.coordinates, np.zeros(robot.tree.nv)
        found[list(where.free_v)] = known["v"]
        found[list(where.dependent_v)] = call(self.function("dependent_velocities", robot, closure="given"), known)
        return found

    def events(self, robot: ClosedRobot) -> tuple[Any, ...]:
        spread, nq = self.function("projection_matrix", robot, closure="given"), robot.tree.nq
        now = self.value("projection_matrix", robot, closure="given")[self.calmest]
        usual = max(1.0, float(np.max(np.abs(now))))

        def near_singular(_: float, y: Array) -> float:
            """Zero where free coordinates begin to fail: a dyad that is nearly stretched, say."""
            W = call(spread, self.known(y[:nq], y[nq:]))
            return _REACH - float(np.max(np.abs(W), initial=0.0)) / usual

        near_singular.terminal = True  # type: ignore[attr-defined]  # SciPy reads it from the function
        return (near_singular,)

    def opened(self, positions: Array) -> list[float]:
        found = self.reference.closed.gaps(positions)
        return [gap(found, np.zeros_like(found), 1.0)]
