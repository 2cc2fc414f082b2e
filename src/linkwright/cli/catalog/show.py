"""`linkwright catalog show`: one chain by its name: its table, its axes, what it moves; as a model file, as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from linkwright.cli.arguments import AsJson
from linkwright.cli.writing import Place, writes

if TYPE_CHECKING:
    from linkwright.catalogue.chain import Chain

_COLUMNS = ("type", "alpha", "a", "d", "theta")
_POSE = {"R": 0.6, "P": 0.25}


@writes(out=Place((".yaml", ".yml")), picture=Place((".svg",)))
def show_chain(
    name: Annotated[str, typer.Argument(help="a chain, such as R=R=R=P or S4RRRP1", show_default=False)],
    out: Annotated[Path | None, typer.Option("--out", "-o", help="write its model file (.yaml)")] = None,
    picture: Annotated[Path | None, typer.Option(help="draw it (.svg)")] = None,
    json: AsJson = False,
) -> None:
    """Tell what a chain is: rows of its DH table, axes, motions, free lengths; write its model file, draw it."""
    from linkwright.catalogue.find import named
    from linkwright.catalogue.model import model
    from linkwright.cli.console import print_versioned, say
    from linkwright.disk import write_text

    chain = named(name)
    facts = _facts(chain)
    if out:
        write_text(out, model(chain))
    if picture:
        write_text(picture, _drawn(chain))
    if json:
        print_versioned({**facts})
        return
    _print(facts)
    for path in (out, picture):
        if path:
            say(f"wrote {path}")


def _facts(chain: Chain) -> dict[str, Any]:
    from linkwright.catalogue.model import dh_row
    from linkwright.catalogue.special import containing
    from linkwright.catalogue.table import Entry, beside_others
    from linkwright.catalogue.words import relations

    entry, others = beside_others(chain)
    return {
        **(entry or Entry(chain, "")).cells,
        "rank": chain.freedom.rank,
        "in_catalogue": entry is not None,
        "rows": [dict(zip(_COLUMNS, dh_row(row, k), strict=True)) for k, row in enumerate(chain.rows, 1)],
        "axes": relations(chain),
        "special_case_of": [] if entry else [model.name for model in containing(chain)],
        "same_motion": [other.name for other in others],
    }


def _print(facts: dict[str, Any]) -> None:
    from linkwright.cli.console import console, table

    screen = console()
    kind = facts["level"] if facts["in_catalogue"] else "not in the catalogue"
    screen.print(f"{facts['name']}   {facts['mask']}, {facts['joints']} joints, {kind}", soft_wrap=True)
    screen.print()
    rows = [[k, *row.values()] for k, row in enumerate(facts["rows"], 1)]
    screen.print(table("", ("", *_COLUMNS), rows))
    screen.print()
    lines = [("axes", "; ".join(facts["axes"])), ("moves", facts["motions"])]
    lines += [("lengths", facts["lengths"]), ("angles", facts["angles"])]
    lines += [
        ("general", facts["general"]),
        ("same motion", "  ".join(facts["same_motion"])),
        ("known as", facts["known"]),
    ]
    for head, text in lines:
        if text:
            screen.print(f"{head + ':':13}{text}", soft_wrap=True)
    if not facts["in_catalogue"]:
        screen.print(f"{'why:':13}{_reason(facts)}", soft_wrap=True)


def _reason(facts: dict[str, Any]) -> str:
    joints, rank = int(facts["joints"]), facts["rank"]
    if rank < min(joints, 6):
        return f"its {joints} joints make {rank} independent motions"
    special = facts["special_case_of"]
    if special:
        return f"it is a special case of {', '.join(special)}"
    return "no rule makes this choice of free angles and meeting axes; it is a chain all the same"


def _drawn(chain: Chain) -> str:
    from linkwright.catalogue.model import robot
    from linkwright.draw.picture import picture

    return picture(robot(chain), [_POSE[row.joint] for row in chain.rows], "Made by linkwright catalog show")
