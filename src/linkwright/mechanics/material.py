"""What a quantity is derived from: candidate trees, the parameters left as symbols, the columns of a regressor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from linkwright.errors import QuantityError
from linkwright.graph.expr import Scalar, number
from linkwright.graph.quantity import Quantity
from linkwright.graph.rewrite import symbols_of
from linkwright.mechanics.candidate import derive_by
from linkwright.mechanics.quantities.table import QUANTITIES
from linkwright.model.base_parameters import BaseParameter, base_form
from linkwright.model.parameters import Form, form_of, joint_place, tree_symbols
from linkwright.model.regroup import regroup
from linkwright.model.robot import OpenRobot, Parameter
from linkwright.model.tree import Tree
from linkwright.spatial.inertia import PARAMETER_NAMES, Inertia


@dataclass(frozen=True)
class Material:
    """trees: the cheapest result among them is kept; labels: names of the result's elements or columns; given: what the method
    takes besides the inputs."""

    trees: tuple[Tree, ...]
    parameters: tuple[Parameter, ...]
    labels: tuple[str, ...] = ()
    given: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


def material(entry: Quantity, robot: OpenRobot, parameters: str, symbolic: str) -> Material:
    """Choose the form of the inertias: as given, regrouped, or as base parameters."""
    if entry.name == "base_parameters":
        return _base_map(_base_of(robot, _physical_form(parameters, symbolic), symbolic))
    if entry.columns == ("base",):
        return _base_columns(_base_of(robot, _physical_form(parameters, symbolic), symbolic))
    if parameters == "base":
        return _with_base_parameters(entry, _base_of(robot, parameters, symbolic))
    form = form_of(robot, parameters, symbolic)
    if entry.symbols:
        return _parameter_columns(form)
    if entry.columns:
        columns, labels = _unit_columns(form.tree)
        return Material((form.tree,), form.parameters, labels, {"columns": columns})
    if entry.physical:
        return Material((form.tree,), form.parameters)
    if _numeric_inertias(form.tree):
        return Material((regroup(form.tree),), form.parameters)
    return Material((form.tree, regroup(form.tree, "classic"), regroup(form.tree)), form.parameters)


@dataclass(frozen=True)
class _Base:
    """Base parameters: a form of the robot's tree, the same tree in base parameters, those that some torque depends on."""

    form: Form
    tree: Tree
    chosen: tuple[BaseParameter, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(p.name for p in self.chosen)

    @property
    def geometry(self) -> tuple[Parameter, ...]:
        """Parameters of the form that are still in the tree when its inertias are base parameters."""
        left = set(tree_symbols(self.tree))
        return tuple(p for p in self.form.parameters if p.name in left)


@lru_cache(maxsize=16)  # as for form_of
def _base_of(robot: OpenRobot, mode: str, symbolic: str) -> _Base:
    """The independent base parameters without those that no torque depends on."""
    from linkwright.mechanics.tree.independence import (
        independent,  # loads NumPy and the prime fields: base parameters only
    )

    form = form_of(robot, mode, symbolic)
    base = independent(base_form(form.tree))
    used = set(derive_by(QUANTITIES["inverse_dynamics"], "newton_euler", base.tree, {}).symbols)
    return _Base(form, base.tree, tuple(p for p in base.parameters if p.name in used))


def _physical_form(parameters: str, symbolic: str) -> str:
    """What base parameters are made of: the symbols that were asked for by name, otherwise ten parameters per link."""
    asked = parameters == "symbolic" or (parameters == "numeric" and symbolic)
    return parameters if asked else "inertial"


def _with_base_parameters(entry: Quantity, base: _Base) -> Material:
    if "base" in entry.columns:
        return _base_columns(base)
    if entry.physical:
        raise QuantityError(f"{entry.name} cannot be computed from base parameters", hint="use parameters='inertial'")
    values = [Parameter(p.name, _float(p.value, base.form.parameters)) for p in base.chosen]
    form = Form(base.tree, (*base.geometry, *values))
    return _parameter_columns(form) if entry.symbols else Material((form.tree,), form.parameters)


def _base_columns(base: _Base) -> Material:
    """A column per base parameter; what they are multiplied with does not depend on them."""
    return Material((base.tree,), base.geometry, base.labels, {"columns": [(p.link, p.unit) for p in base.chosen]})


def _base_map(base: _Base) -> Material:
    """The base parameters as formulas of the physical ones."""
    values = [p.value for p in base.chosen]
    return Material((base.form.tree,), base.form.parameters, base.labels, {"values": values})


def _parameter_columns(form: Form) -> Material:
    """A column per parameter that is a symbol."""
    if not form.parameters:
        raise QuantityError(
            "there is no parameter to differentiate by: all of them are numbers",
            hint="use parameters='symbolic' or 'inertial', or symbolic='mass_*' for some of them",
        )
    labels = tuple(p.name for p in form.parameters)
    return Material((form.tree,), form.parameters, labels, {"names": labels})


def _numeric_inertias(tree: Tree) -> bool:
    return all(number(x) is not None for link in tree.links for x in link.inertia.parameters)


def _unit_columns(tree: Tree) -> tuple[list[tuple[int, Inertia]], tuple[str, ...]]:
    """All ten parameters of every link at its joint's frame."""
    columns: list[tuple[int, Inertia]] = []
    labels: list[str] = []
    for i, link in tree.outward():
        place = joint_place(tree, link)
        for k, slot in enumerate(PARAMETER_NAMES):
            unit = Inertia.from_parameters([1 if j == k else 0 for j in range(10)])
            columns.append((i, unit.seen_from(place)))
            labels.append(f"{slot}_{link.name}")
    return columns, tuple(labels)


def _float(x: Scalar, known: Sequence[Parameter]) -> float | None:
    """Value of a base parameter, where all parameters it depends on have values."""
    value = number(x)
    if value is not None:
        return float(value)
    values = {p.name: p.value for p in known}
    needed = symbols_of(x.graph, [x.index])
    if any(values.get(n) is None for n in needed):
        return None
    from linkwright.graph.evaluate import FLOAT, evaluate

    return float(evaluate(x.graph, [x.index], {n: values[n] for n in needed}, FLOAT)[0])
