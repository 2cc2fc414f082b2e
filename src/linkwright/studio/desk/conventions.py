"""What every result follows, the languages that code is written in, and the quantities that there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def conventions(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The conventions' text, languages with their titles, quantities with the kinds of mechanism that have them."""
    from linkwright.describe.quantities import listed
    from linkwright.emit import TARGETS
    from linkwright.model.conventions import every_convention

    keys = ("name", "aliases", "equation", "kinds")
    return {
        "text": every_convention(),
        "languages": [{"id": name, "title": target.title} for name, target in TARGETS.items()],
        "quantities": [{key: row[key] for key in keys} for row in listed().values()],
    }
