"""What checks of robots are made of: sample states, brute force there, and which checks are made of both."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

import numpy as np

from linkwright.arrays import Array
from linkwright.emit import Check
from linkwright.mechanics.tree.kinematics import last_frame
from linkwright.model.closed_robot import Robot
from linkwright.model.parameters import parametrised_tree
from linkwright.passes.kernel import Kernel
from linkwright.referee.open_reference import OpenReference
from linkwright.referee.robot_reference import Reference
from linkwright.verification.states import sample
from linkwright.verification.suite.expected import EXPECTED
from linkwright.verification.suite.identification import identification_checks
from linkwright.verification.suite.inverse import inverse_checks, rate_checks
from linkwright.verification.suite.laws import law_checks
from linkwright.verification.suite.linear import base_checks, linear_checks
from linkwright.verification.suite.numbers import FROM_INERTIAS, Numbers
from linkwright.verification.suite.outputs import expected_checks
from linkwright.verification.suite.quaternions import quaternion_checks
from linkwright.verification.suite.samples import RobotSamples, given_values
from linkwright.verification.suite.solutions import solution_checks

Made = Callable[[Any], Sequence[Check]]
SAMPLES = 3
LARGE = 20
"""Degrees of freedom beyond which there is one sample state instead of three."""
TILT = 0.2
"""Smallest cosine of the middle Euler angle at a sample state."""


@dataclass(frozen=True)
class RobotCheckSource(ABC):
    """frame: the one that was asked for."""

    numbers: Numbers
    frame: str | None
    expected: ClassVar[Mapping[str, Callable[[Any], tuple[Array, ...]]]] = EXPECTED
    made: ClassVar[type[RobotSamples]] = RobotSamples

    @property
    def count(self) -> int:
        return SAMPLES if self.numbers.robot.tree.nv <= LARGE else 1

    def varies(self, kernels: Sequence[Kernel]) -> bool:
        ports = [p for k in kernels for p in k.inputs if p.name == "parameters" and k.name not in FROM_INERTIAS]
        return bool(ports) and all(self.numbers.speaks_of(p.labels) for p in ports)

    def samples(self, kernels: Sequence[Kernel], count: int, changed: bool) -> RobotSamples:
        values = given_values(self.numbers, kernels, changed)
        analytic = any(k.name.startswith("analytic_jacobian") for k in kernels)
        r = self.reference(values, count, int(changed), analytic)
        return self.made(kernels, changed, self.numbers, r, self.expected)

    @abstractmethod
    def reference(self, values: dict[str, float], count: int, seed: int, analytic: bool) -> Reference:
        """Brute force at sample states, with these values of the parameters. analytic: Euler angles must have rates there."""

    @property
    def about(self) -> tuple[str, bool]:
        """The frame that kinematic functions speak of, and whether it was asked for."""
        return default_frame(self.numbers.robot) if self.frame is None else self.frame, self.frame is not None


@dataclass(frozen=True)
class OpenCheckSource(RobotCheckSource):
    checks: ClassVar[tuple[Made, ...]] = (
        expected_checks, law_checks, quaternion_checks, inverse_checks, rate_checks, solution_checks, linear_checks,
        base_checks, identification_checks,
    )  # fmt: skip

    def reference(self, values: dict[str, float], count: int, seed: int, analytic: bool) -> Reference:
        states = sample(self.numbers.robot.tree, 8 * count if analytic else count, seed)
        r = OpenReference(self.numbers.tree(values), states, *self.about, values, tree_of=self.numbers.tree)
        return upright(r, count) if analytic else r


def upright(r: Reference, count: int, **more: Any) -> Any:
    """At the first of many states at which the frame's Euler angles have rates."""
    chosen = np.sort(np.argsort(r.at().tilt < TILT, kind="stable")[:count])
    states = replace(r.states, **{f.name: getattr(r.states, f.name)[chosen] for f in fields(r.states)})
    return replace(r, states=states, _motions={}, **more)


def default_frame(robot: Robot) -> str:
    """The frame that kinematic functions speak of where none is named."""
    return last_frame(parametrised_tree(robot.tree).tree)
