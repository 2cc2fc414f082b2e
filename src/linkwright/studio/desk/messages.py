"""Errors and notes as lines of the page's Messages panel, each with its place in the document."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from linkwright.errors import Errors, LinkwrightError
from linkwright.view import DOCUMENT

STUDIO = "studio/"
"""How places in the page's own part of a document begin: studio/run/inputs/elbow."""
_LINE = re.compile(r":(\d+)$")


def messages_of(error: LinkwrightError) -> list[dict[str, Any]]:
    """One message per error."""
    errors: Iterable[LinkwrightError] = error.errors if isinstance(error, Errors) else (error,)
    return [message("error", e.code, e.what, e.hint, e.where) for e in errors]


def notes_of(report: dict[str, Any]) -> list[dict[str, Any]]:
    """What the reader ignored, repaired or assumed."""
    return [message("note", n["kind"], n["what"], "", n["where"]) for n in report["notes"]]


def located(messages: list[dict[str, Any]], document: str) -> list[dict[str, Any]]:
    """The messages with the part of the document that their lines belong to, where it can be read."""
    if not any(x["line"] and x["path"] is None for x in messages):
        return messages
    from linkwright.readers.report import Report
    from linkwright.readers.yaml_tree import parse_yaml, path_at

    try:
        root = parse_yaml(document.encode(), Report(DOCUMENT))
    except LinkwrightError:  # it has no parts
        return messages
    return [x if x["path"] or not x["line"] else {**x, "path": path_at(root, x["line"]) or None} for x in messages]


def message(severity: str, code: str, what: str, hint: str = "", where: str = "") -> dict[str, Any]:
    """A line of the Messages panel."""
    found = _LINE.search(where)
    line = int(found[1]) if found else None
    path = where.split("/") if where.startswith(STUDIO) else None
    return {"severity": severity, "code": code, "what": what, "hint": hint, "line": line, "path": path}
