"""The laws of mechanics asked of the mechanism."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linkwright.studio.desk.asked import Tell, text_of, untold
from linkwright.studio.desk.reading import mechanism_of


def verify(payload: Mapping[str, Any], tell: Tell = untold) -> dict[str, Any]:
    """The verdict as its schema has it. tell: called with the name of each law and the part that is done."""
    from linkwright.schema import to_json
    from linkwright.verification import verify as ask_laws
    from linkwright.verification.laws import laws_of

    mechanism = mechanism_of(payload)
    laws = laws_of(mechanism).values()
    names = [law.name for law in laws]
    verdict = ask_laws(
        mechanism,
        text_of(payload, "against", "") or None,
        progress=lambda law: tell(law, names.index(law) / len(names)),
    )
    return {"verdict": to_json(verdict), "tolerances": {str(law.number): law.tolerance for law in laws}}
