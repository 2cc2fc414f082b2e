"""`linkwright catalog`: every serial chain and parallel robot by rule. One file per command; here is the list of them."""

from __future__ import annotations

import typer

from linkwright.cli.catalog.build import build_chains
from linkwright.cli.catalog.compare import compare_tables
from linkwright.cli.catalog.enumerate import enumerate_chains
from linkwright.cli.catalog.find import find_chains
from linkwright.cli.catalog.parallel import parallel_robots
from linkwright.cli.catalog.show import show_chain

app = typer.Typer(
    name="catalog",
    help="Every serial chain and symmetric parallel robot, by rule.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.command("enumerate")(enumerate_chains)
app.command("parallel")(parallel_robots)
app.command("show")(show_chain)
app.command("find")(find_chains)
app.command("build")(build_chains)
app.command("compare")(compare_tables)
