"""What was read of a document: the report of `linkwright check`, messages, and the coordinates with their reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linkwright.describe.report import report
from linkwright.studio.desk.coordinates import coordinates
from linkwright.studio.desk.messages import located, notes_of
from linkwright.studio.desk.reading import mechanism_of


def check(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The report, its notes as messages, and the coordinates."""
    mechanism = mechanism_of(payload)
    facts = report(mechanism)
    messages = located(notes_of(facts), str(payload["document"]))
    return {"report": facts, "messages": messages, "coordinates": coordinates(mechanism)}
