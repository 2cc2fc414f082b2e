"""What a quantity is derived from: candidate trees, the parameters left as symbols, the columns of a regressor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from linkwright.derive.candidate import derive_by
from linkwright.derive.quantity import Quantity
from linkwright.derive.table import QUANTITIES
from linkwright.errors import QuantityError
from linkwright.graph.expr import Scalar, number
from linkwright.graph.rewrite import symbols_of
from linkwright.model.base_parameters import BaseForm, base_form
from linkwright.model.parameters import Form, form_of, joint_place, tree_symbols
from linkwright.model.regroup import regroup
from linkwright.model.robot import Parameter, Robot
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


def material(entry: Quantity, robot: Robot, parameters: str, symbolic: str) -> Material:
    """Choose the form of the inertias: as given, regrouped, or as base parameters."""
    if entry.name == "base_parameters":
        return _base_map(_physical_form(robot, parameters, symbolic))
    if entry.columns == ("base",):
        return _base_columns(_physical_form(robot, parameters, symbolic))
    form = form_of(robot, parameters, symbolic)
    if entry.symbols:
        return _parameter_columns(form if parameters != "base" else _base_as_form(form))
    if parameters == "base":
        return _with_base_parameters(entry, form)
    if entry.columns:
        columns, labels = _unit_columns(form.tree)
        return Material((form.tree,), form.parameters, labels, {"columns": columns})
    if entry.physical:
        return Material((form.tree,), form.parameters)
    if _numeric_inertias(form.tree):
        return Material((regroup(form.tree),), form.parameters)
    return Material((form.tree, regroup(form.tree, "classic"), regroup(form.tree)), form.parameters)


def available(robot: Robot, parameters: str = "numeric", symbolic: str = "") -> tuple[str, ...]:
    """Names of the quantities that this robot has in this form of its parameters."""
    bare = parameters != "base" and not form_of(robot, parameters, symbolic).parameters
    return tuple(
        x.name
        for x in QUANTITIES.values()
        if not (x.symbols and bare)
        and (parameters != "base" or not x.physical or "base" in x.columns or x.name == "base_parameters")
    )


def _physical_form(robot: Robot, parameters: str, symbolic: str) -> Form:
    """What base parameters are made of: the symbols that were asked for by name, otherwise ten parameters per link."""
    asked = parameters == "symbolic" or (parameters == "numeric" and symbolic)
    return form_of(robot, parameters if asked else "inertial", symbolic)


def _with_base_parameters(entry: Quantity, form: Form) -> Material:
    if "base" in entry.columns:
        return _base_columns(form)
    if entry.physical:
        raise QuantityError(f"{entry.name} cannot be computed from base parameters", hint="use parameters='inertial'")
    base = _base_as_form(form)
    return Material((base.tree,), base.parameters)


def _base_as_form(form: Form) -> Form:
    """The tree with base parameters in place of inertias."""
    base, used = _effective(form.tree)
    values = [Parameter(p.name, _float(p.value, form.parameters)) for p in base.parameters if p.name in used]
    return Form(base.tree, (*_geometry(base, form), *values))


def _geometry(base: BaseForm, form: Form) -> tuple[Parameter, ...]:
    """Parameters of the form that are still in the tree when its inertias are base parameters."""
    left = set(tree_symbols(base.tree))
    return tuple(p for p in form.parameters if p.name in left)


def _base_columns(form: Form) -> Material:
    """A column per base parameter; what they are multiplied with does not depend on them."""
    base, used = _effective(form.tree)
    chosen = [p for p in base.parameters if p.name in used]
    columns = [(p.link, p.unit) for p in chosen]
    return Material((base.tree,), _geometry(base, form), tuple(p.name for p in chosen), {"columns": columns})


def _parameter_columns(form: Form) -> Material:
    """A column per parameter that is a symbol."""
    if not form.parameters:
        raise QuantityError(
            "there is no parameter to differentiate by: all of them are numbers",
            hint="use parameters='symbolic' or 'inertial', or symbolic='mass_*' for some of them",
        )
    labels = tuple(p.name for p in form.parameters)
    return Material((form.tree,), form.parameters, labels, {"names": labels})


def _base_map(form: Form) -> Material:
    """The base parameters that some torque depends on, as formulas of the physical ones."""
    base, used = _effective(form.tree)
    chosen = [p for p in base.parameters if p.name in used]
    return Material((form.tree,), form.parameters, tuple(p.name for p in chosen), {"values": [p.value for p in chosen]})


def _effective(tree: Tree) -> tuple[BaseForm, set[str]]:
    """Independent base parameters, and the names of those that some torque depends on."""
    from linkwright.derive.independence import independent  # loads NumPy and the prime fields: base parameters only

    base = independent(base_form(tree))
    torques = derive_by(QUANTITIES["inverse_dynamics"], "newton_euler", base.tree, {})
    return base, {p.name for p in base.parameters} & set(torques.symbols)


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
