"""A tree under test, in numbers and, beside it, exactly."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np

from linkwright.errors import ModelError, QuantityError
from linkwright.graph.function import Port
from linkwright.mechanics.tree.factor import singular
from linkwright.model.describe import describe
from linkwright.model.exact import rationalised
from linkwright.model.parameters import parametrised_tree, substitute
from linkwright.model.robot import OpenRobot
from linkwright.referee import reference
from linkwright.referee.open_reference import OpenReference
from linkwright.referee.states import States
from linkwright.verification.context.base import Change, Exact, Exactly, RobotContext, rigid
from linkwright.verification.finding import Finding, largest, notes
from linkwright.verification.states import sample
from linkwright.verification.suite.expected import EXPECTED
from linkwright.verification.suite.numbers import Numbers

_ACCELERATIONS = ("forward_dynamics", "forward_dynamics_derivatives", "linearisation", "mass_matrix_inverse")
"""What divides by the mass matrix."""


@dataclass(frozen=True)
class OpenContext(RobotContext[OpenRobot, States]):
    """Parameters without a value are symbols in the exact laws and get random values in the numeric ones."""

    expected = EXPECTED
    time, frames = 0.5, 6
    accelerations = ({"method": "mass_matrix"}, {"method": "articulated_body"})
    nearly_singular = "the mass matrix is nearly singular: some body has hardly any mass or inertia of its own"
    equations = tuple(("inverse_dynamics", method) for method in ("newton_euler", "lagrange", "lie_group"))

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
        tree = parametrised_tree(self.robot).tree
        return next((error for M in self.value("mass_matrix") if (error := singular(tree, M.tolist()))), None)

    def refused(self, quantity: str) -> QuantityError | None:
        """Where the mass matrix is singular but for rounding, accelerations are refused as they are where it is singular in
        every digit."""
        return self.undetermined if quantity in _ACCELERATIONS else None

    def reference_of(self, robot: OpenRobot, **about: Any) -> OpenReference:
        return reference(robot, self.states, **about)

    def varied(self, port: Port) -> OpenReference | None:
        numbers = Numbers(self.given, "symbolic")
        values = numbers.values(port) if numbers.speaks_of(port.labels) else {}
        about = {"tree": numbers.tree(values), "tree_of": numbers.tree, "values": values}
        return self.reference_of(self.robot, **about) if values else None

    def changed(self, change: Change) -> OpenRobot:
        return change(self.robot)

    @cached_property
    def exact_rigid(self) -> OpenRobot | None:
        """The exact robot without drives and wrenches."""
        return None if self.exact_robot is None else rigid(self.exact_robot)

    def found(self, gaps: Iterable[float], *told: str, exactly: Exactly | None = None, how: str = "") -> Finding:
        if exactly is None or self.exact_robot is None:
            return super().found(gaps, *told, self.exact_note if exactly else "")
        exact = exactly(Exact(self.function, self.exact_robot))
        return Finding(largest(gaps), exact, notes(*told, how, self.exact_note))
