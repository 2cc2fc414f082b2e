"""What the page asks, by name: `answer("check", {"document": text})`. The other side of studio/src/backend/protocol.ts."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from inspect import signature
from typing import Any

from linkwright.errors import InputError, LinkwrightError, StudioError, suggestion
from linkwright.lazy import target
from linkwright.studio.desk.asked import Tell, untold

Payload = Mapping[str, Any]

DESK: Mapping[str, str] = {
    "build": "linkwright.studio.desk.building:build",
    "check": "linkwright.studio.desk.check:check",
    "move": "linkwright.studio.desk.move:move",
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
    except (LinkwrightError, ModuleNotFoundError) as error:
        from linkwright.studio.desk.messages import located, messages_of

        told = error if isinstance(error, LinkwrightError) else missing(error)
        return {"ok": False, "hash": key, "messages": located(messages_of(told), document)}
    return {"ok": True, "hash": key, "seconds": time.perf_counter() - started, **found}


def missing(error: ModuleNotFoundError) -> LinkwrightError:
    """What to say where a package is not there: in the page without a server, which has neither NumPy nor lxml."""
    package = (error.name or "").partition(".")[0]
    if package == "linkwright":
        raise error
    hint = "this needs the installed studio: pip install 'linkwright[studio]', then `linkwright studio`"
    return StudioError(f"the page without a server has no {_TITLES.get(package, package)}", hint=hint)


_TITLES = {"numpy": "NumPy", "scipy": "SciPy"}


def document_hash(document: str) -> str:
    """What a request and its answer are told apart by."""
    return hashlib.sha256(document.encode()).hexdigest()[:16]
