"""`linkwright quantities`: what can be derived, of every kind of mechanism or of one."""

from __future__ import annotations

from linkwright.cli.console import console, print_json, table
from linkwright.describe.quantities import listed
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
    shown = table(title, ("name", "aliases", "inputs", "methods", "equation", *more), cells)
    shown.columns[0].no_wrap = True  # a name is typed as it stands
    console().print(shown)
