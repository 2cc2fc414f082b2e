"""A closed robot whose numbers may become symbols: see mechanics/prepare.py."""

from __future__ import annotations

from dataclasses import replace

from linkwright.mechanics.closure.explicit import Solution, explicit
from linkwright.mechanics.platform.legs import parallel, regroup_legs
from linkwright.mechanics.problem import BaseModel, Model, ParametrisedModel
from linkwright.model.assembly.mobility_report import cut as cut_open
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.cut import Cut
from linkwright.model.regroup import regroup
from linkwright.model.robot import Parameter


class ParametrisedCut(ParametrisedModel):
    """A closed robot, cut open, in one form or another of its parameters."""

    def __init__(self, robot: ClosedRobot) -> None:
        self.robot, self.name = robot, robot.name

    def own(self, parameters: str, symbolic: str) -> tuple[Model, tuple[Parameter, ...]]:
        """Cut open, as asked for."""
        made = cut_open(self.robot, parameters, symbolic)
        return made, made.parameters

    def base(self, parameters: str, symbolic: str) -> BaseModel:
        """In base parameters of the closed mechanism."""
        from linkwright.mechanics.closed.base import base_of  # loads the prime fields

        return base_of(self.robot, parameters, symbolic)

    def regrouped(self, own: Model, gauge: str) -> Model:
        """As for trees; a platform keeps its own inertia."""
        assert isinstance(own, Cut)
        return replace(own, tree=regroup(own.tree, gauge)) if parallel(own) is None else regroup_legs(own, gauge)

    def solution(self, model: Model) -> Solution | None:
        assert isinstance(model, Cut)
        return explicit(model)
