"""Rows of an extended Khalil table, each checked by itself and against the rows before it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.graph.expr import Expr, Scalar
from linkwright.graph.rewrite import symbols_of
from linkwright.readers.dh_table import split_variable
from linkwright.readers.tokens import suggestion
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Map, Node, Seq

COLUMNS = ("i", "ant", "mu", "sigma", "beta", "b", "alpha", "a", "theta", "d", "body")
"""The order of a row that is a list."""
EXTRA = ("name",)
GEOMETRY = ("beta", "b", "alpha", "a", "theta", "d")
OTHER = {"gamma": "beta", "eps": "b", "epsilon": "b", "antecedent": "ant"}
KHALIL_LETTERS = {"d": "a", "r": "d"}
"""Khalil's letters for the two lengths of a DH row, in a table that has a column r."""
MAX_ROWS = 500

_VARIABLE = re.compile(r"q[0-9]*")
_VARIABLE_IN_TEXT = re.compile(r"(?<![A-Za-z0-9_.])q[0-9]*(?![A-Za-z0-9_])")


@dataclass(frozen=True)
class Row:
    """One row: constants of its transform (the variable enters as sign * q, added to theta or d)."""

    i: str
    ant: str
    mu: bool
    sigma: int
    beta: Scalar
    b: Scalar
    alpha: Scalar
    a: Scalar
    theta: Scalar
    d: Scalar
    body: str
    name: str
    sign: int
    line: int | None

    @property
    def frame(self) -> str:
        """The name of the row's frame where it is no body's."""
        return self.name if self.sigma == 2 else f"frame{self.i}"


def read_rows(table: Map, parts: Parts) -> list[Row]:
    """The rows in their order; one that is wrong is reported, and left out with those that stand on it."""
    written = table.entries["rows"]
    assert isinstance(written, Seq)
    if not written.items:
        parts.report.error("the Khalil table has no rows", written.line, f"one row per frame: {', '.join(COLUMNS)}")
    if len(written.items) > MAX_ROWS:
        parts.report.error(f"the Khalil table has {len(written.items)} rows", written.line, f"at most {MAX_ROWS}")
        return []
    columns = _columns(table.entries.get("columns"), parts)
    rows: dict[str, Row] = {}
    wrong: set[str] = set()
    for position, node in enumerate(written.items, 1):
        entries = _entries(node, position, columns, parts)
        i = _text(entries.get("i")) or str(position)
        row = _Reader(i, entries, node.line, parts).row([*rows, *wrong])
        if i in rows or i == "0":
            said = "a row has the number 0, which is the base" if i == "0" else f"two rows have the number {i}"
            parts.report.error(said, node.line, "give each row a number of its own, from 1")
        elif row is None or row.ant in wrong:
            wrong.add(i)
        else:
            rows[i] = row
    return list(rows.values())


def _columns(node: Node | None, parts: Parts) -> tuple[str, ...]:
    """The head of the table in our own letters."""
    if node is None:
        return COLUMNS
    names = [_text(x) for x in node.items] if isinstance(node, Seq) else []
    known = (*COLUMNS, *EXTRA, *OTHER, "r")
    found = _own_letters(names)
    for name in names:
        if name not in known:
            hint = suggestion(name, known, f"columns: {' '.join(known)}")
            parts.report.error(f"column '{name}' of the Khalil table is not known", node.line, hint)
    if not names:
        parts.report.error("'columns' is not a list", node.line, f"write columns: [{', '.join(COLUMNS)}]")
        return COLUMNS
    if len(set(found)) != len(found):
        twice = next(n for n in found if found.count(n) > 1)
        hint = "with a column r, d is the length along x (Khalil); without, a is"
        parts.report.error(f"the Khalil table has two columns for {twice}", node.line, hint)
    return found


def _own_letters(names: Sequence[str]) -> tuple[str, ...]:
    letters = {**OTHER, **(KHALIL_LETTERS if "r" in names else {})}
    return tuple(letters.get(name, name) for name in names)


def _entries(node: Node, position: int, columns: Sequence[str], parts: Parts) -> dict[str, Node]:
    """A row as a mapping from our letters; empty after a mistake."""
    if isinstance(node, Map):
        own = _own_letters(list(node.entries))
        for name, key in zip(own, node.entries, strict=True):
            if name not in (*COLUMNS, *EXTRA):
                hint = suggestion(key, (*COLUMNS, *EXTRA), f"a row may have: {' '.join((*COLUMNS, *EXTRA))}")
                parts.report.error(f"Khalil row {position} has unknown '{key}'", node.key_lines.get(key), hint)
        return dict(zip(own, node.entries.values(), strict=True))
    short = len(columns) - (columns[-1] == "body")  # a row without body may end before it
    if isinstance(node, Seq) and len(node.items) in (short, len(columns)):
        return dict(zip(columns, node.items, strict=False))
    said = f"{len(node.items)} entries, not {len(columns)}" if isinstance(node, Seq) else "no list of entries"
    parts.report.error(f"Khalil row {position} has {said}", node.line, f"write [{', '.join(columns)}]")
    return {}


