"""From a Lagrangian and the name of a quantity to a Function: check, choose, derive, make the ports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from linkwright.errors import InputError
from linkwright.graph.expr import Expr, lift
from linkwright.graph.function import Function, Port
from linkwright.graph.notes import note
from linkwright.graph.quantity import Quantity, flatten
from linkwright.manifold.constants import Constants
from linkwright.manifold.lagrangian import Lagrangian
from linkwright.manifold.mechanics import Mechanics
from linkwright.manifold.parts import NotByThis
from linkwright.manifold.state import labels_of, slots_of
from linkwright.manifold.symbolic import FEW
from linkwright.narrowing import is_list

RESERVED = ("q", "v", "a", "p", "h", "t", "theta", "parameters", "multipliers")
_DOCS = {
    "q": "places: unit vectors, rotations row by row",
    "v": "velocities: dx; omega of unit vectors (dq = omega x q); Omega of rotations, in body axes",
    "a": "accelerations: time derivatives of v",
    "theta": "where the step goes: the places are moved by it with the Cayley map",
    "h": "length of the step",
    "p": "momenta: dL/d(dx); q x dL/d(dq) of unit vectors; dL/dOmega of rotations",
}
_LABELS = {"q": "q", "v": "v", "a": "a"}


def assemble(
    system: Lagrangian, entry: Quantity, method: str | None, parameters: str, symbolic: str, options: Mapping[str, Any]
) -> Function:
    """See linkwright.mechanism.derive."""
    entry.check_asked(method, options)
    check_names(system)
    few = sum(s.nv for s in slots_of(system.variables)) <= FEW
    methods = [method] if method is not None else list(entry.methods) if few else list(entry.methods)[:1]
    made: list[Function] = []
    for m in methods:
        try:
            made.append(_by(system, entry, m, parameters, symbolic, options))
        except NotByThis:
            if len(methods) == 1:
                raise
    return min(made, key=lambda f: f.ops.flops)


def _by(
    system: Lagrangian, entry: Quantity, method: str, parameters: str, symbolic: str, options: Mapping[str, Any]
) -> Function:
    """The quantity by one method."""
    constants = Constants(system, parameters, symbolic)
    x = Mechanics(system, constants)
    derivation: Any = entry.methods[method]
    made = x.finish_all(derivation(x, **options))
    outputs = [_output(x, name, part, entry) for name, part in made.items()]
    inputs = _inputs(x, entry, options.get("forces"))
    port = constants.port(x.graph)
    facts: dict[str, Any] = {"robot": system.name, "parameters": parameters, "method": method}
    facts["unit_groups"] = tuple(tuple(f"q[{k}]" for k in range(s.iq, s.iq + 3)) for s in x.slots if s.kind == "S2")
    about = {"doc": entry.doc, "equation": entry.equation, "reference": entry.reference}
    return Function.make(
        entry.name, x.graph, [*inputs, port] if port else inputs, outputs, **about, facts=MappingProxyType(facts)
    )


def check_names(system: Lagrangian) -> None:
    """Inputs are ports of their own, beside q, v and a."""
    for name in (i.name for i in system.inputs):
        if name in RESERVED:
            hint = f"rename it: generated functions have inputs called {', '.join(RESERVED)}"
            raise InputError(f"an input is called '{name}'", system.source, hint)


def _inputs(x: Mechanics, entry: Quantity, forces: Mapping[str, Any] | None) -> list[Port]:
    found: list[Port] = []
    replaced = forces or {}
    for name in entry.inputs.split():
        if name == "inputs":
            kept = [i for i in x.system.inputs if i.name not in replaced]
            found += [_port(i.name, x.inputs[i.name], i.shape, "force or moment of the work") for i in kept]
        elif name == "multipliers":
            if x.multipliers:
                found.append(_port(name, x.multipliers, (len(x.multipliers),), "forces of the constraints"))
        else:
            sizes = {"theta": x.nv, "h": 1}
            known = {"q": x.q, "v": x.v, "a": x.a, "p": x.momenta}
            values = known[name] if name in known else x.symbols(name, sizes[name])
            labels = labels_of(x.slots, _LABELS[name]) if name in _LABELS else ()
            found.append(Port(name, (len(values),), _nodes(values), _DOCS[name], labels=labels))
    if forces is not None:
        found.append(_port("t", x.symbols("t", 1), (1,), "time"))
    return found


def _port(name: str, values: Sequence[Expr], shape: tuple[int, ...], doc: str) -> Port:
    return Port(name, shape or (1,), _nodes(values), doc)


def _nodes(values: Sequence[Expr]) -> tuple[int, ...]:
    return tuple(e.index for e in values)


def _output(x: Mechanics, name: str, part: Any, entry: Quantity) -> Port:
    shape: list[int] = []
    inner = part
    while is_list(inner):
        shape.append(len(inner))
        inner = inner[0] if inner else 0
    nodes = tuple(lift(x.graph, e).index for e in flatten(part))
    _note_rows(x, name, nodes)
    return Port(name, tuple(shape), nodes, entry.doc, entry.unit)


_ROWS = ("a", "residual", "tau", "M", "p", "v", "dp", "v_next", "p_next")
"""Outputs with a row per element of v."""


def _note_rows(x: Mechanics, name: str, nodes: Sequence[int]) -> None:
    """Say to which variable the rows of a result belong."""
    if name not in _ROWS or len(nodes) % x.nv:
        return
    width = len(nodes) // x.nv
    for s in x.slots:
        row = [Expr(x.graph, i) for i in nodes[s.iv * width : (s.iv + s.nv) * width]]
        note(f"variable {s.name}", name if width == 1 else f"rows of {name}", row)
