"""What a row of a DH or Khalil table says of its frame: six constants, and where the joint's variable enters.

modified, extended (Khalil & Kleinfinger 1986): Rot_z(beta) Trans_z(b) Rot_x(alpha) Trans_x(a) Rot_z(theta) Trans_z(d)
standard (Denavit & Hartenberg 1955):           Rot_z(theta) Trans_z(d) Trans_x(a) Rot_x(alpha)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from linkwright.graph.expr import Expr, Scalar
from linkwright.graph.ops import Number
from linkwright.graph.rewrite import copy_nodes, reachable, symbols_of
from linkwright.readers.snap import Snapper, constant_value
from linkwright.readers.values import Values
from linkwright.spatial.transform import Transform, rotation, translation
from linkwright.spatial.vector import Vec

GEOMETRY = ("beta", "b", "alpha", "a", "theta", "d")
"""In the order of the transforms."""
UNITS = {key: "rad" if key in ("beta", "alpha", "theta") else "m" for key in GEOMETRY}
VARIABLE = {"revolute": "theta", "continuous": "theta", "prismatic": "d"}
"""Type of joint -> the column that holds its variable."""

_NAME = re.compile(r"(?<![A-Za-z0-9_.])[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True)
class Placement:
    """The constants of a row. The variable enters as sign * q, added to theta or d; its name is as written."""

    beta: Scalar
    b: Scalar
    alpha: Scalar
    a: Scalar
    theta: Scalar
    d: Scalar
    sign: int
    variable: str

    def modified(self, snapper: Snapper) -> Transform:
        """The frame of the row, at zero, seen from the frame that it stands on."""
        before = Transform(snapper.rot_z(self.beta), Vec(0, 0, self.b))
        across = rotation(snapper.rot_x(self.alpha)) @ translation(self.a, 0, 0)
        return before @ across @ self.about_z(snapper)

    def about_z(self, snapper: Snapper) -> Transform:
        """Rot_z(theta) Trans_z(d), to which the variable belongs."""
        return Transform(snapper.rot_z(self.theta), Vec(0, 0, self.d))

    def behind(self, snapper: Snapper) -> Transform:
        """Trans_x(a) Rot_x(alpha): what stands behind the variable in the standard convention."""
        return translation(self.a, 0, 0) @ rotation(snapper.rot_x(self.alpha))


@dataclass(frozen=True)
class Spelling:
    """How a table writes.

    row: what messages call a row ("DH row"); variable: the row's number -> a name that its variable may have
    letters: our name of a column -> the table's, where they differ
    """

    row: str
    is_variable: Callable[[str], bool]
    variable: Callable[[str], str] = "q{}".format
    letters: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True)
class RowText:
    """What a row says before it is read: its number, entries by column, and their lines where they have lines of their own.

    type: of the joint; None where that was a mistake, and q may stand anywhere.
    """

    number: str
    type: str | None
    entries: Mapping[str, Any]
    spelling: Spelling
    line: int | None = None
    lines: Mapping[str, int | None] = field(default_factory=dict[str, "int | None"])

    @property
    def what(self) -> str:
        return f"{self.spelling.row} {self.number}"

    def column(self, key: str) -> str:
        """A column as the table calls it."""
        return self.spelling.letters.get(key, key)

    def line_of(self, key: str) -> int | None:
        return self.lines.get(key) or self.line


def read_placement(row: RowText, values: Values) -> Placement:
    """The constants; what is wrong goes to the report of `values`."""
    own = VARIABLE.get(row.type or "", "")
    factors: dict[str, Number | None] = {}
    constants: dict[str, Scalar] = {}
    names: dict[str, list[str]] = {}
    mistakes = len(values.report.errors)
    for key in GEOMETRY:
        written = row.entries.get(key)
        if written is None or (isinstance(written, str) and not written.strip()):
            written = "q" if key == own else 0
        names[key] = sorted(filter(row.spelling.is_variable, names_in(written)))
        factors[key], constants[key] = split_variable(_scalar(written, names[key], row, key, values), names[key])
    misplaced = next((key for key in GEOMETRY if key != own and factors[key] != 0), None)
    if row.type is None or len(values.report.errors) > mistakes:
        return Placement(**constants, sign=1, variable="")
    if misplaced:
        _misplaced(row, own, misplaced, names[misplaced][0], values)
    elif own and (factors[own] not in (1, -1) or len(names[own]) != 1):
        q = row.spelling.variable(row.number)
        said = f"{row.what}: {row.column(own)} of a {row.type} joint must be its variable {q}, plus a constant"
        values.report.error(said, row.line_of(own), f"write {q}, -{q} or {q} + constant in {row.column(own)}")
    elif own:
        return Placement(**constants, sign=int(factors[own] or 1), variable=names[own][0])
    return Placement(**constants, sign=1, variable="")


def _misplaced(row: RowText, own: str, column: str, name: str, values: Values) -> None:
    kind = f"{row.type} joint" if own else "fixed row"
    hint = f"the variable of a {kind} belongs into {row.column(own)}" if own else "a fixed row has no variable"
    values.report.error(f"{row.what} is a {kind} with {name} in {row.column(column)}", row.line_of(column), hint)


def _scalar(written: Any, variables: Collection[str], row: RowText, key: str, values: Values) -> Scalar:
    """An entry, in which the variables stand for themselves whatever names are known."""
    known = values.names
    if known is not None:
        values.names = {**known, **{q: values.symbol(q) for q in variables}}
    try:
        return values.scalar(written, f"{row.column(key)} of {row.what}", row.line_of(key), unit=UNITS[key])
    finally:
        values.names = known


def names_in(written: Any) -> set[str]:
    """Names in an entry as written."""
    if isinstance(written, Expr):
        return set(symbols_of(written.graph, [written.index]))
    return set(_NAME.findall(written)) if isinstance(written, str) else set()


def split_variable(x: Scalar, variables: Collection[str]) -> tuple[Number | None, Scalar]:
    """(k, rest) with x = k q + rest, q any of the variables; k is None where q enters in another way."""
    if not isinstance(x, Expr):
        return 0, x
    graph = x.graph
    factor: dict[int, Number | None] = {}
    for i in reachable(graph, [x.index]):
        op, args = graph.op[i], graph.args[i]
        parts = [k for j in args if (k := factor[j]) is not None]
        if op == "sym":
            factor[i] = 1 if graph.data[i] in variables else 0
        elif len(parts) < len(args):
            factor[i] = None
        elif all(k == 0 for k in parts):
            factor[i] = 0
        elif op == "add":
            factor[i] = parts[0] + parts[1]
        elif op == "sub":
            factor[i] = parts[0] - parts[1]
        elif op == "neg":
            factor[i] = -parts[0]
        else:
            factor[i] = None  # 2 q, sin(q): no joint variable any more
    if factor[x.index] == 0:
        return 0, x
    zero = graph.number(0)
    rest = Expr(graph, copy_nodes(graph, graph, [x.index], dict.fromkeys(variables, zero))[0])
    return factor[x.index], constant_value(rest)
