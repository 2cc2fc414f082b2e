"""The document as a mechanism. The last few are kept: an edit makes the page ask several things of the same text."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from linkwright.errors import FileError, InputError
from linkwright.view import DOCUMENT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from linkwright.mechanism import Mechanism

LARGEST = 4_000_000
"""Characters of a document."""


def mechanism_of(payload: Mapping[str, Any]) -> Mechanism:
    """The mechanism of a request's document."""
    text = payload.get("document")
    if not isinstance(text, str):
        raise InputError("the request has no document", hint="send its text as 'document'")
    if len(text) > LARGEST:
        raise FileError(f"the document has {len(text)} characters", DOCUMENT, f"at most {LARGEST} are read")
    return _read(text)


@lru_cache(maxsize=8)
def _read(text: str) -> Mechanism:
    from linkwright.readers import in_mode_of_loops
    from linkwright.readers.options import LoadOptions
    from linkwright.readers.report import Report
    from linkwright.readers.yaml import robot_of
    from linkwright.readers.yaml_tree import parse_yaml

    report = Report(DOCUMENT)
    return in_mode_of_loops(robot_of(parse_yaml(text.encode(), report), DOCUMENT, report, LoadOptions()))
