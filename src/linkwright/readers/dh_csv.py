"""A DH table in a CSV file -> Robot.

    # convention: modified
    # gravity: 0 0 -g
    # parameters: L1=1 g=9.81
    type, alpha, a,  d, theta, m, mz
    R,    0,     0,  0, q,     2, 0.1
    R,    pi/2,  L1, 0, q - 90 deg, 1.5, 0

The convention stands in a comment or in a column of its own. Columns named like inertial parameters give them at the link's
frame, columns beta and b what a modified row has before the rest. A column head may carry a unit: alpha [deg], a [mm]. Every
name that is not q is a parameter.
A table with a column `ant` is an extended Khalil table, see khalil_csv.py.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from linkwright.errors import FileError, raise_all, suggestion
from linkwright.formula.units import UNITS
from linkwright.mechanism import Mechanism
from linkwright.model.build import make_robot
from linkwright.model.robot import Parameter
from linkwright.readers.dh_table import COLUMNS, Table, dh_chain
from linkwright.readers.khalil_csv import COMMENTS, KHALIL_COLUMNS, KHALIL_REQUIRED, cells_at, khalil_tree
from linkwright.readers.khalil_rows import OTHER
from linkwright.readers.options import LoadOptions, read_bytes
from linkwright.readers.report import Report
from linkwright.readers.snap import Snapper
from linkwright.readers.table import DH_ROW
from linkwright.readers.values import PARAMETER_INDEX
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Leaf, Seq
from linkwright.spatial.vector import Vec

CELLS = tuple(name for name in DH_ROW.names if name != "elastic")
"""Keys of a row that have a short value."""
DH_COMMENTS = ("convention", "gravity", "parameters", "inertials", "name")
MAX_LINES = 1000
MAX_LINE = 20_000


def read_csv(path: Path, options: LoadOptions) -> Mechanism:
    """A robot from a CSV table of DH rows."""
    report = Report(path.name)
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileError("the file is not UTF-8 text", path.name, "save it as UTF-8 CSV") from None
    if text.count("\n") > MAX_LINES:
        raise FileError(f"the table has {text.count(chr(10))} lines", path.name, f"at most {MAX_LINES} are read")
    long = next((k for k, line in enumerate(text.split("\n"), start=1) if len(line) > MAX_LINE), 0)
    if long:
        what = f"the line has more than {MAX_LINE} characters"
        raise FileError(what, f"{path.name}:{long}", "a row has a few short cells: is this the right file?")
    comments, at, lines = _split(text, report)
    if lines and _heads(lines[0][1]) & {"ant", "antecedent", "sigma"}:
        return _khalil(comments, at, lines, path.stem, report, options)
    for key in (k for k in comments if k not in DH_COMMENTS):
        report.note("ignored", f"comment '{key}:', which tables with antecedents have", at[key])
    rows = _rows(lines, report, (*CELLS, "convention"), COLUMNS)
    if not rows:
        raise_all(report.errors)
    parts = Parts(report, Snapper(options.snap))
    parts.values.names = None  # every name is a symbol
    chain = dh_chain(_table(rows, comments), parts)
    gravity = comments.get("gravity", "0 0 -9.81").replace(",", " ").split()
    g = Vec(*parts.values.vector(gravity, 3, "gravity", unit="m/s^2"))
    return make_robot(
        comments.get("name") or path.stem,
        chain.bodies,
        chain.joints,
        frames=chain.frames,
        gravity=options.gravity_or(g, parts.values.graph),
        parameters=_parameters(comments.get("parameters", ""), report),
        notes=[*parts.snapper.notes(), *report.all_notes()],
        source=path.name,
        root=options.root,
        floating=options.floating,
        errors=report.errors,
    )


def _khalil(
    comments: Mapping[str, str],
    at: Mapping[str, int],
    lines: list[tuple[int, list[str]]],
    name: str,
    report: Report,
    options: LoadOptions,
) -> Mechanism:
    """A table with antecedents is read as the same table in YAML."""
    from linkwright.readers.yaml import robot_of

    rows = _rows(lines, report, KHALIL_COLUMNS, KHALIL_REQUIRED)
    if not rows:
        raise_all(report.errors)
    known = {key: text for key, text in comments.items() if key in COMMENTS}
    return robot_of(khalil_tree(rows, known, at), name, report, options)


def _heads(cells: list[str]) -> set[str]:
    return {cell.lower() for cell in cells}


def _split(text: str, report: Report) -> tuple[dict[str, str], dict[str, int], list[tuple[int, list[str]]]]:
    """Comments of the form '# key: value' and their lines, and the other lines as lists of cells with their line numbers."""
    comments: dict[str, str] = {}
    at: dict[str, int] = {}
    lines: list[tuple[int, list[str]]] = []
    delimiter = ";" if text.count(";") > text.count(",") else ","
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("#"):
            key, colon, value = line.lstrip(" #").partition(":")
            key = key.strip().lower()
            if colon and key in (*DH_COMMENTS, *COMMENTS):
                comments[key], at[key] = value.strip(), number
        elif line.strip(" ,;\t"):
            cells = next(csv.reader(io.StringIO(line), delimiter=delimiter, skipinitialspace=True))
            lines.append((number, [cell.strip() for cell in cells]))
    if not lines:
        report.error("the file has no table", None, f"first line: {', '.join(COLUMNS)}")
    return comments, at, lines


def _rows(
    lines: list[tuple[int, list[str]]], report: Report, allowed: Sequence[str], required: Sequence[str]
) -> list[tuple[int, dict[str, str]]]:
    """Rows as mappings from column names, units of the heads already written behind the numbers."""
    if not lines:
        return []
    first, head = lines[0]
    columns: list[tuple[str, str]] = []
    lower = {n.lower(): n for n in allowed}
    for cell in head:
        name, _, unit = cell.replace("(", "[").partition("[")
        name, unit = name.strip(), unit.rstrip("]) ")
        name = lower.get(name.lower(), name)
        known = (*lower.values(), *PARAMETER_INDEX)
        if name not in known:
            report.error(f"column '{name}' is not known", first, suggestion(name, known, f"columns: {' '.join(known)}"))
        if unit and unit not in UNITS:
            report.error(f"unit '{unit}' is not known", first, suggestion(unit, UNITS, f"units: {' '.join(UNITS)}"))
        columns.append((name, unit))
    missing = [c for c in required if c not in [OTHER.get(name, name) for name, _ in columns]]
    if missing:
        report.error(
            f"column '{missing[0]}' is missing", first, f"the first line names the columns: {', '.join(allowed)}"
        )
    rows: list[tuple[int, dict[str, str]]] = []
    if report.errors:
        return rows  # without its head a table means nothing
    for number, cells in lines[1:]:
        if len(cells) != len(columns):
            report.error(f"the row has {len(cells)} cells, the head has {len(columns)}", number, "correct the row")
            continue
        pairs = zip(columns, cells, strict=True)
        rows.append((number, {name: _scaled(cell, unit) for (name, unit), cell in pairs if cell}))
    return rows


def _scaled(cell: str, unit: str) -> str:
    """A cell with its column's unit; the variable q is in SI already."""
    return f"({cell}) {unit}" if unit and not re.fullmatch(r"-?q[0-9]*", cell) else cell


def _table(rows: list[tuple[int, dict[str, str]]], comments: Mapping[str, str]) -> Table:
    convention = comments.get("convention") or next((r["convention"] for _, r in rows if "convention" in r), None)
    entries = [cells_at(line, {k: v for k, v in row.items() if k in CELLS}) for line, row in rows]
    ten = [(line, {k: v for k, v in row.items() if k in PARAMETER_INDEX}) for line, row in rows]
    inertials = Seq([cells_at(line, cells) if cells else Leaf(None) for line, cells in ten])
    given = inertials if any(cells for _, cells in ten) else Leaf(comments.get("inertials"))
    return Table(Seq(list(entries)), convention, given, "# convention: {}")


def _parameters(text: str, report: Report) -> list[Parameter]:
    found: list[Parameter] = []
    for word in text.replace(",", " ").replace("= ", "=").replace(" =", "=").split():
        name, equals, value = word.partition("=")
        try:
            found.append(Parameter(name, float(value) if equals else None))
        except ValueError:
            report.error(
                f"parameter '{name}' has value '{value}', not a number", None, "write # parameters: L1=1 L2=0.5"
            )
    return found
