"""The equations as people read them, line by line, with the names that each line mentions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linkwright.request import Printed
from linkwright.studio.desk.asked import number_of, one_of, text_of, texts_of
from linkwright.studio.desk.reading import mechanism_of

if TYPE_CHECKING:
    from linkwright.describe.formula import Formula

SECONDS = 0.1
"""For all quantities of a request together, so that an edit is seen within half a second; what takes longer is written as
steps. A page that waits may ask for more."""


def equations(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The formulas of the quantities that were asked for, or of the usual ones."""
    from linkwright.describe.formulas import formulas

    names = texts_of(payload, "quantities")
    style = one_of(payload, "style", ("closed", "steps"))
    seconds = number_of(payload, "seconds", SECONDS, 0.01, 60.0) / max(3, len(names))
    frame = text_of(payload, "frame", "") or None
    asked = Printed(quantities=",".join(names), style=style, seconds=seconds, frame=frame)
    return {"formulas": [_data(formula) for formula in formulas(mechanism_of(payload), asked)]}


def _data(formula: Formula) -> dict[str, Any]:
    lines = [{"name": x.name, "text": x.text, "latex": x.latex, "symbols": list(x.symbols)} for x in formula.lines]
    head = {"heading": formula.heading, "title": formula.title, "doc": formula.doc}
    return {**formula.data(), **head, "lines": lines}
