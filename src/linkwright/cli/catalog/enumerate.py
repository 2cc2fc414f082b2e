"""`linkwright catalog enumerate`: all chains of some numbers of joints, counted, listed or written as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from linkwright.catalogue.selection import Selection
from linkwright.cli.arguments import AsJson
from linkwright.cli.options import spread
from linkwright.cli.writing import Place, writes

if TYPE_CHECKING:
    from linkwright.catalogue.table import Entry


@writes(out=Place((".csv",)))
@spread()
def enumerate_chains(
    selection: Selection,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="write the table (.csv)")] = None,
    listed: Annotated[bool, typer.Option("--list", help="print every chain, not only how many there are")] = False,
    json: AsJson = False,
) -> None:
    """Count all serial chains, list them, or write them as a table. Ranks are decided exactly."""
    from linkwright.catalogue.table import entries, table_text
    from linkwright.cli.console import console, print_versioned, say, steps
    from linkwright.disk import write_text

    with steps() as tell:
        chains = selection.chains(tell)
        rows = list(entries(chains)) if out or listed or json else []
    if out:
        write_text(out, table_text(rows))
    counts = {n: Counter(c.mask for c in chains if c.joints == n) for n in selection.numbers}
    if json:
        print_versioned({"level": selection.level, "counts": counts, "chains": [row.cells for row in rows]})
        return
    if listed:
        print_list(rows, console())
    _print_counts(counts, selection.level, console())
    if out:
        say(f"wrote {out}: {len(rows)} rows")


def print_list(rows: Sequence[Entry], screen: Any) -> None:
    """Chains in a table."""
    from linkwright.cli.console import table

    columns = ("name", "mask", "motions", "general", "same_motion_as", "known")
    screen.print(table("", columns, [[row.cells[x] for x in columns] for row in rows]))
    screen.print()


def _print_counts(counts: dict[int, Counter[str]], level: str, screen: Any) -> None:
    """A row per number of joints, a column per mask."""
    from linkwright.cli.console import table

    masks = sorted({mask for own in counts.values() for mask in own}, reverse=True)
    rows = [[n, own.total(), *(own[mask] or None for mask in masks)] for n, own in counts.items()]
    screen.print(table("", ("joints", level, *masks), rows, right=("joints", level, *masks)))
