"""An extended Khalil table in a CSV file -> the tree of nodes that the YAML format has.

    # gravity: 0 -g 0
    # parameters: l1=4.5 l2=2 l3=3 l4=4 g=9.81
    # close: 4=5
    # start: q1=90 deg, q2=2.2, q3=2
    i, ant, mu, sigma, beta, b, alpha, a,  theta,   d, body
    1, 0,   1,  0,     0,    0, 0,     0,  q1,      0, crank
    2, 1,   0,  0,     0,    0, 0,     l2, q2 + pi, 0, coupler
    ...

Every key of the YAML format that has a short value may stand in a comment. Columns named like inertial parameters give them at
the row's frame.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from linkwright.readers.khalil_rows import body_of
from linkwright.readers.table import KHALIL_ROW
from linkwright.readers.values import PARAMETER_INDEX
from linkwright.readers.yaml_tree import Leaf, Map, Node, Seq

KHALIL_COLUMNS = KHALIL_ROW.names
KHALIL_REQUIRED = ("ant", "sigma", "theta")

_NAMED = re.compile(r"[\s,;]*([A-Za-z0-9_]+)\s*=")


def khalil_tree(
    rows: Sequence[tuple[int, Mapping[str, str]]], comments: Mapping[str, str], lines: Mapping[str, int]
) -> Map:
    """rows: line and cells by column; comments: key -> text, with their lines."""
    table = Map({"rows": Seq([_row(line, row) for line, row in rows])})
    if any(name in PARAMETER_INDEX for _, row in rows for name in row):
        with_body = [(line, row) for k, (line, row) in enumerate(rows, 1) if body_of(row.get("body", ""), str(k))]
        table.entries["inertials"] = Seq([_inertial(line, row) for line, row in with_body])
    top = Map({"linkwright": Leaf("1"), "khalil": table})
    for key, text in comments.items():
        node = COMMENTS[key](text, lines[key])
        into = table if key in ("close", "inertials", "cut_joints") else top
        into.entries[key] = node
        into.key_lines[key] = lines[key]
    return top


def cells_at(line: int, cells: Mapping[str, str]) -> Map:
    """Cells of a line as a mapping."""
    entries: dict[str, Node] = {k: Leaf(v, line) for k, v in cells.items()}
    return Map(entries, dict.fromkeys(entries, line), line)


def _row(line: int, row: Mapping[str, str]) -> Map:
    return cells_at(line, {k: v for k, v in row.items() if k not in PARAMETER_INDEX})


def _inertial(line: int, row: Mapping[str, str]) -> Node:
    given = {k: v for k, v in row.items() if k in PARAMETER_INDEX}
    return cells_at(line, given) if given else Leaf(None, line)


# --- values of comments -----------------------------------------------------------------------------------------------


def _word(text: str, line: int) -> Node:
    return Leaf(text, line)


def _list(text: str, line: int) -> Node:
    return Seq([Leaf(x, line) for x in text.strip("[]").replace(",", " ").split()], line)


def _named(text: str, line: int) -> Node:
    """name = formula, name = formula: a formula ends where the next name begins. Names before the first have no value."""
    first = _NAMED.search(text)
    alone = re.split(r"[\s,;]+", text[: first.start()] if first else text)
    entries: dict[str, Node] = {name: Leaf(None, line) for name in alone if name}
    found = list(_NAMED.finditer(text))
    for k, match in enumerate(found):
        end = found[k + 1].start() if k + 1 < len(found) else len(text)
        entries[match.group(1)] = Leaf(text[match.end() : end].strip(" ,;"), line)
    return Map(entries, dict.fromkeys(entries, line), line)


def _pairs(text: str, line: int) -> Node:
    pairs = [x for x in re.split(r"[\s,;]+", re.sub(r"\s*[=-]\s*", "=", text)) if x]
    return Seq([Seq([Leaf(end, line) for end in pair.split("=")], line) for pair in pairs], line)


COMMENTS: Mapping[str, Callable[[str, int], Node]] = MappingProxyType(
    {
        "name": _word, "root": _word, "inertials": _word, "cut_joints": _word,
        "gravity": _list, "actuated": _list, "wrenches": _list,
        "parameters": _named, "start": _named, "couplings": _named, "close": _pairs,
    }
)  # fmt: skip
"""Key of a comment -> how its value is written."""
