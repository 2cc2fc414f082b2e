"""A tree under test, in numbers and, beside it, exactly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType

import numpy as np

from linkwright.errors import ModelError, QuantityError
from linkwright.mechanics.tree.factor import singular
from linkwright.model.describe import describe
from linkwright.model.exact import rationalised
from linkwright.model.parameters import form_of, substitute
from linkwright.model.robot import OpenRobot
from linkwright.referee.states import States
from linkwright.verification.context.base import RobotContext, without_drives
from linkwright.verification.states import sample

_ACCELERATIONS = ("forward_dynamics", "forward_dynamics_derivatives", "linearisation", "mass_matrix_inverse")
"""What divides by the mass matrix."""


@dataclass(frozen=True)
class OpenContext(RobotContext[OpenRobot, States]):
    """Parameters without a value are symbols in the exact laws and get random values in the numeric ones."""

    def _in_numbers(self) -> OpenRobot:
        rng = np.random.default_rng(self.seed)
        values = {
            n: p.value if p.value is not None else float(rng.uniform(0.5, 1.5))
            for n, p in self.given.parameters.items()
        }
        return replace(substitute(self.given, values), parameters=MappingProxyType({}))

    def _sample(self) -> States:
        return sample(self.robot, self.count, self.seed)

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
        """How the exact robot differs from this one, or why there is none."""
        return self._exact[1]

    @cached_property
    def undetermined(self) -> QuantityError | None:
        """Why accelerations of this robot are not determined, if they are not."""
        tree = form_of(self.robot).tree
        return next((error for M in self.value("mass_matrix") if (error := singular(tree, M.tolist()))), None)

    def refused(self, quantity: str) -> QuantityError | None:
        """Where the mass matrix is singular but for rounding, accelerations are refused as they are where it is singular in
        every digit."""
        return self.undetermined if quantity in _ACCELERATIONS else None

    @cached_property
    def rigid(self) -> OpenRobot:
        """The numeric robot without drives and wrenches."""
        return without_drives(replace(self.robot, wrenches=()))

    @cached_property
    def exact_rigid(self) -> OpenRobot | None:
        """The same of the exact robot."""
        return None if self.exact_robot is None else without_drives(replace(self.exact_robot, wrenches=()))
