"""Quantities as data: what `linkwright quantities --json` prints and the studio offers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwright.mechanism import kind_of, own_quantities, tables

if TYPE_CHECKING:
    from linkwright.graph.quantity import Quantity
    from linkwright.mechanism import Mechanism


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
