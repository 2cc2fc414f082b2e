"""What the page asks, by name: `answer("check", {"document": text})`. The other side of studio/src/backend/protocol.ts."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from inspect import signature
from typing import Any

from linkwright.errors import InputError, LinkwrightError, suggestion
from linkwright.lazy import target
from linkwright.studio.desk.asked import Tell, untold

Payload = Mapping[str, Any]

DESK: Mapping[str, str] = {
    "build": "linkwright.studio.desk.building:build",
    "check": "linkwright.studio.desk.check:check",
    "program": "linkwright.studio.desk.program:program",
    "modes": "linkwright.studio.desk.modes:modes",
    "simulate": "linkwright.studio.desk.simulate:simulate",
    "code": "linkwright.studio.desk.code:code",
    "conventions": "linkwright.studio.desk.conventions:conventions",
    "equations": "linkwright.studio.desk.equations:equations",
    "example": "linkwright.studio.desk.examples:example",
    "examples": "linkwright.studio.desk.examples:examples",
    "template": "linkwright.studio.desk.templates:document_of_template",
    "templates": "linkwright.studio.desk.templates:templates",
    "verify": "linkwright.studio.desk.verify:verify",
    "import": "linkwright.studio.desk.importing:import_files",
    "export": "linkwright.studio.desk.exporting:export",
}
"""Request -> its function (payload -> the answer's own fields), imported when it is asked for."""


def answer(name: str, payload: Payload, tell: Tell = untold) -> dict[str, Any]:
    """The answer to a request: {"ok": True, "hash": ..., ...}, or {"ok": False, "hash": ..., "messages": [...]}.

    tell: is told how far a long request is; its function takes it as `tell`
    """
    started = time.perf_counter()
    if name not in DESK:
        raise InputError(f"there is no request '{name}'", hint=suggestion(name, DESK, f"one of: {', '.join(DESK)}"))
    document = str(payload.get("document", ""))
    key = document_hash(document)
    try:
        function = target(DESK[name])
        found = function(payload, tell=tell) if "tell" in signature(function).parameters else function(payload)
    except LinkwrightError as error:
        from linkwright.studio.desk.messages import located, messages_of

        return {"ok": False, "hash": key, "messages": located(messages_of(error), document)}
    return {"ok": True, "hash": key, "seconds": time.perf_counter() - started, **found}


def document_hash(document: str) -> str:
    """What a request and its answer are told apart by."""
    return hashlib.sha256(document.encode()).hexdigest()[:16]
