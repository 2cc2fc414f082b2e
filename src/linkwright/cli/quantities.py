"""`linkwright quantities`: what can be derived, of every kind of mechanism or of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwright.cli.console import console, print_json, table
from linkwright.mechanism import kind_of, own_quantities, tables

if TYPE_CHECKING:
    from linkwright.graph.quantity import Quantity
    from linkwright.mechanism import Mechanism


def print_quantities(mechanism: Mechanism | None, as_json: bool) -> None:
    """The table: of one mechanism, or of all kinds with a column that tells which of them have a quantity."""
    if mechanism is None:
        rows, title, more = listed(), "quantities", ("kinds",)
    else:
        rows, title, more = listed(mechanism), f"quantities of {mechanism.name}", ()
    if as_json:
        print_json(rows)
        return
    cells = [
        [x["name"], ", ".join(x["aliases"]), " ".join(x["inputs"]), ", ".join(x["methods"]), x["equation"]]
        + [", ".join(x[column]) for column in more]
        for x in rows.values()
    ]
    console().print(table(title, ("name", "aliases", "inputs", "methods", "equation", *more), cells))


def listed(mechanism: Mechanism | None = None) -> dict[str, dict[str, Any]]:
    """Quantities by name, as data. Of all kinds, each name once: inputs and methods are those of the first kind that has it,
    and a mechanism tells its own."""
    if mechanism is None:
        known = {kind: own.by_name for kind, own in tables().items()}
    else:
        known = {kind_of(mechanism): own_quantities(mechanism)}
    found: dict[str, dict[str, Any]] = {}
    for kind, own in known.items():
        for name, quantity in own.items():
            found.setdefault(name, _data(quantity))["kinds"].append(kind)
    return found


def _data(x: Quantity) -> dict[str, Any]:
    return {
        "name": x.name,
        "aliases": list(x.aliases),
        "inputs": x.inputs.split(),
        "output": x.output,
        "methods": list(x.methods),
        "options": list(x.options),
        "doc": x.doc,
        "equation": x.equation,
        "kinds": list[str](),
    }
