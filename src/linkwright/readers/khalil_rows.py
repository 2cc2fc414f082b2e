"""Rows of an extended Khalil table, each checked by itself and against the rows before it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from linkwright.errors import counted, suggestion
from linkwright.readers.dh_row import GEOMETRY, Placement, RowText, Spelling, read_placement
from linkwright.readers.table import KHALIL_ROW
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Map, Node, Seq

COLUMNS = ("i", "ant", "mu", "sigma", *GEOMETRY, "body")
"""The order of a row that is a list."""
OTHER = {"gamma": "beta", "eps": "b", "epsilon": "b", "antecedent": "ant"}
KHALIL_LETTERS = {"d": "a", "r": "d"}
"""Khalil's letters for the two lengths of a DH row, in a table that has a column r."""
TYPES = ("revolute", "prismatic", "fixed")
"""By sigma."""
MAX_ROWS = 500

_VARIABLE = re.compile(r"q[0-9]*")


@dataclass(frozen=True)
class Row:
    """One row: what it stands on, what it moves, and where."""

    i: str
    ant: str
    mu: bool
    sigma: int
    placement: Placement
    body: str
    name: str
    line: int | None

    @property
    def frame(self) -> str:
        """The name of the row's frame where it is no body's."""
        return self.name if self.sigma == 2 else f"frame{self.i}"


OWN = Spelling("Khalil row", lambda name: bool(_VARIABLE.fullmatch(name)))


def read_rows(written: Node, parts: Parts, columns: Sequence[str] | None = None, spelling: Spelling = OWN) -> list[Row]:
    """The rows in their order; one that is wrong is reported, and left out with those that stand on it."""
    items = written.items if isinstance(written, Seq) else []
    if not items:
        parts.report.error("the Khalil table has no rows", written.line, f"one row per frame: {', '.join(COLUMNS)}")
    if len(items) > MAX_ROWS:
        parts.report.error(f"the Khalil table has {len(items)} rows", written.line, f"at most {MAX_ROWS}")
        return []
    order = COLUMNS if columns is None else _columns([x or "" for x in columns], written.line, parts)
    rows: dict[str, Row] = {}
    wrong: set[str] = set()
    for position, node in enumerate(items, 1):
        entries = _entries(node, position, order, parts)
        i = _text(entries.get("i")) or str(position)
        row = _Reader(RowText(i, None, entries, spelling, node.line), parts).row([*rows, *wrong])
        if i in rows or i == "0":
            said = "a row has the number 0, which is the base" if i == "0" else f"two rows have the number {i}"
            parts.report.error(said, node.line, "give each row a number of its own, from 1")
        elif row is None or row.ant in wrong:
            wrong.add(i)
        else:
            rows[i] = row
    return list(rows.values())


def _columns(names: Sequence[str], line: int | None, parts: Parts) -> tuple[str, ...]:
    """The head of the table in our own letters."""
    found = _own_letters(names)
    for name in names:
        if name not in KHALIL_ROW.names:
            hint = suggestion(name, KHALIL_ROW.names, f"columns: {' '.join(KHALIL_ROW.names)}")
            parts.report.error(f"column '{name}' of the Khalil table is not known", line, hint)
    if len(set(found)) != len(found):
        twice = next(n for n in found if found.count(n) > 1)
        hint = "with a column r, d is the length along x (Khalil); without, a is"
        parts.report.error(f"the Khalil table has two columns for {twice}", line, hint)
    return found or COLUMNS


def _own_letters(names: Sequence[str]) -> tuple[str, ...]:
    letters = {**OTHER, **(KHALIL_LETTERS if "r" in names else {})}
    return tuple(letters.get(name, name) for name in names)


def _entries(node: Node, position: int, columns: Sequence[str], parts: Parts) -> dict[str, Node]:
    """A row as a mapping from our letters; empty after a mistake."""
    if isinstance(node, Map):
        parts.keys(node, KHALIL_ROW.names, f"Khalil row {position}")
        return dict(zip(_own_letters(list(node.entries)), node.entries.values(), strict=True))
    short = len(columns) - (columns[-1] == "body")  # a row without body may end before it
    if isinstance(node, Seq) and len(node.items) in (short, len(columns)):
        return dict(zip(columns, node.items, strict=False))
    said = (
        f"{counted(len(node.items), 'entry', 'entries')}, not {len(columns)}"
        if isinstance(node, Seq)
        else "no list of entries"
    )
    parts.report.error(f"Khalil row {position} has {said}", node.line, f"write [{', '.join(columns)}]")
    return {}


def _text(node: Node | None) -> str:
    """An entry as a word; nothing where it is empty."""
    value = None if node is None else node.to_python()
    return "" if value is None else str(value).strip()


def body_of(word: str, i: str) -> str:
    """The name of a row's body; nothing where it has none."""
    if word.lower() in ("", "-", "no", "false"):
        return ""
    return f"link{i}" if word.lower() in ("yes", "true") else word


class _Reader:
    """Reads one row; what is wrong goes to the report."""

    def __init__(self, text: RowText, parts: Parts) -> None:
        self.text, self.i, self.parts = text, text.number, parts
        self.entries: Mapping[str, Node] = text.entries

    def row(self, before: Collection[str]) -> Row | None:
        """None after a mistake. before: numbers of the rows above."""
        if not self.entries:
            return None
        errors = len(self.parts.report.errors)
        sigma = self.choice("sigma", ("0", "1", "2"), "0 revolute, 1 prismatic, 2 fixed")
        mu = self.choice("mu", ("0", "1"), "0 passive, 1 with a motor", "0")
        ant = self.antecedent(before)
        written = {key: node.to_python() for key, node in self.entries.items() if key in GEOMETRY}
        lines = {key: node.line for key, node in self.entries.items()}
        placement = read_placement(
            replace(self.text, type=TYPES[sigma], entries=written, lines=lines), self.parts.values
        )
        if mu and sigma == 2:
            self.error("has a motor (mu = 1), but is fixed (sigma = 2)", "write mu = 0", "mu")
        if len(self.parts.report.errors) > errors:
            return None
        variable = placement.variable
        generic = (
            variable if variable not in ("", "q") else f"{'joint' if sigma != 2 or self.body else 'frame'}{self.i}"
        )
        name = _text(self.entries.get("name")) or generic
        return Row(self.i, ant, bool(mu), sigma, placement, self.body, name, self.text.line)

    def error(self, said: str, hint: str, key: str) -> None:
        line = self.entries[key].line if key in self.entries else None
        self.parts.report.error(f"{self.text.what} {said}", line or self.text.line, hint)

    def choice(self, key: str, allowed: Sequence[str], hint: str, default: str = "") -> int:
        word = _text(self.entries.get(key)) or default
        if word not in allowed:
            self.error(f"has {key} = '{word}'" if word else f"has no {key}", hint, key)
            return 0
        return int(word)

    def antecedent(self, before: Collection[str]) -> str:
        ant = _text(self.entries.get("ant"))
        if not ant:
            self.error("has no antecedent", "write the number of the row that it stands on, 0 for the base", "ant")
        elif ant == self.i:
            self.error("is its own antecedent", "write the number of a row above it, 0 for the base", "ant")
        elif ant != "0" and ant not in before:
            hint = "write the number of a row above it, 0 for the base: sort the rows outward"
            self.error(f"has antecedent '{ant}', which is no row above it", hint, "ant")
        return ant

    @property
    def body(self) -> str:
        return body_of(_text(self.entries.get("body")), self.i)
