"""`linkwright check`: everything that was read, and everything that was not."""

from __future__ import annotations

from typing import Any

from rich.text import Text
from rich.tree import Tree as Branches

from linkwright.cli.console import console, print_json, table
from linkwright.graph.expr import Scalar, number
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.joints import JOINT_SIZES
from linkwright.model.robot import WORLD, Joint


def report(robot: Robot) -> dict[str, Any]:
    """The facts of a robot as plain data."""
    offsets = robot.tree.offsets
    masses = [number(b.inertia.m) for b in robot.bodies.values()]
    facts: dict[str, Any] = {
        "name": robot.name,
        "file": robot.source,
        "nq": robot.tree.nq,
        "nv": robot.tree.nv,
        "base": "floating" if any(j.type == "floating" and j.parent == WORLD for j in robot.joints.values()) else "fixed",
        "gravity": [_show(x) for x in robot.gravity],
        "total_mass": None if any(m is None for m in masses) else float(sum(float(m) for m in masses if m is not None)),
        "joints": [_joint(j, offsets) for j in robot.joints.values()],
        "bodies": [
            {"name": b.name, "mass": _show(b.inertia.m), "first_moment": [_show(x) for x in b.inertia.h],
             "inertia": [_show(x) for x in b.inertia.parameters[4:]]}
            for b in robot.bodies.values() if b.name != WORLD
        ],
        "frames": list(robot.frames),
        "loops": 0,
        "wrenches": list(robot.wrenches),
        "parameters": {p.name: p.value for p in robot.parameters.values()},
        "notes": [{"kind": n.kind, "what": n.what, "where": n.where} for n in robot.notes],
    }  # fmt: skip
    if isinstance(robot, ClosedRobot):
        from linkwright.cli.check_loops import loop_report

        facts |= loop_report(robot)
    return facts


def _joint(j: Joint, offsets: dict[str, tuple[int, int]]) -> dict[str, Any]:
    iq, iv = offsets.get(j.name, (None, None))
    return {
        "name": j.name, "type": j.type, "parent": j.parent, "child": j.child,
        "q": None if iq is None else list(range(iq, iq + j.nq)), "v": None if iv is None else list(range(iv, iv + j.nv)),
        "axis": [_show(x) for x in j.axis] if JOINT_SIZES[j.type][1] == 1 else None,
        "lower": j.limits.lower, "upper": j.limits.upper,
        "mimic": f"{_show(j.mimic.multiplier)} {j.mimic.joint} + {_show(j.mimic.offset)}" if j.mimic else None,
        "drive": {k: _show(x) for k in j.drive.__dataclass_fields__ if (x := getattr(j.drive, k)) != _REST.get(k, 0)},
    }  # fmt: skip


_REST = {"gear_ratio": 1}


def _show(x: Scalar) -> Any:
    value = number(x)
    return repr(x) if value is None else float(value)


def print_report(facts: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(facts)
        return
    out = console()
    mass = "symbolic" if facts["total_mass"] is None else f"{facts['total_mass']:.6g} kg"
    freedom = facts["mobility"]["degrees_of_freedom"] if "mobility" in facts else facts["nv"]
    tree = f"nq {facts['nq']}" if "mobility" not in facts else f"tree: nq {facts['nq']}, nv {facts['nv']}"
    size = f"{facts['base']} base, {freedom} degree{'' if freedom == 1 else 's'} of freedom ({tree})"
    count = len(facts["loops"]) if "mobility" in facts else 0
    loops = f"{count or 'no'} loop{'' if count == 1 else 's'}"
    out.print(Text.assemble((facts["name"], "bold"), f"   {size}, {len(facts['bodies'])} bodies, mass {mass}, {loops}"))
    out.print(_tree(facts))
    out.print()
    out.print(_joint_table(facts))
    if "mobility" in facts:
        from linkwright.cli.check_loops import print_loops

        print_loops(facts, out)
    out.print()
    bodies = [[b["name"], b["mass"], *b["first_moment"]] for b in facts["bodies"]]
    out.print(
        "bodies (first moments at the body's frame)", style="italic"
    )  # a title would be folded to the table's width
    out.print(table("", ("body", "mass", "mx", "my", "mz"), bodies))
    if facts["parameters"]:
        rows = [[k, "input" if v is None else v] for k, v in facts["parameters"].items()]
        out.print()
        out.print(table("parameters", ("name", "value"), rows))
    frames = facts["frames"]
    out.print(f"\n{len(frames)} frames: {', '.join(frames[:12])}{' ...' if len(frames) > 12 else ''}", soft_wrap=True)
    out.print(f"gravity: {facts['gravity']}")
    _print_notes(facts, out)


def _print_notes(facts: dict[str, Any], out: Any) -> None:
    notes = facts["notes"]
    if not notes:
        out.print("nothing was ignored or repaired")
        return
    out.print()
    rows = [[n["kind"], n["what"], n["where"]] for n in notes]
    out.print(table("ignored, repaired, assumed", ("", "what", "where"), rows))


def _tree(facts: dict[str, Any]) -> Branches:
    root = Branches(WORLD)
    nodes = {WORLD: root}
    for j in facts["joints"]:
        label = Text.assemble(j["child"], (f"  {j['name']}: {j['type']}", "dim"))
        nodes[j["child"]] = nodes[j["parent"]].add(label)
    return root


def _joint_table(facts: dict[str, Any]) -> Any:
    def span(indices: list[int] | None) -> str:
        if not indices:
            return "-"
        return str(indices[0]) if len(indices) == 1 else f"{indices[0]}..{indices[-1]}"

    rows: list[list[Any]] = []
    for j in facts["joints"]:
        if j["type"] == "fixed":
            continue
        axis = " ".join(x if isinstance(x, str) else f"{x:g}" for x in j["axis"]) if j["axis"] else ""
        extra = [f"mimics {j['mimic']}"] if j["mimic"] else []
        extra += [f"{k} {v}" for k, v in j["drive"].items()]
        rows.append([j["name"], j["type"], span(j["q"]), span(j["v"]), axis, j["lower"], j["upper"], ", ".join(extra)])
    return table("joints", ("joint", "type", "q", "v", "axis", "lower", "upper", ""), rows)


def print_quantities(as_json: bool) -> None:
    """The table of quantities."""
    from linkwright.mechanics.quantities.table import QUANTITIES

    if as_json:
        print_json({x.name: {"inputs": x.inputs.split(), "output": x.output, "methods": list(x.methods),
                             "aliases": list(x.aliases), "doc": x.doc, "equation": x.equation, "options": list(x.options)}
                    for x in QUANTITIES.values()})  # fmt: skip
        return
    rows = [[x.name, ", ".join(x.aliases), x.inputs, ", ".join(x.methods), x.equation] for x in QUANTITIES.values()]
    console().print(table("quantities", ("name", "aliases", "inputs", "methods", "equation"), rows))
