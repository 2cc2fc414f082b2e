"""`linkwright check` of a Lagrangian: variables and their derived names, constants, inputs, constraints, notes."""

from __future__ import annotations

from typing import Any

from linkwright.cli.console import console, print_json, table
from linkwright.manifold.lagrangian import Lagrangian, names_of
from linkwright.manifold.lower import size_of
from linkwright.manifold.show import writer
from linkwright.manifold.state import Slot, slots_of
from linkwright.manifold.terms import say


def report(system: Lagrangian) -> dict[str, Any]:
    """The facts of a system as plain data."""
    write = writer(system, "text")
    slots = slots_of(system.variables)
    return {
        "name": system.name,
        "file": system.source,
        "nq": system.nq,
        "nv": system.nv,
        "degrees_of_freedom": sum(2 if s.kind == "S2" else s.nv for s in slots)
        - sum(size_of(c.term.shape) for c in system.constraints),
        "lagrangian": write(system.lagrangian),
        "work": write(system.work),
        "dissipation": write(system.dissipation),
        "variables": [_variable(s, system) for s in slots],
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
        "notes": list(system.notes),
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


def print_report(facts: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(facts)
        return
    out = console()
    size = (
        f"{facts['degrees_of_freedom']} degrees of freedom on {' x '.join(v['manifold'] for v in facts['variables'])}"
    )
    out.print(f"{facts['name']}   {size}, q has {facts['nq']} numbers, v has {facts['nv']}", soft_wrap=True)
    out.print(f"\nL = {facts['lagrangian']}", soft_wrap=True)
    if facts["work"] != "0":
        out.print(f"δW = {facts['work']}", soft_wrap=True)
    if facts["dissipation"] != "0":
        out.print(f"D = {facts['dissipation']}", soft_wrap=True)
    rows = [[v["name"], v["manifold"], _span(v["q"]), _span(v["v"]), v["velocity"], v["variation"], _start(v)]
            for v in facts["variables"]]  # fmt: skip
    out.print()
    out.print(table("variables", ("name", "manifold", "q", "v", "velocity", "variation", "start"), rows))
    if facts["constants"]:
        out.print()
        out.print(
            table(
                "constants", ("name", "type", "value"), [[c["name"], c["type"], _value(c)] for c in facts["constants"]]
            )
        )
    if facts["inputs"]:
        out.print()
        out.print(table("inputs", ("name", "type"), [[i["name"], i["type"]] for i in facts["inputs"]]))
    for c in facts["constraints"]:
        out.print(
            f"\n{c['kind']} constraint {c['name']}, multiplier {c['multiplier']}: {c['term']} = 0", soft_wrap=True
        )
    if facts["symmetries"]:
        out.print(f"\nsymmetries: {', '.join(facts['symmetries'])}")
    for note in facts["notes"]:
        out.print(f"note: {note}", soft_wrap=True)


def _span(indices: list[int]) -> str:
    return str(indices[0]) if len(indices) == 1 else f"{indices[0]}..{indices[-1]}"


def _value(c: dict[str, Any]) -> str:
    return "input" if c["value"] is None else " ".join(f"{x:g}" for x in c["value"])


def _start(v: dict[str, Any]) -> str:
    return "; ".join(f"{n} {' '.join(f'{x:g}' for x in values)}" for n, values in v["start"].items())
