"""LawContext: a robot under test, with its functions derived once, in numbers and, beside it, exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwright.errors import ModelError, QuantityError
from linkwright.graph.function import Function
from linkwright.mechanics.tree.factor import singular
from linkwright.mechanism import derive
from linkwright.model.describe import describe
from linkwright.model.exact import rationalised
from linkwright.model.parameters import form_of, substitute
from linkwright.model.robot import Drive, OpenRobot
from linkwright.verification.states import States, sample

Array = NDArray[np.float64]
Derive = Callable[..., Function]

_ACCELERATIONS = ("forward_dynamics", "forward_dynamics_derivatives", "linearisation", "mass_matrix_inverse")
"""What divides by the mass matrix."""
SMALL = 12
"""Degrees of freedom up to which every law is asked in full."""


@dataclass(frozen=True)
class LawContext:
    """What a law is asked about. `derive` is the derivation under test: tests put wrong ones here.

    robot: as given; parameters without a value are symbols in the exact laws and get random values in the numeric ones
    """

    given: OpenRobot
    derive: Derive = derive
    seed: int = 0
    count: int = 3
    file: str | None = None
    """The robot's file, where an independent code can read it by itself."""
    _functions: dict[Any, tuple[OpenRobot, Function]] = field(default_factory=dict[Any, tuple[OpenRobot, Function]])
    """By the id of the robot, which is kept beside the function so that the id is not given to another."""

    @cached_property
    def robot(self) -> OpenRobot:
        """The robot in numbers."""
        rng = np.random.default_rng(self.seed)
        values = {
            n: p.value if p.value is not None else float(rng.uniform(0.5, 1.5))
            for n, p in self.given.parameters.items()
        }
        return replace(substitute(self.given, values), parameters=MappingProxyType({}))

    @cached_property
    def _exact(self) -> tuple[OpenRobot | None, str]:
        try:
            exact = rationalised(self.given)
        except ModelError as error:
            return None, f"not decided exactly: {error.what}"
        same = describe(exact) == describe(replace(self.given, parameters=exact.parameters))
        return exact, "" if same else "exact on a robot within 1e-9 of this one"

    @property
    def exact_robot(self) -> OpenRobot | None:
        """The robot in fractions and symbols, or None where it has no such neighbour."""
        return self._exact[0]

    @property
    def exact_note(self) -> str:
        return self._exact[1]

    @cached_property
    def states(self) -> States:
        return sample(self.robot, self.count, self.seed)

    @cached_property
    def undetermined(self) -> QuantityError | None:
        """Why accelerations of this robot are not determined, if they are not."""
        tree = form_of(self.robot).tree
        return next((error for M in self.value("mass_matrix") if (error := singular(tree, M.tolist()))), None)

    @property
    def small(self) -> bool:
        return self.robot.nv <= SMALL

    def function(self, quantity: str, robot: OpenRobot | None = None, **choices: Any) -> Function:
        """A quantity of the robot (or of a variant of it), derived once; where its mass matrix is singular but for rounding,
        accelerations are refused as they are where it is singular in every digit."""
        if quantity in _ACCELERATIONS and self.undetermined is not None:
            raise self.undetermined
        robot = robot if robot is not None else self.robot
        key = (id(robot), quantity, tuple(sorted(choices.items())))
        if key not in self._functions:
            self._functions[key] = (robot, self.derive(robot, quantity, **choices))
        return self._functions[key][1]

    def function_or_none(self, quantity: str, robot: OpenRobot | None = None, **choices: Any) -> Function | None:
        """The same, or None where this robot does not have the quantity: accelerations of joints that move no mass."""
        try:
            return self.function(quantity, robot, **choices)
        except QuantityError:
            return None

    def value(
        self, quantity: str, states: States | None = None, robot: OpenRobot | None = None, **choices: Any
    ) -> Array:
        """A quantity on the sample states, one per row."""
        return evaluate(self.function(quantity, robot, **choices), states if states is not None else self.states)

    @cached_property
    def rigid(self) -> OpenRobot:
        """The numeric robot without drives and wrenches."""
        return without_drives(replace(self.robot, wrenches=()))

    @cached_property
    def exact_rigid(self) -> OpenRobot | None:
        return None if self.exact_robot is None else without_drives(replace(self.exact_robot, wrenches=()))


def evaluate(function: Function, states: States, **more: Any) -> Array:
    """A function on all states at once. Inputs come from the states by name; `more` overrides them."""
    values: Mapping[str, Any] = {**vars(states), **more}
    given = {name: values[name] for name in function.inputs if name in values}
    result = np.asarray(function(**given))
    shape = next(iter(function.outputs.values())).shape
    return np.broadcast_to(result, (len(states), *shape)) if result.ndim == len(shape) else result


def without_drives(robot: OpenRobot) -> OpenRobot:
    """The robot without friction, springs and rotors."""
    return robot.with_drives(lambda drive: Drive())
