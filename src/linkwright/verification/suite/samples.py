"""Samples: functions of a mechanism and brute force at sample states, of which checks are made."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from linkwright.arrays import Array
from linkwright.model.closed_robot import Robot
from linkwright.model.robot import Drive
from linkwright.passes.kernel import Kernel
from linkwright.referee.open_reference import OpenReference
from linkwright.referee.robot_reference import Reference
from linkwright.referee.tree import reference_tree
from linkwright.verification.states import FORCE
from linkwright.verification.suite.numbers import FROM_INERTIAS, Numbers, physical_parameters

Known = dict[str, Array]


@dataclass(frozen=True)
class Samples(ABC):
    """changed: whether values of parameters are others than the model's."""

    kernels: Sequence[Kernel]
    changed: bool
    _OTHERS: ClassVar[str] = "with other parameters"

    @cached_property
    def table(self) -> dict[str, Kernel]:
        """The functions by name."""
        return {k.name: k for k in self.kernels}

    def label(self, n: int) -> str:
        """What a check's name ends with: the number of its state."""
        return self._OTHERS if self.changed else f"{n + 1}"

    def inputs(self, kernel: Kernel, n: int) -> Known:
        """What a function is given at a state, by port."""
        sources = {p.name: source(kernel, p.name) for p in kernel.inputs}
        return {port: self.given[n][x] for port, x in sources.items() if x in self.given[n]}

    @cached_property
    def given(self) -> Sequence[Known]:
        """Per state what laws may use: inputs by name, "parameters of f" for each function that is given some."""
        return [self.given_at(n) for n in range(len(self))]

    @abstractmethod
    def __len__(self) -> int:
        """How many states."""

    @abstractmethod
    def given_at(self, n: int) -> Known:
        """See `given`."""

    @abstractmethod
    def expected(self, kernel: Kernel) -> Mapping[str, Array]:
        """Outputs by brute force, a row per state; none where nothing is known of the function."""

    @abstractmethod
    def holds(self, where: str, n: int) -> bool:
        """Whether the mechanism is what a law asks for (see laws.Law)."""


def source(kernel: Kernel, port: str) -> str:
    """Parameters differ from function to function, other inputs do not."""
    return f"parameters of {kernel.name}" if port == "parameters" else port


@dataclass(frozen=True)
class RobotSamples(Samples):
    """r: brute force at the states; values: quantity -> its outputs from it."""

    numbers: Numbers
    r: Reference
    values: Mapping[str, Any]

    def expected(self, kernel: Kernel) -> Mapping[str, Array]:
        about_base = (
            self.numbers.parameters == "base" and kernel.outputs[0].labels
        )  # of which brute force knows nothing
        if kernel.name not in self.values or about_base:
            return {}
        return dict(zip((p.name for p in kernel.outputs), self.values[kernel.name](self.r), strict=True))

    @cached_property
    def passed(self) -> Known:
        """Values of `parameters` by function, for those to which they are given explicitly."""
        found = {k.name: self.numbers.passed(k, self.changed) for k in self.kernels}
        return {name: x for name, x in found.items() if x is not None and len(x)}

    def parameters(self, kernel: Kernel) -> Known:
        """Those that are given to a function, by port."""
        return {"parameters": self.passed[kernel.name]} if kernel.name in self.passed else {}

    def __len__(self) -> int:
        return len(self.r)

    def given_at(self, n: int) -> Known:
        states = self.r.states
        known: Known = {f.name: getattr(states, f.name)[n] for f in fields(states)}
        if not self.r.tree.robot.wrenches:
            del known["wrench"]
        known["force"] = np.array(FORCE)
        known |= {f"parameters of {name}": x for name, x in self.passed.items()}
        if "regressor" in self.table and self.numbers.parameters != "base":
            known["p"] = physical_parameters(self.r.tree, self.table["regressor"].outputs[0].labels)
        return known

    def forces_of(self, robot: Robot, of_motors: bool) -> Array:
        """Forces of a robot with other bodies and drives at the same states, without wrenches."""
        states = replace(self.r.states, wrench=self.r.states.wrench[:, :0])
        return OpenReference(reference_tree(robot.tree), states, self.r.frame).forces().value

    def holds(self, where: str, n: int) -> bool:
        robot = self.numbers.robot
        still = robot.tree.with_drives(lambda drive: Drive())
        driven = dict(still.joints) != dict(robot.joints) or still.tendons != robot.tree.tendons
        return not where or (where in ("rigid", "free") and not robot.wrenches and not (where == "rigid" and driven))


def given_values(numbers: Numbers, kernels: Sequence[Kernel], changed: bool) -> dict[str, float]:
    """Values of the parameters, by name: the model's, or others."""
    asked = [k for k in kernels if k.name not in FROM_INERTIAS]
    return {name: x for k in asked for name, x in numbers.given(k, changed).items()}
