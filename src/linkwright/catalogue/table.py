"""The catalogue as a table of comma-separated values: written, and read back."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from linkwright.catalogue.chain import Chain
from linkwright.catalogue.general import general_models, general_of
from linkwright.catalogue.known import known_names
from linkwright.catalogue.same_motion import same_motions, with_motion_of
from linkwright.catalogue.selection import LEVELS, MOST_JOINTS, of_level
from linkwright.catalogue.variants import variants_of
from linkwright.errors import FileError, ModelError, suggestion

MOTIONS = ("vx", "vy", "vz", "wx", "wy", "wz")
OWN = ("name", "level", "joints", "word", "technical", "mask", "motions", "lengths", "angles")
"""Columns that follow from the name."""
_ANEW = "write the table anew with  linkwright catalog enumerate -o"
COLUMNS: tuple[str, ...] = (*OWN, "general", "same_motion_as", "known")


@dataclass(frozen=True)
class Entry:
    """A chain beside others: its general model, the first chain with the same motion if that is another one, known names."""

    chain: Chain
    general: str
    same_motion_as: str = ""
    known: tuple[str, ...] = ()

    @property
    def cells(self) -> dict[str, str]:
        """A row of the table: names in a cell are separated by spaces."""
        c = self.chain
        moves = (name for name, moves in zip(MOTIONS, c.motions, strict=True) if moves)
        own = (c.name, c.level, str(c.joints), c.word, c.technical, c.mask)
        lists = (" ".join(x) for x in (moves, c.lengths, c.angles))
        rest = (self.general, self.same_motion_as, " ".join(self.known))
        return dict(zip(COLUMNS, (*own, *lists, *rest), strict=True))


def entries(chains: Sequence[Chain]) -> Iterator[Entry]:
    """Rows of a table of chains. The same motion is looked for among chains of as many joints."""
    for _, group in groupby(chains, lambda chain: chain.joints):
        own = tuple(group)
        same, general = same_motions(own), _generals(own)
        for chain in own:
            yield Entry(chain, general[chain].name, same[chain].name if chain in same else "", known_names(chain.name))


def beside_others(chain: Chain) -> tuple[Entry | None, tuple[Chain, ...]]:
    """The row of one chain, and all others of its level that have the same motion; nothing where no rule makes this chain."""
    level = LEVELS[("pattern", "general", "variant").index(chain.level)]
    table = frozenset(of_level(level, chain.joints) if chain.joints <= MOST_JOINTS else ())
    if chain not in table:
        return None, ()
    same = sorted(with_motion_of(chain, table))
    first = "" if same[0] == chain else same[0].name
    entry = Entry(chain, _generals([chain])[chain].name, first, known_names(chain.name))
    return entry, tuple(other for other in same if other != chain)


def _generals(chains: Sequence[Chain]) -> dict[Chain, Chain]:
    """Per chain of as many joints its general model; a general model is its own."""
    found = {chain: general_of(chain) if chain.level == "pattern" else chain for chain in chains}
    if any(chain.level == "variant" for chain in chains):
        models = general_models(chains[0].joints)
        found |= {variant: model for model, own in variants_of(models).items() for variant in own if variant in found}
    return found


def table_text(rows: Iterable[Entry]) -> str:
    """The table as text of a CSV file."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(row.cells for row in rows)
    return out.getvalue()


def read_table(text: str, source: str = "") -> tuple[Entry, ...]:
    """The rows of a table. What follows from a name must be what stands in the row."""
    try:
        lines = [(cells, number) for number, cells in enumerate(csv.reader(text.splitlines()), 1) if cells]
    except csv.Error as error:
        raise FileError(f"this is no table of comma-separated values: {error}", source, _ANEW) from None
    head = lines[0][0] if lines else []
    missing = next((x for x in COLUMNS if x not in head), None)
    if missing:
        what = suggestion(missing, [x for x in head if x not in COLUMNS], f"the first line is {','.join(COLUMNS)}")
        raise FileError(f"the table has no column '{missing}'", source, what)
    return tuple(_entry(dict(zip(head, cells, strict=False)), f"{source}:{number}") for cells, number in lines[1:])


def _entry(cells: dict[str, str], where: str) -> Entry:
    try:
        chain = Chain.parse(cells["name"])
    except ModelError as error:
        raise FileError(error.what, where, error.hint) from None
    made = Entry(
        chain, cells.get("general", ""), cells.get("same_motion_as", ""), tuple(cells.get("known", "").split())
    )
    for column, text in made.cells.items():
        if text != cells.get(column):
            what = f"column '{column}' of {chain.name} says '{cells.get(column, '')}', which should be '{text}'"
            raise FileError(what, where, _ANEW)
    return made
