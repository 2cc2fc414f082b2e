"""A closed robot whose numbers may become symbols: see mechanics/prepare.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from linkwright.mechanics.closed.base import base_of
from linkwright.mechanics.closure.explicit import explicit
from linkwright.mechanics.platform.legs import parallel, regroup_legs
from linkwright.mechanics.problem import BaseModel, Model, Problem, numeric_inertias
from linkwright.model.assembly.mobility_report import cut as cut_open
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.cut import Cut
from linkwright.model.regroup import regroup
from linkwright.model.robot import Parameter


@dataclass(frozen=True)
class ParametrisedCut:
    """A closed robot, cut open, in one form or another of its parameters."""

    robot: ClosedRobot

    def own(self, parameters: str, symbolic: str) -> tuple[Model, tuple[Parameter, ...]]:
        """Cut open, as asked for."""
        made = cut_open(self.robot, parameters, symbolic)
        return made, made.parameters

    def base(self, parameters: str, symbolic: str) -> BaseModel:
        """In base parameters of the closed mechanism."""
        return base_of(self.robot, parameters, symbolic)

    def variants(self, own: Model) -> Sequence[Model]:
        """As for trees; a platform keeps its own inertia."""
        assert isinstance(own, Cut)
        if parallel(own) is not None:
            gauges = ("lamina",) if numeric_inertias(own.tree) else ("classic", "lamina")
            return [*([] if len(gauges) == 1 else [own]), *(regroup_legs(own, gauge) for gauge in gauges)]
        if numeric_inertias(own.tree):
            return [replace(own, tree=regroup(own.tree))]
        return [own, replace(own, tree=regroup(own.tree, "classic")), replace(own, tree=regroup(own.tree))]

    def problem(
        self,
        models: Sequence[Model],
        parameters: Sequence[Parameter],
        labels: tuple[str, ...] = (),
        given: Mapping[str, Any] = MappingProxyType({}),
    ) -> Problem:
        """What is derived from these, with the closed form of the closure."""
        first = models[0]
        assert isinstance(first, Cut)
        return Problem(self.robot.name, tuple(models), tuple(parameters), labels, given, explicit(first))
