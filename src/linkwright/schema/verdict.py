"""Verdicts in JSON: one row per law."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

from linkwright.schema.item import Item
from linkwright.schema.numbers import number_to_json
from linkwright.verification.verdict import Row, Verdict

KEYS = ("robot", "rows")
MORE = ()
_ROW = tuple(f.name for f in fields(Row))


def verdict_to_json(verdict: Verdict) -> dict[str, Any]:
    """The document of a verdict, without its head."""
    return {"robot": verdict.robot, "rows": [_row(row) for row in verdict.rows]}


def _row(row: Row) -> dict[str, Any]:
    residual = None if row.residual is None else number_to_json(row.residual)
    return asdict(row) | {"residual": residual}


def verdict_from_json(document: Item) -> Verdict:
    """The verdict of a checked document."""
    return Verdict(document.at("robot").text(), tuple(_read_row(x.record(_ROW)) for x in document.at("rows").each()))


def _read_row(item: Item) -> Row:
    residual, exact, ok = (item.at(key) for key in ("residual", "exact", "ok"))
    return Row(
        item.at("law").integer(0, 10_000),
        item.at("name").text(),
        None if residual.value is None else float(residual.number(finite=False)),
        None if exact.value is None else exact.flag(),
        None if ok.value is None else ok.flag(),
        item.at("note").text(),
    )
