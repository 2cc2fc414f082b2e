"""Reports in JSON: what `linkwright check --json` says, which is plain data already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linkwright.errors import InputError
from linkwright.narrowing import is_dict
from linkwright.schema.item import Item
from linkwright.schema.values import value_from_json, value_to_json

KEYS = ("report",)
MORE = ()


def report_to_json(report: Mapping[str, Any]) -> dict[str, Any]:
    """The document of a report, without its head."""
    if not isinstance(report.get("name"), str):
        raise InputError(
            "a mapping without a name is no report", hint="a report is what `linkwright check --json` gives"
        )
    return {"report": value_to_json(report)}


def report_from_json(document: Item) -> dict[str, Any]:
    """The report: an object that names its mechanism."""
    item = document.at("report")
    if not is_dict(item.value) or "name" not in item.value:
        raise item.fail("a report is an object with a name")
    item.at("name").text()
    return value_from_json(item)
