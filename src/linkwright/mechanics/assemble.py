"""From a robot and the name of a quantity to a Function: check, choose, derive, make the ports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from linkwright.errors import QuantityError
from linkwright.graph.expr import Expr, lift
from linkwright.graph.function import Function, Port
from linkwright.graph.graph import Graph
from linkwright.graph.quantity import Nested, Quantity
from linkwright.mechanics.candidate import Candidate, cheapest, flatten, shape_of
from linkwright.mechanics.material import Material, material
from linkwright.model.robot import OpenRobot, Parameter


def assemble(
    robot: OpenRobot, entry: Quantity, method: str | None, parameters: str, symbolic: str, options: Mapping[str, Any]
) -> Function:
    """See linkwright.mechanism.derive."""
    _check(entry, method, options)
    source = material(entry, robot, parameters, symbolic)
    best = cheapest(entry, method, source.trees, {**options, **source.given})
    facts = {"robot": robot.name, "parameters": parameters, "method": best.method}
    return _function(entry, best, source, robot, {**facts, "unit_groups": source.trees[0].unit_groups})


def _check(entry: Quantity, method: str | None, options: Mapping[str, Any]) -> None:
    if method is not None and method not in entry.methods:
        raise QuantityError(f"{entry.name} has no method '{method}'", hint=f"one of: {', '.join(entry.methods)}")
    for name in options:
        if name not in entry.options:
            hint = f"options: {', '.join(entry.options)}" if entry.options else "it takes no options"
            raise QuantityError(f"{entry.name} has no option '{name}'", hint=hint)


def _function(entry: Quantity, found: Candidate, source: Material, robot: OpenRobot, facts: dict[str, Any]) -> Function:
    graph = found.graph
    names = entry.output.split()
    parts = [found.result] if len(names) == 1 else found.result
    outputs = [_output(name, part, entry, source.labels, graph) for name, part in zip(names, parts, strict=True)]
    wanted = [n for n in entry.inputs.split() if n != "wrench" or robot.wrenches]
    inputs = [_port(name, getattr(found.inputs, name), robot) for name in wanted]
    known = {graph.data[i] for p in inputs for i in p.nodes} | {p.name for p in source.parameters}
    if missing := set(found.symbols) - known:
        raise QuantityError(
            f"undefined symbols in the model: {', '.join(sorted(missing))}", hint="add them to 'parameters'"
        )
    if source.parameters:
        inputs.append(_parameter_port(graph, source.parameters))
    about = {"doc": entry.doc, "equation": entry.equation, "reference": entry.reference}
    return Function.make(entry.name, graph, inputs, outputs, **about, facts=MappingProxyType(facts))


_MATRICES = (
    *("M", "C", "Minv", "Y", "dtau_dq", "dtau_dv", "da_dq", "da_dv", "da_dtau"),
    *("dM", "ddM", "dC", "ddC", "dtau_dp", "A", "B", "Yb", "Yg", "Yh"),
)
"""Outputs with a row per degree of freedom."""


def _output(name: str, part: Nested, entry: Quantity, labels: tuple[str, ...], graph: Graph) -> Port:
    nodes = tuple(lift(graph, x).index for x in flatten(part))
    # where nothing moves, no row says how many columns there would be
    shape = (0, len(labels)) if name in _MATRICES and not part else shape_of(part)
    return Port(name, shape, nodes, doc=entry.doc, unit=entry.unit, labels=labels)


_UNITS = {
    "q": "rad | m",
    "v": "rad/s | m/s",
    "a": "rad/s^2 | m/s^2",
    "j": "rad/s^3 | m/s^3",
    "s": "rad/s^4 | m/s^4",
    "tau": "N m | N",
    "wrench": "N, N m",
}
_DOCS = {
    "q": "joint positions",
    "v": "joint velocities",
    "a": "joint accelerations",
    "j": "joint jerks: time derivatives of the accelerations",
    "s": "joint snaps: time derivatives of the jerks",
    "tau": "joint forces",
    "wrench": "external force and moment per frame, in the frame's axes",
}


def _port(name: str, symbols: Sequence[Expr], robot: OpenRobot) -> Port:
    shape = (len(robot.wrenches), 6) if name == "wrench" else (len(symbols),)
    return Port(name, shape, tuple(x.index for x in symbols), doc=_DOCS[name], unit=_UNITS[name])


def _parameter_port(graph: Graph, known: Sequence[Parameter]) -> Port:
    values = [p.value for p in known]
    defaults = tuple(float(v) for v in values if v is not None) if all(v is not None for v in values) else None
    return Port(
        "parameters", (len(known),), tuple(graph.symbol(p.name) for p in known),
        doc="model parameters", labels=tuple(p.name for p in known), defaults=defaults,
    )  # fmt: skip
