"""`linkwright catalog compare`: operation counts of a built catalogue as a table and a figure, also beside another one's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from linkwright.cli.arguments import AsJson
from linkwright.cli.writing import FILE, writes

if TYPE_CHECKING:
    from rich.table import Table

    from linkwright.catalogue.build_table import Built
    from linkwright.catalogue.compare import Numbers


@writes(out=FILE)
def compare_tables(
    table: Annotated[Path, typer.Argument(help="catalogue.csv of `catalog build`", show_default=False)],
    other: Annotated[Path | None, typer.Argument(help="another one, to see ratios", show_default=False)] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="draw a figure (.svg, .png, .pdf)")] = None,
    json: AsJson = False,
) -> None:
    """Operation counts per number of joints: least, median, largest. With a second table: how many times its counts."""
    from linkwright.catalogue.compare import operations, ratios, spreads
    from linkwright.cli.console import console, print_versioned, say
    from linkwright.cli.output import checked_plot
    from linkwright.disk import write_file

    draw = None if out is None else checked_plot(out, "linkwright.cli.plot_counts:plot_counts")
    tables = [_read(path) for path in (table, other) if path is not None]
    numbers = operations(tables[0]) if other is None else ratios(*tables)
    if json:
        print_versioned({"spreads": [asdict(x) for x in spreads(tables[0], numbers)]})
    else:
        console().print(counts_table(tables[0], None if other is None else numbers))
    if out is not None and draw is not None:
        write_file(out, lambda made: draw(tables, made))
        if not json:
            say(f"wrote {out}")


def counts_table(rows: Sequence[Built], compared: Numbers | None = None) -> Table:
    """Rows per number of joints and of turning joints. compared: ratios to print instead of the rows' own counts."""
    from linkwright.catalogue.build_table import quantities_in
    from linkwright.catalogue.compare import operations, spreads
    from linkwright.cli.console import table

    names = quantities_in(rows)
    what = "operations" if compared is None else "operations of the first table over those of the second"
    digits = "{:g} / {:g} / {:g}" if compared is None else "{:.3g} / {:.3g} / {:.3g}"
    cells = [
        [
            x.joints if x.revolute is None else "",
            "all" if x.revolute is None else str(x.revolute),
            x.chains,
            *(digits.format(*x.numbers[q]) if q in x.numbers else "" for q in names),
        ]
        for x in spreads(rows, operations(rows) if compared is None else compared)
    ]
    heads = ("joints", "revolute", "chains", *names)
    return table(f"{what}: least / median / largest", heads, cells, right=heads)


def _read(path: Path) -> tuple[Built, ...]:
    from linkwright.catalogue.build_table import read_table
    from linkwright.errors import FileError

    try:
        rows = read_table(path.read_text(encoding="utf-8"), str(path))
    except OSError as error:
        raise FileError(f"cannot read it: {error.strerror}", str(path), "the table of `catalog build`") from None
    except UnicodeDecodeError:
        raise FileError("this is no table of text", str(path), "the table of `catalog build`") from None
    if not any(row.counts for row in rows):
        raise FileError("the table has no chain with counts", str(path), "build some chains first")
    return rows
