"""What checks of closed robots are made of: samples at which their loops close, brute force by projection."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from linkwright.arrays import Array
from linkwright.model.assembly.mobility_report import cut
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.referee.closed import Closed
from linkwright.referee.closed_reference import ClosedReference, at_positions
from linkwright.referee.states import sample_closed
from linkwright.referee.tree import ReferenceTree
from linkwright.verification.suite.closed_expected import EXPECTED
from linkwright.verification.suite.identification import identification_checks
from linkwright.verification.suite.inverse import closure_checks, rate_checks
from linkwright.verification.suite.laws import law_checks
from linkwright.verification.suite.linear import closed_base_checks, linear_checks
from linkwright.verification.suite.numbers import in_numbers
from linkwright.verification.suite.outputs import expected_checks
from linkwright.verification.suite.quaternions import quaternion_checks
from linkwright.verification.suite.robots import TILT, Made, RobotCheckSource, upright
from linkwright.verification.suite.samples import Known, RobotSamples


@dataclass(frozen=True)
class ClosedSamples(RobotSamples):
    r: ClosedReference

    def given_at(self, n: int) -> Known:
        """With the rates of the dependent joints, and what the tree needs there."""
        dependent, known = self.r.closed.dependent, super().given_at(n)
        if "closure_jacobian" in self.table:
            known["dtheta"] = self.r.rates[n, dependent]
            known["needed"] = self.r.motion().forces(self.r.states.wrench).value[n, dependent]
        return known

    def forces_of(self, robot: Robot, of_motors: bool) -> Array:
        assert isinstance(robot, ClosedRobot)
        r = self.r
        moved = at_positions(replace(r.closed, robot=robot), r.positions, r.states.v, r.states.a)
        return EXPECTED["actuator_forces"](moved)[0] if of_motors else moved.forces().value


@dataclass(frozen=True)
class ClosedCheckSource(RobotCheckSource):
    expected: ClassVar[Mapping[str, Callable[[Any], tuple[Array, ...]]]] = EXPECTED
    made: ClassVar[type[RobotSamples]] = ClosedSamples
    checks: ClassVar[tuple[Made, ...]] = (
        expected_checks, law_checks, closure_checks, quaternion_checks, rate_checks, linear_checks, closed_base_checks,
        identification_checks,
    )  # fmt: skip

    def reference(self, values: dict[str, float], count: int, seed: int, analytic: bool) -> ClosedReference:
        numbers, given = self.numbers, self.numbers.robot
        assert isinstance(given, ClosedRobot)
        robot, made = in_numbers(given, {**numbers.own, **values}), cut(given)
        free = made.coordinates.free_v
        tree = numbers.tree(values) if numbers.parameters != "base" else None

        def closed_of(other: Mapping[str, Any]) -> tuple[Closed, ReferenceTree]:
            known = {**numbers.own, **other}
            return Closed(in_numbers(given, known), free, known, made.counting), numbers.tree(other)

        def at(count: int) -> ClosedReference:
            closed = Closed(robot, free, counting=made.counting)
            states = sample_closed(closed, made.coordinates, np.array(made.start), count, seed)
            return ClosedReference(tree or closed.tree, states, *self.about, values, closed=closed, closed_of=closed_of)

        r = at(count)
        return upright(at(8 * count), count, _spread={}) if analytic and np.min(r.at().tilt) < TILT else r
