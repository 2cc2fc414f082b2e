"""Tables of the documentation that the code knows better: `python docs/make_tables.py` writes them into the pages.

A table stands between `<!-- table: name -->` and `<!-- end of table -->`. tests/test_docs.py compares every one of them.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linkwright.readers.keys import Section
    from linkwright.verification.laws import Law

DOCS = Path(__file__).resolve().parent
_PLACE = re.compile(r"(<!-- table: (?P<name>[a-z_ ]+) -->\n).*?(<!-- end of table -->)", re.DOTALL)


def quantities() -> str:
    """Every quantity, in the order of the table in mechanics/quantities/table.py."""
    from linkwright.mechanics.quantities.table import QUANTITIES

    rows = [
        (code(x.name), codes(x.aliases), codes(x.inputs.split()), codes(x.output.split()), code(x.equation), x.doc)
        for x in QUANTITIES.values()
    ]
    return table(("quantity", "aliases", "inputs", "output", "equation", "what it is"), rows)


def closed_quantities() -> str:
    """What only closed robots have, or have with other outputs."""
    from linkwright.mechanics.quantities.table import CLOSED, QUANTITIES

    rows = [
        (code(x.name), codes(x.aliases), codes(x.inputs.split()), codes(x.output.split()), code(x.equation), x.doc)
        for x in CLOSED.entries
        if x.name not in QUANTITIES or x.output != QUANTITIES[x.name].output
    ]
    return table(("quantity", "aliases", "inputs", "output", "equation", "what it is"), rows)


def manifold_quantities() -> str:
    """What can be derived of a Lagrangian."""
    from linkwright.manifold.table import TABLE

    rows = [
        (code(x.name), codes(x.aliases), codes(x.inputs.split()), codes(x.output.split()), code(x.equation), x.doc)
        for x in TABLE.entries
    ]
    return table(("quantity", "aliases", "inputs", "outputs", "equation", "what it is"), rows)


def manifold_laws() -> str:
    from linkwright.verification.laws import LAGRANGIAN, LAWS

    rows = [(str(x.number), x.name, codes(x.quantities.split())) for x in LAWS if x.of == LAGRANGIAN]
    return table(("", "law", "quantities"), rows)


def methods() -> str:
    """How each quantity is derived; the first method is the default."""
    from linkwright.mechanics.quantities.table import QUANTITIES

    rows = [
        (code(x.name), codes(x.methods), codes(x.options), x.unit, x.reference if x.reference != "-" else "")
        for x in QUANTITIES.values()
    ]
    return table(("quantity", "methods", "options", "unit", "reference"), rows)


_COSTS = {
    "inverse_dynamics": "inverse_dynamics_rate inverse_dynamics_rate2 inverse_dynamics_derivatives regressor base_regressor",
    "forward_dynamics": "forward_dynamics_derivatives linearisation",
    "mass_matrix": "mass_matrix_rate mass_matrix_rate2 momentum_regressor",
    "coriolis_matrix": "coriolis_matrix_rate coriolis_matrix_rate2",
    "gravity": "gravity_rate gravity_rate2 gravity_regressor",
    "kinetic_energy": "kinetic_energy_regressor",
    "potential_energy": "potential_energy_regressor",
}


def costs() -> str:
    """Operations of derivatives and regressors of a 6R arm, and how many times their function's own, or inverse dynamics'."""
    import linkwright as lw

    robot = lw.load(DOCS.parent / "examples" / "elbow6.urdf")

    def flops(name: str) -> int:
        return lw.derive(robot, name).ops.flops

    unit = flops("inverse_dynamics")
    rows: list[tuple[str, ...]] = []
    for of, derived in _COSTS.items():
        own = flops(of)
        rows.append((code(of), str(own), "1", f"{own / unit:.2f}"))
        for name in derived.split():
            n = flops(name)
            rows.append((code(name), str(n), f"{n / own:.1f}", f"{n / unit:.2f}"))
    return table(("quantity", "operations", "times its function", "times inverse dynamics"), rows)


def laws() -> str:
    """Laws of trees."""
    from linkwright.verification.laws import LAWS, TREE

    return _laws(x for x in LAWS if set(TREE) <= set(x.of))


def laws_of_loops() -> str:
    from linkwright.verification.laws import CLOSED, LAWS

    return _laws(x for x in LAWS if set(CLOSED) <= set(x.of))


def _laws(laws: Iterable[Law]) -> str:
    rows = [(str(x.number), x.name, codes(x.quantities.split()), f"{x.tolerance:.0e}") for x in laws]
    return table(("", "law", "quantities", "tolerance"), rows)


def units() -> str:
    from linkwright.formula.units import UNITS

    def value(name: str) -> str:
        factor, turns = UNITS[name]
        top = f"{factor.numerator} pi" if turns and factor.numerator != 1 else "pi" if turns else str(factor.numerator)
        return top if factor.denominator == 1 else f"{top}/{factor.denominator}"

    return table(("unit", "in SI and radians"), [(code(name), value(name)) for name in UNITS])


def joint_types() -> str:
    """Every joint type, as its row says."""
    from linkwright.model.joints import JOINT_TYPES

    rows = [(code(name), str(x.nq), x.wording.q, str(x.nv), x.wording.v) for name, x in JOINT_TYPES.items()]
    return table(("`type`", "", "in `q`", "", "in `v`"), rows)


def errors() -> str:
    from linkwright import errors as room

    kinds = [x for x in vars(room).values() if isinstance(x, type) and issubclass(x, room.LinkwrightError)]
    rows = [(code(x.code), code(x.__name__), (x.__doc__ or "").splitlines()[0]) for x in kinds]
    return table(("code", "class", "what it says"), sorted(rows))


def request() -> str:
    """Options of a derivation: fields of Request, which flags and arguments are made from."""
    from dataclasses import fields

    from linkwright.request import Request

    def shown(default: object) -> str:
        return "" if default in (None, "") else code(str(default))

    rows = [(code(f.name), code(f"--{f.name}"), f.metadata["help"], shown(f.default)) for f in fields(Request)]
    return table(("argument in Python", "flag", "what it does", "default"), rows)


def known_rules() -> str:
    """How chains of the known database differ from ours, rule by rule, with counts of names."""
    from linkwright.catalogue.known import known_chains
    from linkwright.catalogue.known_rules import RULES

    names = list(known_chains().values())

    def row(letter: str, text: str) -> Sequence[str]:
        own = [x for x in names if (letter in x.rules if letter else not x.rules)]
        some = own[len(own) // 2]
        count = sum(x.variant for x in own)
        return code(letter), text, str(len(own) - count), str(count), f"{code(some.name)}: {codes(some.ours) or 'none'}"

    rows = [row("", "the same rows"), *(row(*x) for x in RULES.items())]
    return table(("", "difference", "names", "of variants", "example"), rows)


def known_holes() -> str:
    """Chains of ours that have no name in the known database."""
    from linkwright.catalogue.known_rules import levels

    rows = [(str(n), *(f"{len(x.unnamed)} of {len(x.chains)}" for x in levels(n))) for n in range(1, 7)]
    return table(("joints", "patterns", "general models", "variants"), rows)


def options(command: str) -> str:
    """The arguments and options of a command, or of one in a group: 'catalog show'."""
    import typer

    from linkwright.cli.main import application

    entry: Any = typer.main.get_command(application())
    for word in command.split():
        entry = entry.commands[word]
    found = entry.params
    rows: list[tuple[str, str, str]] = []
    for p in (x for x in found if not getattr(x, "hidden", False)):
        argument = p.param_type_name == "argument"
        spelled = code((p.metavar or p.name).upper()) if argument else codes([*p.opts, *p.secondary_opts])
        flag = getattr(p, "is_flag", False) and not p.secondary_opts
        default = "" if p.required or flag or p.default in (None, "") else _default(p)
        rows.append((spelled, getattr(p, "help", None) or "", default))
    return table(("option", "what it does", "default"), rows) if rows else ""


def _default(parameter: object) -> str:
    value = parameter.default  # type: ignore[attr-defined]
    if isinstance(value, bool):
        opts = parameter.opts if value else parameter.secondary_opts  # type: ignore[attr-defined]
        return code(opts[0])
    return code(str(value))


def files() -> dict[str, tuple[str, Section]]:
    """YAML files: a title, and their table of keys."""
    from linkwright.readers.table import LAGRANGIAN, ROBOT, SIDE
    from linkwright.synthesis.task.table import TASK

    return {
        "robot-file": ("A robot in YAML", ROBOT),
        "lagrangian-file": ("A Lagrangian in YAML", LAGRANGIAN),
        "side-file": ("What closes a URDF: NAME.loops.yaml beside it", SIDE),
        "task-file": ("What a robot is wanted for: a task of synthesis", TASK),
    }


def keys(section: str) -> str:
    """The keys of a section of YAML files, of other programs too: its rows in the table that reads it."""
    from linkwright.readers.table_foreign import PAIRS, SKIDY

    tops = [*(file for _, file in files().values()), PAIRS, SKIDY]
    found = next(x for file in tops for x in file.within() if x.name == section)
    rows = [(code(x.name), x.kind.words, x.doc + (". Required" if x.need else ""), x.told_default) for x in found.keys]
    return table(("key", "value", "what it is", "default"), rows)


TABLES: dict[str, Callable[[], str]] = {
    f.__name__: f
    for f in (
        quantities,
        methods,
        closed_quantities,
        manifold_quantities,
        manifold_laws,
        costs,
        laws,
        laws_of_loops,
        units,
        joint_types,
        errors,
        request,
        known_rules,
        known_holes,
    )
}


def made(name: str) -> str:
    """A table by the name in its marker: one of TABLES, 'options COMMAND' or 'keys SECTION'."""
    kind, _, what = name.partition(" ")
    return {"options": options, "keys": keys}[kind](what) if what else TABLES[name]()


def filled(text: str) -> str:
    """A page with its tables as the code has them now."""
    return _PLACE.sub(lambda m: f"{m[1]}{made(m['name'])}\n{m[3]}", text)


# --- Markdown ------------------------------------------------------------------------------------------------------------


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def code(text: str) -> str:
    return f"`{text}`" if text else ""


def codes(names: Iterable[str]) -> str:
    return ", ".join(code(name) for name in names)


def schemas() -> dict[Path, str]:
    """The JSON Schemas of files, which the package has beside those of documents; joint types in that of robots."""
    from linkwright.model.joints import JOINT_TYPES
    from linkwright.readers.keys import file_schema

    folder = DOCS.parent / "src" / "linkwright" / "schema"
    robots = folder / "robot.schema.json"
    document = json.loads(robots.read_text(encoding="utf-8"))
    document["properties"]["joints"]["items"]["properties"]["type"]["enum"] = list(JOINT_TYPES)
    made = {folder / f"{kind}.schema.json": _json(file_schema(*x), 1) for kind, x in files().items()}
    return {**made, robots: _json(document, 2)}


def studio_joints() -> dict[Path, str]:
    """Joint types as the studio's page knows them, without asking Python; its `document/joints.ts` says what each key is."""
    from linkwright.model.joint_type import JointType, Rotation
    from linkwright.model.joints import JOINT_TYPES

    def entry(row: JointType) -> dict[str, object]:
        return {
            "nq": row.nq,
            "nv": row.nv,
            "unit": row.wording.units[0] if row.single else "",
            "axes": 0 if row.rotation is Rotation.CIRCLE else row.axes,  # a plane is turned with its frame
            "pitch": row.without_pitch is not None,
            "tip": row.wording.tip,
            "outline": row.symbol.outline,
            "path": row.symbol.tree,
        }

    types = {name: entry(row) for name, row in JOINT_TYPES.items()}
    return {DOCS.parent / "studio" / "src" / "document" / "joint-types.json": _json(types, 1)}


def _json(value: object, indent: int) -> str:
    return json.dumps(value, indent=indent, ensure_ascii=False) + "\n"


def pages() -> dict[Path, str]:
    return {page: filled(page.read_text(encoding="utf-8")) for page in sorted(DOCS.glob("*.md"))}


def main() -> None:
    for path, new in {**schemas(), **studio_joints(), **pages()}.items():
        if not path.exists() or path.read_text(encoding="utf-8") != new:
            path.write_text(new, encoding="utf-8")
            sys.stdout.write(f"wrote {path.relative_to(DOCS.parent)}\n")


if __name__ == "__main__":
    main()
