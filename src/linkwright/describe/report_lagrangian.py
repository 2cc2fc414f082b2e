"""What a report says of a Lagrangian: variables and their derived names, constants, inputs, constraints, symmetries."""

from __future__ import annotations

from math import prod
from typing import Any

from linkwright.manifold.lagrangian import Lagrangian, names_of
from linkwright.manifold.show import writer
from linkwright.manifold.state import Slot, slots_of
from linkwright.manifold.terms import say


def report_of_lagrangian(system: Lagrangian) -> dict[str, Any]:
    """The parts of a report that a Lagrangian has."""
    free = sum(2 if s.kind == "S2" else s.nv for s in slots_of(system.variables))
    return {
        "degrees_of_freedom": free - sum(prod(c.term.shape) for c in system.constraints),
        "parameters": {c.name: _value(system, c.name, c.shape) for c in system.constants if c.kind != "basis"},
        "notes": [{"kind": "assumed", "what": note, "where": system.source} for note in system.notes],
        "lagrangian": _formulas(system),
    }


def _value(system: Lagrangian, name: str, shape: tuple[int, ...]) -> Any:
    """A number, the elements row by row, or nothing."""
    if name not in system.values:
        return None
    values = [float(x) for x in system.values[name]]
    return values if shape else values[0]


def _formulas(system: Lagrangian) -> dict[str, Any]:
    write = writer(system, "text")
    return {
        "lagrangian": write(system.lagrangian),
        "work": write(system.work),
        "dissipation": write(system.dissipation),
        "variables": [_variable(s, system) for s in slots_of(system.variables)],
        "constants": [
            {"name": c.name, "type": c.kind if c.kind != "general" else say(c.shape).removeprefix("a "),
             "value": None if c.name not in system.values else [float(x) for x in system.values[c.name]]}
            for c in system.constants
        ],
        "inputs": [{"name": i.name, "type": say(i.shape).removeprefix("a ")} for i in system.inputs],
        "constraints": [
            {"name": c.name, "kind": c.kind, "term": write(c.term), "multiplier": c.multiplier.name}
            for c in system.constraints
        ],
        "symmetries": [s.name for s in system.extra.get("symmetries", ())],
    }  # fmt: skip


def _variable(s: Slot, system: Lagrangian) -> dict[str, Any]:
    names = names_of(s.variable)
    start = {
        n: [float(x) for x in system.initial[n]] for n in (s.name, names.rate or names.velocity) if n in system.initial
    }
    return {
        "name": s.name, "manifold": str(s.variable.manifold), "q": list(range(s.iq, s.iq + s.nq)),
        "v": list(range(s.iv, s.iv + s.nv)), "velocity": names.rate or names.velocity,
        "variation": names.variation or f"delta({s.name})", "start": start,
    }  # fmt: skip