def _text(node: Node | None) -> str:
    """An entry as a word; nothing where it is empty."""
    value = None if node is None else node.plain()
    return "" if value is None else str(value).strip()


def body_of(word: str, i: str) -> str:
    """The name of a row's body; nothing where it has none."""
    if word.lower() in ("", "-", "no", "false"):
        return ""
    return f"link{i}" if word.lower() in ("yes", "true") else word


class _Reader:
    """Reads one row; what is wrong goes to the report."""

    def __init__(self, i: str, entries: Mapping[str, Node], line: int | None, parts: Parts) -> None:
        self.i, self.entries, self.line, self.parts = i, entries, line, parts
        self.what = f"Khalil row {i}"

    def row(self, before: Collection[str]) -> Row | None:
        """None after a mistake. before: numbers of the rows above."""
        if not self.entries:
            return None
        errors = len(self.parts.report.errors)
        sigma = self.choice("sigma", ("0", "1", "2"), "0 revolute, 1 prismatic, 2 fixed")
        mu = self.choice("mu", ("0", "1"), "0 passive, 1 with a motor", "0")
        ant = self.antecedent(before)
        variable, sign, constants = self.geometry(sigma)
        if mu and sigma == 2:
            self.error("has a motor (mu = 1), but is fixed (sigma = 2)", "write mu = 0")
        if len(self.parts.report.errors) > errors:
            return None
        generic = (
            variable if variable not in ("", "q") else f"{'joint' if sigma != 2 or self.body else 'frame'}{self.i}"
        )
        name = _text(self.entries.get("name")) or generic
        return Row(self.i, ant, bool(mu), sigma, **constants, body=self.body, name=name, sign=sign, line=self.line)

    def error(self, said: str, hint: str) -> None:
        self.parts.report.error(f"{self.what} {said}", self.line, hint)

    def choice(self, key: str, allowed: Sequence[str], hint: str, default: str = "") -> int:
        word = _text(self.entries.get(key)) or default
        if word not in allowed:
            self.error(f"has {key} = '{word}'" if word else f"has no {key}", hint)
            return 0
        return int(word)

    def antecedent(self, before: Collection[str]) -> str:
        ant = _text(self.entries.get("ant"))
        if not ant:
            self.error("has no antecedent", "write the number of the row that it stands on, 0 for the base")
        elif ant == self.i:
            self.error("is its own antecedent", "write the number of a row above it, 0 for the base")
        elif ant != "0" and ant not in before:
            hint = "write the number of a row above it, 0 for the base: sort the rows outward"
            self.error(f"has antecedent '{ant}', which is no row above it", hint)
        return ant

    @property
    def body(self) -> str:
        return body_of(_text(self.entries.get("body")), self.i)

    def geometry(self, sigma: int) -> tuple[str, int, dict[str, Scalar]]:
        """The variable's name, its sign, and the constants by column."""
        column = ("theta", "d", "")[sigma]
        variable, sign = "", 1
        constants: dict[str, Scalar] = {}
        for key in GEOMETRY:
            node = self.entries.get(key)
            written = None if node is None else node.plain()
            if written in (None, ""):
                written = "q" if key == column else 0
            names = _variables(written)
            x = self.scalar(written, names, key)
            factor, constants[key] = split_variable(x, names)
            if key != column and factor != 0:
                kind = ("revolute joint", "prismatic joint", "fixed row")[sigma]
                hint = f"its variable belongs into {column}" if column else "a fixed row has no variable"
                self.error(f"is a {kind} with {sorted(names)[0]} in {key}", hint)
            elif key == column and (factor not in (1, -1) or len(names) != 1):
                self.error(f"needs its variable in {key}", f"write q{self.i}, -q{self.i} or q{self.i} + constant")
            elif key == column:
                variable, sign = names.pop(), int(factor or 1)
        return variable, sign, constants

    def scalar(self, written: Any, variables: Collection[str], key: str) -> Scalar:
        values = self.parts.values
        known = values.names
        if known is not None:
            values.names = {**known, **{q: values.symbol(q) for q in variables}}
        try:
            default = values.symbol(next(iter(variables))) if variables else 0
            return values.scalar(written, f"{key} of {self.what}", self.line, default)
        finally:
            values.names = known


def _variables(written: Any) -> set[str]:
    """Names of joint variables in an entry: q, q1, q2, ..."""
    if isinstance(written, Expr):
        return {name for name in symbols_of(written.graph, [written.index]) if _VARIABLE.fullmatch(name)}
    return set(_VARIABLE_IN_TEXT.findall(written)) if isinstance(written, str) else set()
