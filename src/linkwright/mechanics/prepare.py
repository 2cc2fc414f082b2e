"""From a robot and a quantity to a Problem: which trees to derive from, which parameters stay symbols, what columns mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from linkwright.errors import QuantityError
from linkwright.graph.quantity import Quantity
from linkwright.mechanics.problem import BaseModel, Model, ParametrisedModel, Problem, tree_of
from linkwright.model.closed_robot import Robot
from linkwright.model.parameters import joint_place, value_of
from linkwright.model.robot import OpenRobot, Parameter
from linkwright.model.tree import Tree
from linkwright.spatial.inertia import PARAMETER_NAMES, Inertia

if TYPE_CHECKING:
    from linkwright.mechanics.tree.regressor import Column


def prepare(
    robot: Robot, entry: Quantity, parameters: str, symbolic: str, options: Mapping[str, Any] = MappingProxyType({})
) -> Problem:
    """What a quantity is derived from; options: of the call."""
    if entry.unknown:
        return _unknown(robot, entry, symbolic, options)
    problem = _in_form(robot, entry, parameters, symbolic)
    return _with_goals(robot, problem, options) if "limits" in entry.options else problem


def _in_form(robot: Robot, entry: Quantity, parameters: str, symbolic: str) -> Problem:
    """Choose the form of the inertias: as given, regrouped, or as base parameters."""
    model = _parametrised(robot)
    if parameters == "base" or entry.columns in (("base",), ("values",)):
        form = parameters if parameters == "base" else _physical_form(parameters, symbolic)
        return _in_base_parameters(entry, model, model.base(form, symbolic))
    own, known = model.own(parameters, symbolic)
    if entry.symbols:
        return _by_parameters(model, own, known)
    if entry.columns:
        columns, labels = _unit_columns(tree_of(own), robot.tree.inertial_names)
        return model.problem([own], known, labels, {"columns": columns})
    return (_as_given if entry.physical or entry.kinematic else _regrouped)(robot, parameters, symbolic)


@lru_cache(maxsize=64)  # a robot is compared by identity; many quantities share one form and its closed form
def _as_given(robot: Robot, parameters: str, symbolic: str) -> Problem:
    model = _parametrised(robot)
    own, known = model.own(parameters, symbolic)
    return model.problem([own], known)


@lru_cache(maxsize=64)
def _regrouped(robot: Robot, parameters: str, symbolic: str) -> Problem:
    """Inertias regrouped where that may be shorter: it changes no geometry, and so no closed form of a closure."""
    given = _as_given(robot, parameters, symbolic)
    return replace(given, models=tuple(_parametrised(robot).variants(given.models[0])))


def _unknown(robot: Robot, entry: Quantity, symbolic: str, options: Mapping[str, Any]) -> Problem:
    """Of a robot whose inertias and drives are to be measured: whatever the file says of them is a guess."""
    from linkwright.mechanics.identifiable import identifiable

    model = _parametrised(robot)
    base = model.base("full", symbolic)
    found = identifiable(robot, base, options)
    if entry.columns == ("values",):
        return model.problem([base.own], found.known, found.labels, {"values": list(found.values)})
    return model.problem([base.base], base.geometry, found.labels, found.given)


def _with_goals(robot: Robot, problem: Problem, options: Mapping[str, Any]) -> Problem:
    """Of what is asked to reach poses: how far the joints may go, and what the caller may leave out."""
    from linkwright.mechanics.inverse.limits import joint_limits, middle

    goals = str(options.get("frame") or "").count(",") + 1
    defaults = {"weights": (1.0,) * 2 * goals, "rest": middle(robot), "gain": (0.0,)}
    return replace(problem, given={**problem.given, "joint_limits": joint_limits(robot)}, defaults=defaults)


def _parametrised(robot: Robot) -> ParametrisedModel:
    if isinstance(robot, OpenRobot):
        from linkwright.mechanics.tree.parametrised import ParametrisedTree

        return ParametrisedTree(robot)
    from linkwright.mechanics.closed.parametrised import ParametrisedCut

    return ParametrisedCut(robot)


def _physical_form(parameters: str, symbolic: str) -> str:
    """What base parameters are made of: the symbols that were asked for by name, otherwise ten parameters per link."""
    asked = parameters == "symbolic" or (parameters == "numeric" and symbolic)
    return parameters if asked else "inertial"


def _in_base_parameters(entry: Quantity, model: ParametrisedModel, base: BaseModel) -> Problem:
    labels = tuple(p.name for p in base.chosen)
    if entry.columns == ("values",):  # the base parameters as formulas of the physical ones
        return model.problem([base.own], base.known, labels, {"values": [p.value for p in base.chosen]})
    if "base" in entry.columns:  # what they are multiplied with does not depend on them
        return model.problem([base.base], base.geometry, labels, {"columns": [p.column for p in base.chosen]})
    if entry.physical:
        raise QuantityError(f"{entry.name} cannot be computed from base parameters", hint="use parameters='inertial'")
    values = [Parameter(p.name, value_of(p.value, base.known)) for p in base.chosen]
    known = (*base.geometry, *values)
    return _by_parameters(model, base.base, known) if entry.symbols else model.problem([base.base], known)


def _by_parameters(model: ParametrisedModel, own: Model, known: tuple[Parameter, ...]) -> Problem:
    """A column per parameter that is a symbol."""
    if not known:
        raise QuantityError(
            "there is no parameter to differentiate by: all of them are numbers",
            hint="use parameters='symbolic' or 'inertial', or symbolic='mass_*' for some of them",
        )
    labels = tuple(p.name for p in known)
    return model.problem([own], known, labels, {"names": labels})


def _unit_columns(tree: Tree, names: Mapping[str, str]) -> tuple[list[Column], tuple[str, ...]]:
    """All ten parameters of every link at its joint's frame; names: of links that share those of another, that other."""
    columns: dict[str, list[tuple[int, Inertia]]] = {}
    for i, link in tree.outward():
        place = joint_place(tree, link)
        for k, slot in enumerate(PARAMETER_NAMES):
            unit = Inertia.from_parameters([1 if j == k else 0 for j in range(10)])
            columns.setdefault(f"{slot}_{names.get(link.name, link.name)}", []).append((i, unit.seen_from(place)))
    return list(columns.values()), tuple(columns)
