"""From a robot and the name of a quantity to a Function: choose form and method, make the ports, call the derivation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from linkwright.derive.independence import independent
from linkwright.derive.motion import unit_groups
from linkwright.derive.quantity import Inputs, Nested, Quantity
from linkwright.derive.table import ALIASES, QUANTITIES
from linkwright.errors import QuantityError
from linkwright.graph.expr import Expr, Scalar, lift, number
from linkwright.graph.function import Function, Port, count_ops
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import symbols_of
from linkwright.model.base_parameters import base_form
from linkwright.model.parameters import form_of, joint_place
from linkwright.model.regroup import regroup
from linkwright.model.robot import Parameter, Robot
from linkwright.model.tree import Tree
from linkwright.spatial.inertia import PARAMETER_NAMES, Inertia


@dataclass(frozen=True)
class _Candidate:
    """A way to derive the quantity: a tree (regrouped or not), a method, and what they give."""

    graph: Graph
    inputs: Inputs
    result: Nested
    cost: int
    method: str


def assemble(
    robot: Robot, quantity: str, method: str | None, parameters: str, symbolic: str, options: Mapping[str, Any]
) -> Function:
    """The door's work; see linkwright.derive.derive."""
    entry = find_quantity(quantity)
    _check(entry, method, options)
    if entry.name == "base_parameters":
        parameters = "inertial"  # whatever the caller's form: they are what the map starts from
    form = form_of(robot, parameters, symbolic)
    tree, known = form.tree, list(form.parameters)
    facts: dict[str, Any] = {"robot": robot.name, "parameters": parameters, "unit_groups": unit_groups(tree)}
    labels: tuple[str, ...] = ()
    options = dict(options)
    if parameters == "base":
        base = independent(base_form(tree))
        tree = base.tree
        units = [(p.link, p.unit) for p in base.parameters]
        inertial = [Parameter(p.name, _float(p.value, known)) for p in base.parameters]
        used = _used(tree, {p.name for p in inertial})
        if entry.physical and entry.name != "regressor":
            raise QuantityError(
                f"{entry.name} cannot be computed from base parameters", hint="use parameters='inertial'"
            )
        if entry.name == "regressor":
            chosen = [k for k, p in enumerate(base.parameters) if p.name in used]
            options["columns"] = [units[k] for k in chosen]
            labels = tuple(base.parameters[k].name for k in chosen)
        left = _tree_symbols(tree)
        known = [p for p in known if p.name in left] + [p for p in inertial if p.name in used]
        candidates = [tree]
    elif entry.name == "base_parameters":
        options["values"], labels = _base_values(tree)
        candidates = [tree]
    elif entry.name == "regressor":
        options["columns"], labels = _unit_columns(tree)
        candidates = [tree]
    elif entry.physical:
        candidates = [tree]
    elif _numeric_inertias(tree):
        candidates = [regroup(tree)]
    else:
        candidates = [tree, regroup(tree, "classic"), regroup(tree)]
    best = _cheapest(entry, method, candidates, options)
    return _function(entry, best, robot, known, labels, facts)


def find_quantity(name: str) -> Quantity:
    """A quantity by its name or one of its aliases."""
    if name not in ALIASES:
        import difflib

        near = difflib.get_close_matches(name, ALIASES, 3)
        raise QuantityError(
            f"unknown quantity '{name}'",
            hint=f"did you mean {' or '.join(near)}?" if near else f"one of: {', '.join(QUANTITIES)}",
        )
    return QUANTITIES[ALIASES[name]]


def _check(entry: Quantity, method: str | None, options: Mapping[str, Any]) -> None:
    if method is not None and method not in entry.methods:
        raise QuantityError(f"{entry.name} has no method '{method}'", hint=f"one of: {', '.join(entry.methods)}")
    for name in options:
        if name not in entry.options:
            hint = f"options: {', '.join(entry.options)}" if entry.options else "it takes no options"
            raise QuantityError(f"{entry.name} has no option '{name}'", hint=hint)


def _cheapest(entry: Quantity, method: str | None, trees: Sequence[Tree], options: Mapping[str, Any]) -> _Candidate:
    """Derive by every candidate and keep the one with the fewest operations."""
    methods = [method] if method is not None else default_methods(entry, trees[0])
    found = [_derive(entry, name, tree, options) for tree in trees for name in methods]
    return min(found, key=lambda c: c.cost)


def default_methods(entry: Quantity, tree: Tree) -> list[str]:
    """Methods worth trying when the user names none: the first of the table, and others where they may win."""
    first, *others = entry.methods
    if entry.name == "forward_dynamics" and tree.nv > _SHORT and not _has_mimic(tree):
        return [first, *others]
    if entry.name == "inverse_dynamics_derivatives" and tree.nv <= _SHORT:
        return [first, *others]
    return [first]


