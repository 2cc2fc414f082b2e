"""Replies in JSON: answers, and refusals in the shape of an answer with messages."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from starlette.responses import Response

from linkwright.errors import LinkwrightError
from linkwright.studio.desk.messages import message, messages_of

CODE = "LW700"
"""Of what the server itself has to say; see docs/errors.md."""


class Refusal(Exception):
    """A request that is not answered, with the reason in a sentence."""

    def __init__(self, status: HTTPStatus, what: str, hint: str = "", **more: Any) -> None:
        super().__init__(what)
        self.status = status
        self.what = what
        self.hint = hint
        self.more = more

    def body(self) -> dict[str, Any]:
        """What the page is told."""
        return {"ok": False, "hash": "", "messages": [message("error", CODE, self.what, self.hint)], **self.more}


def refused(refusal: Refusal) -> Response:
    """The reply to a request that is not answered."""
    return reply(refusal.body(), refusal.status)


def unreadable(error: LinkwrightError) -> Response:
    """The reply to a request that asks for something that is not there."""
    return reply({"ok": False, "hash": "", "messages": messages_of(error)}, HTTPStatus.BAD_REQUEST)


def reply(data: Any, status: int = HTTPStatus.OK) -> Response:
    """Data as JSON."""
    return encoded(json.dumps(data, ensure_ascii=False).encode("utf-8", "replace"), status)


def encoded(body: bytes, status: int = HTTPStatus.OK) -> Response:
    """JSON that was written already."""
    return Response(body, status, {"Cache-Control": "no-store"}, "application/json")
