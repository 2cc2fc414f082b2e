"""`linkwright check`: the report of a mechanism for people; each part is printed where the mechanism has it."""

from __future__ import annotations

from typing import Any

from rich.text import Text
from rich.tree import Tree as Branches

from linkwright.cli.check_closure import print_closure
from linkwright.cli.console import console, print_json, table
from linkwright.errors import counted
from linkwright.model.robot import WORLD

Facts = dict[str, Any]


def print_report(facts: Facts, as_json: bool) -> None:
    """facts: what `linkwright.describe.report` gives."""
    if as_json:
        print_json(facts)
        return
    out = console()
    if facts["tree"] is not None:
        _print_tree(facts, out)
        if facts["closure"] is not None:
            print_closure(facts, out)
        _print_bodies(facts, out)
    if facts["lagrangian"] is not None:
        _print_lagrangian(facts, out)
    _print_notes(facts, out)


def _print_notes(facts: Facts, out: Any) -> None:
    notes = facts["notes"]
    if not notes:
        out.print("nothing was ignored or repaired")
        return
    out.print()
    rows = [[n["kind"], n["what"], n["where"]] for n in notes]
    out.print(table("ignored, repaired, assumed", ("", "what", "where"), rows))


def _span(indices: list[int] | None) -> str:
    if not indices:
        return "-"
    return str(indices[0]) if len(indices) == 1 else f"{indices[0]}..{indices[-1]}"


# --- robots --------------------------------------------------------------------------------------------------------------


def _print_tree(facts: Facts, out: Any) -> None:
    tree, freedom, count = facts["tree"], facts["degrees_of_freedom"], len(facts["loops"])
    mass = "symbolic" if tree["total_mass"] is None else f"{tree['total_mass']:.6g} kg"
    size = f"nq {facts['nq']}" if facts["closure"] is None else f"tree: nq {tree['nq']}, nv {tree['nv']}"
    moves = f"{tree['base']} base, {freedom} degree{'' if freedom == 1 else 's'} of freedom ({size})"
    loops = f"{count or 'no'} loop{'' if count == 1 else 's'}"
    bodies = len(tree["bodies"])
    head = f"   {moves}, {bodies} {'body' if bodies == 1 else 'bodies'}, mass {mass}, {loops}"
    out.print(Text.assemble((facts["name"], "bold"), head))
    out.print(_branches(tree))
    out.print()
    out.print(_joint_table(tree))


def _components(vector: list[Any]) -> str:
    return " ".join(x if isinstance(x, str) else f"{x:g}" for x in vector)


def _branches(tree: Facts) -> Branches:
    root = Branches(WORLD)
    nodes = {WORLD: root}
    for j in tree["joints"]:
        label = Text.assemble(j["child"], (f"  {j['name']}: {j['type']}", "dim"))
        nodes[j["child"]] = nodes[j["parent"]].add(label)
    return root


def _joint_table(tree: Facts) -> Any:
    rows: list[list[Any]] = []
    for j in tree["joints"]:
        if j["type"] == "fixed":
            continue
        axis = _components(j["axis"]) if j["axis"] else ""
        extra = [f"mimics {j['mimic']}"] if j["mimic"] else []
        extra += [f"{k} {v}" for k, v in j["drive"].items()]
        if behind := j["transmission"]:
            extra.append(
                f"motor of {behind['joint']}: " + ", ".join(f"{k} {behind[k]}" for k in behind if k != "joint")
            )
        place = (_span(j["q"]), _span(j["v"]))
        rows.append([j["name"], j["type"], *place, axis, j["lower"], j["upper"], ", ".join(extra)])
    return table("joints", ("joint", "type", "q", "v", "axis", "lower", "upper", ""), rows)


def _print_bodies(facts: Facts, out: Any) -> None:
    tree = facts["tree"]
    out.print()
    bodies = [[b["name"], b["mass"], *b["first_moment"]] for b in tree["bodies"]]
    # a title would be folded to the table's width
    out.print("bodies (first moments at the body's frame)", style="italic")
    out.print(table("", ("body", "mass", "mx", "my", "mz"), bodies))
    valued = [[k, v] for k, v in facts["parameters"].items() if v is not None]
    if valued:
        out.print()
        out.print(table("parameters", ("name", "value"), valued))
    open_ones = [k for k, v in facts["parameters"].items() if v is None]
    if open_ones:  # a robot of SYMORO has a hundred: one line, not one each
        out.print(f"\nparameters without a value: {', '.join(open_ones)}", soft_wrap=True)
    for x in tree["tendons"]:
        along = " + ".join(f"{c} {n}" for n, c in x["joints"].items())
        acts = ", ".join(f"{k} {v}" for k, v in x["drive"].items())
        out.print(f"\ntendon {x['name']} along {along}: {acts}", soft_wrap=True)
    for group in tree["alike"]:
        out.print(f"\nalike: {', '.join(group)}", soft_wrap=True)
    frames = tree["frames"]
    out.print(f"\n{len(frames)} frames: {', '.join(frames[:12])}{' ...' if len(frames) > 12 else ''}", soft_wrap=True)
    out.print(f"gravity: {_components(tree['gravity'])}")


# --- Lagrangians -----------------------------------------------------------------------------------------------------------


def _print_lagrangian(facts: Facts, out: Any) -> None:
    own = facts["lagrangian"]
    where = " x ".join(v["manifold"] for v in own["variables"])
    size = f"{facts['degrees_of_freedom']} degrees of freedom on {where}"
    out.print(f"{facts['name']}   {size}, q has {counted(facts['nq'], 'number')}, v has {facts['nv']}", soft_wrap=True)
    out.print(f"\nL = {own['lagrangian']}", soft_wrap=True)
    for symbol, key in (("δW", "work"), ("D", "dissipation")):
        if own[key] != "0":
            out.print(f"{symbol} = {own[key]}", soft_wrap=True)
    out.print()
    out.print(_variable_table(own))
    if own["constants"]:
        out.print()
        rows = [[c["name"], c["type"], _value(c)] for c in own["constants"]]
        out.print(table("constants", ("name", "type", "value"), rows))
    if own["inputs"]:
        out.print()
        out.print(table("inputs", ("name", "type"), [[i["name"], i["type"]] for i in own["inputs"]]))
    for c in own["constraints"]:
        said = f"\n{c['kind']} constraint {c['name']}, multiplier {c['multiplier']}: {c['term']} = 0"
        out.print(said, soft_wrap=True)
    if own["symmetries"]:
        out.print(f"\nsymmetries: {', '.join(own['symmetries'])}")


def _variable_table(own: Facts) -> Any:
    rows = [
        [v["name"], v["manifold"], _span(v["q"]), _span(v["v"]), v["velocity"], v["variation"], _start(v)]
        for v in own["variables"]
    ]
    return table("variables", ("name", "manifold", "q", "v", "velocity", "variation", "start"), rows)


def _value(c: Facts) -> str:
    return "input" if c["value"] is None else " ".join(f"{x:g}" for x in c["value"])


def _start(v: Facts) -> str:
    return "; ".join(f"{n} {' '.join(f'{x:g}' for x in values)}" for n, values in v["start"].items())