_SHORT = 10
"""Degrees of freedom up to which a method that grows faster may still be the cheaper one."""


def _has_mimic(tree: Tree) -> bool:
    return len({link.iv for link in tree.links}) < len(tree.links) or any(number(k.ratio) != 1 for k in tree.links)


def _derive(entry: Quantity, method: str, tree: Tree, options: Mapping[str, Any]) -> _Candidate:
    graph = Graph()
    tree = tree.map(lambda x: lift(graph, x) if isinstance(x, Expr) else x)
    sizes = {"q": tree.nq, "v": tree.nv, "a": tree.nv, "tau": tree.nv, "wrench": 6 * len(tree.wrenches)}
    symbols = {name: [Expr(graph, graph.symbol(f"{name}[{k}]")) for k in range(size)] for name, size in sizes.items()}
    inputs = Inputs(tree, **symbols, options=options)
    result = entry.methods[method](inputs)
    roots = [lift(graph, x).index for x in flatten(result)]
    return _Candidate(graph, inputs, result, count_ops(graph, roots).flops, method)


def flatten(x: Nested) -> list[Scalar]:
    """Elements of nested lists, row-major."""
    if not isinstance(x, list):
        return [x]
    return [e for part in x for e in flatten(part)]


def shape_of(x: Nested) -> tuple[int, ...]:
    return (len(x), *shape_of(x[0])) if isinstance(x, list) and x else (0,) if isinstance(x, list) else ()


def _function(
    entry: Quantity,
    c: _Candidate,
    robot: Robot,
    known: Sequence[Parameter],
    labels: tuple[str, ...],
    facts: dict[str, Any],
) -> Function:
    graph = c.graph
    names = entry.output.split()
    parts = [c.result] if len(names) == 1 else c.result
    outputs = [
        Port(
            name,
            shape_of(part),
            tuple(lift(graph, x).index for x in flatten(part)),
            doc=entry.doc,
            unit=entry.unit,
            labels=labels,
        )
        for name, part in zip(names, parts, strict=True)
    ]
    inputs = [
        _port(name, getattr(c.inputs, name), robot)
        for name in entry.inputs.split()
        if name != "wrench" or robot.wrenches
    ]
    used = set(symbols_of(graph, [i for port in outputs for i in port.nodes]))
    missing = used - {graph.data[i] for p in inputs for i in p.nodes} - {p.name for p in known}
    if missing:
        raise QuantityError(
            f"undefined symbols in the model: {', '.join(sorted(missing))}", hint="add them to 'parameters'"
        )
    if known:
        inputs.append(_parameter_port(graph, known))
    return Function.make(
        entry.name, graph, inputs, outputs,
        doc=entry.doc, equation=entry.equation, reference=entry.reference,
        facts=MappingProxyType({**facts, "method": c.method}),
    )  # fmt: skip


_UNITS = {"q": "rad | m", "v": "rad/s | m/s", "a": "rad/s^2 | m/s^2", "tau": "N m | N", "wrench": "N, N m"}
_DOCS = {
    "q": "joint positions",
    "v": "joint velocities",
    "a": "joint accelerations",
    "tau": "joint forces",
    "wrench": "external force and moment per frame, in the frame's axes",
}


def _port(name: str, symbols: Sequence[Expr], robot: Robot) -> Port:
    shape = (len(robot.wrenches), 6) if name == "wrench" else (len(symbols),)
    return Port(name, shape, tuple(x.index for x in symbols), doc=_DOCS[name], unit=_UNITS[name])


def _parameter_port(graph: Graph, known: Sequence[Parameter]) -> Port:
    values = [p.value for p in known]
    defaults = tuple(float(v) for v in values if v is not None) if all(v is not None for v in values) else None
    return Port(
        "parameters", (len(known),), tuple(graph.symbol(p.name) for p in known),
        doc="model parameters", labels=tuple(p.name for p in known), defaults=defaults,
    )  # fmt: skip


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


def _base_values(tree: Tree) -> tuple[list[Scalar], tuple[str, ...]]:
    """The base parameters that some torque depends on, as formulas of the physical ones."""
    base = independent(base_form(tree))
    used = _used(base.tree, {p.name for p in base.parameters})
    chosen = [p for p in base.parameters if p.name in used]
    return [p.value for p in chosen], tuple(p.name for p in chosen)


def _used(tree: Tree, names: set[str]) -> set[str]:
    """Base parameters that some torque depends on."""
    c = _derive(QUANTITIES["inverse_dynamics"], "newton_euler", tree, {})
    return names & set(symbols_of(c.graph, [lift(c.graph, x).index for x in flatten(c.result)]))


def _tree_symbols(tree: Tree) -> set[str]:
    found: set[str] = set()

    def look(x: Scalar) -> Scalar:
        if isinstance(x, Expr):
            found.update(symbols_of(x.graph, [x.index]))
        return x

    tree.map(look)
    return found


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
