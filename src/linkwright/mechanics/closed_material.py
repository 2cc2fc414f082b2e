"""What a quantity of a closed robot is derived from: candidate trees, parameters left as symbols, the closed form if any."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from linkwright.graph.quantity import Quantity
from linkwright.mechanics.closure.explicit import Solution, eliminate, explicit
from linkwright.mechanics.embedding import Inputs
from linkwright.mechanics.material import _numeric_inertias, _unit_columns
from linkwright.mechanics.platform.legs import parallel, regroup_legs
from linkwright.model.assembly.analysis import cut as cut_open
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.cut import Cut
from linkwright.model.regroup import regroup
from linkwright.model.robot import Parameter


@dataclass(frozen=True)
class Material:
    """cuts: the cheapest result among them is kept; labels: names of the result's columns; given: what the method takes besides
    the inputs."""

    name: str
    cuts: tuple[Cut, ...]
    parameters: tuple[Parameter, ...]
    solution: Solution | None
    labels: tuple[str, ...] = ()
    given: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def default_closure(self) -> str:
        return "given" if self.solution is None else "explicit"

    def methods(self, entry: Quantity) -> list[str]:
        """Methods worth trying when the user names none: those that may be the shortest."""
        heavy = self.cuts[0].tree.nv > _SHORT
        return [name for name in entry.methods if name != "elimination" and not (heavy and name == "lagrange")]

    def closed(self, x: Inputs, roots: list[int], form: str) -> list[int]:
        """Roots over q and theta with the closed form put in."""
        assert self.solution is not None
        return eliminate(x.graph, roots, x.cut, self.solution, form)


_SHORT = 4
"""Coordinates of the tree up to which Lagrange's equations may be the shorter ones."""


def material(entry: Quantity, robot: ClosedRobot, parameters: str, symbolic: str) -> Material:
    """Choose the form of the inertias: as given, regrouped, or as base parameters."""
    if parameters == "base" or entry.columns == ("base",) or entry.name == "base_parameters":
        from linkwright.mechanics.closed.base import base_material

        return base_material(entry, robot, parameters, symbolic)
    own = cut_open(robot, parameters, symbolic)
    if entry.columns:
        columns, labels = _unit_columns(own.tree)
        return make(robot, [own], own.parameters, labels, {"columns": columns})
    if entry.physical or not entry.facts.get("dynamic"):
        return make(robot, [own], own.parameters)
    return make(robot, variants(own), own.parameters)


def make(
    robot: ClosedRobot,
    cuts: Sequence[Cut],
    parameters: Sequence[Parameter],
    labels: tuple[str, ...] = (),
    given: Mapping[str, Any] = MappingProxyType({}),
) -> Material:
    return Material(robot.name, tuple(cuts), tuple(parameters), explicit(cuts[0]), labels, given)


def variants(own: Cut) -> list[Cut]:
    """The same mechanism with inertias moved inward in one way or another; a platform keeps its own."""
    if parallel(own) is not None:
        gauges = ("lamina",) if _numeric_inertias(own.tree) else ("classic", "lamina")
        return [*([] if len(gauges) == 1 else [own]), *(regroup_legs(own, gauge) for gauge in gauges)]
    if _numeric_inertias(own.tree):
        return [replace(own, tree=regroup(own.tree))]
    return [own, replace(own, tree=regroup(own.tree, "classic")), replace(own, tree=regroup(own.tree))]
